"""What a chat is remembered by: its chosen body and its last turns, as slots."""

from collections.abc import Mapping

from core.store import sql
from core.store.pool import Db

STATEMENTS = sql.load("conversations")


async def chosen_body(db: Db, *, conversation: str) -> str | None:
    """The uid of the body that this chat chose, or None."""
    row = await db.fetchrow(STATEMENTS.chat, conversation)
    return row["organization_uid"] if row else None


async def choose_body(db: Db, *, conversation: str, organization_uid: str) -> None:
    await db.execute(STATEMENTS.choose_body, conversation, organization_uid)


async def save_turn(db: Db, *, conversation: str, request: Mapping[str, object], answer_id: str) -> None:
    await db.execute(STATEMENTS.save_turn, conversation, dict(request), answer_id)


async def forget(db: Db, *, conversation: str) -> None:
    """Deletes all that we hold of a chat."""
    await db.execute(STATEMENTS.forget, conversation)
