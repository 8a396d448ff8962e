"""What readers think of answers, by the answer's id alone."""

from core.domain.feedback import Reason
from core.store import sql
from core.store.pool import Db

STATEMENTS = sql.load(__name__)


async def save(db: Db, *, conversation: str, answer_id: str, useful: bool, reason: Reason | None = None) -> bool:
    """The last word counts. False where the chat has no such answer (any more)."""
    return bool(await db.fetchval(STATEMENTS.save, conversation, answer_id, useful, reason))


async def of_days(db: Db, *, days: int) -> tuple[int, tuple[tuple[Reason | None, int], ...]]:
    """How many answers were of use, and how many were not by reason; of today and the days before it by Athens."""
    rows = await db.fetch(STATEMENTS.of_days, days)
    useful = sum(row["times"] for row in rows if row["useful"])
    return useful, tuple(
        (Reason(row["reason"]) if row["reason"] else None, row["times"]) for row in rows if not row["useful"]
    )


async def useless(db: Db, *, limit: int) -> list[tuple[str, Reason | None]]:
    """Answers that were of no use, the last first: id and reason."""
    rows = await db.fetch(STATEMENTS.useless, limit)
    return [(row["answer_id"], Reason(row["reason"]) if row["reason"] else None) for row in rows]
