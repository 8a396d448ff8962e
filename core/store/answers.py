"""Answers as they were given: what was asked, the buttons, and the receipt (DESIGN §3.8)."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core.store import sql
from core.store.pool import Db

STATEMENTS = sql.load("answers")
_ID_BYTES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAnswer:
    """The JSON parts of a stored answer; `core.answer.receipts` reads and writes them.

    `spent`: None of what answers no question. `answered_at` comes with those that were found, which come without it.
    """

    request: Mapping[str, object]
    answer: Mapping[str, object]
    receipt: Mapping[str, object]
    spent: Mapping[str, object] | None = None
    answered_at: datetime | None = None


def new_id() -> str:
    """An id that cannot be guessed: 11 characters, fit for a button, and for a command line: no hyphen begins it."""
    return secrets.token_urlsafe(_ID_BYTES).replace("-", "_")


async def save(db: Db, *, answer_id: str, conversation: str, outcome: str, stored: StoredAnswer) -> None:
    await db.execute(
        STATEMENTS.save,
        answer_id,
        conversation,
        outcome,
        dict(stored.request),
        dict(stored.answer),
        dict(stored.receipt),
        None if stored.spent is None else dict(stored.spent),
    )


async def find(db: Db, *, answer_id: str, conversation: str) -> StoredAnswer | None:
    """None when there is no such answer in this chat: ids are never enough by themselves."""
    return _stored(await db.fetchrow(STATEMENTS.find, answer_id, conversation))


async def find_anywhere(db: Db, *, answer_id: str) -> StoredAnswer | None:
    """The same whatever chat it was given in: for the operator alone, never for a door that readers reach."""
    return _stored(await db.fetchrow(STATEMENTS.find_anywhere, answer_id))


def _stored(row: Mapping[str, Any] | None) -> StoredAnswer | None:
    if row is None:
        return None
    return StoredAnswer(
        request=row["request"], answer=row["answer"], receipt=row["receipt"], answered_at=row["asked_at"]
    )
