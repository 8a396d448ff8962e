"""What travels between a bot and the bridge: calls, messages as they stand, the objects that Telegram sends."""

import html
import json
import re
from dataclasses import dataclass, field
from typing import Any

TAG = re.compile(r"<[^>]*>")
FILES = frozenset({"document", "photo"})
_NESTED = frozenset(
    {
        *("reply_markup", "reply_parameters", "link_preview_options", "commands", "scope", "allowed_updates"),
        *("entities", "results", "button"),
    }
)


@dataclass(kw_only=True)
class Call:
    """One request of the bot, as it came."""

    method: str
    params: dict[str, Any]
    files: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    error: str | None = None
    asked_for: bool = False


@dataclass(kw_only=True)
class Said:
    """A message of the bot as it stands now, after edits."""

    chat: int
    message_id: int
    markup: str
    parse_mode: str | None
    buttons: list[list[dict[str, Any]]]
    reply_to: int | None = None
    edited: bool = False
    thread: int | None = None
    file: tuple[str, bytes] | None = None

    @property
    def text(self) -> str:
        """What the reader sees."""
        return html.unescape(TAG.sub("", self.markup)) if self.parse_mode else self.markup

    @property
    def labels(self) -> list[str]:
        return [button["text"] for row in self.buttons for button in row]


@dataclass(frozen=True, kw_only=True)
class Seen:
    """One thing that happened in a chat, as its people saw it. `who`: the id of an account, or 0 for the bot."""

    chat: int
    who: int
    text: str
    labels: tuple[tuple[str, ...], ...] = ()
    how: str = ""


def value_of(key: str, value: Any) -> Any:
    """Nested objects travel as JSON text in forms, numbers as digits."""
    if key in _NESTED:
        return json.loads(value)
    if key == "chat_id" and str(value).lstrip("-").isdigit():
        return int(value)
    return value


def buttons_of(params: dict[str, Any]) -> list[list[dict[str, Any]]]:
    return list((params.get("reply_markup") or {}).get("inline_keyboard", []))


def refusal(code: int, description: str, **parameters: Any) -> tuple[int, dict[str, Any]]:
    body = {"ok": False, "error_code": code, "description": description}
    return code, {**body, **({"parameters": parameters} if parameters else {})}


def a_chat(chat: int) -> dict[str, Any]:
    return {"id": chat, "type": "private", "first_name": "Μαρία"} if chat > 0 else a_group(chat)


def a_group(chat: int) -> dict[str, Any]:
    return {"id": chat, "type": "supergroup", "title": "Ομάδα"}


def a_person(user: int) -> dict[str, Any]:
    return {"id": user, "is_bot": False, "first_name": "Μαρία", "language_code": "el"}


def command_in(text: str) -> list[dict[str, Any]]:
    """Telegram marks commands in Latin letters only."""
    command = re.match(r"/[A-Za-z0-9_]{1,32}(@\w+)?", text)
    return [{"type": "bot_command", "offset": 0, "length": command.end()}] if command else []
