"""Letters of the outbox → messages: as fast as Telegram allows, at least once, to whoever still wants them."""

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import timedelta

from telegram import Bot, InlineKeyboardMarkup, LinkPreviewOptions
from telegram.constants import ParseMode
from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter, TelegramError, TimedOut

from bot.delivery import PREFIX, address_of, seconds_of
from bot.keyboards import keyboard
from bot.render import render, without_markup
from core.errors import DiafaneiaError
from core.letters import Letter, Letters

log = logging.getLogger(__name__)

_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
_IN_FLIGHT = 40
_IDLE = 1.0  # seconds between looks at an outbox with nothing to send
_DRAIN = 10.0  # seconds that letters under way get when we are stopped
_PAUSE = 5.0  # the longest that one chat's flood control holds everybody
_MARKING = 90.0  # seconds that a letter which has arrived is tried to be written down: shorter than its lease
_TRIES, _REFUSALS = 8, 3
_GONE = (
    *("chat not found", "not enough rights", "have no rights", "chat_write_forbidden", "need administrator rights"),
    *("message thread not found", "topic_closed", "topic_deleted"),
)


class Sender:
    """One of any number: who claims a letter has it alone, and the pace is of all together."""

    def __init__(self, letters: Letters, bot: Bot, *, jitter: Callable[[float, float], float] = random.uniform) -> None:
        self._letters = letters
        self._bot = bot
        self._jitter = jitter
        self._flying: set[asyncio.Task[None]] = set()
        self._held = 0.0  # seconds until more may be claimed

    async def run(self) -> None:
        """Until it is cancelled; what is under way then gets a moment to end."""
        try:
            while True:
                pause = await self._round()
                await asyncio.sleep(pause)
        finally:
            if self._flying:
                await asyncio.wait(self._flying, timeout=_DRAIN)
            for task in self._flying:
                task.cancel()

    async def _round(self) -> float:
        """Sends what may go now; seconds until the next look."""
        held, self._held = self._held, 0.0
        if held:
            return held
        try:
            claimed = await self._letters.claim(PREFIX, most=min(20, _IN_FLIGHT - len(self._flying)))
        except DiafaneiaError as error:
            log.warning("letters are not claimed: %s", error)
            return _PAUSE
        for letter in claimed:
            task = asyncio.create_task(self._deliver(letter))
            self._flying.add(task)
            task.add_done_callback(self._flying.discard)
        return 0.05 if claimed else _IDLE

    async def _deliver(self, letter: Letter) -> None:
        try:
            await self._send(letter)
        except Exception as error:  # noqa: BLE001  one letter's fault must not stop the others; the table decides
            await self._failed(letter, error)
            return
        await asyncio.shield(self._mark(letter))

    async def _send(self, letter: Letter) -> None:
        answer = await self._letters.worded(letter)
        parts = render(answer)
        for number, part in enumerate(parts, start=1):
            await self._part(letter.conversation, part, keyboard(answer) if number == len(parts) else None)

    async def _part(self, conversation: str, part: str, under: InlineKeyboardMarkup | None) -> None:
        chat, thread = address_of(conversation)
        try:
            await self._bot.send_message(
                chat,
                part,
                reply_markup=under,
                message_thread_id=thread,
                parse_mode=ParseMode.HTML,
                link_preview_options=_NO_PREVIEW,
            )
        except BadRequest as error:
            if "parse entities" not in str(error).lower():
                raise
            log.error("Telegram refused our HTML, the letter goes out as plain text: %s", error)
            await self._bot.send_message(
                chat, without_markup(part), reply_markup=under, message_thread_id=thread, parse_mode=None
            )

    async def _mark(self, letter: Letter) -> None:
        """It has arrived. While that cannot be written down it is tried again, not sent again."""
        pause = 0.5
        with suppress(TimeoutError):
            async with asyncio.timeout(_MARKING):
                while True:
                    try:
                        return await self._letters.sent(letter)
                    except DiafaneiaError as error:
                        log.warning("letter %d was sent and is not marked: %s", letter.id, error)
                    await asyncio.sleep(pause)
                    pause = min(pause * 2, 15.0)
        log.error("letter %d was sent and could not be marked: it will be sent once more", letter.id)

    async def _failed(self, letter: Letter, error: Exception) -> None:
        try:
            await self._decide(letter, error)
        except DiafaneiaError as other:  # the lease ends by itself
            log.warning("letter %d: %s; its outcome is not written down: %s", letter.id, type(error).__name__, other)

    async def _decide(self, letter: Letter, error: Exception) -> None:
        """The table of TELEGRAM §5."""
        told = f"{type(error).__name__}: {error}" if isinstance(error, TelegramError) else type(error).__name__
        match error:
            case RetryAfter():
                wait = seconds_of(error)
                self._held = min(wait, _PAUSE)
                after = timedelta(seconds=wait + 0.5)
                await self._letters.later(letter, after=after, error=told, counts=False, chat=True)
            case ChatMigrated():
                await self._letters.later(letter, after=timedelta(), error=told, counts=False)
                await self._letters.moved(letter.conversation, f"{PREFIX}{error.new_chat_id}")
            case Forbidden():
                await self._leave(letter, told)
            case BadRequest() if any(words in str(error).lower() for words in _GONE):
                await self._leave(letter, told, at_once=letter.attempts >= _REFUSALS)
            case BadRequest():
                await self._again(letter, told, most=_REFUSALS)
            case TimedOut():
                await self._again(letter, told, most=_TRIES)
            case NetworkError() | DiafaneiaError():
                await self._again(letter, told, most=None)
            case _:
                log.error("letter %d", letter.id, exc_info=error)
                await self._again(letter, told, most=_TRIES)

    async def _leave(self, letter: Letter, told: str, *, at_once: bool = True) -> None:
        """The chat does not want us, or is not there: its letter waits for it to come back."""
        await self._letters.later(letter, after=self._backoff(letter), error=told, counts=not at_once)
        if at_once:
            await self._letters.left(letter.conversation)
            log.info("a chat has left: %s", told)

    async def _again(self, letter: Letter, told: str, *, most: int | None) -> None:
        if most is not None and letter.attempts >= most:
            log.error("letter %d is given up after %d tries: %s", letter.id, letter.attempts, told)
            await self._letters.bury(letter, error=told)
            return
        log.warning("letter %d, try %d: %s", letter.id, letter.attempts, told)
        await self._letters.later(letter, after=self._backoff(letter), error=told, counts=True)

    def _backoff(self, letter: Letter) -> timedelta:
        """5, 10, 20 … seconds, an hour at most, a fifth more or less."""
        seconds = min(5.0 * 2 ** min(letter.attempts - 1, 10), 3600.0)
        return timedelta(seconds=seconds * self._jitter(0.8, 1.2))


@asynccontextmanager
async def sending(letters: Letters, bot: Bot) -> AsyncIterator[None]:
    """Letters are sent while inside."""
    task = asyncio.create_task(Sender(letters, bot).run())
    task.add_done_callback(_ended)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task}, timeout=_DRAIN + 5)


def _ended(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("the sender has stopped", exc_info=task.exception())
