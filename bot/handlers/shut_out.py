"""In front of every other handler: who was shut out hears of it once, and nothing more."""

from telegram import Update
from telegram.ext import ApplicationHandlerStop

from bot.delivery import Place, say
from bot.door import Door
from bot.handlers.context import Context
from bot.replies.catalog import REPLIES


async def turn_away(door: Door, update: Update, context: Context) -> None:
    """A person in every chat, a chat whoever writes in it. Raises ApplicationHandlerStop: nobody else hears it."""
    if update.my_chat_member is not None:  # that it left us is to be known all the same
        return
    chat, user = update.effective_chat, update.effective_user
    named = [f"telegram:{each.id}" for each in (chat, user) if each is not None]
    if not named or not await door.app.operating.is_banned(*named):
        return
    place = Place.of(update, context.bot)
    if place is not None and await door.app.operating.tell_banned(place.conversation):
        await say(place, REPLIES.shut_out, demo=door.app.demo)
    raise ApplicationHandlerStop
