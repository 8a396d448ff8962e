"""One run over bodies: its row in the journal, each body apart from the others, and what only the whole set tells."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date, datetime

from core.errors import DiafaneiaError, Unavailable
from core.store import decisions, loads, organizations, runs
from core.store.pool import Connection, Pool, is_lost, transaction
from core.store.runs import RunKind, RunState, Tally
from ingest import reread
from ingest.diavgeia.client import Client
from ingest.diavgeia.failures import Outage
from ingest.nights.parsing import Parser
from ingest.nights.reader import Reader
from ingest.plan import Window

log = logging.getLogger(__name__)

Clock = Callable[[], datetime]
Watch = Callable[[Window, Tally], None]
_BUG = "σφάλμα του προγράμματος, δείτε το ημερολόγιο"


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What every run works with. `db` holds the source; whoever holds it is the only one who talks to Διαύγεια."""

    pool: Pool
    db: Connection
    client: Client
    clock: Clock
    watch: Watch = lambda _window, _tally: None


@dataclass(slots=True, kw_only=True)
class Run:
    """A run that is going on. `failed`: uid → why; `stopped`: why no other body is tried."""

    house: House
    number: int
    reader: Reader
    requests_before: int
    retries_before: int
    failed: dict[str, str] = field(default_factory=dict)
    read: set[str] = field(default_factory=set)
    stopped: str | None = None
    _refreshed: int = 0

    @property
    def tally(self) -> Tally:
        done, client = self.reader.done, self.house.client
        return Tally(
            requests=client.requests - self.requests_before,
            retries=client.retries - self.retries_before,
            windows=done.windows,
            new=done.saved.new,
            changed=done.saved.changed + done.saved.reread,
            gone=done.gone,
            rejected=done.rejected,
        )

    @property
    def state(self) -> RunState:
        if not self.failed and self.stopped is None:
            return RunState.DONE
        return RunState.PARTIAL if self.read else RunState.FAILED

    @property
    def error(self) -> str | None:
        reasons = dict.fromkeys([*([self.stopped] if self.stopped else []), *self.failed.values()])
        return " · ".join(reasons) or None

    async def body(self, organization_uid: str, work: Coroutine[None, None, None]) -> bool:
        """Whether the work on one body went well. If not, the others go on, unless the source itself is down."""
        error = await _outcome(work)
        if error is not None and is_lost(self.house.db):  # nothing can be written down any more
            raise Unavailable("Η σύνδεση με τη βάση δεδομένων έκλεισε.") from error
        if error is None:
            self.read.add(organization_uid)
        else:
            self.failed[organization_uid] = _told(organization_uid, error)
            if isinstance(error, Outage) or not await self.house.client.canary():
                self.stopped = self.failed[organization_uid]
        await self.beat()
        return error is None

    async def beat(self) -> None:
        await runs.beat(self.house.db, run=self.number, at=self.house.clock(), tally=self.tally)

    async def refresh(self) -> None:
        """Screens, postings and the vocabulary, which are of the whole set, if something has changed."""
        done = self.reader.done
        written = done.saved.written + done.saved.texts + done.gone
        stale = written != self._refreshed or await loads.counts_are_stale(self.house.db, load=self.reader.load)
        if not stale and not await decisions.is_owed(self.house.db):
            return
        async with transaction(self.house.db) as db:
            await loads.take_turn(db)
            await decisions.screen(db)
            if stale:
                await decisions.refresh_statistics(db)
        self._refreshed = written


async def _outcome(work: Coroutine[None, None, None]) -> BaseException | None:
    """How it ended. Stopped with us when we are stopped."""
    task = asyncio.create_task(work)
    try:
        await asyncio.wait({task})
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait({task})
    return task.exception()


def _told(organization_uid: str, error: BaseException) -> str:
    if isinstance(error, DiafaneiaError):
        log.warning("body %s failed: %s", organization_uid, error)
        return str(error)
    log.error("body %s failed", organization_uid, exc_info=error)
    return _BUG


@asynccontextmanager
async def opened(house: House, *, kind: RunKind, night: date | None = None) -> AsyncIterator[Run]:
    """Closes the journal's row with what came of it; a run that is killed or stopped by hand leaves it open."""
    db = house.db
    await reread.if_owed(db)
    load = await loads.start(db, source=f"diavgeia {night or kind.value}")
    number = await runs.start(db, kind=kind, night=night, load=load, at=house.clock())
    parser = Parser(afms=await organizations.afms(db))
    reader = Reader(db=db, client=house.client, parser=parser, load=load, clock=house.clock)
    run = Run(
        house=house,
        number=number,
        reader=reader,
        requests_before=house.client.requests,
        retries_before=house.client.retries,
    )
    reader.closed = lambda window: house.watch(window, run.tally)
    try:
        yield run
    finally:
        await parser.close()
    await _finish(run)


async def _finish(run: Run) -> None:
    house, tally = run.house, run.tally
    await run.refresh()
    async with transaction(house.db) as db:
        for uid in run.read - set(run.failed):
            await runs.body(db, run=run.number, organization_uid=uid, error=None)
        for uid, why in run.failed.items():
            await runs.body(db, run=run.number, organization_uid=uid, error=why)
        progress = loads.Progress(
            read=run.reader.done.rows, new=tally.new, changed=tally.changed, rejected=tally.rejected
        )
        await loads.advance(db, load=run.reader.load, progress=progress)
        await loads.finish(db, load=run.reader.load)
        await runs.beat(db, run=run.number, at=house.clock(), tally=tally)
        await runs.finish(db, run=run.number, state=run.state, at=house.clock(), error=run.error)
