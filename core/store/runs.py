"""Runs of the ingestion: nights that were read, what came of each body, and the lock of whoever talks to the source."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from core.store import sql
from core.store.pool import Connection, Db

STATEMENTS = sql.load(__name__)
_LOCK = 6_265_1005


class RunKind(StrEnum):
    NIGHTLY = "nightly"
    BACKFILL = "backfill"
    REGISTER = "register"
    FRONTIER = "frontier"  # the last days, for who wants to know at once


class RunState(StrEnum):
    """`partial`: some body failed. `cut`: the process ended before the run did."""

    RUNNING = "running"
    DONE = "done"
    PARTIAL = "partial"
    FAILED = "failed"
    CUT = "cut"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run as the journal has it."""

    id: int
    kind: RunKind
    night: date | None
    started_at: datetime
    beat_at: datetime
    finished_at: datetime | None
    state: RunState
    requests: int
    retries: int
    windows: int
    new_rows: int
    changed_rows: int
    gone_rows: int
    rejected_rows: int
    error: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How far a run is."""

    requests: int = 0
    retries: int = 0
    windows: int = 0
    new: int = 0
    changed: int = 0
    gone: int = 0
    rejected: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempts:
    """Tries in vain since it last went well."""

    failed: int
    last_at: datetime | None


async def take_source(db: Connection) -> bool:
    """Whether this connection may talk to the source: one may, of all processes, for as long as it lives."""
    return bool(await db.fetchval(STATEMENTS.try_lock, _LOCK))


async def leave_source(db: Connection) -> None:
    await db.fetchval(STATEMENTS.unlock, _LOCK)


async def source_is_taken(db: Db) -> bool:
    """Some process talks to the source, and answers what readers ask for."""
    return bool(await db.fetchval(STATEMENTS.is_locked, _LOCK))


async def start(db: Db, *, kind: RunKind, night: date | None, load: int | None, at: datetime) -> int:
    return int(await db.fetchval(STATEMENTS.start, kind.value, night, load, at))


async def beat(db: Db, *, run: int, at: datetime, tally: Tally) -> None:
    """How far it is now."""
    await db.execute(
        STATEMENTS.beat,
        run,
        at,
        tally.requests,
        tally.retries,
        tally.windows,
        tally.new,
        tally.changed,
        tally.gone,
        tally.rejected,
    )


async def body(db: Db, *, run: int, organization_uid: str, error: str | None) -> None:
    """How one body fared: well without an `error`."""
    await db.execute(STATEMENTS.body, run, organization_uid, "failed" if error else "done", error)


async def finish(db: Db, *, run: int, state: RunState, at: datetime, error: str | None = None) -> None:
    await db.execute(STATEMENTS.finish, run, state.value, at, error)


async def cut_orphans(db: Db, *, at: datetime) -> None:
    """Closes the rows of runs whose process ended; only the holder of the source may say that they did."""
    await db.execute(STATEMENTS.cut, at)


async def is_done(db: Db, *, night: date) -> bool:
    return bool(await db.fetchval(STATEMENTS.is_done, night))


async def attempts(db: Db, *, kind: RunKind, night: date | None = None) -> Attempts:
    return Attempts(**await db.fetchrow(STATEMENTS.attempts, kind.value, night))


async def bodies_done(db: Db, *, night: date) -> set[str]:
    """Bodies that were read this night already, by an earlier run of it."""
    return {row["organization_uid"] for row in await db.fetch(STATEMENTS.bodies_done, night)}


async def bodies_failed(db: Db, *, run: int) -> dict[str, str]:
    """uid → why it failed."""
    return {row["organization_uid"]: row["error"] for row in await db.fetch(STATEMENTS.bodies_failed, run)}


async def last(db: Db, *, kind: RunKind) -> Run | None:
    return _run(await db.fetchrow(STATEMENTS.last, kind.value))


async def last_done(db: Db, *, kind: RunKind) -> Run | None:
    return _run(await db.fetchrow(STATEMENTS.last_done, kind.value))


async def failing_since(db: Db) -> datetime | None:
    """When the nightly runs began to fail; None while the last one went well."""
    since: datetime | None = await db.fetchval(STATEMENTS.failing_since)
    return since


async def warn(db: Db, *, night: date, at: datetime) -> bool:
    """True for the one who is to tell the operator that this night is late."""
    return await db.fetchval(STATEMENTS.warn, night, at) is not None


async def warned(db: Db) -> date | None:
    """The last night that was late."""
    row = await db.fetchrow(STATEMENTS.warned)
    return row["night"] if row else None


def _run(row: Mapping[str, Any] | None) -> Run | None:
    if row is None:
        return None
    facts = {name: value for name, value in row.items() if name != "load_id"}
    return Run(**facts | {"kind": RunKind(facts["kind"]), "state": RunState(facts["state"])})
