"""Screens over all decisions together: lost decimal points, the same act again, bodies that pay themselves."""

from core.store import sql
from core.store.pool import Connection

STATEMENTS = sql.load(__name__)
_MEDIAN_OF = 5  # fewer acts of a type make no habit
_STEPS = ["create_found", "clear_found", "create_amounts", "clear_amounts", "read_amounts", "analyze_amounts"]


async def screen(db: Connection) -> None:
    """Inside the caller's transaction; what the screens no longer find is unflagged."""
    for name in _STEPS:
        await db.execute(STATEMENTS[name])
    await db.execute(STATEMENTS.find_hundredfold, _MEDIAN_OF)
    await db.execute(STATEMENTS.find_same_again)
    await db.execute(STATEMENTS.find_payee_is_issuer)
    await db.execute(STATEMENTS.drop_lost)
    await db.execute(STATEMENTS.write)


async def flagged(db: Connection) -> dict[str, int]:
    """How many decisions each screen flags now."""
    return {row["flag"]: row["decisions"] for row in await db.fetch(STATEMENTS.flagged)}
