"""What the bot asks of the ingest process: single acts to fetch while the reader waits, bodies to follow."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from core.store import runs, sql
from core.store.pool import Connection, Db, Pool, is_lost

STATEMENTS = sql.load(__name__)
_WANTED, _FETCHED, _OWED = "diafaneia_wanted", "diafaneia_fetched", "diafaneia_owed"  # as in the statements
_MOST_WAITING = 200  # a flood of invented ΑΔΑs must not become one of requests


class Fetched(StrEnum):
    """What came of asking. `waiting`: not answered in time. `nobody`: no ingest process is there to ask."""

    STORED = "stored"
    ABSENT = "absent"
    FAILED = "failed"
    WAITING = "waiting"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedBody:
    """A body that readers asked for and that is not followed."""

    organization_uid: str
    label: str
    times: int
    first_asked_at: datetime
    last_asked_at: datetime


class FetchDesk:
    """Where answers ask for acts. One connection listens for all who wait; a lost one is replaced at the next wish."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._ears: Connection | None = None
        self._opening = asyncio.Lock()
        self._waiting: dict[str, list[asyncio.Event]] = {}

    async def close(self) -> None:
        """Gives the connection back."""
        ears, self._ears = self._ears, None
        if ears is not None and not is_lost(ears):
            await ears.remove_listener(_FETCHED, self._heard)
        if ears is not None:
            await self._pool.release(ears)

    async def fetch(self, adas: Sequence[str], *, seconds: float) -> dict[str, Fetched]:
        """What came of each within so many seconds. A wish that nobody hears now is kept for when somebody does."""
        states = dict.fromkeys(adas, Fetched.WAITING)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._listen()
                with self._expecting(adas) as news:
                    await self._pool.execute(STATEMENTS.ask, list(adas), _MOST_WAITING)
                    await self._pool.execute(STATEMENTS.call)
                    states |= await self._states(adas)
                    if Fetched.WAITING in states.values() and not await runs.source_is_taken(self._pool):
                        return {ada: Fetched.NOBODY if at is Fetched.WAITING else at for ada, at in states.items()}
                    while Fetched.WAITING in states.values():
                        await news.wait()
                        news.clear()
                        states |= await self._states(adas)
        if Fetched.WAITING in states.values():  # what was told may have gone unheard
            states |= await self._states(adas)
        return states

    @asynccontextmanager
    async def hearing_of(self, key: str) -> AsyncIterator[asyncio.Event]:
        """An event that is set when something is told of `key`."""
        await self._listen()
        with self._expecting([key]) as news:
            yield news

    async def _states(self, adas: Sequence[str]) -> dict[str, Fetched]:
        """Without those that found no room in the queue: they go on waiting."""
        return {row["ada"]: Fetched(row["state"]) for row in await self._pool.fetch(STATEMENTS.states, list(adas))}

    @contextmanager
    def _expecting(self, adas: Sequence[str]) -> Iterator[asyncio.Event]:
        news = asyncio.Event()
        for ada in adas:
            self._waiting.setdefault(ada, []).append(news)
        try:
            yield news
        finally:
            for ada in adas:
                self._waiting[ada].remove(news)
                if not self._waiting[ada]:
                    del self._waiting[ada]

    async def _listen(self) -> None:
        async with self._opening:
            if self._ears is not None and not is_lost(self._ears):
                return
            await self.close()
            ears = await self._pool.acquire()
            try:
                await ears.add_listener(_FETCHED, self._heard)
            except BaseException:
                await self._pool.release(ears)
                raise
            self._ears = ears

    def _heard(self, _connection: Any, _process: int, _channel: str, ada: str) -> None:
        for news in self._waiting.get(ada, ()):
            news.set()


@asynccontextmanager
async def hearing(db: Connection, *, wished: Callable[[], None], owed: Callable[[], None]) -> AsyncIterator[None]:
    """While inside, `wished` is called when some reader asks for an act, `owed` when the operator asks for work."""
    heard = {_WANTED: lambda *_: wished(), _OWED: lambda *_: owed()}
    for channel, listener in heard.items():
        await db.add_listener(channel, listener)
    try:
        yield
    finally:
        for channel, listener in heard.items():
            if not is_lost(db):
                await db.remove_listener(channel, listener)


async def call_keeper(db: Db) -> None:
    """Whoever holds the source looks at once whether something is owed."""
    await db.execute(STATEMENTS.call_keeper)


async def waiting(db: Db, *, limit: int) -> list[str]:
    """ΑΔΑs to fetch, the latest wish first; wishes of yesterday are dropped."""
    await db.execute(STATEMENTS.expire)
    await db.execute(STATEMENTS.forget)
    return [row["ada"] for row in await db.fetch(STATEMENTS.waiting, limit)]


async def queued(db: Db) -> int:
    """How many wishes wait."""
    return int(await db.fetchval(STATEMENTS.queued))


async def finish(db: Db, *, ada: str, outcome: Fetched) -> None:
    """Says what came of a wish, and wakes those who wait: in the caller's transaction, they hear when it commits."""
    await db.execute(STATEMENTS.finish, ada, outcome.value)
    await db.execute(STATEMENTS.tell, ada)


async def want(db: Db, *, organization_uid: str) -> None:
    """A reader wishes for a body that is not followed."""
    await db.execute(STATEMENTS.want, organization_uid)


async def wanted(db: Db) -> list[WantedBody]:
    """The most wished for first."""
    return [WantedBody(**row) for row in await db.fetch(STATEMENTS.wanted)]
