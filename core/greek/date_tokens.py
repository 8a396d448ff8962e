"""What the readers of dates share: the tokens of a text, a stretch of time, and counting in months."""

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date

from core.greek.fold import Level

_TOKEN = re.compile(r"[0-9]+|[^\W\d_]+|\S")
_ARTICLES = "ο η το τον την τη του τησ τουσ τισ τα των στο στη στην στον στισ στα στουσ to ton tou toy"
ARTICLES = frozenset(_ARTICLES.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A word, a number or a sign of a folded text."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """[since, until), and the token after it. `yearless`: the year was not said and is the latest that fits."""

    since: date
    until: date
    end: int
    yearless: bool = False
    weekday: bool = False


def tokenize(flat: Level) -> list[Token]:
    return [Token(start=m.start(), end=m.end(), text=m.group()) for m in _TOKEN.finditer(flat.text)]


def text_at(tokens: list[Token], place: int) -> str:
    return tokens[place].text if 0 <= place < len(tokens) else ""


def is_glued(tokens: list[Token], place: int) -> bool:
    """Does the token touch the one before it?"""
    return 0 < place < len(tokens) and tokens[place - 1].end == tokens[place].start


def months_on(day: date, months: int) -> date:
    """The same day some months later; the last of the month where it has no such day."""
    count = day.year * 12 + day.month - 1 + months
    year, month = count // 12, count % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))
