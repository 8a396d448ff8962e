"""How fast messages leave us: below what Telegram allows overall, so that many answers at once are not turned away."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from telegram import Update
from telegram.ext import BaseRateLimiter, BaseUpdateProcessor

_PACED = frozenset({"sendMessage", "editMessageText"})  # taps and «typing» go out at once: see TELEGRAM §1.4
_SPARE = 5  # messages that may go at once after a quiet moment

_Response = bool | dict[str, Any] | list[dict[str, Any]]


class Pace(BaseRateLimiter[None]):
    """Gives each message a moment of its own, first come, first served; nothing is ever halted for all.

    A RetryAfter is for one chat, and the one who sends to that chat obeys it: see `bot.delivery`.
    """

    def __init__(self, *, a_second: float = 25.0) -> None:
        self._between = 1 / a_second
        self._next = 0.0

    async def initialize(self) -> None:
        """Nothing to open."""

    async def shutdown(self) -> None:
        """Nothing to close."""

    async def process_request(
        self,
        callback: Callable[..., Coroutine[Any, Any, _Response]],
        args: Any,
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: None,
    ) -> _Response:
        if endpoint in _PACED:
            await asyncio.sleep(self._reserve(time.monotonic()))
        return await callback(*args, **kwargs)

    def _reserve(self, now: float) -> float:
        """Seconds until the moment that this message gets."""
        moment = max(self._next, now - _SPARE * self._between)
        self._next = moment + self._between
        return max(moment - now, 0.0)


AT_ONCE = 64  # messages handled at the same time: one slow answer must not make everyone wait
_UNDER_WAY = 4096  # updates that have arrived


class TapsFirst(BaseUpdateProcessor):
    """Messages wait for one of so many places, first come, first served; pressed buttons wait for none."""

    def __init__(self, *, at_once: int = AT_ONCE) -> None:
        super().__init__(_UNDER_WAY)
        self._places = asyncio.Semaphore(at_once)

    async def initialize(self) -> None:
        """Nothing to open."""

    async def shutdown(self) -> None:
        """Nothing to close."""

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        if isinstance(update, Update) and update.callback_query is not None:
            await coroutine
            return
        async with self._places:
            await coroutine
