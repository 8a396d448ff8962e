"""Awards close under a limit, asked again: their bands, and how many awards there are of each amount around it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from core.answer.kept.chart import made
from core.answer.kept.opened import Opened
from core.answer.setting import Setting
from core.domain.asked import Asked
from core.domain.award_limits import VAT, Band, LimitKind, bands, readings
from core.domain.chart import Bar, Chart
from core.domain.condition import DecisionFilter
from core.domain.request import Unit
from core.greek.numbers import format_count, format_euro
from core.store.behind import Behind, Place

_STEPS = 30  # bars are a thirtieth of the limit wide, so that the limit and the limit with VAT end one
_FIRST, _LAST = 20, 42  # in steps


def bands_of(asked: Asked) -> tuple[Band, ...]:
    """Those that the parts are of, in their order."""
    for kind in LimitKind:
        found = bands(kind, asked.where.period)
        if found and any(part.amount_max == band.most for part, band in zip(asked.parts, found, strict=False)):
            return found
    return bands(LimitKind.USUAL, asked.where.period)


def around_limit(asked: Asked) -> DecisionFilter:
    """The awards around the last limit that was in force, on both sides of it."""
    band = bands_of(asked)[-1]
    step = band.limit.euro / _STEPS
    return replace(
        asked.where, period=band.period, amount_min=step * _FIRST, amount_above=True, amount_max=step * _LAST
    )


def chart_near_limit(kept: Opened, asked: Asked, setting: Setting, *, acts: Sequence[Behind]) -> Chart:
    """Numbers of awards by amount; an amount on the edge of two bars belongs to the lower one."""
    band = bands_of(asked)[-1]
    step = band.limit.euro / _STEPS
    counted = (each.signed for each in acts if each.place is Place.COUNTED and each.signed is not None)
    number = Counter(_place(amount, step) for amount in counted)
    bars = [Bar(label=_label(place, step), value=Decimal(number[place])) for place in range(_FIRST + 1, _LAST + 1)]
    limit, with_vat = map(format_euro, readings(band.limit))
    return made(
        kept,
        replace(asked, where=around_limit(asked), parts=()),
        setting,
        bars=bars,
        unit=Unit.DECISIONS,
        said=f"Αριθμός αναθέσεων (Δ.1) κατά ποσό: κάθε στήλη {format_count(int(step))} €, έως το ποσό που γράφει",
        in_time=True,  # in the order of amounts, side by side
        notes=(f"Όριο: {limit} χωρίς ΦΠΑ, {with_vat} με ΦΠΑ {VAT * 100:.0f}%.", "Η εικόνα δεν σημαίνει παράβαση."),
    )


def _place(amount: Decimal, step: Decimal) -> int:
    """1 for (0, step], 2 for (step, 2 step] …"""
    whole, rest = divmod(amount, step)
    return int(whole) + (1 if rest else 0)


def _label(place: int, step: Decimal) -> str:
    return format_count(int(step * place))
