"""The database server behind the program: the embedded one, or the one that DATABASE_URL names."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import asyncpg

from core.errors import Misconfigured, Unavailable
from core.store import sql
from core.store.embedded import EmbeddedPostgres
from core.store.failures import translated
from core.store.migrate import ensure_database, migrate

STATEMENTS = sql.load(__name__)
DATABASE = "diafaneia"
_APP, _READER = "diafaneia_app", "diafaneia_reader"
_EXTENSIONS = ("vector", "pg_trgm")
_OLDEST = 170_000
_OLDEST_VECTOR = (0, 8)
_ADVICE = "Ορίστε το DATABASE_URL σε PostgreSQL 17 ή νεότερο με pgvector (π.χ. την εικόνα pgvector/pgvector:pg18)."


class Server:
    """Logins to its databases (DESIGN §8). Without a name they lead to the main one, `name`."""

    def __init__(self, *, owner: str, app: str, reader: str | None, embedded: EmbeddedPostgres | None) -> None:
        self.name = unquote(urlsplit(owner).path.lstrip("/"))
        self.embedded = embedded
        self._owner, self._app, self._reader = owner, app, reader

    @property
    def notices(self) -> tuple[str, ...]:
        """Greek sentences that the operator should see once: what was put elsewhere, and why."""
        return tuple(self.embedded.notices) if self.embedded else ()

    def owner_dsn(self, database: str | None = None) -> str:
        """Migrates and ingests."""
        return with_database(self._owner, database or self.name)

    def app_dsn(self, database: str | None = None) -> str:
        """Answers. The owner's own login where APP_DATABASE_URL is not given."""
        return with_database(self._app, database or self.name)

    def reader_dsn(self, database: str | None = None) -> str | None:
        """Sees a few views; None where READER_DATABASE_URL is not given: nobody else may stand in for it."""
        return with_database(self._reader, database or self.name) if self._reader else None

    async def prepare(self, database: str | None = None) -> list[str]:
        """Makes the database where it is missing and brings it up to date; names of the migrations applied now."""
        if self.embedded or database:
            await ensure_database(self.embedded.dsn() if self.embedded else self._owner, database or self.name)
        return await migrate(self.owner_dsn(database))

    async def close(self) -> None:
        """Leaves the embedded server; the last process to leave stops it."""
        if self.embedded:
            await asyncio.to_thread(self.embedded.stop)


async def open_server(
    *,
    data_dir: Path,
    database_url: str | None = None,
    app_database_url: str | None = None,
    reader_database_url: str | None = None,
) -> Server:
    """A server that answers and has what we need; `prepare` its databases next."""
    if database_url is None:
        embedded = EmbeddedPostgres(data_dir / "postgres")
        await asyncio.to_thread(embedded.start)
        owner, app, reader = (embedded.dsn(DATABASE, user) for user in ("postgres", _APP, _READER))
        return Server(owner=owner, app=app, reader=reader, embedded=embedded)
    owner = database_url if urlsplit(database_url).path.lstrip("/") else with_database(database_url, DATABASE)
    await _check(owner)
    return Server(owner=owner, app=app_database_url or owner, reader=reader_database_url, embedded=None)


async def _check(owner: str) -> None:
    """Refuses a server that does not answer or cannot carry the schema."""
    try:
        with translated():
            connection = await asyncpg.connect(owner, timeout=10, command_timeout=10)
            try:
                facts = await connection.fetchrow(STATEMENTS.facts, _EXTENSIONS)
            finally:
                await connection.close(timeout=10)
    except Unavailable as error:
        raise Unavailable(f"Η βάση δεδομένων του DATABASE_URL δεν απαντά: {error.__cause__!r}") from error
    _judge(facts)


def with_database(url: str, database: str) -> str:
    """The same login and server, another database."""
    return urlsplit(url)._replace(path="/" + quote(database)).geturl()


def _judge(facts: Mapping[str, Any]) -> None:
    """`facts`: a row of the statement of that name."""
    missing = sorted(set(_EXTENSIONS) - set(facts["extensions"]))
    if facts["version"] < _OLDEST:
        raise Misconfigured(f"Ο διακομιστής του DATABASE_URL είναι PostgreSQL {facts['version'] // 10_000}. {_ADVICE}")
    if missing:
        raise Misconfigured(f"Ο διακομιστής του DATABASE_URL δεν έχει τις επεκτάσεις: {', '.join(missing)}. {_ADVICE}")
    if tuple(int(part) for part in facts["vector"].split(".")[:2]) < _OLDEST_VECTOR:
        raise Misconfigured(
            f"Το pgvector του διακομιστή είναι {facts['vector']} και χρειάζεται 0.8 ή νεότερο: εγκαταστήστε το και "
            "εκτελέστε ALTER EXTENSION vector UPDATE."
        )
    if facts["encoding"] != "UTF8" or facts["ctype"] in ("C", "POSIX"):
        raise Misconfigured(
            f"Η βάση του DATABASE_URL έχει κωδικοποίηση {facts['encoding']} και LC_CTYPE {facts['ctype']}: η αναζήτηση "
            "στα ελληνικά θέλει UTF8 και LC_CTYPE UTF-8 (π.χ. CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' "
            "LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LC_CTYPE 'C.UTF-8')."
        )
