"""Messages of the operator to every chat with alerts: previewed, confirmed once, cancelled while they wait."""

from datetime import datetime

from core.store import sql
from core.store.pool import Connection, Db

STATEMENTS = sql.load(__name__)


async def make(db: Db, *, text: str, at: datetime) -> tuple[int, int]:
    """Its number, and how many chats would get it now. Nothing is sent yet."""
    return int(await db.fetchval(STATEMENTS.make, text, at)), int(await db.fetchval(STATEMENTS.receivers))


async def send(db: Connection, *, number: int, at: datetime) -> int | None:
    """To how many; None when it was sent or cancelled before, or lay there for an hour. In one transaction."""
    text = await db.fetchval(STATEMENTS.confirm, number, at)
    return None if text is None else len(await db.fetch(STATEMENTS.send, number, text, at))


async def cancel(db: Connection, *, number: int, at: datetime) -> tuple[int, int]:
    """How many letters are not sent any more, and how many have gone."""
    await db.execute(STATEMENTS.cancel, number, at)
    withdrawn = len(await db.fetch(STATEMENTS.withdraw, number))
    left = await db.fetchrow(STATEMENTS.standing, number)
    return withdrawn, left["sent"] + left["waiting"]
