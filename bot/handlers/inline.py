"""An ΑΔΑ typed behind our name in any chat → the card of the act, to be sent there.

Whatever else is typed there is not for us: it gets an empty list and is neither kept nor logged. All that is told is
published anyway and the same for everybody, so Telegram may keep it for others too (TELEGRAM §1.2).
"""

import asyncio

from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputTextMessageContent,
    Update,
)

from bot.door import Door
from bot.handlers.context import Context
from bot.keyboards import keyboard
from bot.links import FROM_INLINE, link_to, payload_of
from bot.render import render
from bot.replies.catalog import REPLIES
from bot.text.spans import showable
from core.domain.answer import plain
from core.domain.glance import Glance, Glimpse

_KEPT, _KEPT_WHILE_MISSING = 300, 10  # seconds; what we do not hold may arrive any moment
_SECONDS = 5.0  # after which nobody looks any more
_LONGEST_BUTTON = 64


async def typed(door: Door, update: Update, context: Context) -> None:
    query = update.inline_query
    if query is None:
        return
    async with asyncio.timeout(_SECONDS):
        glance = await door.app.glance(query.query, door.today())
    username = context.bot.username
    shown = [_result(each, username, each.title) for each in glance.found]
    shown += [_result(each, username, REPLIES.inline_near.format(ada=each.ada)) for each in glance.near]
    await query.answer(
        shown,
        cache_time=_KEPT_WHILE_MISSING if glance.missing else _KEPT,
        is_personal=False,
        button=_button(glance),
    )


def _result(glimpse: Glimpse, username: str, title: str) -> InlineQueryResultArticle:
    """One message: of a card that is longer, its first part, with the button to the whole."""
    links = keyboard(glimpse.answer)
    opening = InlineKeyboardButton(REPLIES.inline_open, url=link_to(username, glimpse.ada))
    rows = [*(links.inline_keyboard if links else ()), (opening,)]
    return InlineQueryResultArticle(
        id=glimpse.ada,
        title=showable(plain(title)),
        description=showable(plain(glimpse.line)),
        input_message_content=InputTextMessageContent(render(glimpse.answer)[0]),
        reply_markup=InlineKeyboardMarkup(rows),
    )


def _button(glance: Glance) -> InlineQueryResultsButton | None:
    """What we do not hold is asked for in the conversation, where the source can be asked."""
    if glance.missing:
        ada = glance.missing[0]
        words = REPLIES.inline_missing.format(ada=ada)[:_LONGEST_BUTTON]
        return InlineQueryResultsButton(words, start_parameter=payload_of(ada))
    if glance.found or glance.near:
        return None
    return InlineQueryResultsButton(REPLIES.inline_hint, start_parameter=FROM_INLINE)
