"""Keeps one database current: a tick asks it what is owed, the night first, then the register, then the archive."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import time, timedelta
from enum import StrEnum

from core.alerts.outage import tell_of_outage
from core.domain.period import ATHENS
from core.errors import DiafaneiaError, InvalidInput, Unavailable
from core.store import feeds, runs, subscriptions
from core.store.failures import translated
from core.store.feeds import Feed
from core.store.pool import Connection, Pool, is_lost
from core.store.runs import RunKind, RunState
from ingest import reread, tidy
from ingest.diavgeia.client import Client
from ingest.documents import words
from ingest.documents.fetch import Papers
from ingest.nights import backfill, bodies, nightly
from ingest.nights.bodies import Seed
from ingest.nights.fetching import answer_wishes
from ingest.nights.run import Clock, House

log = logging.getLogger(__name__)

AT_ONCE_FROM, AT_ONCE_UNTIL = time(8), time(22)  # of Athens
_AT_ONCE_EVERY = timedelta(minutes=30)
_FIRST_WAIT, _LONGEST_WAIT = timedelta(minutes=10), timedelta(hours=2)


class Ticked(StrEnum):
    """What came of a tick. `busy`: another process holds the source."""

    BUSY = "busy"
    IDLE = "idle"
    WORKED = "worked"


class Keeper:
    """Keeps one database current. Any number of these may run against it: one works, the others stand by.

    `owed` is called when somebody says that there is work. `papers`: where PDFs for readers are fetched from.
    """

    def __init__(
        self,
        pool: Pool,
        client: Client,
        *,
        clock: Clock,
        seeds: Sequence[Seed] = (),
        owed: Callable[[], None] = lambda: None,
        papers: Papers | None = None,
    ) -> None:
        self._pool = pool
        self._client = client
        self._clock = clock
        self._seeds = seeds
        self._owed = owed
        self._papers = papers
        self._db: Connection | None = None
        self._fetching: asyncio.Task[None] | None = None

    async def tick(self) -> Ticked:
        """Does whatever is owed, until nothing is."""
        try:
            with translated():  # a proxy of a lost connection raises by itself
                house = await self._house()
                if house is None:
                    return Ticked.BUSY
                await tidy.if_owed(house.db, at=self._clock())
                await reread.if_owed(house.db)  # figures by older rules wait for no night, nor for a source
                await words.fill(self._pool)
                worked = False
                while await self._work(house):
                    worked = True
                return Ticked.WORKED if worked else Ticked.IDLE
        except DiafaneiaError as error:
            log.error("tick failed: %s", error)
            await self._let_go()
            return Ticked.IDLE

    async def watch(self) -> None:
        """Tells the operator, once a night, when no run of it has ended well by 09:00 of Athens."""
        now = self._clock()
        night = nightly.night_of(now)
        try:
            if told := await tell_of_outage(self._pool, at=now):
                log.error("no night has been read for two days: %d chats are told", told)
            if now < nightly.late_at(night) or await runs.is_done(self._pool, night=night):
                return
            if (going := await runs.last(self._pool, kind=RunKind.NIGHTLY)) and going.state is RunState.RUNNING:
                return
            if await feeds.followed(self._pool) and await runs.warn(self._pool, night=night, at=now):
                since, last = await runs.failing_since(self._pool), await runs.last(self._pool, kind=RunKind.NIGHTLY)
                why = (last.error or last.state.value) if last else "no run yet"
                log.error("night %s is not read at 09:00 of Athens: %s (failing since %s)", night, why, since)
        except DiafaneiaError as error:
            log.error("night %s cannot be looked up: %s", night, error)

    @property
    def holds_source(self) -> bool:
        return self._db is not None and not is_lost(self._db)

    async def close(self) -> None:
        await self._let_go()

    async def _house(self) -> House | None:
        """None while another process holds the source."""
        if self._db is not None and is_lost(self._db):
            await self._let_go()
        if self._db is None:
            db = await self._pool.acquire()
            try:
                taken = await runs.take_source(db)
            except BaseException:
                await self._pool.release(db)
                raise
            if not taken:
                await self._pool.release(db)
                return None
            self._db = db
            await runs.cut_orphans(db, at=self._clock())
        self._fetch()
        return House(pool=self._pool, db=self._db, client=self._client, clock=self._clock)

    def _fetch(self) -> None:
        """Readers' wishes are a task of their own; one that ended by a fault of ours is begun again."""
        if self._fetching is not None and self._fetching.done() and not self._fetching.cancelled():
            log.error("wishes were not heard", exc_info=self._fetching.exception())
            self._fetching = None
        if self._fetching is None:
            self._fetching = asyncio.create_task(answer_wishes(self._pool, self._client, self._papers, owed=self._owed))

    async def _let_go(self) -> None:
        if self._fetching is not None:
            self._fetching.cancel()
            await asyncio.wait({self._fetching})
            self._fetching = None
        if self._db is not None:
            db, self._db = self._db, None
            if not is_lost(db):
                with suppress(DiafaneiaError):
                    await runs.leave_source(db)
            await self._pool.release(db)

    async def _work(self, house: House) -> bool:
        """One thing that is owed; False when nothing is, or what is has to wait after it failed."""
        followed = await bodies.sow(self._pool, self._seeds, at=self._clock())
        night = nightly.night_of(self._clock())
        if followed and await self._night_is_owed(house):
            return await nightly.read_night(house, night=night, feeds=followed) is RunState.DONE
        if followed and (asked := await self._wanted_at_once(house, followed)):
            return await nightly.read_frontier(house, feeds=asked) is RunState.DONE
        if await bodies.register_is_due(house):
            return await self._refresh_register(house)
        resting = await self._resting(house)
        state = await backfill.read_archive(house, without=resting, interrupted=lambda: self._is_interrupted(house))
        return state is RunState.DONE

    async def _resting(self, house: House) -> set[str]:
        """Bodies whose archive failed a moment ago; where nothing could be read, all that were followed then."""
        last = await runs.last(house.db, kind=RunKind.BACKFILL)
        if last is None or not await self._has_to_wait(house, RunKind.BACKFILL):
            return set()
        if last.state is RunState.PARTIAL:
            return set(await runs.bodies_failed(house.db, run=last.id))
        return {each.organization_uid for each in await feeds.followed(house.db) if each.added_at <= last.started_at}

    async def _refresh_register(self, house: House) -> bool:
        """True: whatever came of it, it is not due again today."""
        try:
            await bodies.refresh_register(house)
        except (Unavailable, InvalidInput) as error:
            log.warning("the register is not refreshed: %s", error)
        return True

    async def _night_is_owed(self, house: House) -> bool:
        night = nightly.night_of(self._clock())
        return not await runs.is_done(house.db, night=night) and not await self._has_to_wait(house, RunKind.NIGHTLY)

    async def _wanted_at_once(self, house: House, followed: Sequence[Feed]) -> list[Feed]:
        """Bodies that somebody wants to know of as soon as possible, by day, half an hour after they were last read."""
        now = self._clock()
        if not AT_ONCE_FROM <= now.astimezone(ATHENS).time() < AT_ONCE_UNTIL:
            return []
        wanted = await subscriptions.wanted_at_once(house.db, at=now)
        if not wanted or await self._has_to_wait(house, RunKind.FRONTIER):
            return []
        for kind in (RunKind.FRONTIER, RunKind.NIGHTLY):
            last = await runs.last_done(house.db, kind=kind)
            if last is not None and now < last.started_at + _AT_ONCE_EVERY:
                return []
        return [feed for feed in followed if None in wanted or feed.organization_uid in wanted]

    async def _is_interrupted(self, house: House) -> bool:
        """Something that cannot wait for the archive is owed."""
        return await self._night_is_owed(house) or bool(
            await self._wanted_at_once(house, await feeds.followed(house.db))
        )

    async def _has_to_wait(self, house: House, kind: RunKind) -> bool:
        """After failures: ten minutes, then twice as long each time, two hours at most."""
        tried = await runs.attempts(house.db, kind=kind)
        if not tried.failed or tried.last_at is None:
            return False
        wait = min(_FIRST_WAIT * (1 << min(tried.failed - 1, 8)), _LONGEST_WAIT)
        return self._clock() < tried.last_at + wait
