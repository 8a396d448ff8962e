"""What a lookup was asked, so that the same can be asked again: a receipt keeps it beside what was found."""

from dataclasses import dataclass
from enum import StrEnum

from core.domain.condition import DecisionFilter
from core.domain.ledger import Stage
from core.domain.request import Grouping


class AskedKind(StrEnum):
    """What was asked of the acts that a filter finds."""

    NUMBER = "number"
    TOTAL = "total"
    RANKING = "ranking"
    SIDES = "sides"
    PARTS = "parts"
    PAYEES = "payees"
    PAYEE = "payee"


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One side of a comparison. `key` names it in figures: «2024», a uid, the words of a topic, a stage."""

    key: str
    where: DecisionFilter


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """`where` with its words already resolved: asking again means the same words, whatever the vocabulary has become.

    `stage`: the one whose figure was given. None where acts are counted or listed, and no euro is, or where each of
    the `sides` of a comparison has its own; `where` is then what the sides share. `parts`: the figures are of several
    filters side by side, `where` is what they share. `by_acts`: payees are ranked by their number of acts. `payee`: the
    key of the one whose history was asked. `whole`: of what `where` is a share.
    """

    where: DecisionFilter
    stage: Stage | None = None
    group_by: Grouping | None = None
    largest: bool = True
    limit: int = 0
    sides: tuple[Side, ...] = ()
    parts: tuple[DecisionFilter, ...] = ()
    by_acts: bool = False
    payee: str | None = None
    whole: DecisionFilter | None = None

    @property
    def kind(self) -> AskedKind:
        if self.sides:
            return AskedKind.SIDES
        if self.parts:
            return AskedKind.PARTS
        if self.payee:
            return AskedKind.PAYEE
        if self.group_by is Grouping.PAYEE:
            return AskedKind.PAYEES
        if self.stage is None:
            return AskedKind.NUMBER
        return AskedKind.RANKING if self.limit else AskedKind.TOTAL
