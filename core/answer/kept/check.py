"""An answer asked again: what its lookup would count today beside what it counted then (DESIGN §3.8)."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from core.answer.compose.flags import status_words
from core.answer.compose.words import organization_name
from core.answer.kept import measured, told
from core.answer.kept.changes import Now, by_time, now_of, traced
from core.answer.kept.near_limit import bands_of
from core.answer.kept.opened import Opened
from core.answer.kept.spans import short_label
from core.answer.kept.today import Key, figures_now
from core.answer.lookups.find_decision import row_of
from core.answer.lookups.store import LookupStore
from core.answer.setting import Setting
from core.domain.asked import Asked, AskedKind
from core.domain.checked import Change, Checked, Compared
from core.domain.decision import Status
from core.domain.ledger import Stage
from core.domain.payee_classes import PayeeClass
from core.domain.period import athens_day
from core.domain.request import Unit
from core.errors import InvalidInput
from core.greek.numbers import format_euro
from core.store import behind, decisions, spending
from core.store.behind import Behind, Place

NOTHING = "Αυτή η απάντηση δεν έχει ποσά ή πράξεις που να μπορώ να ξαναμετρήσω."
_MOST = 50_000
_IN_TIME = re.compile(r"\d{4}-(?:\d\d|Q\d)")


def _compared(kept: Opened, asked: Asked, now: dict[Key, Decimal]) -> tuple[Compared, ...]:
    """The figures that the answer told, and the groups that it could not tell then; the told stage first."""
    then = {(figure.label, figure.unit, figure.stage): figure.value for figure in reversed(kept.figures)}
    keys = [key for key in then if _worth(key, kept, asked)]
    grouped = (key for key in now if key not in then and key[0].startswith(("net ", "decisions ")))
    keys += [key for key in grouped if _worth(key, kept, asked)]
    made = (_one(key, then, now) for key in dict.fromkeys(keys))
    return tuple(sorted(made, key=lambda each: (each.stage is not asked.stage, each.unit is not Unit.EURO)))


def _worth(key: Key, kept: Opened, asked: Asked) -> bool:
    """Sums of every stage, ranked amounts, groups, sides; and the number of acts of what was told."""
    label, unit, stage = key
    told = asked.stage
    if asked.kind is AskedKind.PARTS:
        return unit is Unit.DECISIONS and label.startswith("decisions ")
    if kept.lookup in measured.NAMES and _name_of(label) in measured.LABELS:
        return unit is not Unit.DECISIONS
    if asked.kind is AskedKind.RANKING:
        return unit is Unit.EURO and stage is told
    if unit is Unit.EURO:
        grouped = label.startswith("net ") and (stage is told or asked.kind is AskedKind.SIDES)
        return label in ("net", PayeeClass.SUPPLIER) or grouped
    return stage is told and (label == "decisions" or (told is None and label.startswith("decisions ")))


def _named(figure: Compared, asked: Asked, setting: Setting) -> Compared:
    """A side is called as the answer called it, a body by its name, a month as pictures write it."""
    if asked.kind is AskedKind.SIDES and asked.stage is None:
        return replace(figure, label="net")
    name, _, key = figure.label.partition(" ")
    part, _, value = key.partition(" ")
    if name not in ("net", "decisions") or not key:
        return figure
    if asked.kind is AskedKind.PARTS:
        called = {band.key: f"έως {format_euro(band.most)}" for band in bands_of(asked)}
    elif asked.kind is AskedKind.SIDES:
        called = {side.key: label for side, label in zip(asked.sides, told.side_labels(asked, setting), strict=True)}
    elif part == "body":
        called = {key: organization_name(setting.body(value).label)}
    elif part == "year":
        called = {key: value}
    else:
        called = {key: short_label(key) if _IN_TIME.fullmatch(key) else key}
    return replace(figure, label=f"{name} {called.get(key, key)}")


def _name_of(label: str) -> str:
    return label if label in measured.LABELS else label.partition(" ")[0]


def _one(key: Key, then: dict[Key, Decimal], now: dict[Key, Decimal]) -> Compared:
    label, unit, stage = key
    return Compared(label=label, unit=unit, stage=stage, then=then.get(key), now=now.get(key))


async def check(store: LookupStore, setting: Setting, kept: Opened) -> Checked:
    """Raises InvalidInput where nothing was counted."""
    if kept.asked is None and not kept.rows:
        raise InvalidInput(NOTHING)
    figures: tuple[Compared, ...]
    if kept.asked is None:
        now, figures = await _cards_now(store, kept)
        changes, rewritten, whole = *traced(kept, now, ranked=False), True
        title = "Στοιχεία πράξης" if len(kept.rows) == 1 else "Στοιχεία πράξεων"
        reach = ""
    else:
        compared = _compared(kept, kept.asked, await figures_now(store, kept, kept.asked))
        figures = tuple(_named(each, kept.asked, setting) for each in compared)
        changes, rewritten, whole = await _changes(store, kept, kept.asked)
        title, reach = told.title(kept.asked, setting), told.reach_words(kept.asked, setting)
    return Checked(
        receipt=kept.receipt,
        title=title,
        answered_on=athens_day(kept.answered_at),
        checked_on=store.today,
        figures=figures,
        changes=tuple(changes),
        rewritten=rewritten,
        traced=whole,
        reach=reach,
        demo=setting.demo,
    )


async def _changes(store: LookupStore, kept: Opened, asked: Asked) -> tuple[list[Change], int, bool]:
    """By the acts kept with the answer where they are all there, else by when acts were seen to change."""
    acts = await _acts_now(store, asked)
    adas = {each.row.ada for each in acts} | {row.ada for row in kept.rows}
    now = now_of(acts, await behind.standing(store.pool, adas=sorted(adas)))
    by_rows = asked.kind in (AskedKind.TOTAL, AskedKind.RANKING)
    if by_rows and kept.whole and kept.rows:
        changes, rewritten = traced(kept, now, ranked=asked.kind is AskedKind.RANKING)
        return changes, rewritten, True
    return by_time(now, since=kept.answered_at), 0, False


async def _acts_now(store: LookupStore, asked: Asked) -> Sequence[Behind]:
    if asked.kind is AskedKind.SIDES:
        sides = [(side.where, asked.stage or side.where.stage or Stage.PAYMENT) for side in asked.sides]
        found = [await behind.acts(store.pool, where=where, stage=stage, limit=_MOST) for where, stage in sides]
        return [act for acts in found for act in acts]
    if asked.stage is None:
        return await behind.numbered(store.pool, where=asked.where, limit=_MOST)
    if asked.kind is AskedKind.PARTS:
        parts = [await behind.acts(store.pool, where=each, stage=asked.stage, limit=_MOST) for each in asked.parts]
        return [act for part in parts for act in part]
    acts = await behind.acts(store.pool, where=asked.where, stage=asked.stage, limit=_MOST)
    if asked.kind is not AskedKind.RANKING:
        return acts
    ranked = await spending.ranked(
        store.pool, where=asked.where, stage=asked.stage, largest=asked.largest, limit=asked.limit
    )
    first = [Behind(place=Place.COUNTED, row=row, signed=row.amount) for row in ranked]
    return [*first, *(each for each in acts if each.place is not Place.COUNTED)]


async def _cards_now(store: LookupStore, kept: Opened) -> tuple[Now, tuple[Compared, ...]]:
    """The acts of a card: their amounts, and whether they are still posted."""
    adas = [row.ada for row in kept.rows]
    rows = {ada: row_of(card) for ada, card in (await decisions.cards(store.pool, adas=adas)).items()}
    amounts = {ada: None if row.amount is None else row.amount * row.sign for ada, row in rows.items()}
    now = Now(
        counted={ada: amounts[ada] for ada, row in rows.items() if row.status == Status.PUBLISHED},
        out={ada: status_words(row.status) for ada, row in rows.items() if row.status != Status.PUBLISHED},
        standing=await behind.standing(store.pool, adas=adas),
    )
    figures = tuple(
        Compared(label=row.ada, unit=Unit.EURO, stage=None, then=row.amount, now=amounts.get(row.ada))
        for row in kept.rows
    )
    return now, figures
