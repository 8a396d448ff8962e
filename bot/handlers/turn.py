"""One answer for one chat: its turn taken, «typing» shown, within the time that an answer may take."""

import asyncio
from collections.abc import Awaitable, Callable

from bot.delivery import Place, say, send_answer
from bot.door import Door
from bot.handlers.progress import typing
from bot.replies.catalog import REPLIES
from core.domain.answer import Answer, Question


async def take_turn(door: Door, place: Place, make: Callable[[], Awaitable[Answer]]) -> None:
    """`make` is called only if it is this chat's turn. Being late is a TimeoutError: see `bot.failures`."""
    async with door.guard.turn(place.conversation) as mine:
        if not mine:
            await say(place, REPLIES.busy, demo=door.app.demo)
            return
        async with typing(place), asyncio.timeout(door.seconds):
            answer = await make()
        await send_answer(place, answer)


async def answer_text(door: Door, place: Place, text: str) -> None:
    question = Question(conversation=place.conversation, text=text, asked_on=door.today())
    await take_turn(door, place, lambda: door.app.assistant.answer(question))
