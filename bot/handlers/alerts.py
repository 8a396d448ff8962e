"""/alerts, /forget, /export, who may change a group's alerts, and chats that come, go and move."""

import json
import logging

from telegram import ChatMember, Update
from telegram.constants import ChatMemberStatus, ChatType
from telegram.error import TelegramError

from bot.delivery import PREFIX, Place, address_of, say, send_answer, send_file
from bot.door import Door
from bot.files.made import MadeFile
from bot.handlers.context import Context
from bot.replies.catalog import REPLIES

log = logging.getLogger(__name__)

_OUT = frozenset({ChatMemberStatus.BANNED, ChatMemberStatus.LEFT})
_MAY = frozenset({ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER})


async def list_(door: Door, update: Update, context: Context) -> None:
    if place := Place.of(update, context.bot):
        await send_answer(place, await door.app.alerts(place.conversation, door.today()))


async def forget(door: Door, update: Update, context: Context) -> None:
    place = Place.of(update, context.bot)
    if place and await _allowed(door, place, update):
        await send_answer(place, await door.app.forget(place.conversation))


async def export(door: Door, update: Update, context: Context) -> None:
    place = Place.of(update, context.bot)
    if place and await _allowed(door, place, update):
        held = await door.app.export(place.conversation)
        text = json.dumps(held, ensure_ascii=False, indent=2, default=str)
        await send_file(place, MadeFile(name=REPLIES.export_name, content=text.encode(), caption=REPLIES.export))


async def member(door: Door, update: Update, context: Context) -> None:
    """We were blocked, thrown out, or let in again."""
    changed = update.my_chat_member
    if changed is None:
        return
    letters, chat = door.app.letters, f"{PREFIX}{changed.chat.id}"
    if changed.new_chat_member.status in _OUT:
        for room in await letters.rooms(chat):
            await letters.left(room)
    elif changed.old_chat_member.status in _OUT and changed.chat.type != ChatType.PRIVATE:
        for room in await letters.rooms(chat):  # in a private chat /start follows, which tells what was missed
            if missed := await letters.missed(room):
                await send_answer(_place_of(room, context), missed)


def _place_of(room: str, context: Context) -> Place:
    chat, thread = address_of(room)
    return Place(bot=context.bot, chat_id=chat, thread_id=thread, in_group=True)


async def moved(door: Door, update: Update, context: Context) -> None:
    """A group became a supergroup."""
    message = update.effective_message
    if message is not None and message.migrate_to_chat_id:
        await door.app.letters.moved(f"{PREFIX}{message.chat_id}", f"{PREFIX}{message.migrate_to_chat_id}")


async def may_change(place: Place, update: Update) -> bool:
    """Anyone in a private chat; in a group its administrators, those who write in its own name too."""
    message, user = update.effective_message, update.effective_user
    if not place.in_group:
        return True
    if update.callback_query is None and message is not None and message.sender_chat is not None:
        return message.sender_chat.id == place.chat_id
    if user is None:
        return False
    try:
        found: ChatMember = await place.bot.get_chat_member(place.chat_id, user.id)
    except TelegramError as error:
        log.warning("an administrator could not be told: %s", error)
        return False
    return found.status in _MAY


async def _allowed(door: Door, place: Place, update: Update) -> bool:
    allowed = await may_change(place, update)
    if not allowed:
        await say(place, REPLIES.admins_only, demo=door.app.demo)
    return allowed
