"""Whether Telegram is still heard: each request for updates is noted; polling that has gone silent is begun again."""

import asyncio
import logging
import os
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from telegram.ext import Updater
from telegram.request import HTTPXRequest

log = logging.getLogger(__name__)

_STOPPING = 20.0  # seconds that polling gets to end


@dataclass(slots=True)
class Heard:
    """Moments of the monotonic clock: `tried`, the last request for updates that ended; `answered`, that was answered.

    `wait`: seconds that Telegram may hold a request back; `stale`: after so many polling hangs; `every`: between looks.
    """

    wait: float = 30.0
    stale: float = 120.0
    every: float = 10.0
    tried: float = field(default_factory=time.monotonic)
    answered: float = field(default_factory=time.monotonic)
    restarts: int = 0

    @property
    def silent(self) -> float:
        """Seconds since Telegram last answered."""
        return time.monotonic() - self.answered

    @property
    def is_alive(self) -> bool:
        return self.silent < self.stale


class NotedRequest(HTTPXRequest):
    """Requests for updates, which tell when they end."""

    def __init__(self, heard: Heard) -> None:
        super().__init__(connection_pool_size=1, connect_timeout=10, read_timeout=15, write_timeout=15, pool_timeout=5)
        self._heard = heard

    async def do_request(self, *arguments: Any, **named: Any) -> tuple[int, bytes]:
        try:
            answer = await super().do_request(*arguments, **named)
            self._heard.answered = time.monotonic()
            return answer
        finally:
            self._heard.tried = time.monotonic()


@asynccontextmanager
async def watched(heard: Heard, updater: Updater, begin: Callable[[], Awaitable[Any]]) -> AsyncIterator[None]:
    """While inside, polling that hangs is begun again; what hangs even so is left to whoever starts this process."""
    task = asyncio.create_task(_watch(heard, updater, begin))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})


async def _watch(heard: Heard, updater: Updater, begin: Callable[[], Awaitable[Any]]) -> None:
    while True:
        await asyncio.sleep(heard.every)
        silent = time.monotonic() - heard.tried
        if silent < heard.stale:
            continue
        log.error("no request for updates has ended for %.0f s: polling is begun again", silent)
        heard.restarts += 1
        heard.tried = time.monotonic()
        try:
            async with asyncio.timeout(_STOPPING):
                await updater.stop()
                await begin()
        except Exception:
            log.exception("polling could not be begun again: this process ends, to be started anew")
            os.kill(os.getpid(), signal.SIGTERM)
            return
