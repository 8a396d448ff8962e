"""Amounts in euro and days of work, drawn from the world's random source."""

import math
import random
from datetime import date, timedelta
from decimal import Decimal

CENT = Decimal("0.01")
WITH_VAT = Decimal("1.24")
LIMIT = Decimal("30000.00")


def euro(rng: random.Random, low: float, high: float) -> Decimal:
    """Small amounts are more frequent than large ones. Mostly a net price with 24 % on top, sometimes a round sum.

    A sum of whole euro is never the digits of a code: below 10,000 it is a multiple of ten, above of a hundred.
    """
    value = math.exp(rng.uniform(math.log(low), math.log(high)))
    if rng.random() < 0.12:
        step = 100 if value >= 10_000 else 10
        return (Decimal(max(round(value / step), 1)) * step).quantize(CENT)
    amount = (Decimal(round(value / 1.24 * 100)) / 100 * WITH_VAT).quantize(CENT)
    return amount if amount % 1 else amount + CENT


def scaled(amount: Decimal, by: Decimal) -> Decimal:
    """A multiple to the cent: whole euro only where the sum is as round as `euro` makes one, else it looks a slip."""
    made = (amount * by).quantize(CENT)
    return made + CENT if made % 1 == 0 and made % (100 if made >= 10_000 else 10) else made


def parts(rng: random.Random, whole: Decimal, count: int) -> list[Decimal]:
    """A sum paid in instalments, no two alike; they add up to it exactly."""
    rest, made = whole, []
    for left in range(count, 1, -1):
        piece = scaled(rest / left, Decimal(str(round(rng.uniform(0.72, 1.28), 3))))
        made.append(piece)
        rest -= piece
    return [*made, rest]


def workday(day: date) -> date:
    """The day itself, or the Monday after a weekend."""
    return day + timedelta(days=max(0, 7 - day.weekday())) if day.weekday() > 4 else day


def after(rng: random.Random, day: date, least: int, most: int) -> date:
    """A working day between so many days later."""
    return workday(day + timedelta(days=rng.randint(least, most)))
