"""The PDF of an act, or a page of it, to a reader: what was sent before by its name, else the file, else the link."""

import asyncio
import logging

from telegram.constants import ChatAction
from telegram.error import Forbidden, TelegramError

from bot.delivery import Place, send_answer, send_paper
from bot.door import Door
from bot.handlers.progress import typing
from core.domain.answer import Answer
from core.domain.paper import Paper

log = logging.getLogger(__name__)


async def hand_over(door: Door, place: Place, answer_id: str, index: int) -> None:
    """In a turn that is taken already. A wish that cannot be granted is worded by `bot.failures`."""
    bot = str(place.bot.id)
    async with typing(place, ChatAction.UPLOAD_DOCUMENT), asyncio.timeout(door.seconds):
        found = await door.app.papers.given(place.conversation, answer_id, index, bot=bot)
    if isinstance(found, Paper) and found.file_id and await _sent(door, place, found):
        return
    if isinstance(found, Paper) and found.file_id:
        async with typing(place, ChatAction.UPLOAD_DOCUMENT), asyncio.timeout(door.seconds):
            found = await door.app.papers.lost(found, bot=bot)
    if isinstance(found, Answer):
        await send_answer(place, found)
    elif not await _sent(door, place, found):
        await send_answer(place, door.app.papers.linked(found))


async def _sent(door: Door, place: Place, paper: Paper) -> bool:
    """False where Telegram does not take it: too large, or a name that it does not know any longer."""
    async with typing(place, ChatAction.UPLOAD_DOCUMENT):
        try:
            file_id = await send_paper(place, paper)
        except Forbidden:
            raise
        except TelegramError as error:
            log.warning("a document was not sent: %s", error)
            return False
    await door.app.papers.sent(paper, bot=str(place.bot.id), file_id=file_id)
    return True
