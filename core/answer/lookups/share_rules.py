"""When a share may be told: both sides read as far, each with amounts, most acts with a payee where one is asked."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from core.domain.condition import StageTotal
from core.domain.ledger import Stage
from core.store.payees import Part, Silence

_UNEVEN = Decimal("0.10")  # parts never read that lie further apart: such a share would say what was read


class NoShare(StrEnum):
    """Why there is none."""

    NO_WHOLE = "no_whole"  # no act of the stage
    UNREAD = "unread"  # most amounts of the whole, or of the part, were never read
    UNSTATED = "unstated"  # no amount is stated, or nothing is left of them
    UNEVEN = "uneven"  # the part was read further than the whole, or less far
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
) -> NoShare | None:
    """The first reason that holds: what is wrong with the whole comes before what is wrong with the part.

    `total`: the part as totals count it. `silence`: how many acts of the whole name nobody, where a payee is asked.
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
    return _of_part(part, total if silence is None else None, whole)


def _of_part(part: Amounts | None, total: StageTotal | None, whole: StageTotal) -> NoShare | None:
    if part is None:
        return NoShare.NO_PART
    if total is not None and total.mostly_unread:
        return NoShare.UNREAD
    if not part.with_amount or not 0 <= part.amount <= whole.net:
        return NoShare.UNSTATED
    return NoShare.UNEVEN if total is not None and _uneven(total, whole) else None


def _uneven(part: StageTotal, whole: StageTotal) -> bool:
    return abs(_unread(part) - _unread(whole)) > _UNEVEN


def _unread(total: StageTotal) -> Decimal:
    return Decimal(total.unread) / total.decisions
