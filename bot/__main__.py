"""python -m bot: on Telegram with a token, else in the terminal; its commands do one thing and end."""

import argparse
import asyncio
import io
import signal
import sys
from collections.abc import Coroutine, Sequence
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from bot.application import build, polling
from bot.cli.asking import ask
from bot.cli.checking import check
from bot.cli.console import converse
from bot.cli.log_file import LogFile, log_to_file
from bot.cli.opening import Opener, open_to_talk
from bot.cli.receipt import receipt
from bot.cli.stats import stats
from bot.cli.understanding import understand
from bot.door import Door, athens_today
from bot.failures import failure_of
from bot.guard import Guard
from bot.replies.catalog import REPLIES
from bot.sender import sending
from bot.watching.health import health
from bot.watching.heard import Heard
from core import log
from core.app import open_app
from core.errors import DiafaneiaError
from core.settings import Settings

_GRACE = 5.0  # seconds beyond the deadline of an answer: the application itself keeps that one

_Result = TypeVar("_Result")


def main(arguments: Sequence[str] | None = None, *, opener: Opener = open_app) -> int:
    """The exit code: 0 done, 1 something is wrong with what was looked at, 2 it could not be done at all."""
    options = _parser().parse_args(arguments)
    _speak_utf8()
    try:
        settings = Settings.read()
        if options.command is None and settings.telegram_token:
            return _talk_on_telegram(opener, settings, settings.telegram_token)
        return _talk_here(opener, settings, options)
    except DiafaneiaError as error:
        sys.stderr.write(f"{error}\n")
    except TimeoutError:
        sys.stderr.write(f"{REPLIES.unavailable}\n")
    except BrokenPipeError:  # whoever was reading has seen enough
        sys.stderr.close()
    except KeyboardInterrupt:
        return 130
    return 2


def _talk_on_telegram(opener: Opener, settings: Settings, token: str) -> int:
    log.configure(level=settings.log_level, as_json=settings.log_json, secrets=settings.secrets)
    try:
        return _until_stopped(_serve(opener, settings, token))
    except KeyboardInterrupt:
        return 0


async def _serve(opener: Opener, settings: Settings, token: str) -> int:
    async with open_to_talk(opener, settings) as app:
        seconds, operators = settings.reply_seconds + _GRACE, settings.operator_ids
        door = Door(app=app, guard=Guard(), seconds=seconds, operators=operators)
        heard = Heard()
        built = build(door, token=token, base_url=settings.telegram_base_url, heard=heard)
        async with (
            health(app, heard, host=settings.health_host, port=settings.health_port),
            polling(built, heard) as bot,
            sending(app.letters, bot),
        ):
            sys.stderr.write(REPLIES.telegram_ready.format(username=bot.username) + "\n")
            return await asyncio.Event().wait()


def _talk_here(opener: Opener, settings: Settings, options: argparse.Namespace) -> int:
    """Whatever has the screen for itself: the log goes to a file, and so does the traceback of a bug."""
    path = settings.data_dir / "terminal.log"
    file = log_to_file(path, level=settings.log_level, as_json=settings.log_json, secrets=settings.secrets)
    sys.excepthook = _Told(file)
    try:
        if options.command is None:
            sys.stderr.write(f"{REPLIES.no_token}\n")
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
            resource = open_to_talk(opener, settings, log_path=settings.data_dir / "ingest.log")
            converse(resource, seconds=settings.reply_seconds + _GRACE)
            return 0
        return _until_stopped(_once(opener, settings, options))
    finally:
        file.settle()


async def _once(opener: Opener, settings: Settings, options: argparse.Namespace) -> int:
    today = options.today or athens_today()
    if options.command == "ask":
        return await ask(opener, settings, options, today=today, seconds=settings.reply_seconds + _GRACE)
    if options.command == "receipt":
        return await receipt(opener, settings, options, today=today, seconds=settings.reply_seconds + _GRACE)
    if options.command == "understand":
        return await understand(opener, settings, options, today=today)
    if options.command == "stats":
        return await stats(opener, settings, seconds=settings.reply_seconds + _GRACE)
    return await check(opener, settings)


def _until_stopped(work: Coroutine[Any, Any, _Result]) -> _Result:
    """Runs it; an interrupt or a SIGTERM lets everything that is open close first."""

    async def stoppable() -> _Result:
        task = asyncio.current_task()
        assert task is not None  # we are inside it
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)
        return await work

    try:
        return asyncio.run(stoppable())
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None


class _Told:
    """The last hook: a bug ends the program with a sentence and a code, its traceback goes to the log."""

    def __init__(self, file: LogFile) -> None:
        self._file = file

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        failure = failure_of(error)
        self._file.settle()
        told = failure.text if failure else REPLIES.unavailable
        sys.stderr.write(f"{told}\n{REPLIES.log_is_at.format(path=self._file.path)}\n")


def _speak_utf8() -> None:
    """Greek through a pipe whatever the locale; on a screen, what it cannot show is a question mark, not a crash."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            encoding = None if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="replace")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description=__doc__)
    commands = parser.add_subparsers(dest="command")
    one = commands.add_parser("ask", help="answer one question and end")
    one.add_argument("question")
    one.add_argument("--json", action="store_true", help="the whole answer as JSON")
    one.add_argument("--chat", metavar="ID", help="a conversation that is remembered; without it, a new one each time")
    one.add_argument("--org", metavar="UID", help="the body that «ο δήμος» means")
    one.add_argument("--today", type=_day, metavar="YYYY-MM-DD")
    one.add_argument("--export", type=Path, metavar="FILE", help="the acts behind the figure, as .xlsx or .csv")
    one.add_argument("--chart", type=Path, metavar="FILE", help="groups or ranks of the answer as a .png")
    again = commands.add_parser("receipt", help="the figures of an earlier answer beside today's, and what changed")
    again.add_argument("id", metavar="ID", help="its receipt, as «Πώς το βρήκα» and --json tell it")
    again.add_argument("--json", action="store_true")
    again.add_argument("--today", type=_day, metavar="YYYY-MM-DD")
    understood = commands.add_parser("understand", help="what a question is understood to ask, as JSON")
    understood.add_argument("text", nargs="?")
    understood.add_argument("--prev", action="append", default=[], metavar="TEXT", help="an earlier text of the user")
    understood.add_argument("--lines", metavar="FILE", help="JSON lines with text, prev, as_of; - for standard input")
    understood.add_argument("--json", action="store_true", help="on one line")
    understood.add_argument("--today", type=_day, metavar="YYYY-MM-DD")
    looked_at = commands.add_parser("check", help="look at the whole configuration")
    used = commands.add_parser("stats", help="how it is used, what it costs, how far the data reach")
    for one_of_them in (looked_at, used):
        one_of_them.set_defaults(today=None)
    return parser


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(REPLIES.bad_day) from None


if __name__ == "__main__":
    sys.exit(main())
