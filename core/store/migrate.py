"""Applies migrations/NNNN_name.sql: in order, once each, one transaction each, under one lock."""

import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import asyncpg

from core.errors import Misconfigured
from core.store import sql
from core.store.failures import translated

STATEMENTS = sql.load(__name__)
_LOCK = 6_265_2026
_SECONDS = 600.0
_FOR_OPERATOR = """Ο διαχειριστής του διακομιστή εκτελεί πρώτα σε αυτή τη βάση:
CREATE EXTENSION vector; CREATE EXTENSION pg_trgm;
CREATE ROLE diafaneia_app LOGIN PASSWORD '…'; CREATE ROLE diafaneia_reader LOGIN PASSWORD '…';
ALTER ROLE diafaneia_reader SET default_transaction_read_only = on;
ALTER ROLE diafaneia_reader SET statement_timeout = '3s';"""


async def migrate(dsn: str, *, directory: Traversable | None = None) -> list[str]:
    """Brings the database up to date; names of what was applied now. Safe to call from several processes at once."""
    ours = _read(files("migrations") if directory is None else directory)
    async with _connected(dsn) as connection:
        await connection.execute(STATEMENTS.wait_limit)
        await connection.fetchval(STATEMENTS.lock, _LOCK)
        await connection.execute(STATEMENTS.create_journal)
        applied = {row["name"]: row["checksum"] for row in await connection.fetch(STATEMENTS.applied)}
        _compare(ours, applied)
        pending = [name for name in ours if name not in applied]
        for name in pending:
            await _apply(connection, name, ours[name])
    return pending


async def ensure_database(server_dsn: str, name: str) -> bool:
    """Creates a database unless it is there, over a connection to another one of its server. True when created."""
    async with _connected(server_dsn) as connection:
        if await connection.fetchval(STATEMENTS.database_exists, name):
            return False
        try:
            await connection.execute(await connection.fetchval(STATEMENTS.create_database_text, name))
        except (asyncpg.DuplicateDatabaseError, asyncpg.UniqueViolationError):
            return False  # another process was faster
        except asyncpg.InsufficientPrivilegeError as error:
            raise Misconfigured(
                f"Ο χρήστης του DATABASE_URL δεν μπορεί να δημιουργήσει τη βάση {name}: δημιουργήστε την εσείς "
                f'(CREATE DATABASE "{name}") ή δώστε του το δικαίωμα CREATEDB.'
            ) from error
    return True


async def _apply(connection: Any, name: str, text: str) -> None:
    try:
        async with connection.transaction():
            await connection.execute(text)
            await connection.execute(STATEMENTS.record, name, _checksum(text))
    except asyncpg.InsufficientPrivilegeError as error:
        raise Misconfigured(
            f"Η μετάβαση {name} θέλει δικαιώματα που ο χρήστης του DATABASE_URL δεν έχει ({error.args[0]}). "
            + _FOR_OPERATOR
        ) from error
    except asyncpg.FeatureNotSupportedError as error:
        raise Misconfigured(f"Η μετάβαση {name} δεν γίνεται σε αυτόν τον διακομιστή: {error}") from error


def _read(directory: Traversable) -> dict[str, str]:
    found = sorted(
        (entry for entry in directory.iterdir() if entry.name.endswith(".sql")), key=lambda entry: entry.name
    )
    return {entry.name.removesuffix(".sql"): entry.read_text(encoding="utf-8") for entry in found}


def _compare(ours: dict[str, str], applied: dict[str, str]) -> None:
    for name, checksum in applied.items():
        if name not in ours:
            raise Misconfigured(
                f"Η βάση έχει τη μετάβαση {name}, που ο κώδικας δεν έχει: εγκαταστήστε τη νεότερη έκδοση."
            )
        if _checksum(ours[name]) != checksum:
            raise Misconfigured(
                f"Η μετάβαση {name} άλλαξε αφού εφαρμόστηκε: επαναφέρετε το αρχείο και "
                "γράψτε την αλλαγή σε νέα μετάβαση."
            )


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@asynccontextmanager
async def _connected(dsn: str) -> AsyncIterator[Any]:
    with translated():
        connection = await asyncpg.connect(dsn, timeout=10, command_timeout=_SECONDS)
        try:
            yield connection
        finally:
            await connection.close(timeout=10)
