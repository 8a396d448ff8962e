"""From one amount to another: difference and percent by one rounding rule, for every lookup that compares."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

_CENT = Decimal("0.01")
_TENTH = Decimal("0.1")
_HUNDRED = Decimal(100)


def cents(amount: Decimal) -> Decimal:
    """Amounts carry up to four decimals; what is told is rounded once, after adding."""
    return amount.quantize(_CENT, ROUND_HALF_UP)


def percent_of(part: Decimal, whole: Decimal) -> Decimal | None:
    """A share out of a hundred, to one decimal; None of nothing, and of what is less than nothing."""
    if whole <= 0:
        return None
    return (part / whole * _HUNDRED).quantize(_TENTH, ROUND_HALF_UP)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """`before` and `after` are what a reader is told, to the cent, so that the difference adds up on paper."""

    before: Decimal
    after: Decimal

    @classmethod
    def between(cls, before: Decimal, after: Decimal) -> "Change":
        return cls(before=cents(before), after=cents(after))

    @property
    def difference(self) -> Decimal:
        return self.after - self.before

    @property
    def percent(self) -> Decimal | None:
        """None from zero or less, and where rounding leaves nothing to tell."""
        return percent_of(self.difference, self.before) or None

    def share(self, part: Decimal) -> Decimal | None:
        """How much of the difference, whatever its sign, `part` makes; None of no difference, or less than 0,1%."""
        return percent_of(part, abs(self.difference)) or None
