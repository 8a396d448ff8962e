"""Connections: one pool a process, set up alike, with our codecs, a limit on every wait, and our own failures."""

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from decimal import Decimal
from typing import Any

import asyncpg
from pgvector.asyncpg import register_vector

from core.errors import Misconfigured, named_alone
from core.store.failures import translated

_CONNECT_SECONDS = 10.0
_ACQUIRE_SECONDS = 30.0
_CLOSE_SECONDS = 10.0
_SERVER_SETTINGS = {
    "plan_cache_mode": "force_custom_plan",  # optional filters are `($3::text IS NULL OR …)`: plan with their values
    "random_page_cost": "1.1",  # no disk turns any more, and most of it is in memory
    "parallel_setup_cost": "20000",  # starting workers costs more than a body's figures; for far more they pay
    "work_mem": "64MB",  # sums of a body's acts stay in memory; few questions run at once
    "hnsw.ef_search": "100",  # below LIMIT it returns fewer rows
    "hnsw.iterative_scan": "relaxed_order",  # filters bind inside the index scan
    "idle_in_transaction_session_timeout": "600s",
    "timezone": "UTC",
}


class Connection(asyncpg.Connection):  # type: ignore[misc]
    """asyncpg's connection, whose failures are ours."""

    __slots__ = ("_session_untouched",)

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._session_untouched = False

    def leave_session(self) -> None:
        """Said by who changes nothing of the session: going back to the pool costs no trip to the server."""
        self._session_untouched = True

    def get_reset_query(self) -> str:
        untouched, self._session_untouched = self._session_untouched, False
        return "" if untouched else str(super().get_reset_query())

    async def execute(self, *args: Any, **options: Any) -> Any:
        with translated():
            return await super().execute(*args, **options)

    async def executemany(self, *args: Any, **options: Any) -> Any:
        with translated():
            return await super().executemany(*args, **options)

    async def fetch(self, *args: Any, **options: Any) -> Any:
        with translated():
            return await super().fetch(*args, **options)

    async def fetchrow(self, *args: Any, **options: Any) -> Any:
        with translated():
            return await super().fetchrow(*args, **options)

    async def fetchval(self, *args: Any, **options: Any) -> Any:
        with translated():
            return await super().fetchval(*args, **options)

    async def fetchmany(self, *args: Any, **options: Any) -> Any:
        with translated():
            return await super().fetchmany(*args, **options)

    async def copy_records_to_table(self, *args: Any, **options: Any) -> Any:
        with translated():
            return await super().copy_records_to_table(*args, **options)


class Pool(asyncpg.Pool):  # type: ignore[misc]
    """asyncpg's pool: nobody waits for a connection for ever, and its failures are ours."""

    async def _acquire(self, timeout: float | None) -> Any:  # noqa: ASYNC109  (asyncpg's own signature)
        with translated():
            return await super()._acquire(timeout or _ACQUIRE_SECONDS)

    async def release(self, connection: Any, **options: Any) -> None:
        with translated():
            await super().release(connection, **options)

    async def execute(self, *args: Any, **options: Any) -> Any:
        async with self._for_one_statement() as connection:
            return await connection.execute(*args, **options)

    async def fetch(self, *args: Any, **options: Any) -> Any:
        async with self._for_one_statement() as connection:
            return await connection.fetch(*args, **options)

    async def fetchrow(self, *args: Any, **options: Any) -> Any:
        async with self._for_one_statement() as connection:
            return await connection.fetchrow(*args, **options)

    async def fetchval(self, *args: Any, **options: Any) -> Any:
        async with self._for_one_statement() as connection:
            return await connection.fetchval(*args, **options)

    @asynccontextmanager
    async def _for_one_statement(self) -> AsyncIterator[Connection]:
        async with self.acquire() as connection:
            connection.leave_session()
            yield connection

    async def close(self) -> None:
        """Lets running statements end, for a while."""
        try:
            async with asyncio.timeout(_CLOSE_SECONDS):
                await super().close()
        except TimeoutError:
            self.terminate()


Db = Pool | Connection


def is_lost(connection: Connection) -> bool:
    """Closed, or taken back by the pool because it was."""
    try:
        return bool(connection.is_closed())
    except asyncpg.InterfaceError:
        return True


async def open_pool(
    dsn: str, *, min_size: int = 1, max_size: int = 10, command_seconds: float = 15.0, application: str = "diafaneia"
) -> Pool:
    """A pool over a migrated database. `command_seconds` bounds every statement, here and in the server."""
    with translated():
        pool = Pool(
            dsn,
            min_size=min_size,
            max_size=max_size,
            max_queries=50_000,
            max_inactive_connection_lifetime=300.0,
            init=_set_up,
            loop=None,
            connection_class=Connection,
            record_class=asyncpg.Record,
            timeout=_CONNECT_SECONDS,
            command_timeout=command_seconds,
            server_settings={
                **_SERVER_SETTINGS,
                "application_name": application,
                "statement_timeout": str(int(command_seconds * 1000)),
            },
        )
        await pool
    return pool


@asynccontextmanager
async def transaction(db: Db) -> AsyncIterator[Connection]:
    """A transaction on a connection of the pool; on a connection, a savepoint when one is open already.

    What it sets, it sets for itself (`SET LOCAL`, `set_config(…, true)`, `ON COMMIT DROP`): nothing is reset after it.
    """
    if isinstance(db, Pool):
        with translated():  # a connection that is lost meanwhile is not told by the connection itself
            async with db.acquire() as connection:
                connection.leave_session()
                async with _begun(connection):
                    yield connection
    else:
        async with _begun(db):
            yield db


@asynccontextmanager
async def same_plan(db: Db) -> AsyncIterator[Connection]:
    """For large statements without optional filters: planned once a connection, where planning takes most of the time.

    Going back to the pool resets it; a caller's own connection keeps its ways.
    """
    if isinstance(db, Pool):
        with translated():
            async with db.acquire() as connection:
                await connection.execute("SET plan_cache_mode = force_generic_plan")
                yield connection
    else:
        yield db


@asynccontextmanager
async def _begun(connection: Connection) -> AsyncIterator[None]:
    """Who is cancelled while it begins leaves none open: what came later would be a part of it, and never committed."""
    work = connection.transaction()
    beginning = asyncio.ensure_future(work.start())
    try:
        await asyncio.shield(beginning)
    except asyncio.CancelledError:
        await asyncio.wait({beginning})
        if not beginning.cancelled() and beginning.exception() is None:
            await work.rollback()
        raise
    try:
        yield
    except BaseException:
        await work.rollback()
        raise
    await work.commit()


@asynccontextmanager
async def snapshot(pool: "Pool") -> AsyncIterator[Connection]:
    """Every statement inside sees the same moment, whatever is loaded meanwhile; nothing can be written."""
    with translated():
        async with (
            pool.acquire() as connection,
            connection.transaction(isolation="repeatable_read", readonly=True),
        ):
            connection.leave_session()
            yield connection


async def _set_up(connection: Any) -> None:
    try:
        await register_vector(connection)
    except ValueError as error:
        raise Misconfigured("Η βάση δεν έχει στηθεί: εκτελέστε «python -m migrations».") from error
    await connection.set_type_codec(
        "jsonb", schema="pg_catalog", format="binary", encoder=_encode_jsonb, decoder=_decode_jsonb
    )


def _encode_jsonb(value: object) -> bytes:
    return b"\x01" + json.dumps(value, ensure_ascii=False).encode()


def _decode_jsonb(data: bytes) -> object:
    """Fractions come as Decimal: an amount never passes through a float."""
    return json.loads(data[1:], parse_float=Decimal)


async def together(db: Db, *asked: Coroutine[Any, Any, Any]) -> tuple[Any, ...]:
    """What each gives, in their order: at once on a pool, a connection each; one after the other on a connection."""
    if not isinstance(db, Pool):
        return tuple([await each for each in asked])
    with named_alone():
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(each) for each in asked]
    return tuple(task.result() for task in tasks)
