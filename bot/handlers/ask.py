"""What people write: a question in a private chat, /ask and replies in a group, and what is not text at all.

Edited messages are left alone: Telegram also sends them when nothing that was written has changed.
"""

from datetime import UTC, datetime

from telegram import Update
from telegram.ext import filters

from bot.delivery import Place, say
from bot.door import Door
from bot.handlers.context import Context
from bot.handlers.turn import answer_text
from bot.handlers.written import question_in
from bot.replies.catalog import REPLIES

_WORDLESS = (
    (filters.VOICE | filters.AUDIO | filters.VIDEO_NOTE, REPLIES.voice),
    (filters.PHOTO | filters.VIDEO | filters.ANIMATION, REPLIES.picture),
    (filters.Document.ALL, REPLIES.document),
    (filters.Sticker.ALL, REPLIES.sticker),
)


async def question(door: Door, update: Update, context: Context) -> None:
    """Free text, or the caption of a picture or file: an ΑΔΑ often comes that way."""
    message, place = update.effective_message, Place.of(update, context.bot)
    if message is None or place is None:
        return
    written = question_in(message)
    if door.guard.missed(place.conversation, message.date, datetime.now(UTC)):
        if door.guard.tell_away(place.conversation):
            await say(place, REPLIES.was_away, demo=door.app.demo)
    elif not written:
        await say(place, REPLIES.nothing_written, demo=door.app.demo)
    else:
        await answer_text(door, place, written)


async def wordless(door: Door, update: Update, context: Context) -> None:
    if place := Place.of(update, context.bot):
        told = next((reply for kind, reply in _WORDLESS if kind.check_update(update)), REPLIES.other)
        await say(place, told, demo=door.app.demo)


async def unknown_command(door: Door, update: Update, context: Context) -> None:
    if place := Place.of(update, context.bot):
        await say(place, REPLIES.unknown_command, demo=door.app.demo)
