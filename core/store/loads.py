"""The log of loads: a row a run, what it refused and why, and the lock that keeps two runs apart."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from core.errors import Unavailable
from core.store import sql
from core.store.pool import Connection, Db

STATEMENTS = sql.load(__name__)
_LOCK = 6_265_1001
_BETWEEN_TRIES = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A row that is no decision, by its place in the run."""

    row: int
    ada: str | None
    reason: str
    raw: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a run is."""

    read: int = 0
    new: int = 0
    changed: int = 0
    rejected: int = 0


@asynccontextmanager
async def alone(db: Connection, *, patience: float = 10.0) -> AsyncIterator[None]:
    """One load at a time in a database. A run that dies lets go once the server notices: `patience` waits for that."""
    deadline = time.monotonic() + patience
    while not await db.fetchval(STATEMENTS.try_lock, _LOCK):
        if time.monotonic() >= deadline:
            raise Unavailable("Τρέχει ήδη μια φόρτωση σε αυτή τη βάση: περιμένετε να τελειώσει.")
        await asyncio.sleep(_BETWEEN_TRIES)
    try:
        yield
    finally:
        await db.fetchval(STATEMENTS.unlock, _LOCK)


async def take_turn(db: Connection, *, hasten: bool = False) -> None:
    """As `alone`, until the end of the caller's transaction, which need not wait for the disk when it may `hasten`:
    whoever reads on is told so by a later one that does.
    """
    await db.execute(STATEMENTS.lock_turn, _LOCK, hasten)


async def is_empty(db: Db) -> bool:
    """No decision is held."""
    return bool(await db.fetchval(STATEMENTS.is_empty))


async def start(db: Db, *, source: str) -> int:
    return int(await db.fetchval(STATEMENTS.start, source))


async def advance(db: Db, *, load: int, progress: Progress) -> None:
    await db.execute(STATEMENTS.advance, load, progress.read, progress.new, progress.changed, progress.rejected)


async def finish(db: Db, *, load: int) -> None:
    await db.execute(STATEMENTS.finish, load)


async def counts_are_stale(db: Db, *, load: int) -> bool:
    """An earlier run was cut short before it refreshed what is counted over the whole set."""
    return bool(await db.fetchval(STATEMENTS.unfinished, load))


async def refuse(db: Connection, *, load: int, rows: Iterable[Refused]) -> None:
    """Inside the caller's transaction."""
    records = [(row.row, row.ada, row.reason, row.raw) for row in rows]
    if not records:
        return
    await db.execute(STATEMENTS.create_incoming_rejections)
    await db.execute(STATEMENTS.clear_incoming_rejections)
    await db.copy_records_to_table("incoming_rejections", records=records, schema_name="pg_temp")
    await db.execute(STATEMENTS.write_rejections, load)


async def rejected(db: Db) -> dict[str, int]:
    """Why rows were refused, over all loads."""
    return {row["reason"]: row["rows"] for row in await db.fetch(STATEMENTS.rejected)}
