"""Averages, shares and days to posting of a kept answer, as they are today: for its file, its picture and its check."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from core.answer.kept.opened import Opened
from core.answer.lookups import average_amount, posting_delay, spending_share
from core.answer.lookups.store import LookupStore
from core.domain.answer import Figure
from core.domain.asked import Asked
from core.domain.change import cents, percent_of
from core.domain.chart import Bar
from core.domain.ledger import Stage
from core.domain.request import Unit
from core.domain.table import Cell
from core.errors import InvalidInput
from core.store import averages, delays, spending
from core.store.pool import Db

NAMES = frozenset({average_amount.NAME, spending_share.NAME, posting_delay.NAME})
LABELS = frozenset({"mean", "median", "ninth", "share", "share acts"})  # of figures, before the key of a group
SHARED_NOW = (
    "Μετά την απάντηση αναρτήθηκαν και πράξεις με κοινό ποσό για περισσότερους: τι από αυτό είναι μόνο δικό του δεν "
    "δηλώνεται, γι' αυτό δεν φτιάχνω αρχείο. Κάντε ξανά την ερώτηση για το ποσοστό όπως είναι σήμερα."
)
_SAYS = {
    "mean": "Μέσος όρος (€)",
    "median": "Διάμεσος (€)",
    "share": "Ποσοστό σε ευρώ (%)",
    "share acts": "Ποσοστό σε πράξεις (%)",
}


async def figures_now(store: LookupStore, kept: Opened, asked: Asked) -> Sequence[Figure]:
    """The same lookup, asked again."""
    if kept.lookup == posting_delay.NAME:
        delay = posting_delay.Arguments(where=asked.where, group_by=asked.group_by)
        return (await posting_delay.run(store, delay)).finding.figures
    if kept.lookup == spending_share.NAME and asked.whole is not None:
        share = spending_share.Arguments(
            part=asked.where, whole=asked.whole, stage=asked.stage, payee=_payee(asked), rows=0
        )
        return (await spending_share.run(store, share)).finding.figures
    average = average_amount.Arguments(
        where=asked.where, stage=asked.stage or Stage.PAYMENT, group_by=asked.group_by, rows=0
    )
    return (await average_amount.run(store, average)).finding.figures


def _payee(asked: Asked) -> str | None:
    """The one whose share it is: an ΑΦΜ that limits the part alone."""
    own = asked.whole is not None and asked.whole.payee_afm is None
    return asked.where.payee_afm if own else None


async def lines(db: Db, kept: Opened, asked: Asked) -> list[tuple[str, Cell]]:
    """What the recipe of a file says beside its sum: the measure today, and what the answer said.

    Raises InvalidInput, worded for the reader, where no rows would add up to the measure.
    """
    now: dict[str, Decimal | None] = {}
    told: list[tuple[str, Cell]] = []
    if kept.lookup == average_amount.NAME and asked.stage is not None:
        found = next(iter(await averages.by(db, where=asked.where, stage=asked.stage)), None)
        now = {"mean": found.mean, "median": found.median} if found else {}
        told.append(("Πράξεις στον μέσο όρο", found.counted if found else 0))
    elif kept.lookup == spending_share.NAME and asked.whole is not None:
        told, now = await _share(db, asked)
    for label, value in now.items():
        then = next((each.value for each in kept.figures if each.label == label), None)
        told.append((_SAYS[label], None if value is None else cents(value)))
        told.append((f"  η απάντηση έλεγε: {_SAYS[label]}", then))
    return [(label, cell) for label, cell in told if cell is not None]


async def _share(db: Db, asked: Asked) -> tuple[list[tuple[str, Cell]], dict[str, Decimal | None]]:
    assert asked.whole is not None  # the caller looked
    if asked.stage is None:
        inside, every = [await spending.count(db, where=where) for where in (asked.where, asked.whole)]
        return [("Σύνολο, πράξεις", every)], {"share acts": percent_of(Decimal(inside), Decimal(every))}
    where, narrow = replace(asked.whole, stage=asked.stage), replace(asked.where, stage=asked.stage)
    around = await spending_share.total_of(db, where)
    payee = _payee(asked)
    if payee is None:
        part = spending_share.amounts(await spending_share.total_of(db, narrow))
    else:
        part = await spending_share.payee_amounts(db, where, payee, asked.stage)
    if part is None or around is None:
        return [], {"share": None}
    if part.shared is not None:
        raise InvalidInput(SHARED_NOW)
    by_amount = spending_share.limits_amount(narrow, where)
    euro, acts = spending_share.percents(part, around, by_amount=by_amount)
    told: list[tuple[str, Cell]] = [("Σύνολο από το οποίο βγαίνει το ποσοστό (€)", around.net)]
    told.append(
        ("Πράξεις του συνόλου με ποσό", around.with_amount) if by_amount else ("Πράξεις του συνόλου", around.decisions)
    )
    return told, {"share": euro, "share acts": acts}


async def bars(db: Db, kept: Opened, asked: Asked) -> tuple[Mapping[str, Bar], Unit, str]:
    """What the picture draws of each group: days or euro, the measure that the answer told first."""
    if kept.lookup == posting_delay.NAME:
        waits = await delays.by(db, where=asked.where, group_by=asked.group_by)
        drawn = {each.key: _bar(each.key, each.median, told=each.tellable) for each in waits}
        return drawn, Unit.DAYS, "median"
    label = next((each.label for each in kept.figures if each.label in ("mean", "median")), "mean")
    found = await averages.by(db, where=asked.where, stage=asked.stage or Stage.PAYMENT, group_by=asked.group_by)
    values = {each.key: each.median if label == "median" else each.mean for each in found}
    drawn = {each.key: _bar(each.key, values[each.key], told=each.tellable) for each in found}
    return drawn, Unit.EURO, label


def _bar(key: str, value: Decimal | int | None, *, told: bool) -> Bar:
    if value is None or not told:
        return Bar(label=key, value=None, partial=True, note="στοιχεία που δεν έχουμε")
    return Bar(label=key, value=cents(Decimal(value)))
