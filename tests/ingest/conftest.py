"""`fresh`: a pool over a migrated database of one test's own, for what commits by itself."""

from collections.abc import AsyncIterator, Callable

import pytest

from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.pool import Pool, open_pool


@pytest.fixture
async def fresh_dsn(server: EmbeddedPostgres, new_database: Callable[[], str]) -> str:
    name = new_database()
    await ensure_database(server.dsn(), name)
    await migrate(server.dsn(name))
    return server.dsn(name)


@pytest.fixture
async def fresh(fresh_dsn: str) -> AsyncIterator[Pool]:
    pool = await open_pool(fresh_dsn, min_size=1, max_size=3, command_seconds=60)
    yield pool
    await pool.close()
