"""The server and the databases that the commands work on, opened for the owner."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from rich.console import Console

from core.settings import Settings
from core.store.pool import Pool, open_pool
from core.store.server import Server, open_server

_STATEMENT_SECONDS = 600.0


@asynccontextmanager
async def opened_server(settings: Settings, console: Console) -> AsyncIterator[Server]:
    """What the server wants to be known is said on the console."""
    server = await open_server(
        data_dir=settings.data_dir,
        database_url=settings.database_url,
        app_database_url=settings.app_database_url,
        reader_database_url=settings.reader_database_url,
    )
    try:
        for notice in server.notices:
            console.print(notice)
        yield server
    finally:
        await server.close()


@asynccontextmanager
async def opened_database(server: Server, name: str | None = None) -> AsyncIterator[Pool]:
    """The owner's connections to a database that is there and up to date."""
    await server.prepare(name)
    pool = await open_pool(
        server.owner_dsn(name), max_size=6, command_seconds=_STATEMENT_SECONDS, application="diafaneia ingest"
    )
    try:
        yield pool
    finally:
        await pool.close()
