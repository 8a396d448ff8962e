"""`python -m migrations`: brings the database up to date."""

import asyncio
import logging
import sys

from core import log
from core.errors import DiafaneiaError
from core.settings import Settings
from core.store.server import open_server


async def main() -> None:
    settings = Settings.read()
    log.configure(level=settings.log_level, as_json=settings.log_json, secrets=settings.secrets)
    server = await open_server(
        data_dir=settings.data_dir,
        database_url=settings.database_url,
        app_database_url=settings.app_database_url,
        reader_database_url=settings.reader_database_url,
    )
    try:
        applied = await server.prepare()
        logging.getLogger("migrations").info("%s: %s", server.name, ", ".join(applied) or "nothing to apply")
    finally:
        await server.close()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except DiafaneiaError as error:
        sys.exit(str(error))
