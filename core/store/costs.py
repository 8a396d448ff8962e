"""What language models cost, by Athens day, of all processes."""

from dataclasses import dataclass
from decimal import Decimal

from core.store import sql
from core.store.pool import Db

STATEMENTS = sql.load(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """Of one day or several."""

    calls: int
    cost_eur: Decimal


async def add(db: Db, *, calls: int, cost_eur: Decimal) -> None:
    """Under today."""
    await db.execute(STATEMENTS.add, calls, cost_eur)


async def today(db: Db) -> Costs:
    return await of_days(db, days=1)


async def of_days(db: Db, *, days: int) -> Costs:
    """Of today and the days before it, `days` in all."""
    row = await db.fetchrow(STATEMENTS.of_days, days)
    return Costs(calls=row["calls"], cost_eur=row["cost_eur"])


async def tell_once(db: Db) -> bool:
    """True for the first who asks this day, whatever his process."""
    return bool(await db.fetchval(STATEMENTS.tell_once))
