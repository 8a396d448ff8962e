"""Time counted from today: «χθες», «αυτή την εβδομάδα», «τους τελευταίους 18 μήνες», «τον προηγούμενο μήνα»."""

import re
from datetime import date, timedelta
from functools import lru_cache

from core.greek.date_tokens import ARTICLES, Point, Token, months_on, text_at
from core.greek.numbers import numbers_in_words

_DAYS_AGO = {
    "σημερα": 0, "simera": 0, "shmera": 0, "τωρα": 0, "χθεσ": 1, "χτεσ": 1, "εχθεσ": 1, "xthes": 1, "xtes": 1,
    "προχθεσ": 2, "προχτεσ": 2, "αυριο": -1,
}  # fmt: skip
_WEEKDAYS = {
    "δευτερα": 0, "τριτη": 1, "τεταρτη": 2, "πεμπτη": 3, "παρασκευη": 4, "σαββατο": 5, "κυριακη": 6,
}  # fmt: skip
_UNITS = (
    ("day", re.compile("η?μερ(?:α|εσ|ων|ασ)$|imeres$|meres$")),
    ("week", re.compile("ε?βδομαδ|evdomad")),
    ("month", re.compile("μην(?:α|εσ|ων|ασ)$|mines$|mina$")),
    ("quarter", re.compile("τριμην")),
    ("half", re.compile("εξαμην")),
    ("year", re.compile("χρονια$|χρονι(?:α|ων|ασ)$|χρονο(?:σ|υσ)?$|ετ(?:οσ|η|ων|ουσ)$|xronia$")),
    ("two", re.compile("διετια")),
    ("three", re.compile("τριετια")),
    ("five", re.compile("πενταετια")),
    ("ten", re.compile("δεκαετια")),
)
_MONTHS_OF = {"month": 1, "quarter": 3, "half": 6, "year": 12, "two": 24, "three": 36, "five": 60, "ten": 120}
_LAST = re.compile("τελευται|teleutai|teleytai")
_PREVIOUS = re.compile("προηγουμεν|περασμεν")
_THIS = re.compile("αυτ(?:η|ην|οσ|ον|ο|ου|ησ)$|τρεχ(?:ον|ουσα|οντοσ|οντα|ουσασ)$")


def _near_day(tokens: list[Token], place: int, today: date) -> Point | None:
    """«χθες», «σήμερα», «τη Δευτέρα» (the last one)."""
    text = text_at(tokens, place)
    if text in _DAYS_AGO:
        day = today - timedelta(days=_DAYS_AGO[text])
        return Point(since=day, until=day + timedelta(days=1), end=place + 1)
    if text in _WEEKDAYS and text_at(tokens, place - 1) in ("τη", "την", "το", "μεχρι", "εωσ", "απο"):
        day = today - timedelta(days=(today.weekday() - _WEEKDAYS[text] - 1) % 7 + 1)
        return Point(since=day, until=day + timedelta(days=1), end=place + 1, weekday=True)
    return None


@lru_cache(maxsize=4096)
def _unit(text: str) -> str | None:
    return next((name for name, pattern in _UNITS if pattern.match(text)), None)


def _back(today: date, unit: str, count: int) -> date:
    if unit in ("day", "week"):
        return today - timedelta(days=count * (7 if unit == "week" else 1))
    return months_on(today, -_MONTHS_OF[unit] * count)


def _count(tokens: list[Token], place: int) -> tuple[int, int]:
    """(how many, the token after it): «18», «έξι»; (1, place) when nothing is said."""
    text = text_at(tokens, place)
    if text.isdigit() and len(text) <= 3:
        return int(text), place + 1
    for size in (2, 1):
        listed = [text_at(tokens, place + step) for step in range(size)]
        value = numbers_in_words(listed) if all(listed) else None
        if value:
            return value, place + size
    return 1, place


def _last_units(tokens: list[Token], place: int, today: date) -> Point | None:
    """«τους τελευταίους 18 μήνες», «την τελευταία τριετία», «μέσα σε έναν χρόνο»: counted back from today."""
    if text_at(tokens, place) == "μεσα" and text_at(tokens, place + 1) in ("σε", "στον", "στο", "στα"):
        at = place + 2
    elif _LAST.match(text_at(tokens, place)):
        at = place + 1
    else:
        return None
    count, at = _count(tokens, at)
    at += bool(_LAST.match(text_at(tokens, at)))
    unit = _unit(text_at(tokens, at))
    if unit is None or not 0 < count <= 600:
        return None
    return Point(since=_back(today, unit, count), until=today + timedelta(days=1), end=at + 1)


def _begin(day: date, unit: str) -> date:
    """Where the week, month, quarter, half or year of a day begins."""
    if unit == "week":
        return day - timedelta(days=day.weekday())
    months = _MONTHS_OF[unit]
    return date(day.year, (day.month - 1) // months * months + 1, 1)


def _this_or_previous(tokens: list[Token], place: int, today: date) -> Point | None:
    """«αυτή την εβδομάδα», «τον προηγούμενο μήνα», «το τρέχον έτος», «την εβδομάδα που πέρασε»."""
    text, at = text_at(tokens, place), place + 1
    previous, this = bool(_PREVIOUS.match(text)), bool(_THIS.match(text))
    if previous or this:
        at += text_at(tokens, at) in ARTICLES
    elif text_at(tokens, place - 1) in ARTICLES:
        at = place
    else:
        return None
    unit = _unit(text_at(tokens, at))
    passed = text_at(tokens, at + 1) == "που" and re.match("περασ|μασ|εφυγ", text_at(tokens, at + 2)) is not None
    if unit not in ("week", "month", "quarter", "half", "year") or not (previous or this or passed):
        return None
    since = _begin(today, unit)
    until = since + timedelta(days=7) if unit == "week" else months_on(since, _MONTHS_OF[unit])
    if previous or passed:
        since, until = (_begin(since - timedelta(days=1), unit), since)
    end = at + 1 + (2 + (text_at(tokens, at + 2) == "μασ")) * passed
    return Point(since=since, until=until, end=end)


def relative_point(tokens: list[Token], place: int, today: date) -> Point | None:
    """The time that is said from a token on, counted from today."""
    for parse in (_last_units, _this_or_previous, _near_day):
        if point := parse(tokens, place, today):
            return point
    return None
