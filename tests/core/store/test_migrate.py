"""Migrations on real databases: order, checksums, races, roles."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from core.errors import Misconfigured
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from tests.conftest import FAST

_REPOSITORY = Path(__file__).resolve().parents[3]
_OURS = sorted(path.stem for path in (_REPOSITORY / "migrations").glob("*.sql"))


@pytest.fixture
async def empty(server: EmbeddedPostgres, new_database: Callable[[], str]) -> str:
    """DSN of an empty database."""
    name = new_database()
    assert await ensure_database(server.dsn(), name)
    return server.dsn(name)


@pytest.fixture
def fresh_server(place: Path) -> Iterator[EmbeddedPostgres]:
    """A server without roles of ours: they belong to the server, not to a database."""
    embedded = EmbeddedPostgres(place, settings=FAST, fallback=None)
    embedded.start()
    yield embedded
    embedded.destroy()


@asynccontextmanager
async def connected(dsn: str) -> AsyncIterator[Any]:
    connection = await asyncpg.connect(dsn, timeout=10)
    try:
        yield connection
    finally:
        await connection.close(timeout=10)


def write(directory: Path, **files: str) -> Path:
    for name, text in files.items():
        (directory / f"{name}.sql").write_text(text)
    return directory


async def tables(dsn: str) -> set[str]:
    async with connected(dsn) as connection:
        rows = await connection.fetch("SELECT relname FROM pg_class WHERE relkind = 'r' AND relname LIKE 't\\_%'")
        return {row["relname"] for row in rows}


async def test_files_are_applied_in_order_and_once(empty: str, tmp_path: Path) -> None:
    write(tmp_path, _0002_b="ALTER TABLE t_a ADD COLUMN more int;", _0001_a="CREATE TABLE t_a (); CREATE TABLE t_b ();")
    assert await migrate(empty, directory=tmp_path) == ["_0001_a", "_0002_b"]
    assert await migrate(empty, directory=tmp_path) == []
    write(tmp_path, _0003_c="CREATE TABLE t_c ();")
    assert await migrate(empty, directory=tmp_path) == ["_0003_c"]
    assert await tables(empty) == {"t_a", "t_b", "t_c"}


async def test_an_applied_file_that_changed_is_refused(empty: str, tmp_path: Path) -> None:
    await migrate(empty, directory=write(tmp_path, _0001_a="CREATE TABLE t_a ();"))
    write(tmp_path, _0001_a="CREATE TABLE t_a (n int);", _0002_b="CREATE TABLE t_b ();")
    with pytest.raises(Misconfigured, match="_0001_a άλλαξε"):
        await migrate(empty, directory=tmp_path)
    assert await tables(empty) == {"t_a"}


async def test_a_database_newer_than_the_code_is_refused(empty: str, tmp_path: Path) -> None:
    await migrate(empty, directory=write(tmp_path, _0001_a="CREATE TABLE t_a ();"))
    (tmp_path / "_0001_a.sql").unlink()
    with pytest.raises(Misconfigured, match="νεότερη έκδοση"):
        await migrate(empty, directory=tmp_path)


async def test_a_file_that_fails_leaves_nothing_behind_and_those_before_it_stay(empty: str, tmp_path: Path) -> None:
    write(tmp_path, _0001_a="CREATE TABLE t_a ();", _0002_b="CREATE TABLE t_b (); SELECT 1 / 0;")
    with pytest.raises(asyncpg.DivisionByZeroError):
        await migrate(empty, directory=tmp_path)
    assert await tables(empty) == {"t_a"}
    write(tmp_path, _0002_b="CREATE TABLE t_b ();")
    assert await migrate(empty, directory=tmp_path) == ["_0002_b"]


async def test_four_processes_migrate_one_database_at_once(empty: str) -> None:
    """`python -m migrations` as an operator runs it."""
    environment = {**os.environ, "DATABASE_URL": empty}
    runs = [
        await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "migrations"), cwd=_REPOSITORY, env=environment, stderr=asyncio.subprocess.PIPE
        )
        for _ in range(4)
    ]
    said = [(await run.communicate())[1].decode() for run in runs]
    assert [run.returncode for run in runs] == [0] * 4, said
    assert sum(_OURS[0] in line for line in said) == 1
    assert sum("nothing to apply" in line for line in said) == 3


async def test_several_databases_of_a_new_server_migrate_at_once(fresh_server: EmbeddedPostgres) -> None:
    """All of them want to create the same roles."""
    names = [f"new_{number}" for number in range(4)]
    for name in names:
        await ensure_database(fresh_server.dsn(), name)
    done = await asyncio.gather(*(migrate(fresh_server.dsn(name)) for name in names))
    assert done == [_OURS] * 4
    async with connected(fresh_server.dsn("new_0", "diafaneia_reader")) as reader:
        assert await reader.fetchval("SHOW default_transaction_read_only") == "on"
        assert await reader.fetchval("SHOW statement_timeout") == "3s"


async def test_an_owner_who_may_not_create_roles_is_told_what_to_ask_for(fresh_server: EmbeddedPostgres) -> None:
    async with connected(fresh_server.dsn()) as operator:
        await operator.execute("CREATE ROLE modest LOGIN")
        await operator.execute("CREATE DATABASE theirs OWNER modest")
    theirs = fresh_server.dsn("theirs", "modest")
    with pytest.raises(Misconfigured, match=r"0001[\s\S]*CREATE EXTENSION vector"):
        await migrate(theirs)
    async with connected(fresh_server.dsn("theirs")) as operator:
        await operator.execute("CREATE EXTENSION vector")
        await operator.execute("CREATE EXTENSION pg_trgm")
    with pytest.raises(Misconfigured, match=r"permission denied to create role[\s\S]*CREATE ROLE diafaneia_app LOGIN"):
        await migrate(theirs)
    async with connected(fresh_server.dsn()) as operator:
        await operator.execute("CREATE ROLE diafaneia_app LOGIN")
        await operator.execute("CREATE ROLE diafaneia_reader LOGIN")
    assert (await migrate(theirs))[-1] == _OURS[-1]


async def test_a_database_is_created_once_however_many_ask(server: EmbeddedPostgres) -> None:
    created = await asyncio.gather(*(ensure_database(server.dsn(), 'odd "name"') for _ in range(4)))
    assert sorted(created) == [False, False, False, True]


async def test_the_app_reads_data_and_writes_only_what_a_conversation_needs(server: EmbeddedPostgres, dsn: str) -> None:
    async with connected(server.dsn("tests", "diafaneia_app")) as app:
        assert await app.fetchval("SELECT count(*) FROM decisions") >= 0
        await app.execute("INSERT INTO chats (conversation) VALUES ('test:roles')")
        await app.execute("DELETE FROM chats WHERE conversation = 'test:roles'")
        for statement in ("DELETE FROM decisions", "UPDATE instance SET demo = true", "CREATE TABLE t_app ()"):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await app.execute(statement)


async def test_the_reader_sees_no_conversation_and_no_raw_data(server: EmbeddedPostgres, dsn: str) -> None:
    async with connected(server.dsn("tests", "diafaneia_reader")) as reader:
        for table in ("chats", "answers", "turns", "decision_versions", "decisions"):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await reader.fetchval(f"SELECT count(*) FROM public.{table}")  # noqa: S608


async def test_versions_are_append_only(db: Any) -> None:
    await db.execute(
        "INSERT INTO decision_versions (organization_uid, ada, version_key, status, raw)"
        " VALUES ('1', 'Α', '', 'X', '{}')"
    )
    for statement in ("UPDATE decision_versions SET status = 'Y'", "DELETE FROM decision_versions"):
        with pytest.raises(asyncpg.RaiseError, match="append-only"):
            async with db.transaction():
                await db.execute(statement)
