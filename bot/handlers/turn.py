"""One answer for one chat: its turn taken, «typing» shown, within the time that an answer may take."""

import asyncio
from collections.abc import Awaitable, Callable

from telegram.constants import ChatAction

from bot.delivery import Place, say, send_answer, send_file
from bot.door import Door
from bot.files.made import MadeFile
from bot.handlers.papers import hand_over
from bot.handlers.progress import typing
from bot.replies.catalog import REPLIES
from core.domain.answer import Answer, Question, pressed_at_once


async def take_turn(door: Door, place: Place, make: Callable[[], Awaitable[Answer]]) -> None:
    """`make` is called only if it is this chat's turn. Being late is a TimeoutError: see `bot.failures`."""
    async with door.guard.turn(place.conversation) as mine:
        if not mine:
            await say(place, REPLIES.busy, demo=door.app.demo)
            return
        async with typing(place), asyncio.timeout(door.seconds):
            answer = await make()
        await send_answer(place, answer)
        if (index := pressed_at_once(answer)) is not None:
            await hand_over(door, place, answer.receipt, index)


async def take_turn_for_file(door: Door, place: Place, make: Callable[[], Awaitable[MadeFile]]) -> None:
    """The same for a file: it goes out beside the answer that it belongs to, which stays as it is."""
    async with door.guard.turn(place.conversation) as mine:
        if not mine:
            await say(place, REPLIES.busy, demo=door.app.demo)
            return
        async with typing(place, ChatAction.UPLOAD_DOCUMENT), asyncio.timeout(door.seconds):
            made = await make()
        await send_file(place, made)


async def take_turn_for_paper(door: Door, place: Place, answer_id: str, index: int) -> None:
    """The same for what a button of an answer sends from the source."""
    async with door.guard.turn(place.conversation) as mine:
        if mine:
            await hand_over(door, place, answer_id, index)
        else:
            await say(place, REPLIES.busy, demo=door.app.demo)


async def answer_text(door: Door, place: Place, text: str) -> None:
    question = Question(conversation=place.conversation, text=text, asked_on=door.today(), by_button=place.in_group)
    await take_turn(door, place, lambda: door.app.assistant.answer(question))
