"""What people write: a question in a private chat, /ask and replies in a group, and what is not text at all.

Edited messages are left alone: Telegram also sends them when nothing that was written has changed.
"""

from datetime import UTC, datetime

from telegram import Message, Update
from telegram.ext import filters

from bot.delivery import Place, say
from bot.door import Door
from bot.handlers import sent_pdf
from bot.handlers.context import Context
from bot.handlers.turn import answer_text
from bot.handlers.written import question_in
from bot.replies.catalog import REPLIES
from core.domain.request import Intent
from core.greek.numbers import format_count

_WORDLESS = (
    (filters.VOICE | filters.AUDIO | filters.VIDEO_NOTE, REPLIES.voice),
    (filters.PHOTO | filters.VIDEO | filters.ANIMATION, REPLIES.picture),
    (filters.Document.ALL, REPLIES.document),
    (filters.Sticker.ALL, REPLIES.sticker),
    (filters.CONTACT, REPLIES.contact),
)

LONGEST = 1_000  # characters of a question
_LISTED = frozenset({Intent.RECORDS, Intent.ADASEARCH})  # asked for a list already


async def question(door: Door, update: Update, context: Context) -> None:
    """Free text, or the caption of a picture or file: an ΑΔΑ often comes that way."""
    message, place = update.effective_message, Place.of(update, context.bot)
    if message is None or place is None or _is_ours(message):
        return
    written, meant = question_in(message), message.reply_to_message
    if not written and meant and sent_pdf.is_pdf(meant):
        await sent_pdf.read(door, place, meant)
        return
    written = written or (question_in(meant) if meant else "")  # «/ask» alone, in reply to what somebody wrote
    if door.guard.missed(place.conversation, message.date, datetime.now(UTC)):
        if door.guard.tell_away(place.conversation):
            await say(place, REPLIES.was_away, demo=door.app.demo)
    elif not written:
        await say(place, REPLIES.nothing_written, demo=door.app.demo)
    elif (told := _no_question(message, written)) and not await _adas_in(door, written):
        await say(place, told, demo=door.app.demo)
    else:
        await answer_text(door, place, written)


def _is_ours(message: Message) -> bool:
    """A card that somebody sent by inline mode into the chat with us: it is on the screen already."""
    return message.via_bot is not None and message.via_bot.id == message.get_bot().id


def _no_question(message: Message, written: str) -> str:
    """Why it may be none of the reader's own: another's words, or a text. An ΑΔΑ in it is looked up all the same."""
    if len(written) > LONGEST:
        return REPLIES.too_long.format(length=format_count(len(written)), most=format_count(LONGEST))
    return REPLIES.forwarded if message.forward_origin is not None else ""


async def _adas_in(door: Door, written: str) -> bool:
    return bool((await door.app.understand(written, (), door.today())).adas)


async def search(door: Door, update: Update, context: Context) -> None:
    """/search: the acts about something, as a list whose pages are turned in place, whatever a question would give."""
    message, place = update.effective_message, Place.of(update, context.bot)
    if message is None or place is None:
        return
    if words := question_in(message):
        intent = (await door.app.understand(words, (), door.today())).intent
        listed = words if intent in _LISTED else REPLIES.search_for.format(words=words)
        await answer_text(door, place, listed)
    else:
        await say(place, REPLIES.nothing_to_search, demo=door.app.demo)


async def wordless(door: Door, update: Update, context: Context) -> None:
    if place := Place.of(update, context.bot):
        told = next((reply for kind, reply in _WORDLESS if kind.check_update(update)), REPLIES.other)
        await say(place, told, demo=door.app.demo)


async def unknown_command(door: Door, update: Update, context: Context) -> None:
    if place := Place.of(update, context.bot):
        await say(place, REPLIES.unknown_command, demo=door.app.demo)
