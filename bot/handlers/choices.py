"""A pressed button: a page turned in place, a question asked, a body chosen, a file made, an answer checked."""

import asyncio
from contextlib import suppress
from dataclasses import replace

from telegram import CallbackQuery, Message, Update
from telegram.error import TelegramError

from bot.delivery import Place, edit_answer, say, send_answer
from bot.door import Door
from bot.files.made import MadeFile, chart_file, table_file
from bot.handlers import admin, opinions, sent_pdf
from bot.handlers.alerts import may_change
from bot.handlers.context import Context
from bot.handlers.turn import answer_text, take_turn, take_turn_for_file, take_turn_for_paper
from bot.handlers.written import question_in
from bot.keyboards import Press, Pressed, parse_press
from bot.replies.catalog import REPLIES
from core.domain.answer import Answer

_SAID = {Pressed.GOOD: REPLIES.thanks, Pressed.BAD: REPLIES.why, Pressed.WHY: REPLIES.thanks}


async def press(door: Door, update: Update, context: Context) -> None:
    """Answers the tap first, for Telegram waits only seconds for that; then does what it asks for."""
    query, place = update.callback_query, Place.of(update, context.bot)
    if query is None or place is None:
        return
    pressed = parse_press(query.data or "")
    refused = await _refused(place, update, query, pressed)
    with suppress(TelegramError):  # «query is too old»: the button still does its work
        await query.answer(refused or (_SAID.get(pressed.kind) if pressed else None), show_alert=refused is not None)
    if refused:
        return
    if place.in_group:
        place = replace(place, asked_id=_asked_by(query)[0])
    if pressed is None:
        await say(place, REPLIES.dead_button, demo=door.app.demo)
    else:
        await _done(door, update, place, query, pressed)


async def _done(door: Door, update: Update, place: Place, query: CallbackQuery, pressed: Press) -> None:
    if pressed.kind is Pressed.AGAIN:
        await _again(door, place, query)
    elif pressed.kind in _SAID:
        await opinions.pressed(door, place, query, pressed)
    elif pressed.kind is Pressed.BROADCAST:
        await admin.pressed(door, update, place, pressed)
    elif pressed.kind is Pressed.PAGE:
        await _turn_page(door, place, pressed)
    elif pressed.kind in (Pressed.TABLE, Pressed.CHART):
        await take_turn_for_file(door, place, lambda: _file(door, place, pressed))
    elif pressed.kind in (Pressed.PAPER, Pressed.SHEET):
        await take_turn_for_paper(door, place, pressed.answer_id, pressed.index)
    elif pressed.kind is Pressed.CHECK:
        await take_turn(door, place, lambda: _checked(door, place, pressed))
    else:
        await take_turn(door, place, lambda: _chosen(door, place, pressed))


async def _refused(place: Place, update: Update, query: CallbackQuery, pressed: Press | None) -> str | None:
    """In a group: alerts are its administrators', and an answer is whose question it answers. None where it is fine."""
    if not place.in_group or pressed is None:
        return None
    mine = _asked_by(query)[1] in (None, query.from_user.id)
    if pressed.kind is Pressed.ALERT or (pressed.kind is Pressed.WATCH and not mine):
        return None if await may_change(place, update) else REPLIES.admins_only
    return None if mine else REPLIES.not_yours


def _asked_by(query: CallbackQuery) -> tuple[int | None, int | None]:
    """The message that ours answers, and the account that wrote it: nothing needs to be remembered for it. None where
    there is no such message any more, or it was written in the name of a group: then the button is everybody's."""
    asked = query.message.reply_to_message if isinstance(query.message, Message) else None
    if asked is None:
        return None, None
    author = asked.from_user if asked.sender_chat is None else None
    return asked.message_id, author.id if author and not author.is_bot else None


async def _file(door: Door, place: Place, pressed: Press) -> MadeFile:
    """Of the answer that the button hangs on, whatever its index says."""
    if pressed.kind is Pressed.TABLE:
        return await table_file(await door.app.files.table(place.conversation, pressed.answer_id))
    return await chart_file(await door.app.files.chart(place.conversation, pressed.answer_id))


async def _checked(door: Door, place: Place, pressed: Press) -> Answer:
    _, answer = await door.app.check_receipt(place.conversation, pressed.answer_id, door.today())
    return answer


async def _chosen(door: Door, place: Place, pressed: Press) -> Answer:
    return await door.app.assistant.choose(place.conversation, pressed.answer_id, pressed.index, door.today())


async def _turn_page(door: Door, place: Place, pressed: Press) -> None:
    """Needs no turn: it takes a moment, and two quick taps end on the page of the second."""
    async with asyncio.timeout(door.seconds):
        answer = await _chosen(door, place, pressed)
    if answer.receipt:
        await edit_answer(place, answer)
    else:  # the list is gone: what is shown stays, and a new message says so
        await send_answer(place, answer)


async def _again(door: Door, place: Place, query: CallbackQuery) -> None:
    """The error message replies to what failed, so that nothing needs to be remembered. /start fails wordlessly."""
    failed = query.message.reply_to_message if isinstance(query.message, Message) else None
    if failed is None:
        await say(place, REPLIES.dead_button, demo=door.app.demo)
    elif sent_pdf.is_pdf(failed):
        await sent_pdf.read(door, place, failed)
    elif question := question_in(failed):
        await answer_text(door, place, question)
    else:
        await send_answer(place, await door.app.start(place.conversation))
