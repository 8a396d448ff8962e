"""What the commands over Διαύγεια share: a clock that can be set, days and moments as an operator types them."""

import argparse
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime

from rich.console import Console

from core.settings import Settings
from ingest.nights.run import Clock

Command = Callable[[Settings, argparse.Namespace, Console], Awaitable[None]]


def clock_of(arguments: argparse.Namespace) -> Clock:
    """The door alone asks what time it is; `--now` starts its clock elsewhere."""
    begin: datetime | None = getattr(arguments, "now", None)
    if begin is None:
        return lambda: datetime.now(UTC)
    ahead = begin - datetime.now(UTC)
    return lambda: datetime.now(UTC) + ahead


def with_clock(parser: argparse.ArgumentParser, run: Command) -> None:
    """Every command has a clock; to try a night that is not tonight it can be set."""
    parser.add_argument("--now", type=_moment, metavar="MOMENT", help=argparse.SUPPRESS)
    parser.set_defaults(run=run)


def day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError("χρειάζεται ημερομηνία της μορφής 2026-10-31") from None


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError("χρειάζεται στιγμή της μορφής 2026-10-31T04:15:00+02:00") from None
    if moment.tzinfo is None:
        raise argparse.ArgumentTypeError("χρειάζεται και διαφορά από την ώρα Γκρίνουιτς, π.χ. +02:00")
    return moment
