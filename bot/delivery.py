"""Answers → messages in a chat: parts in order, buttons under the last, what Telegram refuses tried once more."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TypeVar

from telegram import Bot, InlineKeyboardMarkup, Message, ReplyParameters, Update
from telegram.constants import ChatType, ParseMode
from telegram.error import BadRequest, ChatMigrated, RetryAfter

from bot.files.made import MadeFile
from bot.keyboards import keyboard
from bot.render import render, render_text, without_markup
from core.domain.answer import Answer
from core.domain.paper import Paper

log = logging.getLogger(__name__)

LONGEST_WAIT = 30.0  # seconds of flood control that an answer waits out, once; waits of hours have been seen

PREFIX = "telegram:"
_LONGEST_CAPTION = 1024
_UPLOAD_SECONDS = 60.0  # of 40 MB

_Sent = TypeVar("_Sent")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an answer goes. In a group it replies to the message that asked, so that others can tell whose it is.

    `message_id`: the message that this is about. `asked_id`: the one that asked for it, where it is another: a press
    is about a message of ours, and what it brings replies to the person's again. A topic of a forum is a conversation
    of its own.
    """

    bot: Bot
    chat_id: int
    message_id: int | None = None
    thread_id: int | None = None
    in_group: bool = False
    user_id: int | None = None
    asked_id: int | None = None

    @property
    def person(self) -> str | None:
        """Who wrote or pressed, by the name of his private conversation; None for who writes in a group's name."""
        return None if self.user_id is None else f"telegram:{self.user_id}"

    @property
    def conversation(self) -> str:
        within = f"/{self.thread_id}" if self.thread_id and self.in_group else ""
        return f"{PREFIX}{self.chat_id}{within}"

    @classmethod
    def of(cls, update: Update, bot: Bot) -> "Place | None":
        """None for an update that comes from no chat that we could write to."""
        chat, message = update.effective_chat, update.effective_message
        if chat is None or chat.type == ChatType.CHANNEL:
            return None
        topic = isinstance(message, Message) and message.is_topic_message
        return cls(
            bot=bot,
            chat_id=chat.id,
            message_id=message.message_id if message else None,
            thread_id=message.message_thread_id if message and topic else None,
            in_group=chat.type != ChatType.PRIVATE,
            user_id=_user_of(update),
        )


def _user_of(update: Update) -> int | None:
    """A sender that is a chat has a made-up account, the same for everybody."""
    message, user = update.effective_message, update.effective_user
    unnamed = update.callback_query is None and isinstance(message, Message) and message.sender_chat is not None
    return None if user is None or unnamed else user.id


def address_of(conversation: str) -> tuple[int, int | None]:
    """The chat, and the topic where it is one of a forum."""
    chat, _, thread = conversation.removeprefix(PREFIX).partition("/")
    return int(chat), int(thread) if thread else None


async def send_answer(place: Place, answer: Answer) -> None:
    await _send(place, render(answer), keyboard(answer), reply=place.in_group)


async def say(place: Place, text: str, *, demo: bool, under: InlineKeyboardMarkup | None = None) -> None:
    """A sentence of the bot's own. With buttons it replies to the message, for the buttons mean that message."""
    await _send(place, render_text(text, demo=demo), under, reply=place.in_group or under is not None)


async def send_file(place: Place, file: MadeFile) -> None:
    """A picture as a photo, which a telephone shows at once; everything else as a document with its name."""
    answered = place.asked_id or place.message_id
    to = ReplyParameters(answered, allow_sending_without_reply=True) if answered else None
    send = place.bot.send_photo if file.name.endswith(".png") else place.bot.send_document
    await _obeying(
        lambda: send(
            place.chat_id,
            file.content,
            filename=file.name,
            caption=file.caption[:_LONGEST_CAPTION],
            reply_parameters=to,
            message_thread_id=place.thread_id,
            parse_mode=None,
        )
    )


async def send_paper(place: Place, paper: Paper) -> str:
    """A page as a photo, a PDF as a document: by its name at Telegram where it has one. The name that it has now."""
    to = ReplyParameters(place.message_id, allow_sending_without_reply=True) if place.message_id else None
    send = place.bot.send_photo if paper.is_picture else place.bot.send_document
    message = await _obeying(
        lambda: send(
            place.chat_id,
            paper.file_id or paper.content,
            filename=paper.name,
            caption=paper.caption[:_LONGEST_CAPTION],
            reply_parameters=to,
            message_thread_id=place.thread_id,
            parse_mode=None,
            write_timeout=_UPLOAD_SECONDS,
            read_timeout=_UPLOAD_SECONDS,
        )
    )
    return message.document.file_id if message.document else ""


async def edit_answer(place: Place, answer: Answer) -> None:
    """Shows the answer in place of the message that `place` names; as new messages if it needs more than one."""
    parts, buttons = render(answer), keyboard(answer)
    if len(parts) > 1 or place.message_id is None:
        await send_answer(place, answer)
        return
    try:
        await _edit(place, parts[0], buttons)
    except BadRequest as error:
        if "not modified" not in str(error).lower():
            raise


async def _edit(place: Place, part: str, buttons: InlineKeyboardMarkup | None) -> None:
    await _obeying(
        lambda: place.bot.edit_message_text(
            part, chat_id=place.chat_id, message_id=place.message_id, reply_markup=buttons
        )
    )


async def _send(place: Place, parts: tuple[str, ...], buttons: InlineKeyboardMarkup | None, *, reply: bool) -> None:
    for number, part in enumerate(parts, start=1):
        under = buttons if number == len(parts) else None
        try:
            await _send_part(place, part, under, reply=reply)
        except ChatMigrated as moved:
            place = replace(place, chat_id=moved.new_chat_id, message_id=None)
            await _send_part(place, part, under, reply=False)
        except BadRequest as error:
            if "parse entities" not in str(error).lower():
                raise
            log.error("Telegram refused our HTML, the part goes out as plain text: %s", error)
            await _send_part(place, without_markup(part), under, reply=reply, html=False)


async def _send_part(
    place: Place, part: str, buttons: InlineKeyboardMarkup | None, *, reply: bool, html: bool = True
) -> None:
    answered = (place.asked_id or place.message_id) if reply else None
    to = ReplyParameters(answered, allow_sending_without_reply=True) if answered else None
    await _obeying(
        lambda: place.bot.send_message(
            place.chat_id,
            part,
            reply_markup=buttons,
            reply_parameters=to,
            message_thread_id=place.thread_id,
            parse_mode=ParseMode.HTML if html else None,
        )
    )


def seconds_of(flood: RetryAfter) -> float:
    """How long Telegram asks us to wait."""
    wait = flood.retry_after
    return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)


async def _obeying(call: Callable[[], Awaitable[_Sent]]) -> _Sent:
    """Flood control is waited out once. A timeout is not tried again: the message may have arrived."""
    try:
        return await call()
    except RetryAfter as flood:
        seconds = seconds_of(flood)
        if seconds > LONGEST_WAIT:
            raise
        await asyncio.sleep(seconds)
    return await call()
