"""The pool: codecs, session settings, limits, and failures that are ours."""

import asyncio
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import asyncpg
import pytest
from pgvector import HalfVector, SparseVector

from core.errors import Misconfigured, Unavailable
from core.store import pool as pools
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database
from core.store.pool import Pool, open_pool, transaction


async def test_jsonb_goes_in_as_values_and_amounts_come_out_exact(db: Any) -> None:
    value = {"ποσό": 1, "λίστα": ["α", None, True]}
    assert await db.fetchval("SELECT $1::jsonb", value) == value
    amount = await db.fetchval("""SELECT '{"amount": 1234567890.1234}'::jsonb""")
    assert amount == {"amount": Decimal("1234567890.1234")}


async def test_jsonb_can_be_copied(db: Any) -> None:
    await db.execute("CREATE TEMPORARY TABLE copied (value jsonb) ON COMMIT DROP")
    await db.copy_records_to_table("copied", records=[({"α": [1]},)])
    assert await db.fetchval("SELECT value FROM copied") == {"α": [1]}


async def test_vectors_go_both_ways(db: Any) -> None:
    dense = await db.fetchval("SELECT $1::halfvec", [0.5, 0.25])
    assert isinstance(dense, HalfVector)
    assert dense.to_list() == [0.5, 0.25]
    sparse = await db.fetchval("SELECT $1::sparsevec", SparseVector({3: 1.5, 1_000_000: 2.0}, 1_048_576))
    assert isinstance(sparse, SparseVector)
    assert (sparse.dimensions(), sparse.indices(), sparse.values()) == (1_048_576, [3, 1_000_000], [1.5, 2.0])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("plan_cache_mode", "force_custom_plan"),
        ("hnsw.ef_search", "100"),
        ("hnsw.iterative_scan", "relaxed_order"),
        ("statement_timeout", "1min"),
        ("TimeZone", "UTC"),
    ],
)
async def test_session_settings_outlive_the_reset_between_users_of_a_connection(
    pool: Pool, name: str, value: str
) -> None:
    for _ in range(2):
        assert await pool.fetchval("SELECT current_setting($1)", name) == value


async def test_what_a_borrower_did_to_the_session_is_undone(dsn: str) -> None:
    async with await open_pool(dsn, max_size=1) as pool:
        async with pool.acquire() as borrowed:
            await borrowed.execute("SELECT pg_advisory_lock(7)")
            await borrowed.execute("SET hnsw.ef_search = 7")
        held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()"
        assert await pool.fetchval(held) == 0
        assert await pool.fetchval("SELECT current_setting('hnsw.ef_search')") == "100"


async def test_single_statements_and_transactions_go_back_without_a_trip_to_the_server(dsn: str, pool: Pool) -> None:
    async with await open_pool(dsn, max_size=1) as one:
        process = await one.fetchval("SELECT pg_backend_pid()")

        async def last() -> Any:
            return await pool.fetchval("SELECT query FROM pg_stat_activity WHERE pid = $1", process)

        assert await last() == "SELECT pg_backend_pid()"
        async with transaction(one) as within:
            await within.execute("SELECT 'two'")
        assert await last() == "COMMIT;"
        async with one.acquire() as borrowed:
            await borrowed.execute("SELECT 'three'")
        assert "UNLISTEN" in await last()


async def test_who_is_cancelled_while_a_transaction_begins_leaves_none_open(dsn: str) -> None:
    async with await open_pool(dsn, max_size=1) as one, one.acquire() as connection:
        for moments in range(12):

            async def work() -> None:
                async with transaction(connection):
                    await asyncio.sleep(1)

            task = asyncio.create_task(work())
            for _ in range(moments):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait({task})
            assert task.cancelled()
            assert not connection.is_in_transaction()
            async with transaction(connection):
                await connection.execute("SELECT 1")
            assert not connection.is_in_transaction()


async def test_a_transaction_that_fails_is_undone_and_a_nested_one_alone(pool: Pool) -> None:
    async with transaction(pool) as connection:
        await connection.execute("CREATE TEMPORARY TABLE kept (n int) ON COMMIT DROP")
        with pytest.raises(asyncpg.DivisionByZeroError):
            async with transaction(connection):
                await connection.execute("INSERT INTO kept VALUES (1)")
                await connection.execute("SELECT 1 / 0")
        await connection.execute("INSERT INTO kept VALUES (2)")
        assert [row["n"] for row in await connection.fetch("SELECT n FROM kept")] == [2]


async def test_a_statement_that_takes_too_long_is_unavailable_here_and_ends_in_the_server(dsn: str) -> None:
    pool = await open_pool(dsn, command_seconds=0.2, application="slow")
    try:
        with pytest.raises(Unavailable):
            await pool.fetchval("SELECT pg_sleep(20)")
        left = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'slow' AND query LIKE '%sleep(20)%'"
        await asyncio.sleep(0.3)
        assert await pool.fetchval(f"{left} AND state = 'active' AND pid <> pg_backend_pid()") == 0
    finally:
        await pool.close()


async def test_nobody_waits_for_a_connection_for_ever(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "_ACQUIRE_SECONDS", 0.1)
    pool = await open_pool(dsn, max_size=1)
    try:
        async with pool.acquire():
            with pytest.raises(Unavailable):
                await pool.fetchval("SELECT 1")
        assert await pool.fetchval("SELECT 1") == 1
    finally:
        await pool.close()


async def test_a_connection_cut_by_the_server_is_unavailable_and_the_pool_recovers(dsn: str, pool: Pool) -> None:
    mine = await open_pool(dsn, max_size=1)
    try:
        with pytest.raises(Unavailable):
            async with transaction(mine) as connection:
                await pool.execute("SELECT pg_terminate_backend($1, 5000)", connection.get_server_pid())
                await connection.fetchval("SELECT 1")
        assert await mine.fetchval("SELECT 1") == 1
    finally:
        await mine.close()


async def test_mistakes_in_a_statement_are_not_dressed_up(db: Any) -> None:
    with pytest.raises(asyncpg.UndefinedTableError):
        async with db.transaction():
            await db.fetch("SELECT * FROM no_such_table")


@pytest.mark.parametrize(
    ("url", "failure"),
    [
        ("postgresql://nobody:x@127.0.0.1:1/none", Unavailable),
        ("mysql://nobody:x@127.0.0.1:1/none", Misconfigured),
    ],
)
async def test_a_server_that_is_not_there_and_a_url_that_cannot_be(url: str, failure: type[Exception]) -> None:
    with pytest.raises(failure):
        await open_pool(url)


async def test_a_missing_database_or_schema_is_a_matter_of_configuration(
    server: EmbeddedPostgres, new_database: Callable[[], str]
) -> None:
    name = new_database()
    with pytest.raises(Misconfigured, match="DATABASE_URL"):
        await open_pool(server.dsn(name))
    await ensure_database(server.dsn(), name)
    with pytest.raises(Misconfigured, match="python -m migrations"):
        await open_pool(server.dsn(name))
