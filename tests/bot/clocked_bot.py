"""The whole bot as a process, by a clock that a file sets: `python -m tests.bot.clocked_bot CLOCK`.

The file holds seconds ahead of this machine; it may change while we run. Everything else comes from the environment.
"""

import sys
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from bot.__main__ import main
from core.app import open_app


def clock_of(path: Path) -> datetime:
    return datetime.now(UTC) + timedelta(seconds=float(path.read_text(encoding="ascii")))


if __name__ == "__main__":
    sys.exit(main([], opener=partial(open_app, clock=partial(clock_of, Path(sys.argv[1])))))
