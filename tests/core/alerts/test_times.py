"""Mornings, Mondays and nights of Athens, on the days too when its clock changes."""

from datetime import UTC, datetime

import pytest

from core.alerts.times import after_quiet, due_at
from core.domain.period import ATHENS
from core.domain.subscription import Frequency


def athens(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=ATHENS)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("at", "due"),
    [
        (athens(2026, 11, 30, 4, 20), athens(2026, 11, 30, 9)),
        (athens(2026, 11, 30, 9, 0), athens(2026, 12, 1, 9)),
        (athens(2027, 3, 28, 2, 30), athens(2027, 3, 28, 9)),
        (athens(2027, 3, 27, 23, 30), athens(2027, 3, 28, 9)),
        (athens(2027, 10, 30, 12, 0), athens(2027, 10, 31, 9)),
    ],
)
def test_daily_is_the_next_nine_of_athens(at: datetime, due: datetime) -> None:
    assert due_at(Frequency.DAILY, 0, at) == due
    assert due_at(Frequency.DAILY, 0, at).tzinfo is UTC


def test_weekly_is_that_day_of_the_week_and_today_before_nine() -> None:
    monday = athens(2026, 11, 30, 4, 20)
    assert due_at(Frequency.WEEKLY, 0, monday) == athens(2026, 11, 30, 9)
    assert due_at(Frequency.WEEKLY, 4, monday) == athens(2026, 12, 4, 9)
    assert due_at(Frequency.WEEKLY, 0, athens(2026, 11, 30, 10)) == athens(2026, 12, 7, 9)
    assert due_at(Frequency.WEEKLY, 0, athens(2027, 10, 26, 10)) == athens(2027, 11, 1, 9)


@pytest.mark.parametrize(
    ("at", "due"),
    [
        (athens(2026, 11, 30, 22, 0), athens(2026, 12, 1, 8)),
        (athens(2026, 11, 30, 23, 59), athens(2026, 12, 1, 8)),
        (athens(2026, 11, 30, 7, 59), athens(2026, 11, 30, 8)),
        (athens(2026, 11, 30, 8, 0), athens(2026, 11, 30, 8)),
        (athens(2026, 11, 30, 21, 59), athens(2026, 11, 30, 21, 59)),
    ],
)
def test_nobody_is_woken_between_ten_and_eight(at: datetime, due: datetime) -> None:
    assert after_quiet(at) == due
