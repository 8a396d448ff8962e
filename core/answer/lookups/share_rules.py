"""When a share may be told: both sides read as far, each with amounts, most acts with a payee where one is asked."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from core.domain.condition import StageTotal
from core.domain.ledger import Stage
from core.store.payees import Part, Silence

_UNEVEN = Decimal("0.10")  # acts without an amount that lie further apart: such a share would say what was stated


class NoShare(StrEnum):
    """Why there is none."""

    NO_WHOLE = "no_whole"  # no act of the stage
    UNREAD = "unread"  # most amounts of the whole, or of the part, were never read
    UNSTATED = "unstated"  # no amount is stated, or nothing is left of them
    UNEVEN = "uneven"  # the part states its amounts, or was read, further than the whole, or less far
    UNNAMED = "unnamed"  # most acts name no payee
    YEARS = "years"  # commitments of several years are never added up
    NO_PART = "no_part"  # no act of the part


@dataclass(frozen=True, slots=True, kw_only=True)
class Amounts:
    """The part in euro: `amount` is the payee's alone where one was asked; `shared`: what it holds with others."""

    decisions: int
    with_amount: int
    amount: Decimal
    shared: Part | None = None


def refused(
    stage: Stage,
    *,
    several_years: bool,
    whole: StageTotal | None,
    total: StageTotal | None,
    part: Amounts | None,
    silence: Silence | None,
    by_amount: bool = False,
) -> NoShare | None:
    """The first reason that holds: what is wrong with the whole comes before what is wrong with the part.

    `total`: the part as totals count it. `silence`: how many acts of the whole name nobody, where a payee is asked.
    `by_amount`: only acts with an amount can be in the part, so that those without are in neither side.
    """
    if whole is None or not whole.decisions:
        return NoShare.NO_WHOLE
    if whole.mostly_unread:
        return NoShare.UNREAD
    if stage is Stage.COMMITMENT and several_years:
        return NoShare.YEARS
    if whole.net <= 0:
        return NoShare.UNSTATED
    if silence is not None and silence.mostly:
        return NoShare.UNNAMED
    return _of_part(part, total if silence is None else None, whole, by_amount=by_amount)


def refused_acts(numbers: tuple[int, int], every: int) -> NoShare | None:
    """Of numbers of acts: those of the part and of the whole that can be in it, and all of the whole."""
    if all(numbers):
        return None
    return NoShare.NO_PART if numbers[1] else NoShare.UNSTATED if every else NoShare.NO_WHOLE


def _of_part(part: Amounts | None, total: StageTotal | None, whole: StageTotal, *, by_amount: bool) -> NoShare | None:
    if part is None:
        return NoShare.NO_PART
    if total is not None and total.mostly_unread:
        return NoShare.UNREAD
    if not part.with_amount or not 0 <= part.amount <= whole.net:
        return NoShare.UNSTATED
    if total is None:  # a payee: what was never read names nobody, and is told as such
        sides = _silent(part.decisions, part.with_amount), _silent(whole.decisions - whole.unread, whole.with_amount)
    elif by_amount:
        sides = Decimal(total.unread) / total.decisions, Decimal(whole.unread) / whole.decisions
    else:
        sides = _silent(total.decisions, total.with_amount), _silent(whole.decisions, whole.with_amount)
    return NoShare.UNEVEN if abs(sides[0] - sides[1]) > _UNEVEN else None


def _silent(decisions: int, with_amount: int) -> Decimal:
    """What part of the acts has no amount."""
    return 1 - Decimal(with_amount) / decisions
