"""What is cleared away when its time is over: the words of questions after 30 days, counters after two."""

from datetime import date, datetime, timedelta

from core.store import sql
from core.store.pool import Connection

STATEMENTS = sql.load(__name__)
QUESTIONS = timedelta(days=30)  # promised by /privacy
COUNTERS = timedelta(days=2)
_DAY = timedelta(days=1)
_AT_ONCE = 1_000
_WHAT = "words"


async def is_due(db: Connection, *, day: date) -> bool:
    """Whether nothing was cleared away on this day of Athens yet."""
    return bool(await db.fetchval(STATEMENTS.is_due, _WHAT, day))


async def clear(db: Connection, *, day: date, at: datetime) -> tuple[int, int]:
    """How many answers lost their words and kept their figures, and how many are gone. May be interrupted anywhere."""
    before, cleared, gone = at - QUESTIONS, 0, 0
    while some := len(await db.fetch(STATEMENTS.drop_answers, before, _AT_ONCE)):
        gone += some
    while some := len(await db.fetch(STATEMENTS.clear_answers, before, at, _AT_ONCE)):
        cleared += some
    for statement, limit in (
        (STATEMENTS.drop_turns, before),
        (STATEMENTS.drop_waiting, before),
        (STATEMENTS.drop_taken, before),
        (STATEMENTS.drop_given, at - _DAY),
        (STATEMENTS.drop_asked, at - COUNTERS),
    ):
        await db.execute(statement, limit)
    await db.execute(STATEMENTS.done, _WHAT, day)
    return cleared, gone
