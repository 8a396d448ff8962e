"""`made`: a small invented world. `open_rig`: a source that serves it, a database, and a house that reads the one into
the other, all on one clock that is set by hand."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from core.store import feeds, runs, windows
from core.store.pool import Pool, open_pool
from ingest import world
from ingest.diavgeia.client import Client
from ingest.nights.keeper import Keeper
from ingest.nights.reader import Errand, Reader
from ingest.nights.run import House, opened
from ingest.plan import Window
from tests.diavgeia_server import DiavgeiaServer

NOW = datetime(2026, 11, 2, 2, 30, tzinfo=UTC)  # 04:30 of Athens
SINCE = date(2025, 1, 1)


@dataclass
class Time:
    """A clock that is set by hand; everybody in a test reads the same one."""

    now: datetime = NOW

    def __call__(self) -> datetime:
        return self.now

    def on(self, **passed: float) -> None:
        self.now += timedelta(**passed)


@dataclass
class Rig:
    server: DiavgeiaServer
    pool: Pool
    client: Client
    time: Time
    house: House | None
    uids: tuple[str, ...]
    made: world.World
    keepers: list[Keeper] = field(default_factory=list)

    def keeper(self) -> Keeper:
        """Of those that stand by; nobody holds the source by himself (`held=False`)."""
        self.keepers.append(Keeper(self.pool, self.client, clock=self.time))
        return self.keepers[-1]

    async def differences(self) -> list[str]:
        """How the store differs from what the source holds, whatever the ledger says. Empty: not at all."""
        return await differences(self.pool, self.server)

    async def ledger(self, uid: str | None = None):
        return await windows.ledger(self.pool, organization_uid=uid or self.uids[0])

    async def read(self, window: Window, **options: Any) -> Reader:
        """One window, by itself."""
        (feed,) = [each for each in await feeds.followed(self.pool) if each.organization_uid == window.organization_uid]
        async with opened(self.house, kind=runs.RunKind.BACKFILL) as run:
            for name, value in options.items():
                setattr(run.reader, name, value)
            await run.reader.read(Errand(feed=feed, at=self.time()), window)
        return run.reader

    def an_act_of(self, uid: str, *, before: date | None = None, status: str = "PUBLISHED") -> str:
        """Some act of a body, issued before a day."""
        limit = datetime.combine(before or date(2099, 1, 1), datetime.min.time(), tzinfo=UTC).timestamp() * 1000
        acts = self.server.corpus.acts.values()
        return next(
            act.ada for act in acts if act.organization == uid and act.status == status and act.issue_ms < limit
        )


@pytest.fixture(scope="session")
def made() -> world.World:
    return world.build(decisions=900, first_year=2025, last_year=2026)


@pytest.fixture
async def fresh(fresh_dsn: str) -> AsyncIterator[Pool]:
    """As many connections as the bot and the ingest process have together."""
    async with await open_pool(fresh_dsn, max_size=10, command_seconds=60) as pool:
        yield pool


@pytest.fixture
async def open_rig(fresh: Pool, made: world.World) -> AsyncIterator[Callable[..., Awaitable[Rig]]]:
    async with AsyncExitStack() as stack:

        async def start(*, held: bool = True, kind: type[Client] = Client, now: datetime = NOW, **options: Any) -> Rig:
            time = Time(now)
            server = await stack.enter_async_context(DiavgeiaServer.of_world(made, now=time, **options))
            client = await stack.enter_async_context(
                kind(base_url=server.base_url, spacing=0, seconds=5, jitter=lambda low, high: 0.0)
            )
            for uid in made.covered:
                await feeds.add(fresh, organization_uid=uid, since=SINCE, at=time())
            house = None
            if held:
                db = await stack.enter_async_context(fresh.acquire())
                assert await runs.take_source(db)
                stack.push_async_callback(runs.leave_source, db)
                house = House(pool=fresh, db=db, client=client, clock=time)
            rig = Rig(server=server, pool=fresh, client=client, time=time, house=house, uids=made.covered, made=made)
            stack.push_async_callback(_close, rig)
            return rig

        yield start


async def until(true: Callable[[], bool], *, seconds: float = 30.0) -> None:
    """Waits for something that happens by itself."""
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110  (what is waited for has no event)
            await asyncio.sleep(0.01)


async def _close(rig: Rig) -> None:
    for keeper in rig.keepers:
        await keeper.close()


async def differences(pool: Pool, server: DiavgeiaServer) -> list[str]:
    rows = await pool.fetch("SELECT ada, version_id, status, gone_at IS NULL AS there FROM decisions")
    held = {row["ada"]: (row["version_id"], row["status"]) for row in rows if row["there"]}
    wanted = {ada: (act.version_id, act.status) for ada, act in server.corpus.acts.items()}
    return [
        *(f"missing {ada}" for ada in wanted.keys() - held.keys()),
        *(f"extra {ada}" for ada in held.keys() - wanted.keys()),
        *(f"{ada}: {held[ada]} for {wanted[ada]}" for ada in wanted.keys() & held.keys() if held[ada] != wanted[ada]),
    ]
