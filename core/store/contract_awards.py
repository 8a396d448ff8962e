"""How many awards are contracts by their subject: they count as awards, not as contracts."""

from dataclasses import replace

from core.domain.condition import DecisionFilter
from core.store import filters, sql
from core.store.pool import Db

STATEMENTS = sql.load(__name__)
_POSTED_AS = ("Δ.1",)


async def number(db: Db, *, where: DecisionFilter) -> int:
    """Acts of the same question, whatever stage and types it asks."""
    awards = replace(where, stage=None, decision_types=_POSTED_AS)
    found = await db.fetchrow(STATEMENTS.number, *filters.matching(awards), list(where.without))
    return int(found["decisions"]) if found else 0
