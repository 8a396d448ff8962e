"""`made`: a small invented world. `open_house`: everything a run needs, over a database and a source of one's own."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from core.store import feeds, runs
from core.store.pool import Pool
from ingest import world
from ingest.diavgeia.client import Client
from ingest.nights.run import House
from tests.diavgeia_server import DiavgeiaServer

NOW = datetime(2026, 11, 2, 2, 30, tzinfo=UTC)  # 04:30 of Athens
SINCE = date(2023, 1, 1)


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
    """A source, a database and a house that reads the one into the other."""

    server: DiavgeiaServer
    house: House
    time: Time
    uids: tuple[str, ...]

    @property
    def requests(self) -> int:
        return len(self.server.heard)

    async def differences(self) -> list[str]:
        return await differences(self.house.pool, self.server)


@pytest.fixture(scope="session")
def made() -> world.World:
    return world.build(decisions=900, first_year=2025, last_year=2026)


@pytest.fixture
async def open_house(fresh: Pool, made: world.World) -> AsyncIterator[Callable[..., Any]]:
    async with AsyncExitStack() as stack:

        async def start(*, follow: tuple[str, ...] | None = None, **options: Any) -> Rig:
            time = Time()
            server = await stack.enter_async_context(DiavgeiaServer.of_world(made, now=time, **options))
            client = await stack.enter_async_context(
                Client(base_url=server.base_url, spacing=0, seconds=5, jitter=lambda low, high: 0.0)
            )
            db = await stack.enter_async_context(fresh.acquire())
            assert await runs.take_source(db)
            stack.push_async_callback(runs.leave_source, db)
            uids = made.covered if follow is None else follow
            for uid in uids:
                await feeds.add(fresh, organization_uid=uid, label=f"Φορέας {uid}", since=date(2025, 1, 1), at=time())
            house = House(pool=fresh, db=db, client=client, clock=time)
            return Rig(server=server, house=house, time=time, uids=uids)

        yield start


async def differences(pool: Pool, server: DiavgeiaServer) -> list[str]:
    """How the store differs from what the source holds: the truth of the source, not of the ledger. Empty: not at all."""
    held = {
        row["ada"]: (row["version_id"], row["status"], row["subject"] is not None, row["gone_at"] is None)
        for row in await pool.fetch("SELECT ada, version_id, status, subject, gone_at FROM decisions")
    }
    told = []
    for ada, act in server.corpus.acts.items():
        if ada not in held:
            told.append(f"missing {ada}")
        elif held[ada] != (act.version_id, act.status, True, True):
            told.append(f"differs {ada}: {held[ada]}, {act.version_id} {act.status}")
    told += [f"extra {ada}" for ada, row in held.items() if ada not in server.corpus.acts and row[3]]
    return told
