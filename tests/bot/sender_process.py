"""A sender as a process of its own, to be killed: `python -m tests.bot.sender_process DSN URL [SECONDS_AHEAD]`."""

import asyncio
import sys
from datetime import UTC, datetime, timedelta

from telegram import Bot

from bot.sender import Sender
from core.answer.assistant import Assistant
from core.app import SettingCache
from core.letters import Letters
from core.store.pool import open_pool
from tests.bot.conftest import TOKEN


async def main(dsn: str, url: str, ahead: str = "0") -> None:
    def clock() -> datetime:
        return datetime.now(UTC) + timedelta(seconds=float(ahead))

    async with await open_pool(dsn) as pool, Bot(TOKEN, base_url=f"{url}/bot") as bot:
        setting = SettingCache(pool, home="6265")
        assistant = Assistant(pool, embedder=None, setting=setting, seconds=9)
        await Sender(Letters(pool, assistant, setting, clock=clock), bot).run()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
