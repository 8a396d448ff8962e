"""Chats and people that the operator has shut out, by the name of their conversation."""

from datetime import datetime

from core.store import sql
from core.store.pool import Db

STATEMENTS = sql.load(__name__)


async def add(db: Db, *, conversation: str, at: datetime) -> bool:
    """Whether it was not shut out before."""
    return bool(await db.fetchval(STATEMENTS.add, conversation, at))


async def remove(db: Db, *, conversation: str) -> bool:
    """Whether it was shut out."""
    return bool(await db.fetchval(STATEMENTS.remove, conversation))


async def listed(db: Db) -> list[str]:
    return [row["conversation"] for row in await db.fetch(STATEMENTS.listed)]


async def tell(db: Db, *, conversation: str, at: datetime) -> bool:
    """Whether it has not been told yet; from now on it has."""
    return bool(await db.fetchval(STATEMENTS.tell, conversation, at))
