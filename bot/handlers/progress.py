"""What the reader sees while an answer is being made: «typing», renewed until it is there."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from telegram.constants import ChatAction
from telegram.error import TelegramError

from bot.delivery import Place

_AFTER, _EVERY = 0.3, 4.0  # seconds: nothing for an answer that is there at once; Telegram shows each one for five


@asynccontextmanager
async def typing(place: Place, what: ChatAction = ChatAction.TYPING) -> AsyncIterator[None]:
    task = asyncio.create_task(_keep_typing(place, what))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})


async def _keep_typing(place: Place, what: ChatAction) -> None:
    await asyncio.sleep(_AFTER)
    while True:
        with suppress(TelegramError):  # cosmetic: the answer comes with or without it
            await place.bot.send_chat_action(place.chat_id, what, message_thread_id=place.thread_id)
        await asyncio.sleep(_EVERY)
