"""The terminal's lines: typed by a person with a prompt, or read from a pipe until it ends."""

import sys
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, suppress

from bot.cli.background import Background
from bot.door import athens_today
from bot.replies.catalog import REPLIES
from bot.terminal import Terminal
from core.app import App

CONVERSATION = "terminal:local"


def converse(resource: AbstractAsyncContextManager[App], *, seconds: float) -> None:
    """Until the input ends or the person interrupts."""
    typed = sys.stdin is not None and sys.stdin.isatty()
    with Background() as background, background.opened(resource) as app:
        styled = sys.stdout.isatty()
        terminal = Terminal(app=app, conversation=CONVERSATION, today=athens_today, seconds=seconds, styled=styled)
        with suppress(KeyboardInterrupt):
            say(REPLIES.terminal_opening)
            say(background.run(terminal.open()))
            for line in _typed_lines() if typed else _piped_lines():
                say(background.run(terminal.hear(line)))
        say(REPLIES.terminal_closing)


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n\n")
    sys.stdout.flush()


def _typed_lines() -> Iterator[str]:
    with suppress(ImportError):
        import readline  # noqa: F401  arrow keys and history in input()
    while True:
        try:
            line = input(REPLIES.terminal_prompt)
        except EOFError:
            sys.stdout.write("\n")
            return
        if line.strip():
            yield line


def _piped_lines() -> Iterator[str]:
    """Each line is repeated before its answer, so that the output reads as a conversation."""
    for line in sys.stdin or ():
        if line.strip():
            say(REPLIES.terminal_prompt + line.strip())
            yield line
