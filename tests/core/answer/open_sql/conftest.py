"""`reader`: a model's own SELECT over the demonstration bodies, by the login that reads the views alone."""

import pytest

from core.store.embedded import EmbeddedPostgres
from core.store.open_data import OpenData, open_data
from core.store.pool import Pool

READER = "diafaneia_reader"


@pytest.fixture(scope="session")
async def reader(world_pool: Pool, server: EmbeddedPostgres) -> OpenData:
    database = await world_pool.fetchval("SELECT current_database()")
    opened = await open_data(world_pool, dsn=server.dsn(database, READER), local=True)
    assert opened is not None
    return opened
