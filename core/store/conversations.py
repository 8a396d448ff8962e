"""What a chat is remembered by: its chosen body and its last turns, as slots."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.store import sql
from core.store.pool import Db

STATEMENTS = sql.load("conversations")


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One earlier answer: its id, what was asked and what was shown, as `core.answer.receipts` keeps them."""

    answer_id: str
    request: Mapping[str, object]
    answer: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One earlier answer for a recap: with its outcome, its figures and the first acts behind each of its lookups."""

    request: Mapping[str, object]
    answer: Mapping[str, object]
    outcome: str
    figures: Sequence[Mapping[str, Any]]
    adas: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """A chat's chosen body, the text of the question that waits for one, and the last texts, oldest first.

    `editing`: the subscription that the next message words anew.
    """

    organization_uid: str | None = None
    awaiting: str | None = None
    previous: tuple[str, ...] = ()
    editing: int | None = None


async def chat(db: Db, *, conversation: str) -> Chat:
    """What we remember of a chat; an unknown one is empty."""
    row = await db.fetchrow(STATEMENTS.chat, conversation)
    waiting = row["awaiting"] or {}
    return Chat(
        organization_uid=row["organization_uid"],
        awaiting=waiting.get("text"),
        previous=tuple(reversed(row["previous"])),
        editing=row["editing"],
    )


async def turns(db: Db, *, conversation: str, limit: int) -> list[Turn]:
    """The last answers about data of a chat, newest first."""
    rows = await db.fetch(STATEMENTS.turns, conversation, limit)
    return [Turn(answer_id=row["id"], request=row["request"], answer=row["answer"]) for row in rows]


async def told(db: Db, *, conversation: str, limit: int) -> list[Told]:
    """The last answers about data, oldest first; pages and changed lists are no questions of their own."""
    return [Told(**row) for row in reversed(await db.fetch(STATEMENTS.told, conversation, limit))]


async def await_body(db: Db, *, conversation: str, text: str) -> None:
    await db.execute(STATEMENTS.await_body, conversation, {"text": text})


async def choose_body(db: Db, *, conversation: str, organization_uid: str) -> None:
    await db.execute(STATEMENTS.choose_body, conversation, organization_uid)


async def save_turn(db: Db, *, conversation: str, request: Mapping[str, object], answer_id: str) -> None:
    await db.execute(STATEMENTS.save_turn, conversation, dict(request), answer_id)


async def forget(db: Db, *, conversation: str) -> None:
    """Deletes all that we hold of a chat."""
    await db.execute(STATEMENTS.forget, conversation)
