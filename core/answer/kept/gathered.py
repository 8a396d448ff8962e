"""What the files and pictures of an answer are made of, read anew in one snapshot by the very filters of the answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from core.answer.kept.table import number_of, sum_of
from core.answer.lookups.rank_payees import Line, lines_of
from core.answer.lookups.total_spending import is_tellable
from core.domain.asked import Asked
from core.domain.condition import DecisionFilter, StageTotal
from core.domain.ledger import Stage
from core.domain.payee_classes import Party
from core.errors import InvalidInput, Ungrounded
from core.store import behind, payees, spending
from core.store.behind import Behind, Place
from core.store.payees import Got
from core.store.pool import Db

MOST_ROWS = 50_000
TOO_MANY = "Οι πράξεις είναι πάνω από 50.000: δεν χωρούν σε ένα αρχείο. Ρωτήστε για μικρότερο διάστημα."
_NOT_ITS_SUM = "the rows of a file do not add up to its figure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """The acts of one stage; `total` as it is counted now, `given` when a sum of it may be told (DESIGN §4)."""

    stage: Stage
    acts: tuple[Behind, ...]
    total: StageTotal | None
    given: bool


def few(rows: Sequence[object]) -> None:
    """Raises InvalidInput where they are too many for a file."""
    if len(rows) > MOST_ROWS:
        raise InvalidInput(TOO_MANY)


async def acts_behind(db: Db, where: DecisionFilter, stage: Stage) -> list[Behind]:
    """All acts of a filter in one stage. Raises InvalidInput where they are too many."""
    acts = await behind.acts(db, where=where, stage=stage, limit=MOST_ROWS + 1)
    few(acts)
    return acts


async def money(db: Db, where: DecisionFilter, stage: Stage) -> Money:
    """All acts behind a total. Raises Ungrounded where they do not add up to it."""
    acts = await acts_behind(db, where, stage)
    total, given = await stage_total(db, where, stage)
    if total is not None and given and sum_of(acts) != total.net:
        raise Ungrounded(_NOT_ITS_SUM)
    return Money(stage=stage, acts=tuple(acts), total=total, given=given)


async def ranked(db: Db, asked: Asked, stage: Stage, *, aside: bool = True) -> list[Behind]:
    """The acts of the ranking in its order, then those that it leaves out."""
    rows = await spending.ranked(db, where=asked.where, stage=stage, largest=asked.largest, limit=asked.limit)
    first = [Behind(place=Place.COUNTED, row=row, signed=row.amount) for row in rows]
    if not aside:
        return first
    every = await acts_behind(db, asked.where, stage)
    return [*first, *(each for each in every if each.place is Place.SET_ASIDE)]


async def stage_total(db: Db, where: DecisionFilter, stage: Stage) -> tuple[StageTotal | None, bool]:
    """The stage as it is counted now, and whether a sum of it may be told."""
    totals = await spending.stage_totals(db, where=replace(where, stage=stage))
    unlimited: list[StageTotal] = []
    if where.limits_lines:
        unlimited = await spending.stage_totals(db, where=replace(where, stage=stage).without_line_limits())
    total = next(iter(totals), None)
    return total, total is not None and is_tellable(total, unlimited)


async def parts(db: Db, asked: Asked) -> list[Behind]:
    """The acts of each part, as many as it counts, in the order of the answer."""
    stage, found = asked.stage or Stage.AWARD, list[Behind]()
    for where in asked.parts:
        acts = await acts_behind(db, where, stage)
        total, _ = await stage_total(db, where, stage)
        if total is not None and number_of(acts) != total.decisions:
            raise Ungrounded("the rows of a file are not as many as its figure")
        found += acts
    return found


async def sides(db: Db, asked: Asked) -> list[Money]:
    """Every side of a comparison; of several bodies no act names its payees (DESIGN §4)."""
    found = []
    for side in asked.sides:
        stage = asked.stage or side.where.stage
        assert stage is not None  # a comparison has one, or each of its sides
        found.append(await money(db, side.where, stage))
    if len({side.where.organizations for side in asked.sides}) > 1:
        return [replace(each, acts=tuple(map(_without_payees, each.acts))) for each in found]
    return found


def _without_payees(act: Behind) -> Behind:
    return replace(act, row=replace(act.row, payees=()))


async def payee_lines(db: Db, asked: Asked) -> list[Line]:
    """A ranking of payees with the acts of each line. Raises Ungrounded where they do not add up to it."""
    lines = await lines_of(db, asked, limit=MOST_ROWS + 1)
    few([act for line in lines for act in line.acts])
    if any(_own(each.acts) != each.ranked.share.amount for each in lines):
        raise Ungrounded(_NOT_ITS_SUM)
    return lines


async def payee_acts(db: Db, asked: Asked, stage: Stage) -> tuple[Party, Sequence[Got]]:
    """One payee and all its acts of a stage, those shared with others last; its own add up to its part."""
    key = asked.payee or ""
    found = await payees.parties_of(db, keys=[key])
    acts = await payees.party_acts(db, where=asked.where, key=key, stage=stage, limit=MOST_ROWS + 1)
    few(acts)
    parts = await payees.history(db, where=asked.where, key=key)
    own = (each.amount for each in parts if each.stage is stage and not each.part and not each.shared)
    if _own(acts) != sum(own, Decimal(0)):
        raise Ungrounded(_NOT_ITS_SUM)
    return found[0] if found else Party(key=key, afm=key), acts


def _own(acts: Sequence[Got]) -> Decimal:
    return sum((each.signed or Decimal(0) for each in acts if not each.shared), Decimal(0))
