"""`python -m bot understand`: what a question was understood to ask, as JSON, for one text or for a file of lines."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import IO, TYPE_CHECKING

from bot.replies.catalog import REPLIES
from core.errors import InvalidInput

if TYPE_CHECKING:
    from core.app import App


async def understand_text(app: "App", text: str, *, previous: Sequence[str], today: date) -> dict[str, object]:
    return app.request_json(await app.understand(text, tuple(previous), today))


async def understand_lines(app: "App", path: str, *, today: date) -> bool:
    """One result for each line, in order, an unreadable one included; False if there was such a line."""
    all_read = True
    with _opened(path) as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            entry = _parsed(line)
            if entry is None:
                all_read = False
                write_json({"error": REPLIES.line_unreadable.format(number=number)})
                continue
            text, previous, as_of = entry
            write_json(await understand_text(app, text, previous=previous, today=as_of or today))
    return all_read


def write_json(value: Mapping[str, object], *, indent: int | None = None) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=indent, default=str) + "\n")


def _parsed(line: str) -> tuple[str, list[str], date | None] | None:
    """text, the user's earlier texts, as_of; None when the line is something else."""
    try:
        entry = json.loads(line)
        if not isinstance(entry, dict) or not isinstance(entry.get("text"), str):
            return None
        turns = entry.get("prev") or []
        previous = [turn["user"] if isinstance(turn, dict) else str(turn) for turn in turns]
        as_of = entry.get("as_of")
        return entry["text"], previous, date.fromisoformat(as_of) if as_of else None
    except (ValueError, TypeError, KeyError):
        return None


@contextmanager
def _opened(path: str) -> Iterator[IO[str]]:
    """«-» is the standard input."""
    if path == "-":
        yield sys.stdin
        return
    try:
        file = Path(path).open(encoding="utf-8")
    except OSError as error:
        raise InvalidInput(REPLIES.file_unreadable.format(path=path), value=path) from error
    with file:
        yield file
