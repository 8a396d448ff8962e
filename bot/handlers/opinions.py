"""👍 and 👎 under an answer: kept by the answer's id, never with who tapped; after a 👎, why."""

from contextlib import suppress

from telegram import CallbackQuery, InlineKeyboardButton, InlineKeyboardMarkup, Message
from telegram.error import TelegramError

from bot.delivery import Place
from bot.door import Door
from bot.keyboards import OPINIONS, Press, Pressed, reasons_row
from core.domain.feedback import Reason


async def pressed(door: Door, place: Place, query: CallbackQuery, press: Press) -> None:
    """The two buttons make room: for nothing after a 👍 and after a reason, for four reasons after a 👎."""
    reasons = tuple(Reason)
    if press.kind is Pressed.WHY and press.index >= len(reasons):
        return
    reason = reasons[press.index] if press.kind is Pressed.WHY else None
    useful = press.kind is Pressed.GOOD
    kept = await door.app.feedback(place.conversation, press.answer_id, useful=useful, reason=reason)
    rows = _others(query)
    if kept and press.kind is Pressed.BAD:
        rows = [*rows, *reasons_row(press.answer_id)]
    with suppress(TelegramError):  # the message may be gone, or look so already
        await query.edit_message_reply_markup(InlineKeyboardMarkup(rows) if rows else None)


def _others(query: CallbackQuery) -> list[list[InlineKeyboardButton]]:
    """The rows of the message that ask for no opinion."""
    shown = query.message.reply_markup if isinstance(query.message, Message) else None
    rows = shown.inline_keyboard if shown else ()
    return [list(row) for row in rows if not any(str(button.callback_data).startswith(OPINIONS) for button in row)]
