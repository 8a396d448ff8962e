"""Politeness towards one source: so many requests at once, so far apart, across all tasks of the process."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

Sleep = Callable[[float], Awaitable[None]]
Clock = Callable[[], float]


class Pace:
    """Whoever wants to send takes a turn. Turns begin in the order they were asked for, `spacing` seconds apart."""

    def __init__(self, *, spacing: float, at_once: int, sleep: Sleep = asyncio.sleep, clock: Clock = time.monotonic):
        self.spacing = spacing
        self._seats = asyncio.Semaphore(at_once)
        self._line = asyncio.Lock()
        self._sleep = sleep
        self._clock = clock
        self._open_at = clock()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Waits for a seat and for the time; the seat is held while the request runs."""
        async with self._seats:
            async with self._line:
                await self._wait()
                self._open_at = max(self._open_at, self._clock()) + self.spacing
            yield

    async def _wait(self) -> None:
        """Until the moment that stands, which a `hold` may move meanwhile."""
        reached = self._clock()
        while self._open_at > reached:
            reached, now = self._open_at, self._clock()
            await self._sleep(reached - now)

    @property
    def closed_for(self) -> float:
        """Seconds until the next one may begin."""
        return max(0.0, self._open_at - self._clock())

    def hold(self, seconds: float) -> None:
        """Nobody begins before so many seconds: the source asked for it (Retry-After)."""
        self._open_at = max(self._open_at, self._clock() + seconds)


_PACES: WeakValueDictionary[tuple[str, float, int], Pace] = WeakValueDictionary()


def shared_pace(host: str, *, spacing: float, at_once: int) -> Pace:
    """The one pace of this process towards that host: two clients do not make it twice as fast."""
    key = (host, spacing, at_once)
    pace = _PACES.get(key)
    if pace is None:
        pace = _PACES[key] = Pace(spacing=spacing, at_once=at_once)
    return pace
