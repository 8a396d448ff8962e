"""What lookups count, as figures of a finding: every number that a sentence may repeat has one."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from core.domain.answer import Figure
from core.domain.condition import SetAside, StageTotal
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import Unit
from core.store.counted_elsewhere import Elsewhere
from core.store.spending import Noted


def acts(number: int, label: str, *, period: Period | None = None, stage: Stage | None = None) -> Figure:
    """A number of acts; with a stage only to say whose acts they are, never as euro."""
    return Figure(value=Decimal(number), unit=Unit.DECISIONS, stage=stage, period=period, decisions=number, label=label)


def _euro(amount: Decimal, label: str, total: StageTotal, period: Period) -> Figure:
    return Figure(
        value=amount,
        unit=Unit.EURO,
        stage=total.stage,
        period=period,
        decisions=total.decisions,
        without_amount=total.unstated + total.unread,
        label=label,
    )


def _sums(total: StageTotal, period: Period, key: str) -> list[Figure]:
    sums = [_euro(total.net, f"net{key}", total, period)]
    if total.reversals:
        sums += [
            _euro(total.gross, f"gross{key}", total, period),
            _euro(total.reversed, f"reversed{key}", total, period),
        ]
    return sums


def of_total(total: StageTotal, *, period: Period, tellable: bool) -> list[Figure]:
    """Sums only where they may be told; counts always."""
    key = f" {total.key}" if total.key else ""
    sums = _sums(total, period, key) if tellable and total.with_amount else []
    if total.suspects:
        sums.append(_euro(total.suspect_amount, f"set_aside{key}", total, period))
    counts = {
        "decisions": total.decisions,
        "with_amount": total.with_amount,
        "unstated": total.unstated,
        "unread": total.unread,
        "reversals": total.reversals,
        "without_reversals": total.decisions - total.reversals if total.reversals else 0,
        "suspects": total.suspects,
        "same_again": total.same_again,
    }
    return sums + [
        acts(number, f"{name}{key}", period=period, stage=total.stage) for name, number in counts.items() if number
    ]


def of_noted(noted: Iterable[Noted], total: StageTotal, *, period: Period, tellable: bool) -> list[Figure]:
    """Acts inside a total that carry a flag, and their euro where the total itself may be told."""
    told = []
    for each in noted:
        told.append(acts(each.decisions, f"noted {each.flag}", period=period, stage=total.stage))
        if tellable:
            told.append(_euro(each.amount, f"noted {each.flag}", total, period))
    return told


def of_aside(aside: Iterable[SetAside], *, period: Period) -> list[Figure]:
    """How many acts are set aside for each reason, and their euro; the label names the key, where there is one."""
    told = []
    for each in (one for one in aside if one.reason):
        label = f"set_aside {each.reason}" + (f" {each.key}" if each.key else "")
        told.append(acts(each.decisions, label, period=period, stage=each.stage))
        if each.amount:
            told.append(
                Figure(
                    value=each.amount,
                    unit=Unit.EURO,
                    stage=each.stage,
                    period=period,
                    decisions=each.decisions,
                    label=label,
                )
            )
    return told


def of_elsewhere(elsewhere: Sequence[Elsewhere], *, period: Period, stage: Stage) -> list[Figure]:
    """How many acts count on a day outside of the period."""
    return [acts(len(elsewhere), "counted elsewhere", period=period, stage=stage)] if elsewhere else []


def named_elsewhere(elsewhere: Iterable[Elsewhere]) -> tuple[tuple[str, str], ...]:
    """The facts that name them: what is left, by which act it counts, on which day."""
    return tuple(
        fact
        for each in elsewhere
        for fact in (
            ("left_to", each.ada),
            ("counted_by", each.counted_by),
            ("counted_on", each.counted_on.isoformat()),
        )
    )
