"""A Bot API on this machine that refuses, floods, breaks down and answers too late, one send in twenty."""

import asyncio
import random
from collections import Counter
from typing import Any, Self

from tests.telegram_bridge import Bridge
from tests.telegram_wire import Call, refusal

_SHARE = 0.05
_KINDS = ("429", "429", "502", "502", "timeout")
_STALL = 16.0  # seconds: longer than any of our senders listens


class Loopback:
    """`arrived`: (day, chat, text) of every message that a chat got. `gone`: chats that have blocked us."""

    def __init__(self, *, drawn: random.Random) -> None:
        self.bridge = _Bridge(self)
        self.faulty = False
        self.gone: set[int] = set()
        self.arrived: list[tuple[int, int, str]] = []
        self.stalled: list[tuple[int, int]] = []
        self.faults: Counter[str] = Counter()
        self.sent_after_leaving = 0
        self._drawn = drawn
        self.day = 0
        self._refused: set[int] = set()

    async def __aenter__(self) -> Self:
        await self.bridge.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.bridge.__aexit__()

    @property
    def url(self) -> str:
        return self.bridge.url

    @property
    def refused(self) -> list[Call]:
        return [call for call in self.bridge.refused if call.method.lower() == "sendmessage"]

    def begin(self, day: int) -> None:
        """What earlier days brought is written down; chats that are back are not those that left."""
        self.day = day
        self._refused &= self.gone
        self.bridge.calls = [call for call in self.bridge.calls if call.error]

    def fault(self, chat: int) -> tuple[int, dict[str, Any]] | float | None:
        """A refusal, seconds of silence after obeying, or nothing."""
        if chat in self.gone:
            self.faults["403"] += 1
            self.sent_after_leaving += chat in self._refused
            self._refused.add(chat)
            return refusal(403, "Forbidden: bot was blocked by the user")
        if not self.faulty or self._drawn.random() >= _SHARE:
            return None
        kind = self._drawn.choice(_KINDS)
        self.faults[kind] += 1
        match kind:
            case "429":
                return refusal(429, "Too Many Requests: retry after 1", retry_after=1)
            case "502":
                return refusal(502, "Bad Gateway")
        self.stalled.append((self.day, chat))
        return _STALL

    def got(self, chat: int, text: str) -> None:
        self.arrived.append((self.day, chat, text))


class _Bridge(Bridge):
    """The judged one, with a fault drawn for each send."""

    def __init__(self, owner: Loopback) -> None:
        super().__init__()
        self._owner = owner

    def read_all(self, chat: int) -> None:
        """Whatever the chat has got was read: the next reply is a new one."""
        self._unread.pop(chat, None)

    async def _answer(self, name: str, params: dict[str, Any], call: Call) -> tuple[int, dict[str, Any]]:
        if name != "sendmessage":
            return await super()._answer(name, params, call)
        befallen = self._owner.fault(params["chat_id"])
        if isinstance(befallen, tuple):
            call.asked_for = True
            return befallen
        status, body = await super()._answer(name, params, call)
        if status == 200:
            said = self.said.popitem()[1]  # kept no longer: there will be tens of thousands
            self._owner.got(said.chat, said.text)
        if befallen:
            await asyncio.sleep(befallen)
        return status, body
