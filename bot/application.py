"""The Telegram application: every handler on one screen, how it speaks to Telegram, and its life from start to end."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from functools import partial
from typing import Any

from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    LinkPreviewOptions,
    Update,
)
from telegram.constants import ParseMode, UpdateType
from telegram.error import BadRequest, Conflict, InvalidToken, NetworkError, TelegramError
from telegram.ext import (
    Application,
    ApplicationBuilder,
    BaseHandler,
    CallbackQueryHandler,
    ChatMemberHandler,
    CommandHandler,
    Defaults,
    InlineQueryHandler,
    MessageHandler,
    TypeHandler,
    filters,
)

from bot.door import Door
from bot.failures import on_error
from bot.handlers import admin, alerts, ask, choices, inline, sent_pdf, shut_out, start
from bot.handlers.written import Addressed, GreekCommand
from bot.limiter import Pace, TapsFirst
from bot.replies.catalog import REPLIES, command_lists
from bot.watching.heard import Heard, NotedRequest, watched
from core.errors import Misconfigured
from core.log import request_id

log = logging.getLogger(__name__)

Telegram = Application[Any, Any, Any, Any, Any, Any]

HEARD = (UpdateType.MESSAGE, UpdateType.CALLBACK_QUERY, UpdateType.MY_CHAT_MEMBER, UpdateType.INLINE_QUERY)
_DRAIN = 10.0  # seconds that answers under way get when we are stopped
_SCOPES: dict[str, BotCommandScope] = {
    "private": BotCommandScopeAllPrivateChats(),
    "groups": BotCommandScopeAllGroupChats(),
    "admins": BotCommandScopeAllChatAdministrators(),
}


def routes(door: Door) -> list[BaseHandler[Any, Any, Any]]:
    """Everything that the bot hears, in the order in which it is tried. What fits nowhere is left alone."""
    new, private, group = filters.UpdateType.MESSAGE, filters.ChatType.PRIVATE, filters.ChatType.GROUPS
    written = filters.TEXT | filters.CAPTION
    return [
        CommandHandler("start", partial(start.start, door), new),
        CommandHandler("help", partial(start.help_, door), new),
        CommandHandler("privacy", partial(start.privacy, door), new),
        CommandHandler(("ask", "ada"), partial(ask.question, door), new),
        CommandHandler("search", partial(ask.search, door), new),
        MessageHandler(new & GreekCommand("αρχη", "εναρξη"), partial(start.start, door)),
        MessageHandler(new & GreekCommand("βοηθεια"), partial(start.help_, door)),
        MessageHandler(new & private & GreekCommand("βοηθεια", bare=True), partial(start.help_, door)),
        MessageHandler(new & GreekCommand("απορρητο", "ιδιωτικοτητα"), partial(start.privacy, door)),
        MessageHandler(new & private & GreekCommand("απορρητο", bare=True), partial(start.privacy, door)),
        MessageHandler(new & GreekCommand("ερωτηση", "ρωτα", "ρωτησε", "αδα"), partial(ask.question, door)),
        MessageHandler(new & GreekCommand("αναζητηση", "ψαξε", "βρεσ"), partial(ask.search, door)),
        *_of_operator(door),
        CommandHandler("alerts", partial(alerts.list_, door), new),
        CommandHandler("forget", partial(alerts.forget, door), new),
        CommandHandler("export", partial(alerts.export, door), new),
        MessageHandler(new & GreekCommand("ειδοποιησεισ"), partial(alerts.list_, door)),
        MessageHandler(new & GreekCommand("ξεχνα", "διαγραφη"), partial(alerts.forget, door)),
        MessageHandler(new & GreekCommand("εξαγωγη"), partial(alerts.export, door)),
        MessageHandler(filters.StatusUpdate.MIGRATE, partial(alerts.moved, door)),
        ChatMemberHandler(partial(alerts.member, door), ChatMemberHandler.MY_CHAT_MEMBER),
        MessageHandler(new & private & filters.Regex(r"^/"), partial(ask.unknown_command, door)),
        MessageHandler(new & sent_pdf.PDF & (private | group & Addressed()), partial(sent_pdf.sent, door)),
        MessageHandler(new & private & written, partial(ask.question, door)),
        MessageHandler(new & private & ~filters.StatusUpdate.ALL, partial(ask.wordless, door)),
        MessageHandler(new & group & written & ~filters.COMMAND & Addressed(), partial(ask.question, door)),
        CallbackQueryHandler(partial(choices.press, door)),
        InlineQueryHandler(partial(inline.typed, door)),
    ]


def _of_operator(door: Door) -> list[BaseHandler[Any, Any, Any]]:
    """Whoever is none gets the ordinary answer to a command that we do not know."""
    new, private = filters.UpdateType.MESSAGE, filters.ChatType.PRIVATE
    return [
        CommandHandler("stats", partial(admin.stats, door), new & private),
        MessageHandler(new & private & GreekCommand("στατιστικα"), partial(admin.stats, door)),
        CommandHandler("pause_alerts", partial(admin.pause, door), new & private),
        CommandHandler("resume_alerts", partial(admin.resume, door), new & private),
        CommandHandler("broadcast", partial(admin.broadcast, door), new & private),
        CommandHandler("ban", partial(admin.ban, door), new & private),
        CommandHandler("unban", partial(admin.unban, door), new & private),
        CommandHandler("bans", partial(admin.bans, door), new & private),
    ]


def build(door: Door, *, token: str, base_url: str | None = None, heard: Heard | None = None) -> Telegram:
    """`base_url` points at another Bot API server («http://127.0.0.1:8081»). `heard`: where polling is noted."""
    builder = (
        ApplicationBuilder()
        .token(token)
        .defaults(Defaults(parse_mode=ParseMode.HTML, link_preview_options=LinkPreviewOptions(is_disabled=True)))
        .concurrent_updates(TapsFirst())
        .rate_limiter(Pace())
        .connect_timeout(10)
        .read_timeout(15)
        .write_timeout(15)
        .pool_timeout(5)
        .get_updates_request(NotedRequest(heard or Heard()))
    )
    if base_url:
        server = base_url.rstrip("/")
        builder = builder.base_url(f"{server}/bot").base_file_url(f"{server}/file/bot")
    application = builder.build()
    application.add_handler(TypeHandler(Update, _named_in_log), group=-2)
    application.add_handler(TypeHandler(Update, partial(shut_out.turn_away, door)), group=-1)
    application.add_handlers(routes(door))
    application.add_error_handler(partial(on_error, door))
    return application


@asynccontextmanager
async def polling(application: Telegram, heard: Heard | None = None) -> AsyncIterator[Bot]:
    """Hears and answers while inside; what is under way when leaving gets a moment to end. `heard`: as it was built."""
    heard = heard or Heard(stale=float("inf"))
    try:
        await _connect(application)
        await _publish_commands(application)
        await application.start()
        updater = application.updater
        assert updater is not None  # built with one
        begin = partial(
            updater.start_polling,
            timeout=timedelta(seconds=heard.wait),
            bootstrap_retries=-1,
            allowed_updates=HEARD,
            error_callback=_not_heard,
        )
        await begin()
        me = application.bot
        reads_all = me.bot.can_read_all_group_messages  # depends on the privacy mode that BotFather sets
        log.info("polling as @%s; reads all messages of its groups: %s", me.username, reads_all)
        async with watched(heard, updater, begin):
            yield me
    finally:
        await _stop(application)


async def _named_in_log(update: Update, _: object) -> None:
    """Whatever is logged while this update is handled carries its id. Each update is handled in a task of its own."""
    request_id.set(f"update-{update.update_id}")


async def _connect(application: Telegram) -> None:
    """Waits for a network that is not there yet; a refused token ends the start."""
    pause = 1.0
    while True:
        try:
            return await application.initialize()
        except InvalidToken:
            raise Misconfigured(REPLIES.token_refused) from None  # the error's own text holds the token
        except BadRequest:
            raise
        except NetworkError as error:
            log.warning("Telegram was not reached, next try in %.0f s: %s", pause, error)
        await asyncio.sleep(pause)
        pause = min(pause * 2, 60.0)


async def _publish_commands(application: Telegram) -> None:
    """Command lists are a courtesy: the bot works without them."""
    for entry in command_lists():
        commands = [BotCommand(name, words) for name, words in entry.commands]
        try:
            await application.bot.set_my_commands(commands, _SCOPES[entry.scope], entry.language or None)
        except TelegramError as error:
            log.warning("the commands for %s were not set: %s", entry.scope, error)


async def _stop(application: Telegram) -> None:
    if application.updater and application.updater.running:
        await application.updater.stop()
    if application.running:
        with suppress(TimeoutError):
            async with asyncio.timeout(_DRAIN):
                await application.stop()
    await application.shutdown()
    await application.bot.shutdown()  # not done by the line above when the start was cut short


def _not_heard(error: TelegramError) -> None:
    if isinstance(error, Conflict):
        log.error("another copy of the bot is running with the same token: stop one of the two")
    else:
        log.warning("no updates from Telegram: %s", error)
