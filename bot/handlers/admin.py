"""What only the operator may do; for everybody else these commands do not exist."""

import asyncio
import re
from collections.abc import Awaitable, Callable

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update

from bot.delivery import Place, say
from bot.door import Door
from bot.handlers.context import Context
from bot.handlers.written import question_in
from bot.keyboards import Press, Pressed
from bot.replies.catalog import REPLIES
from core.errors import InvalidInput

SEND, CANCEL = 0, 1
_WHO = re.compile(r"-?\d{1,20}")
_Told = Callable[[], Awaitable[str]]


async def stats(door: Door, update: Update, context: Context) -> None:
    """How the program is used."""
    await _for_operator(door, update, context, door.app.operator.usage_text)


async def pause(door: Door, update: Update, context: Context) -> None:
    await _for_operator(door, update, context, lambda: door.app.operating.switch(paused=True))


async def resume(door: Door, update: Update, context: Context) -> None:
    await _for_operator(door, update, context, lambda: door.app.operating.switch(paused=False))


async def bans(door: Door, update: Update, context: Context) -> None:
    await _for_operator(door, update, context, door.app.operating.bans)


async def ban(door: Door, update: Update, context: Context) -> None:
    def told() -> Awaitable[str]:
        who = _named(update)
        if int(who) in door.operators:
            raise InvalidInput(f"Ο {who} είναι διαχειριστής του bot: δεν αποκλείεται.")
        return door.app.operating.ban(f"telegram:{who}")

    await _for_operator(door, update, context, told)


async def unban(door: Door, update: Update, context: Context) -> None:
    await _for_operator(door, update, context, lambda: door.app.operating.unban(f"telegram:{_named(update)}"))


async def broadcast(door: Door, update: Update, context: Context) -> None:
    """Shows what readers would see, and how many they are; the button sends it."""
    place, message = Place.of(update, context.bot), update.effective_message
    if place is None or message is None or not await _is_operator(door, update, place):
        return
    async with asyncio.timeout(door.seconds):
        number, seen, asked = await door.app.operating.preview(question_in(message))
    await say(place, seen, demo=door.app.demo)
    labels = ((REPLIES.broadcast_send, SEND), (REPLIES.broadcast_cancel, CANCEL))
    await say(place, asked, demo=door.app.demo, under=_buttons(number, labels))


async def pressed(door: Door, update: Update, place: Place, press: Press) -> None:
    """The second tap, or the way back."""
    if not await _is_operator(door, update, place):
        return
    number = int(press.answer_id) if press.answer_id.isdigit() else 0
    async with asyncio.timeout(door.seconds):
        if press.index == SEND:
            under = _buttons(number, ((REPLIES.broadcast_stop, CANCEL),))
            await say(place, await door.app.operating.send(number), demo=door.app.demo, under=under)
        else:
            await say(place, await door.app.operating.cancel(number), demo=door.app.demo)


def _named(update: Update) -> str:
    """The number of a person or a group, as it stands after the command."""
    message = update.effective_message
    said = question_in(message).strip() if message else ""
    if not _WHO.fullmatch(said):
        raise InvalidInput(f"Το «{said[:40]}» δεν είναι αριθμός λογαριασμού ή ομάδας. Γράψτε π.χ. /ban 123456789.")
    return str(int(said))


async def _for_operator(door: Door, update: Update, context: Context, told: _Told) -> None:
    place = Place.of(update, context.bot)
    if place is not None and await _is_operator(door, update, place):
        async with asyncio.timeout(door.seconds):
            text = await told()
        await say(place, text, demo=door.app.demo)


async def _is_operator(door: Door, update: Update, place: Place) -> bool:
    """By the id of the account; others get the ordinary answer to a command that is not there."""
    user = update.effective_user
    known = user is not None and user.id in door.operators
    if not known:
        await say(place, REPLIES.unknown_command, demo=door.app.demo)
    return known


def _buttons(number: int, labels: tuple[tuple[str, int], ...]) -> InlineKeyboardMarkup:
    def button(label: str, index: int) -> InlineKeyboardButton:
        data = Press(kind=Pressed.BROADCAST, answer_id=str(number), index=index).data
        return InlineKeyboardButton(label, callback_data=data)

    return InlineKeyboardMarkup([[button(*each) for each in labels]])
