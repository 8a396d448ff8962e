"""What a reader may do about what we keep of him."""

from telegram import Update

from bot.delivery import Place
from bot.door import Door
from bot.handlers.context import Context
from bot.handlers.turn import take_turn


async def forget(door: Door, update: Update, context: Context) -> None:
    """In a private chat, whose every answer is the reader's own."""
    if place := Place.of(update, context.bot):
        await take_turn(door, place, lambda: door.app.forget(place.conversation))
