"""/start, /help and /privacy: what it can do, with examples that work on the loaded data; what it keeps."""

from telegram import Update

from bot.delivery import Place, send_answer
from bot.door import Door
from bot.handlers.context import Context


async def start(door: Door, update: Update, context: Context) -> None:
    if place := Place.of(update, context.bot):
        await send_answer(place, await door.app.start(place.conversation))


async def help_(door: Door, update: Update, context: Context) -> None:
    if place := Place.of(update, context.bot):
        await send_answer(place, await door.app.help(place.conversation))


async def privacy(door: Door, update: Update, context: Context) -> None:
    if place := Place.of(update, context.bot):
        await send_answer(place, await door.app.privacy())
