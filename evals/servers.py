"""The server that is set up here, and its connections, opened for a measure and closed after it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from core.settings import Settings
from core.store.pool import Pool, open_pool
from core.store.server import Server, open_server


@asynccontextmanager
async def opened_server(settings: Settings) -> AsyncIterator[Server]:
    server = await open_server(
        data_dir=settings.data_dir,
        database_url=settings.database_url,
        app_database_url=settings.app_database_url,
        reader_database_url=settings.reader_database_url,
    )
    try:
        yield server
    finally:
        await server.close()


@asynccontextmanager
async def opened_pool(settings: Settings) -> AsyncIterator[Pool]:
    async with (
        opened_server(settings) as server,
        await open_pool(server.app_dsn(), min_size=3, max_size=6, command_seconds=120) as pool,
    ):
        yield pool
