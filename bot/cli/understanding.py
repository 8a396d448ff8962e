"""`python -m bot understand`: what a question was understood to ask, as JSON, for one text or for a file of lines."""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from bot.cli.opening import Opener
from bot.replies.catalog import REPLIES
from bot.text.spans import heard
from core.app import App
from core.errors import InvalidInput
from core.settings import Settings


async def understand(open_app: Opener, settings: Settings, options: argparse.Namespace, *, today: date) -> int:
    """Needs no decisions, only the register where there is one: nothing is loaded for it."""
    if not options.lines and not options.text:
        raise InvalidInput(REPLIES.nothing_to_understand)
    async with open_app(settings) as app:
        if options.lines:
            return 0 if await understand_lines(app, options.lines, today=today) else 1
        understood = await understand_text(app, heard(options.text), previous=options.prev, today=today)
    write_json(understood, indent=None if options.json else 2)
    return 0


async def understand_text(app: App, text: str, *, previous: Sequence[str], today: date) -> dict[str, object]:
    return app.request_json(await app.understand(text, tuple(previous), today))


async def understand_lines(app: App, path: str, *, today: date) -> bool:
    """One result for each line, in order, an unreadable one included; False if there was such a line."""
    all_read = True
    for number, line in enumerate(_lines_of(path), start=1):
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
        return heard(entry["text"]), previous, date.fromisoformat(as_of) if as_of else None
    except (ValueError, TypeError, KeyError):
        return None


def _lines_of(path: str) -> list[str]:
    """«-» is the standard input. Only a line feed ends a line: JSON text may hold the other separators as they are."""
    if path == "-":
        return sys.stdin.read().split("\n")
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError as error:
        raise InvalidInput(REPLIES.file_unreadable.format(path=path), value=path) from error
