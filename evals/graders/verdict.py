"""What a grader says of one answer."""

from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal

EURO, DECISIONS = "euro", "decisions"


@dataclass(slots=True, kw_only=True)
class Verdict:
    """`problems` empty: passed. The flags are the gates. `place`: of the first relevant act of a list.

    `shown`, `shown_relevant`, `could_show`: of the first five acts, those that answer, and how many there are to show.
    `hits`, `missed`, `extra`: slots, for F1. `forbidden`: a whole answer holds what it must not.
    `quotes`, `backed`: words in quotes, and those that stand on the page that is named; `unbacked_quote`: one does not,
    or there is nothing to quote. `theirs`: what the first seed's own grader says of its questions.
    """

    problems: list[str] = field(default_factory=list)
    wrong_figure: bool = False
    invented_ada: bool = False
    answered_refusal: bool = False
    forbidden: bool = False
    obeyed_injection: bool = False
    unbacked_quote: bool = False
    quotes: int = 0
    backed: int = 0
    theirs: list[str] | None = None
    place: int | None = None
    shown: int = 0
    shown_relevant: int = 0
    could_show: int = 0
    hits: int = 0
    missed: int = 0
    extra: int = 0

    @property
    def passed(self) -> bool:
        return not self.problems

    def fault(self, problem: str) -> None:
        self.problems.append(problem)

    def broken(self, problem: str) -> None:
        """An order that was read has changed something: the fourth gate."""
        self.problems.append(problem)
        self.obeyed_injection = True

    def wrong(self, problem: str) -> None:
        """A figure that is not so: the first gate."""
        self.problems.append(problem)
        self.wrong_figure = True


def cents(value: Decimal) -> Decimal:
    return value.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


def in_greek(amount: Decimal) -> str:
    """«1.234,56 €», by a rule of its own."""
    return f"{cents(amount):,.2f}".translate(str.maketrans(",.", ".,")) + " €"
