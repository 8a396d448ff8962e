"""An answer asked again: its figures beside today's, and the acts that make the difference."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from core.domain.ledger import Stage
from core.domain.request import Unit


class ChangeKind(StrEnum):
    NEW = "new"  # an act that was not in the figure
    GONE = "gone"  # one that was, and is not any more
    CHANGED = "changed"  # one whose amount is another now


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One figure, then and now; None where it was not given, or is not any more."""

    label: str
    unit: Unit
    stage: Stage | None
    then: Decimal | None
    now: Decimal | None

    @property
    def same(self) -> bool:
        return self.then == self.now


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One act, what became of it, and why as far as the source says. Amounts are signed; None: not stated."""

    ada: str
    kind: ChangeKind
    why: str
    then: Decimal | None = None
    now: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """`rewritten`: acts in a newer version with the same amount. `traced`: the acts are those that were kept with the
    answer; otherwise they are told by when we saw them change, and what left without a trace is not among them.
    `more`: the same of the further questions, where the answer was to several.
    """

    receipt: str
    title: str
    answered_on: date
    checked_on: date
    figures: tuple[Compared, ...]
    changes: tuple[Change, ...]
    rewritten: int
    traced: bool
    reach: str
    demo: bool
    more: tuple["Checked", ...] = ()

    @property
    def same(self) -> bool:
        """Of all questions, where the answer was to several."""
        own = not self.changes and all(figure.same for figure in self.figures)
        return own and all(each.same for each in self.more)
