"""`corpus`: a pool over a database with every shared decision, loaded once a run. Tests only read from it."""

from collections.abc import AsyncIterator, Callable
from itertools import chain
from pathlib import Path

import pytest

from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.pool import Pool, open_pool

_FILES = ("decisions_api.jsonl.gz", "decisions_flat.jsonl.gz")


@pytest.fixture(scope="session")
async def corpus(server: EmbeddedPostgres, shared_data: Path, new_database: Callable[[], str]) -> AsyncIterator[Pool]:
    from ingest import register  # only these tests need the ingest door
    from ingest.files import SourceFile
    from ingest.load import Source, load

    name = new_database()
    await ensure_database(server.dsn(), name)
    await migrate(server.dsn(name))
    pool = await open_pool(server.dsn(name), command_seconds=600)
    await register.save(pool, register.read(shared_data / "fixtures" / "organizations_active.json"))
    rows = chain.from_iterable(SourceFile(shared_data / file).rows() for file in _FILES)
    await load(pool, Source(name="shared", rows=rows), watch=lambda _: None)
    yield pool
    await pool.close()
