"""When a reader is told: by the clock of Athens, never at night."""

from datetime import UTC, datetime, time, timedelta
from functools import lru_cache

from core.domain.period import ATHENS
from core.domain.subscription import Frequency

MORNING = time(9)
QUIET_FROM, QUIET_UNTIL = time(22), time(8)


@lru_cache(maxsize=64)  # a batch asks the same few thousands of times
def due_at(frequency: Frequency, weekday: int, at: datetime) -> datetime:
    """The moment from which what was found `at` may be told, aware UTC."""
    match frequency:
        case Frequency.IMMEDIATE:
            return after_quiet(at)
        case Frequency.DAILY:
            return _morning(at)
        case Frequency.WEEKLY:
            first = _morning(at)
            days = (weekday - first.astimezone(ATHENS).weekday()) % 7
            return _at_nine(first + timedelta(days=days))


def after_quiet(at: datetime) -> datetime:
    """The moment itself, or 08:00 when it falls between 22:00 and 08:00."""
    here = at.astimezone(ATHENS)
    if QUIET_UNTIL <= here.time() < QUIET_FROM:
        return at
    day = here.date() + timedelta(days=1 if here.time() >= QUIET_FROM else 0)
    return datetime.combine(day, QUIET_UNTIL, tzinfo=ATHENS).astimezone(UTC)


def _morning(at: datetime) -> datetime:
    """The next 09:00, today's if it is still to come."""
    here = at.astimezone(ATHENS)
    return _at_nine(at if here.time() < MORNING else at + timedelta(days=1))


def _at_nine(moment: datetime) -> datetime:
    return datetime.combine(moment.astimezone(ATHENS).date(), MORNING, tzinfo=ATHENS).astimezone(UTC)
