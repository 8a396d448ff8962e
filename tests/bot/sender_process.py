"""A sender as a process of its own, to be killed: `python -m tests.bot.sender_process DSN URL [SECONDS_AHEAD|FILE]`."""

import asyncio
import sys
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from telegram import Bot

from bot.sender import Sender
from core.answer.assistant import Assistant
from core.app import SettingCache
from core.letters import Letters
from core.store.pool import open_pool
from tests.bot.clocked_bot import clock_of
from tests.bot.conftest import TOKEN


def _ahead(by: timedelta) -> datetime:
    return datetime.now(UTC) + by


async def main(dsn: str, url: str, ahead: str = "0") -> None:
    is_file = "/" in ahead
    clock = partial(clock_of, Path(ahead)) if is_file else partial(_ahead, timedelta(seconds=float(ahead)))
    async with await open_pool(dsn) as pool, Bot(TOKEN, base_url=f"{url}/bot") as bot:
        setting = SettingCache(pool, home="6265")
        assistant = Assistant(pool, embedder=None, setting=setting, seconds=9)
        await Sender(Letters(pool, assistant, setting, clock=clock), bot).run()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
