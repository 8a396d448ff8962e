"""`python -m tests.bot.stories.process`: the whole program, on a clock that the file STORY_CLOCK moves, in seconds."""

import os
import sys
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.__main__ import main
from core.app import App, open_app
from core.settings import Settings

_AHEAD = Path(os.environ.get("STORY_CLOCK", os.devnull))


def clock() -> datetime:
    return datetime.now(UTC) + timedelta(seconds=float(_AHEAD.read_text() or 0))


def opened(settings: Settings) -> AbstractAsyncContextManager[App]:
    return open_app(settings, clock=clock)


if __name__ == "__main__":
    sys.exit(main(opener=opened))
