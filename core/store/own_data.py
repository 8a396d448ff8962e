"""Everything that is held of one chat, as JSON: what /export gives, and what /forget deletes."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from core.store import outbox, sql, subscriptions
from core.store.pool import Db

STATEMENTS = sql.load(__name__)


async def everything(db: Db, *, conversation: str) -> dict[str, object]:
    """Names as the file shows them; moments in UTC, ISO 8601."""
    chat = await db.fetchrow(STATEMENTS.chat, conversation)
    known = await subscriptions.of_chat(db, conversation=conversation)
    return {
        "conversation": conversation,
        "chat": _plain(chat) if chat else None,
        "questions": _all(await db.fetch(STATEMENTS.questions, conversation)),
        "subscriptions": [
            {
                "id": each.id,
                "title": each.title,
                "frequency": each.frequency.value,
                "weekday": each.weekday,
                "state": each.state.value,
                "paused_until": each.paused_until.isoformat() if each.paused_until else None,
                "created_at": each.created_at.isoformat(),
                "condition": subscriptions.wish_json(each.wish),
            }
            for each in known
        ],
        "found": _all(await db.fetch(STATEMENTS.matches, conversation)),
        "letters": _all(await outbox.sent_to(db, conversation=conversation)),
    }


def _all(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, object]]:
    return [_plain(row) for row in rows]


def _plain(row: Mapping[str, Any]) -> dict[str, object]:
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in row.items()}
