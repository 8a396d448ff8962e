"""What every handler is given: the application behind this door, the guard, and what day it is."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from zoneinfo import ZoneInfo

from bot.files.stamped import Papers
from bot.guard import Guard
from core.app import App

_ATHENS = ZoneInfo("Europe/Athens")


def athens_today() -> date:
    """Only a door asks what day it is, and the day is that of Athens."""
    return datetime.now(_ATHENS).date()


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """`seconds` is how long an answer may take before the reader is told that it is late.

    `operators`: ids of their accounts.
    """

    app: App
    guard: Guard
    seconds: float
    operators: frozenset[int] = frozenset()
    today: Callable[[], date] = athens_today
    papers: Papers = field(default_factory=Papers)
