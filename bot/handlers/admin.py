"""What only the operator hears; for everybody else the command does not exist."""

import asyncio

from telegram import Update

from bot.delivery import Place, say
from bot.door import Door
from bot.handlers.context import Context
from bot.replies.catalog import REPLIES


async def stats(door: Door, update: Update, context: Context) -> None:
    """In a private chat: how the program is used. The operator is told by the id of his account."""
    place, user = Place.of(update, context.bot), update.effective_user
    if place is None:
        return
    if user is None or user.id not in door.operators:
        await say(place, REPLIES.unknown_command, demo=door.app.demo)
        return
    async with asyncio.timeout(door.seconds):
        text = await door.app.operator.usage_text()
    await say(place, text, demo=door.app.demo)
