"""What counts of each act, kept for totals: counted again whenever its lines, its status or its screens changed."""

from collections.abc import Sequence

from core.store import sql
from core.store.pool import Connection

STATEMENTS = sql.load(__name__)
_LOCK = 6_265_2027
_STEPS = (
    "analyze_recounted",
    "forget_flags",
    "forget_acts",
    "forget_foreign",
    "forget_arrived",
    "count_acts",
    "count_flags",
    "find_foreign",
)
_NONE = "INSERT 0 0"


async def is_owed(db: Connection) -> bool:
    """Some act changed since it was counted; until then totals read the lines of its body."""
    return bool(await db.fetchval(STATEMENTS.is_owed))


async def count(db: Connection, *, adas: Sequence[str] | None = None) -> None:
    """Counts again what changed, or of these alone. Inside the caller's transaction, after all that it writes."""
    await db.execute(STATEMENTS.take_turn, _LOCK)
    await db.execute(STATEMENTS.create_recounted)
    await db.execute(STATEMENTS.clear_recounted)
    if await db.execute(STATEMENTS.take_marks, adas) == _NONE:
        return
    for name in _STEPS:
        await db.execute(STATEMENTS[name])
