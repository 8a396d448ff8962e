"""A PDF was sent: the act whose ΑΔΑ is stamped on it, or why there is none."""

from datetime import UTC, datetime

from telegram import Message, Update
from telegram.ext import filters

from bot.delivery import Place, say
from bot.door import Door
from bot.files.stamped import MOST_BYTES, Paper, Stamped
from bot.handlers.context import Context
from bot.handlers.progress import typing
from bot.handlers.turn import answer_text
from bot.handlers.written import question_in
from bot.replies.catalog import REPLIES

PDF = filters.Document.PDF | filters.Document.FileExtension("pdf")
_ENDING, _MEDIA = ".pdf", "application/pdf"
_MEGABYTE, _NAMED = 1_000_000, 5
_NOT_READ = {
    Paper.ENCRYPTED: REPLIES.paper_encrypted,
    Paper.DAMAGED: REPLIES.paper_damaged,
    Paper.TOO_HEAVY: REPLIES.paper_damaged,
    Paper.NOT_FETCHED: REPLIES.paper_not_fetched,
}


async def sent(door: Door, update: Update, context: Context) -> None:
    message, place = update.effective_message, Place.of(update, context.bot)
    if message is None or place is None:
        return
    if door.guard.missed(place.conversation, message.date, datetime.now(UTC)):
        if door.guard.tell_away(place.conversation):
            await say(place, REPLIES.was_away, demo=door.app.demo)
        return
    await read(door, place, message)


def is_pdf(message: Message) -> bool:
    """Whether a message brings what PDF lets through."""
    document = message.document
    if document is None:
        return False
    return document.mime_type == _MEDIA or (document.file_name or "").lower().endswith(_ENDING)


async def read(door: Door, place: Place, message: Message) -> None:
    """What is written beside it is asked of its act. An ΑΔΑ written there is meant, whatever the file is."""
    written, document = question_in(message), message.document
    if document is None:
        return
    if written and (await door.app.understand(written, (), door.today())).adas:
        await answer_text(door, place, written)
        return
    async with door.guard.turn(place.conversation) as mine:
        if not mine:
            await say(place, REPLIES.busy, demo=door.app.demo)
            return
        async with typing(place):
            stamped = await door.papers.stamped(place.bot, document)
    if len(stamped.adas) == 1:
        await answer_text(door, place, f"{written} {stamped.adas[0]}".strip())
        return
    await say(place, _no(stamped, document.file_size or 0), demo=door.app.demo)
    if written:
        await answer_text(door, place, written)


def _no(stamped: Stamped, size: int) -> str:
    if stamped.paper is Paper.TOO_LARGE:
        most = MOST_BYTES // _MEGABYTE
        return REPLIES.paper_large.format(size=f"{size / _MEGABYTE:.1f}".replace(".", ","), most=most)
    if stamped.paper is not Paper.READ:
        return _NOT_READ[stamped.paper]
    if not stamped.adas:
        return REPLIES.paper_unstamped
    return REPLIES.paper_several.format(adas=", ".join(stamped.adas[:_NAMED]))
