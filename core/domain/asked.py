"""What a lookup was asked, so that the same can be asked again: a receipt keeps it beside what was found."""

from dataclasses import dataclass

from core.domain.condition import DecisionFilter
from core.domain.ledger import Stage
from core.domain.request import Grouping


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """`where` with its words already resolved: asking again means the same words, whatever the vocabulary has become.

    `parts`: where the figures are of several filters side by side; `where` is then what they share.
    `stage`: the one whose figure was given. None where acts are counted or listed, and no euro is.
    """

    where: DecisionFilter
    stage: Stage | None = None
    group_by: Grouping | None = None
    largest: bool = True
    limit: int = 0
    parts: tuple[DecisionFilter, ...] = ()
