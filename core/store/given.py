"""Answers to be given again while the data behind them stand, and how far those have moved on."""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from core.store import sql
from core.store.pool import Db

STATEMENTS = sql.load(__name__)
LASTS = timedelta(hours=6)  # DESIGN §3.9


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """`version`: of the data, as they stand now. `answer`: one that was made of just these, if there is one."""

    version: Decimal
    answer: bytes | None = None


async def find(db: Db, *, key: bytes) -> Given:
    row = await db.fetchrow(STATEMENTS.find, key, LASTS)
    return Given(version=row["version"], answer=row["answer"])


async def save(db: Db, *, key: bytes, version: Decimal, answer: bytes) -> None:
    """`version`: as it was before the answer was made. Answers that nobody may be given any more go."""
    await db.execute(STATEMENTS.save, key, version, answer)
    await db.execute(STATEMENTS.drop_old, LASTS)
