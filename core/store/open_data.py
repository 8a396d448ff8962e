"""A model's own SELECT: a login that reads a few views, one connection a query, and limits on all that it may take."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import asyncpg

from core.errors import InvalidInput, Misconfigured, Unavailable
from core.store import sql
from core.store.failures import translated
from core.store.pool import Db, Pool

STATEMENTS = sql.load(__name__)
MOST_ROWS, LONGEST_CELL = 50, 200
SECONDS = 3.0
_AT_ONCE = 2
_MOST_COST = 2_000_000  # of the planner: scans of a million acts cost less, a product of views a hundred times more
_MEMORY, _GLANCE_SECONDS = 256 * 1024**2, 0.02  # bytes of its own that a backend of this machine may take
_SCALARS = frozenset({"text", "varchar", "int4", "int8", "numeric", "float8", "date", "bool", "name"})  # none grows
_EXPLAIN = "EXPLAIN (FORMAT JSON)\n"
_SETTINGS = {
    "application_name": "diafaneia_open_data",
    "default_transaction_read_only": "on",
    "statement_timeout": "3000",
    "transaction_timeout": "4000",  # ends the session
    "lock_timeout": "500",
    "idle_in_transaction_session_timeout": "4000",
    "client_connection_check_interval": "500",  # a query whose client is gone ends
    "work_mem": "16MB",
    "hash_mem_multiplier": "1",
    "max_parallel_workers_per_gather": "0",
    "jit": "off",
    "plan_cache_mode": "force_custom_plan",
    "random_page_cost": "1.1",
    "search_path": "pg_catalog",
    "timezone": "UTC",
}
_LATE = f"Το ερώτημα θέλει πάνω από {SECONDS:.0f} δευτερόλεπτα: περιορίστε το, π.χ. σε έναν φορέα και ένα έτος."
_COSTLY = "Το ερώτημα διαβάζει πάρα πολλά: περιορίστε το, π.χ. σε έναν φορέα και ένα έτος."
_TOO_LARGE = "Το ερώτημα θέλει πολλή μνήμη: περιορίστε το, π.χ. σε έναν φορέα και ένα έτος."
_REFUSED = "Η βάση δεν δέχτηκε το ερώτημα: {reason}."
_TOO_MUCH = (
    "Ο χρήστης του READER_DATABASE_URL μπορεί περισσότερα από το να διαβάζει τα ανοικτά δεδομένα: ορίστε τον "
    "diafaneia_reader και, ως διαχειριστής της βάσης, εκτελέστε σε αυτήν CALL close_catalog();"
)
_NO_LOGIN = "Η βάση δεν δέχτηκε τον χρήστη του READER_DATABASE_URL ({reason}): ελέγξτε όνομα, κωδικό και βάση."
_CANNOT = "Ο χρήστης του READER_DATABASE_URL δεν διαβάζει τα ανοικτά δεδομένα: ορίστε τον diafaneia_reader."

Cell = str | int | Decimal | date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenColumn:
    """`kind`: the type that Postgres gives it. The comment is «title» or «title: what a model has to know besides»."""

    name: str
    kind: str
    comment: str

    @property
    def title(self) -> str:
        return self.comment.partition(":")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenView:
    name: str
    title: str
    columns: tuple[OpenColumn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRows:
    """`more`: there were others beyond MOST_ROWS."""

    rows: tuple[tuple[Cell, ...], ...]
    more: bool = False


Found = tuple[OpenRows, ...]


class OpenData:
    """Runs statements as the reader's login. `local`: its server is of this machine: its memory is watched."""

    def __init__(self, dsn: str, *, views: Sequence[OpenView] = (), local: bool = False) -> None:
        self.views = tuple(views)
        self._dsn = dsn
        self._local = local
        self._places = asyncio.Semaphore(_AT_ONCE)

    async def run(self, *asked: tuple[str, Sequence[object]]) -> tuple[OpenRows, ...]:
        """Rows of each statement, within SECONDS in all. It may be any text: the login and its limits make it harmless.

        Raises InvalidInput where a statement is refused, dear or slow, Unavailable without the database.
        """
        async with self._places, self._connection() as connection:
            try:
                async with asyncio.timeout(SECONDS), connection.transaction(readonly=True):
                    found = _all_rows(connection, asked)
                    return await (_watched(found, connection.get_server_pid()) if self._local else found)
            except (TimeoutError, asyncpg.QueryCanceledError, asyncpg.TransactionTimeoutError) as error:
                raise InvalidInput(_LATE) from error
            except asyncpg.ProtocolViolationError as error:  # a zero byte ends a text
                raise InvalidInput(_REFUSED.format(reason="μηδενικός χαρακτήρας")) from error
            except (asyncpg.PostgresConnectionError, asyncpg.AdminShutdownError, OSError) as error:
                raise Unavailable("Η βάση δεδομένων δεν απάντησε εγκαίρως.") from error
            except (asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
                raise InvalidInput(_REFUSED.format(reason=str(error)[:LONGEST_CELL])) from error

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        """Of one use; whatever was going on in it, it is gone afterwards."""
        try:
            with translated():
                connection = await asyncpg.connect(
                    self._dsn, timeout=SECONDS, statement_cache_size=0, server_settings=_SETTINGS
                )
        except Misconfigured as error:
            raise Misconfigured(_NO_LOGIN.format(reason=error.__cause__)) from error
        try:
            yield connection
        finally:
            with suppress(TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await connection.close(timeout=1)
            connection.terminate()

    async def probe(self) -> None:
        """Raises Misconfigured where the login cannot read the views, or can do anything else."""
        async with self._connection() as connection:
            try:
                await connection.fetchval(STATEMENTS.reads, timeout=SECONDS)
            except asyncpg.PostgresError as error:
                raise Misconfigured(_CANNOT) from error
            for statement in (
                STATEMENTS.sees_tables,
                STATEMENTS.sees_catalog,
                STATEMENTS.changes_settings,
                STATEMENTS.keeps_objects,
                STATEMENTS.fills_memory,
            ):
                try:
                    await connection.fetchval(statement, timeout=SECONDS)
                except asyncpg.InsufficientPrivilegeError:
                    continue
                except asyncpg.PostgresError:
                    pass  # it failed, but was not refused
                raise Misconfigured(_TOO_MUCH)


async def open_data(pool: Pool, *, dsn: str | None, local: bool) -> OpenData | None:
    """The reader of this pool's database; None where it has no login of its own. Raises Misconfigured, Unavailable."""
    if dsn is None:
        return None
    found = OpenData(dsn, views=await _views(pool), local=local)
    await found.probe()
    return found


async def _views(pool: Pool) -> list[OpenView]:
    told: dict[tuple[str, str], list[OpenColumn]] = {}
    for each in await pool.fetch(STATEMENTS.views):
        column = OpenColumn(name=each["name"], kind=each["type"], comment=each["comment"])
        told.setdefault((each["view"], each["told"]), []).append(column)
    return [OpenView(name=name, title=title, columns=tuple(columns)) for (name, title), columns in told.items()]


async def bodies_alike(db: Db, *, text: str) -> list[str]:
    """uids of the covered bodies whose names are nearest, the nearest first."""
    return [record["uid"] for record in await db.fetch(STATEMENTS.bodies_alike, text)]


async def codes_alike(db: Db, *, text: str) -> list[str]:
    """Codes of the budget nearest to one; that one first, where some act has it."""
    return [record["kae"] for record in await db.fetch(STATEMENTS.codes_alike, text)]


async def _all_rows(connection: Any, asked: Sequence[tuple[str, Sequence[object]]]) -> Found:
    return tuple([await _rows(connection, statement, bound) for statement, bound in asked])


async def _rows(connection: Any, statement: str, bound: Sequence[object]) -> OpenRows:
    """The statement is priced before it is run; its text stands behind EXPLAIN as it is."""
    plan = json.loads(await connection.fetchval(_EXPLAIN + statement, *bound))
    if plan[0]["Plan"]["Total Cost"] > _MOST_COST:
        raise InvalidInput(_COSTLY)
    prepared = await connection.prepare(statement)
    if odd := [each.type.name for each in prepared.get_attributes() if each.type.name not in _SCALARS]:
        raise InvalidInput(_REFUSED.format(reason=f"τύπος {odd[0]}"))
    cursor = await prepared.cursor(*bound)
    records = await cursor.fetch(MOST_ROWS + 1)
    rows = tuple(tuple(map(_cell, record.values())) for record in records[:MOST_ROWS])
    return OpenRows(rows=rows, more=len(records) > MOST_ROWS)


def _cell(value: object) -> Cell:
    if value is None or isinstance(value, int | Decimal | date):
        return value
    return str(value)[:LONGEST_CELL]


async def _watched(asked: Coroutine[Any, Any, Found], backend: int) -> Found:
    """Postgres bounds no memory of a query: what its backend holds is looked at while we wait, and too much ends it."""
    running = asyncio.ensure_future(asked)
    try:
        while not (await asyncio.wait({running}, timeout=_GLANCE_SECONDS))[0]:
            if _own_memory(backend) > _MEMORY:
                raise InvalidInput(_TOO_LARGE)
        return running.result()
    finally:
        if running.cancel():
            await asyncio.wait({running})


def _own_memory(process: int) -> int:
    """Bytes that it shares with nobody; 0 where that cannot be known."""
    try:
        _, resident, shared, *_ = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()
    except OSError:
        return 0
    return (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE")
