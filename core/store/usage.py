"""What the operator is told of how the program is used, counted over answers as they were kept; and what failed."""

from datetime import timedelta

from core.domain.usage import Failed, Used
from core.store import costs, feedback, sql
from core.store.pool import Db

STATEMENTS = sql.load(__name__)


async def of_days(db: Db, *, days: int) -> Used:
    """Today and the days before it, `days` in all, by Athens."""
    asked = await db.fetchrow(STATEMENTS.questions, days)
    spent = await costs.of_days(db, days=days)
    useful, useless = await feedback.of_days(db, days=days)
    return Used(
        **asked,
        outcomes=tuple((row["outcome"], row["times"]) for row in await db.fetch(STATEMENTS.outcomes, days)),
        model_calls=spent.calls,
        cost_eur=spent.cost_eur,
        failures=tuple(Failed(**row) for row in await db.fetch(STATEMENTS.failed, days)),
        useful=useful,
        useless=useless,
    )


async def waiting(db: Db) -> tuple[int, timedelta | None]:
    """How many acts wait to be fetched, and since when the first of them."""
    row = await db.fetchrow(STATEMENTS.waiting)
    return row["waiting"], row["oldest"]


async def fail(db: Db, *, kind: str, code: str) -> None:
    """`code`: "" where there is none."""
    await db.execute(STATEMENTS.fail, kind, code)
