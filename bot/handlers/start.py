"""/start, /help, /privacy: what it can do, with examples of the loaded data; what it keeps; links open their act."""

from dataclasses import replace

from telegram import Update

from bot.delivery import Place, say, send_answer
from bot.door import Door
from bot.handlers.context import Context
from bot.handlers.turn import answer_text
from bot.links import FROM_INLINE, ada_in
from bot.replies.catalog import REPLIES


async def start(door: Door, update: Update, context: Context) -> None:
    place = Place.of(update, context.bot)
    if place is None:
        return
    if context.args and context.args[0] != FROM_INLINE:
        await _opened(door, place, context.args[0])
        return
    await send_answer(place, await door.app.start(place.conversation))


async def help_(door: Door, update: Update, context: Context) -> None:
    if place := Place.of(update, context.bot):
        answer = await door.app.help(place.conversation)
        more = REPLIES.help_telegram.format(username=context.bot.username)
        await send_answer(place, replace(answer, text=f"{answer.text}\n\n{more}"))


async def privacy(door: Door, update: Update, context: Context) -> None:
    """What is kept, how long, who else sees it, and how to have it or have it deleted."""
    if place := Place.of(update, context.bot):
        await send_answer(place, await door.app.privacy())


async def _opened(door: Door, place: Place, payload: str) -> None:
    """A link may be what brings back a chat that had blocked us, as /start does."""
    ada = ada_in(payload)
    if ada is None:
        await say(place, REPLIES.bad_link, demo=door.app.demo)
    else:
        await answer_text(door, place, ada)
    if missed := await door.app.letters.missed(place.conversation):
        await send_answer(place, missed)
