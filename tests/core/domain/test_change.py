"""Differences and percents by the one rounding rule."""

from decimal import Decimal

import pytest

from core.domain.change import Change, percent_of


@pytest.mark.parametrize(
    ("before", "after", "difference", "percent"),
    [
        ("100", "123.45", "23.45", "23.5"),  # 23.45% is rounded half up
        ("200", "150", "-50", "-25.0"),
        ("0", "150", "150", None),  # nothing has no percent
        ("-10", "150", "160", None),  # more was reversed than committed
        ("100", "100", "0", None),
        ("1000000", "1000001", "1", None),  # less than a tenth of one percent is not told as 0%
        ("3", "1", "-2", "-66.7"),
    ],
)
def test_a_change_has_a_percent_only_from_something(before, after, difference, percent):
    change = Change.between(Decimal(before), Decimal(after))
    assert change.difference == Decimal(difference)
    assert change.percent == (None if percent is None else Decimal(percent))


def test_a_difference_adds_up_on_paper_though_amounts_have_four_decimals():
    change = Change.between(Decimal("10.0049"), Decimal("20.0051"))
    assert (change.before, change.after, change.difference) == (Decimal("10.00"), Decimal("20.01"), Decimal("10.01"))


def test_shares_are_of_the_difference_whatever_its_sign():
    fall = Change.between(Decimal(300), Decimal(100))
    assert fall.share(Decimal(50)) == Decimal("25.0")
    assert Change.between(Decimal(5), Decimal(5)).share(Decimal(5)) is None
    assert percent_of(Decimal(1), Decimal(0)) is None
