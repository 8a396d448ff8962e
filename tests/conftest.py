"""Fixtures. Pure tests take none. `db` for store tests: a connection whose work is undone. `pool`: several connections
at once; what it writes stays, so clean up. `dsn`: a migrated database, for what opens its own connections.
`new_database`, `place`: names for a database, or a server, of your own. `shared_data`: the real decisions; the test is
skipped where they are absent.
"""

import itertools
import os
import shutil
import tempfile
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from core.errors import DiafaneiaError
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.pool import Connection, Pool, open_pool
from core.store.postgres.file_locks import ALONE, take

FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "shared_buffers": "64MB"}
_PREFIX = "diafaneia-tests-"
_SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def server() -> Iterator[EmbeddedPostgres]:
    """A server of this run alone. Its directory is made by the server's own user, so not under pytest's closed one."""
    _sweep()
    root = Path(tempfile.gettempdir()) / (_PREFIX + uuid.uuid4().hex[:12])
    embedded = EmbeddedPostgres(root, settings=FAST, fallback=None)
    embedded.start()
    yield embedded
    embedded.destroy()


@pytest.fixture(scope="session")
async def dsn(server: EmbeddedPostgres) -> str:
    await ensure_database(server.dsn(), "tests")
    await migrate(server.dsn("tests"))
    return server.dsn("tests")


@pytest.fixture(scope="session")
async def pool(dsn: str) -> AsyncIterator[Pool]:
    pool = await open_pool(dsn, min_size=1, max_size=5, command_seconds=60)
    yield pool
    await pool.close()


@pytest.fixture
async def db(pool: Pool) -> AsyncIterator[Connection]:
    async with pool.acquire() as connection:
        work = connection.transaction()
        await work.start()
        yield connection
        await work.rollback()


@pytest.fixture(scope="session")
def new_database(server: EmbeddedPostgres) -> Callable[[], str]:
    """Names of databases that no other test uses; `server.dsn(name)` once `ensure_database` made it."""
    numbers = itertools.count(1)
    return lambda: f"own_{next(numbers)}"


@pytest.fixture
def place() -> Iterator[Path]:
    """A name under a directory that the server's user can enter, for a server of your own; nothing is there yet."""
    path = Path(tempfile.gettempdir()) / (_PREFIX + uuid.uuid4().hex[:12])
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    if not _SHARED.is_dir():
        pytest.skip("the shared decisions are not on this machine")
    return _SHARED


def _sweep() -> None:
    """Ends the servers of earlier runs that were killed: nobody uses them any more."""
    for users in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*/users.lock"):
        with suppress(OSError, DiafaneiaError):
            descriptor = os.open(users, os.O_RDWR | os.O_NOFOLLOW)
            abandoned = take(descriptor, ALONE)
            os.close(descriptor)
            if abandoned:
                left_over = EmbeddedPostgres(users.parent, settings=FAST, fallback=None)
                left_over.start()
                left_over.destroy()
