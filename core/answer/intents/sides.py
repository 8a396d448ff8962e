"""What stands on the sides of a comparison, from what was read: periods, stages, topics."""

import re
from datetime import date

from core.answer.reading.page import Page, word_set
from core.answer.reading.sheet import Sheet
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.types import DECISION_TYPES
from core.greek.dates import describe
from core.greek.fold import fold

_APART = word_set("με vs versus εναντι προσ για")
_TOGETHER = word_set("και κι")
_BESIDE = word_set("δυο δυω τρεισ τρια δημουσ φορεισ δημοι χρονια χρονιεσ ετοσ ετη")
_ACCENT = re.compile("[άέήίόύώΐΰΆΈΉΊΌΎΏ]")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_RELATIVE = re.compile(r"φετ|περσ|περυσ|προηγ|τελευτ|χθεσ|σημερ|τωρα|τρεχ")
_MOST = 4  # topics in one comparison
_LEAP = (2, 29)


def year_before(period: Period) -> Period:
    """The same part of the year before."""
    since, until = _last_year(period.since), _last_year(period.until)
    return Period(since=since, until=until, words=describe(since, until))


def _last_year(day: date | None) -> date | None:
    if day is None:
        return None
    return day.replace(year=day.year - 1, day=28 if (day.month, day.day) == _LEAP else day.day)


def places_compared(sheet: Sheet) -> set[int]:
    """Words that only say that things are compared, or how many."""
    said = {place for each in sheet.signs.family("versus") for place in each.places}
    said |= {place for place, _ in sheet.topic.parts if sheet.page.word(place) in _BESIDE}
    return said | ({place for each in sheet.signs.of("turn.why") for place in each.places})


def periods_apart(sheet: Sheet) -> tuple[Period, ...]:
    """As they were said; the years of one span; before and after a year; a growing year and the one before it."""
    apart, years = _in_said_year(sheet), sheet.facts.years
    if len(apart) != 1:
        return tuple(dict.fromkeys(_as_year(each) for each in apart))
    only = apart[0]
    if len(years) > 1:
        return tuple(Period.year(year) for year in years)
    if only.since and only.until is None and _before_and_after(sheet):
        return Period(until=only.since.replace(year=only.since.year - 1)), Period(since=only.since)
    grows = sheet.signs.any("versus.change") and only.since and only.until
    if not grows:
        return apart
    year = only.whole_year
    return (Period.year(year - 1) if year else year_before(Period(since=only.since, until=only.until)), only)


def _as_year(period: Period) -> Period:
    """«του 2022 από του 2023»: beside another period «από 2023» is that year."""
    since = period.since
    begins = since is not None and (since.month, since.day) == (1, 1)
    return Period.year(since.year) if since and begins and period.until is None else period


def _in_said_year(sheet: Sheet) -> tuple[Period, ...]:
    """«αναθέσεις Ιανουαρίου με αναθέσεις Φεβρουαρίου 2024»: the one year that is said is everyone's."""
    said, apart = set(_YEAR.findall(sheet.page.text)), sheet.facts.periods
    parts = all(each.since and each.until and each.whole_year is None for each in apart)
    if len(apart) < 2 or len(said) != 1 or not parts or _RELATIVE.search(fold(sheet.page.text)):
        return apart
    year = int(said.pop())
    return tuple(each if each.since and each.since.year == year else _moved(each, year) for each in apart)


def says_year(page: Page) -> bool:
    """A year in digits, or by what it is to today: «πέρσι»."""
    return bool(_YEAR.search(page.text) or _RELATIVE.search(fold(page.text)))


def in_year(period: Period, year: int) -> Period:
    """The same months and days of a year; a period without both ends stays."""
    if period.since is None or period.until is None:
        return period
    shift = year - period.since.year
    since = period.since.replace(year=year)
    until = period.until.replace(year=period.until.year + shift)
    return Period(since=since, until=until, words=describe(since, until))


def _moved(period: Period, year: int) -> Period:
    """The same part of another year."""
    while period.since and period.since.year > year:
        period = year_before(period)
    return period


def _before_and_after(sheet: Sheet) -> bool:
    words = {sheet.page.word(place) for each in sheet.signs.of("versus.compare") for place in each.places}
    return {"πριν", "μετα"} <= words


def stages_apart(sheet: Sheet) -> tuple[Stage, ...]:
    """The stages that were named, in their order, when they are several."""
    named = [Stage(each.name) for each in sheet.signs.family("stage") if each.name in set(Stage)]
    of_types = [DECISION_TYPES[uid].stage for uid in sheet.measures.types]
    return tuple(dict.fromkeys([*(stage for stage in of_types if stage), *named]))


def says_or(page: Page) -> bool:
    return any(_is_or(page, place) for place in range(len(page.tokens)))


def _is_or(page: Page, place: int) -> bool:
    """«ή», or «η» in a text without accents, between two of a kind: «το 2024 η το 2025», «καυσιμα η ρευμα»."""
    token = page.tokens[place]
    if token.typed in ("ή", "Ή") or token.word == "ειτε":
        return True
    bare = token.word in ("η", "i") and place > 0 and not _ACCENT.search(page.text)
    return bare and page.is_free(place - 1) == page.is_free(place + 1)


def topics_apart(sheet: Sheet, *, either: bool = False) -> tuple[tuple[str, ...], ...]:
    """The topic in parts: at «ή», «με», «για», at commas; at «και» only when nothing else parts it.

    `either`: at «ή» alone.
    """
    aside = places_compared(sheet)
    parts = [(place, word) for place, word in sheet.topic.parts if place not in aside]
    if either:
        return _split(sheet.page, parts, word_set(""))
    apart = _split(sheet.page, parts, _APART)
    return apart if len(apart) > 1 else _split(sheet.page, parts, _TOGETHER)


def _split(page: Page, parts: list[tuple[int, str]], joining: frozenset[str]) -> tuple[tuple[str, ...], ...]:
    groups: list[list[str]] = []
    before = None
    for place, word in parts:
        between = range(before + 1, place) if before is not None else range(0)
        parted = any(page.word(each) in joining or _is_or(page, each) for each in between)
        if before is None or parted or (joining and "," in page.between(place - 1)):
            groups.append([])
        groups[-1].append(word)
        before = place
    return tuple(tuple(dict.fromkeys(group)) for group in groups) if len(groups) <= _MOST else ()
