"""How the program is used, for its operator: counts, times, money. No text, no chat."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from core.domain.feedback import Reason
from core.domain.organization import Coverage


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """What readers were told instead of an answer. `last_code`: of a bug, in the log."""

    kind: str
    times: int
    last_code: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """Of some days of Athens, today the last. `outcomes` by their name, the most frequent first; None: no question.

    `useful`: answers that a reader found so; `useless`: those that one did not, by reason, None where none was given.
    `worded`: answers in a model's words, given again or not. Times are until an answer was there to be kept.
    """

    questions: int
    outcomes: tuple[tuple[str, int], ...]
    median_ms: int | None
    ninety_fifth_ms: int | None
    cached: int
    worded: int
    model_calls: int
    cost_eur: Decimal
    failures: tuple[Failed, ...]
    useful: int = 0
    useless: tuple[tuple[Reason | None, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """`budget_eur`: of a day, 0 is no limit. `waiting`: acts that readers asked for and that are to be fetched."""

    today: Used
    week: Used
    budget_eur: Decimal
    coverage: tuple[Coverage, ...]
    waiting: int
    oldest_wait_minutes: int | None

    @property
    def left_eur(self) -> Decimal | None:
        """Of today's budget; None without one."""
        return max(self.budget_eur - self.today.cost_eur, Decimal(0)) if self.budget_eur else None

    @property
    def reach(self) -> tuple[tuple[str, date | None], ...]:
        """Bodies and the day that their data reach, those farthest behind first."""
        reached = [(item.label, item.published_through or item.last_on) for item in self.coverage]
        return tuple(sorted(reached, key=lambda each: (each[1] or date.min, each[0])))
