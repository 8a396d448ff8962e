"""What the operator of the program is told, and what is noted for him."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from decimal import Decimal

from core.answer.compose.usage import usage_text
from core.answer.setting import Setting
from core.domain.usage import Usage
from core.errors import Unavailable
from core.store import usage
from core.store.pool import Pool

_WEEK = 7
_MINUTE = timedelta(minutes=1)
_NOTED_SECONDS = 2.0

log = logging.getLogger(__name__)


class Operator:
    """`budget_eur`: of a day, 0 is no limit."""

    def __init__(self, pool: Pool, setting: Callable[[], Awaitable[Setting]], *, budget_eur: Decimal) -> None:
        self._pool = pool
        self._setting = setting
        self._budget = budget_eur

    async def usage(self) -> Usage:
        """Today and the last seven days. Raises Unavailable without the database."""
        waiting, oldest = await usage.waiting(self._pool)
        return Usage(
            today=await usage.of_days(self._pool, days=1),
            week=await usage.of_days(self._pool, days=_WEEK),
            budget_eur=self._budget,
            coverage=tuple((await self._setting()).coverage.values()),
            waiting=waiting,
            oldest_wait_minutes=None if oldest is None else oldest // _MINUTE,
        )

    async def usage_text(self) -> str:
        """The same in Greek, with marks."""
        return usage_text(await self.usage())

    async def note_failure(self, kind: str, code: str) -> None:
        """A reader was told of a failure. Not being able to note it is no second one."""
        try:
            async with asyncio.timeout(_NOTED_SECONDS):
                await usage.fail(self._pool, kind=kind, code=code)
        except (Unavailable, TimeoutError):
            log.warning("a failure was not noted: %s", kind)
