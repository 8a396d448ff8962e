"""An answer asked again: what its lookup would count today beside what it counted then (DESIGN §3.8)."""

from collections.abc import Sequence
from decimal import Decimal

from core.answer.compose.flags import status_words
from core.answer.kept import told
from core.answer.kept.changes import Now, by_time, now_of, traced
from core.answer.kept.near_limit import bands_of
from core.answer.kept.opened import Opened
from core.answer.lookups import count_decisions, rank_decisions, total_spending
from core.answer.lookups.find_decision import row_of
from core.answer.lookups.store import LookupStore
from core.answer.setting import Setting
from core.domain.asked import Asked
from core.domain.checked import Change, Checked, Compared
from core.domain.decision import Status
from core.domain.ledger import Stage
from core.domain.period import athens_day
from core.domain.request import Unit
from core.errors import InvalidInput
from core.store import behind, decisions, spending
from core.store.behind import Behind, Place

NOTHING = "Αυτή η απάντηση δεν έχει ποσά ή πράξεις που να μπορώ να ξαναμετρήσω."
_MOST = 50_000

Key = tuple[str, Unit, Stage | None]


async def _figures_now(store: LookupStore, asked: Asked) -> dict[Key, Decimal]:
    """By label, unit and stage, as the answer keeps them."""
    if asked.parts:
        return await _parts_now(store, asked)
    if asked.limit and asked.stage:
        rank = rank_decisions.Arguments(where=asked.where, stage=asked.stage, largest=asked.largest, limit=asked.limit)
        rows = (await rank_decisions.run(store, rank)).rows
        return {(row.ada, Unit.EURO, asked.stage): row.amount for row in rows if row.amount is not None}
    if asked.stage:
        total = total_spending.Arguments(where=asked.where, stage=asked.stage, group_by=asked.group_by, rows=0)
        found = (await total_spending.run(store, total)).finding.figures
    elif asked.group_by:
        counted = count_decisions.Arguments(where=asked.where, group_by=asked.group_by)
        found = (await count_decisions.run(store, counted)).finding.figures
    else:
        number = await spending.count(store.pool, where=asked.where)
        return {("decisions", Unit.DECISIONS, None): Decimal(number)}
    return {(figure.label, figure.unit, figure.stage): figure.value for figure in found}


async def _parts_now(store: LookupStore, asked: Asked) -> dict[Key, Decimal]:
    """How many acts each band holds."""
    found: dict[Key, Decimal] = {}
    for band, where in zip(bands_of(asked), asked.parts, strict=True):
        totals = await spending.stage_totals(store.pool, where=where)
        number = sum(each.decisions for each in totals)
        found[f"decisions {band.key}", Unit.DECISIONS, asked.stage] = Decimal(number)
    return {key: number for key, number in found.items() if number}


def _compared(kept: Opened, now: dict[Key, Decimal]) -> tuple[Compared, ...]:
    """The figures that the answer told, and the groups that it could not tell then; the told stage first."""
    then = {(figure.label, figure.unit, figure.stage): figure.value for figure in kept.figures}
    stage = kept.asked.stage if kept.asked else None
    keys = [key for key in then if _worth(key, kept)]
    keys += [key for key in now if key not in then and key[0].startswith(("net ", "decisions ")) and _worth(key, kept)]
    made = (_one(key, then, now) for key in dict.fromkeys(keys))
    return tuple(sorted(made, key=lambda each: (each.stage is not stage, each.unit is not Unit.EURO)))


def _worth(key: Key, kept: Opened) -> bool:
    """Sums of every stage, ranked amounts, groups; and the number of acts of what was told."""
    label, unit, stage = key
    if kept.asked and kept.asked.parts:
        return unit is Unit.DECISIONS and label.startswith("decisions ")
    told = kept.asked.stage if kept.asked else None
    ranked = bool(kept.asked and kept.asked.limit)
    if ranked:
        return unit is Unit.EURO and stage is told
    if unit is Unit.EURO:
        return label == "net" or (label.startswith("net ") and stage is told)
    return stage is told and (label == "decisions" or (told is None and label.startswith("decisions ")))


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
        figures = _compared(kept, await _figures_now(store, kept.asked))
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
    if asked.stage and kept.whole and kept.rows:
        changes, rewritten = traced(kept, now, ranked=bool(asked.limit))
        return changes, rewritten, True
    return by_time(now, since=kept.answered_at), 0, False


async def _acts_now(store: LookupStore, asked: Asked) -> Sequence[Behind]:
    if asked.stage is None:
        return await behind.numbered(store.pool, where=asked.where, limit=_MOST)
    if asked.parts:
        parts = [await behind.acts(store.pool, where=each, stage=asked.stage, limit=_MOST) for each in asked.parts]
        return [act for part in parts for act in part]
    acts = await behind.acts(store.pool, where=asked.where, stage=asked.stage, limit=_MOST)
    if not asked.limit:
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
