"""`python -m bot check`: one line for each part of the configuration, and what mends it."""

import sys

from telegram import Bot
from telegram.error import InvalidToken, TelegramError

from bot.cli.opening import Opener
from bot.replies.catalog import REPLIES
from core.errors import Misconfigured, Unavailable
from core.settings import Settings


async def check(open_app: Opener, settings: Settings) -> int:
    """0 when nothing is wrong, else 1. What keeps the application from opening is itself one of the lines."""
    good = await _check_token(settings.telegram_token, settings.telegram_base_url)
    try:
        async with open_app(settings) as app:
            for part in await app.check():
                _line(part.name, part.ok, part.sentence)
                good = good and part.ok
    except (Misconfigured, Unavailable) as error:
        _line(REPLIES.check_start, False, str(error))
        return 1
    return 0 if good else 1


async def _check_token(token: str | None, base_url: str | None) -> bool:
    """No token is no fault. A token that could not be tried is not called wrong."""
    if not token:
        _line(REPLIES.check_token, True, REPLIES.check_token_absent)
        return True
    try:
        bot = Bot(token, base_url=f"{base_url.rstrip('/')}/bot") if base_url else Bot(token)
        async with bot:
            _line(REPLIES.check_token, True, REPLIES.check_token_good.format(username=bot.username))
            return True
    except InvalidToken:
        _line(REPLIES.check_token, False, REPLIES.token_refused)
    except TelegramError:
        _line(REPLIES.check_token, False, REPLIES.check_token_unanswered)
    return False


def _line(name: str, good: bool, sentence: str) -> None:
    sys.stdout.write(f"{'✓' if good else '✗'} {name}: {sentence}\n")
