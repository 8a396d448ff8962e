"""One table: what went wrong → what the reader is told, and the code that leads from there to the line in the log."""

import logging
import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from telegram import CallbackQuery, Message, Update
from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter, TelegramError, TimedOut
from telegram.ext import CallbackContext

from bot.delivery import Place, say
from bot.door import Door
from bot.keyboards import Pressed, parse_press, retry_keyboard
from bot.replies.catalog import REPLIES
from core.domain.answer import plain
from core.errors import InvalidInput, Unavailable, Ungrounded

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """What the reader is told; `worth_retrying` puts a button under it."""

    text: str
    worth_retrying: bool = False
    code: str = ""


_TOLD: tuple[tuple[type[BaseException], Failure | None], ...] = (
    (InvalidInput, Failure(text=REPLIES.invalid)),
    (Unavailable, Failure(text=REPLIES.unavailable, worth_retrying=True)),
    (TimeoutError, Failure(text=REPLIES.unavailable, worth_retrying=True)),
    (Ungrounded, Failure(text=REPLIES.ungrounded)),
    (Forbidden, None),  # the chat has left us
    (ChatMigrated, None),
    (RetryAfter, None),  # one more message would make it worse
    (TimedOut, None),  # the answer may have arrived
)


def failure_of(error: BaseException) -> Failure | None:
    """What to tell, logged; None when there is nobody to tell it to. What is not in the table is a bug of ours."""
    for kind, told in _TOLD:
        if isinstance(error, kind):
            log.warning(
                "%s: %s", type(error).__name__, error if isinstance(error, TelegramError) else "told the reader"
            )
            return _in_its_own_words(error) or told
    if isinstance(error, NetworkError) and not isinstance(error, BadRequest):
        log.warning("Telegram was not reached: %s", error)
        return None
    code = secrets.token_hex(2).upper()
    log.error("code %s", code, exc_info=error)
    return Failure(text=REPLIES.broken.format(code=code), worth_retrying=True, code=code)


async def on_error(door: Door, update: object, context: CallbackContext[Any, Any, Any, Any]) -> None:
    """The one error handler. Telling may fail too, and then there is nothing more to do."""
    failure = failure_of(context.error) if context.error else None
    if failure is not None:
        await door.app.operator.note_failure(type(context.error).__name__, failure.code)
    place = Place.of(update, context.bot) if isinstance(update, Update) else None
    if failure is None or place is None or not isinstance(update, Update):
        return
    pressed = parse_press(update.callback_query.data or "") if update.callback_query else None
    if pressed and pressed.kind is Pressed.AGAIN:
        place = _where_it_was_asked(place, update.callback_query)
    with suppress(TelegramError):
        under = retry_keyboard(pressed) if failure.worth_retrying else None
        await say(place, failure.text, demo=door.app.demo, under=under)


def _in_its_own_words(error: BaseException) -> Failure | None:
    """An InvalidInput names the value and the form it needs, in Greek."""
    return Failure(text=plain(str(error))) if isinstance(error, InvalidInput) and str(error) else None


def _where_it_was_asked(place: Place, query: CallbackQuery | None) -> Place:
    """A question that fails again is still the one to reply to, not our own message about its first failure."""
    told = query.message if query else None
    failed = told.reply_to_message if isinstance(told, Message) else None
    return replace(place, message_id=failed.message_id) if failed else place
