"""Who may ask now: one question in flight for each chat, the next waits its turn for a moment or is told."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

LATE = timedelta(hours=1)  # older than this, a message was written while we were away


class _Lane:
    """The queue of one chat. asyncio.Lock is first come, first served, so the order of the answers is kept."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.inside = 0


class Guard:
    """In memory, since it is about what this process does now. `patience`: seconds that a next question waits."""

    def __init__(self, *, patience: float = 2.0) -> None:
        self._patience = patience
        self._lanes: dict[str, _Lane] = {}
        self._told_away: set[str] = set()

    @asynccontextmanager
    async def turn(self, conversation: str) -> AsyncIterator[bool]:
        """True when it is this question's turn, False when the chat is still busy: then nothing may be started."""
        lane = self._lanes.setdefault(conversation, _Lane())
        lane.inside += 1
        try:
            mine = await self._entered(lane)
            try:
                yield mine
            finally:
                if mine:
                    lane.lock.release()
        finally:
            lane.inside -= 1
            if not lane.inside:
                self._lanes.pop(conversation, None)

    async def _entered(self, lane: _Lane) -> bool:
        try:
            async with asyncio.timeout(self._patience):
                return await lane.lock.acquire()
        except TimeoutError:
            return False

    def missed(self, conversation: str, sent_at: datetime, now: datetime) -> bool:
        """Whether the message is from a time when we were away, so that a backlog is not answered hours later."""
        if now - sent_at > LATE:
            return True
        self._told_away.discard(conversation)
        return False

    def tell_away(self, conversation: str) -> bool:
        """True the first time after a fresh message: a chat hears once that we were away, however much it wrote."""
        first = conversation not in self._told_away
        self._told_away.add(conversation)
        return first
