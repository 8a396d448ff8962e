"""The same question of the same data is answered once: from what was kept, or together with who asks it just now."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from decimal import Decimal
from typing import Protocol

from core.answer import again, sameness
from core.answer.lookups.store import LookupStore
from core.answer.setting import Setting
from core.answer.steps import Situation
from core.answer.timing import measured, stage
from core.domain.answer import Answer
from core.domain.request import Intent
from core.errors import Unavailable
from core.store import given
from core.store.pool import Db

log = logging.getLogger(__name__)


class Answering(Protocol):
    """From a situation to an answer: minds, or what remembers theirs."""

    async def answer(self, situation: Situation, store: LookupStore) -> Answer:
        """Raises InvalidInput for what no lookup can read."""


class Remembering:
    """In front of the minds. `made_by`: whatever else of this process an answer depends on; `by_words`: a model's too.

    Cards are not kept: reading them costs what reading a kept answer would, and an act may be fetched meanwhile.
    """

    def __init__(self, minds: Answering, db: Db, *, made_by: str, by_words: bool = False) -> None:
        self._minds = minds
        self._db = db
        self._made_by = made_by
        self._by_words = by_words
        self._flights: dict[tuple[bytes, Decimal], asyncio.Future[tuple[Answer, bool]]] = {}
        self._setting: tuple[Setting, bytes] | None = None

    async def answer(self, situation: Situation, store: LookupStore) -> Answer:
        """As the minds give it, or gave it. Without the table of kept answers, as they give it."""
        if situation.request.intent is Intent.ADASEARCH:
            return await self._minds.answer(situation, store)
        with stage("cache"):
            made_by = f"{self._made_by}|{store.embedder.model if store.embedder else ''}"
            setting = self._digest(situation.setting)
            key = sameness.key_of(situation, setting, made_by=made_by, by_words=self._by_words)
            found = await self._found(key)
            if found and found.answer is not None:
                return again.opened(found.answer, situation.request)
            version = found.version if found else Decimal(-1)
            return await self._together(key, version, situation, lambda: self._made(key, version, situation, store))

    def _digest(self, setting: Setting) -> bytes:
        """Of the setting last seen; it is the same object for a minute."""
        if self._setting is None or self._setting[0] is not setting:
            self._setting = setting, sameness.digest(setting)
        return self._setting[1]

    async def _found(self, key: bytes) -> given.Given | None:
        try:
            return await given.find(self._db, key=key)
        except Unavailable as error:
            log.warning("kept answers cannot be read: %s", error)
            return None

    async def _together(
        self, key: bytes, version: Decimal, situation: Situation, make: Callable[[], Awaitable[tuple[Answer, bool]]]
    ) -> Answer:
        """Whoever comes first makes it; the others wait for it.

        They make their own where nothing that lasts came of his: he may have had less time than they have.
        """
        flight = self._flights.get((key, version))
        if flight is None:
            return await self._first(key, version, make)
        await asyncio.wait({flight})
        if flight.cancelled() or flight.result()[1]:
            made, _ = await make()
            return made
        made, _ = flight.result()
        typed = again.typed_in(made.request) if made.request else ""
        return again.given_to(made, situation.request, typed=typed)

    async def _first(self, key: bytes, version: Decimal, make: Callable[[], Awaitable[tuple[Answer, bool]]]) -> Answer:
        flight: asyncio.Future[tuple[Answer, bool]] = asyncio.get_running_loop().create_future()
        self._flights[key, version] = flight
        try:
            made = await make()
            flight.set_result(made)
            return made[0]
        finally:
            flight.cancel()  # no effect where there is a result
            del self._flights[key, version]

    async def _made(
        self, key: bytes, version: Decimal, situation: Situation, store: LookupStore
    ) -> tuple[Answer, bool]:
        """Made now, and kept if it may last; and whether it is one of this moment alone."""
        with stage("lookups"), measured() as timing:
            made = await self._minds.answer(situation, store)
        if version >= 0 and again.may_last(made, passing=timing.passing):
            await self._keep(key, version, made)
        return made, timing.passing

    async def _keep(self, key: bytes, version: Decimal, made: Answer) -> None:
        try:
            if (kept := again.packed(made)) is not None:
                await given.save(self._db, key=key, version=version, answer=kept)
        except Unavailable as error:
            log.warning("an answer was not kept: %s", error)
