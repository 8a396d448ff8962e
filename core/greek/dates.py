"""Periods in a text, half-open: «πέρσι», «από γενάρη έως μάρτιο του 2025», «2023–2025», «μέχρι σήμερα»."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

from core.greek.date_points import absolute_point, with_year
from core.greek.date_relative import relative_point
from core.greek.date_tokens import ARTICLES, Point, Token, months_on, tokenize
from core.greek.fold import level

_GENITIVES = (
    "Ιανουαρίου", "Φεβρουαρίου", "Μαρτίου", "Απριλίου", "Μαΐου", "Ιουνίου", "Ιουλίου", "Αυγούστου", "Σεπτεμβρίου",
    "Οκτωβρίου", "Νοεμβρίου", "Δεκεμβρίου",
)  # fmt: skip
_ACCUSATIVES = (
    "Ιανουάριο", "Φεβρουάριο", "Μάρτιο", "Απρίλιο", "Μάιο", "Ιούνιο", "Ιούλιο", "Αύγουστο", "Σεπτέμβριο", "Οκτώβριο",
    "Νοέμβριο", "Δεκέμβριο",
)  # fmt: skip
_FROM = frozenset({"απο", "apo", "μεταξυ", "αναμεσα"})
_UNTIL = frozenset({"μεχρι", "εωσ", "ωσ", "mexri", "ews", "eos"})
_DASHES = frozenset("-–—−")
_AFTER, _BEFORE = frozenset({"μετα", "επειτα"}), frozenset({"πριν", "προ"})
_COMPARES = re.compile("εκτοσ|εξω|πανω|κατω|περισσοτερ|λιγοτερ|μεγαλυτερ|μικροτερ|διαφορετικ|ακριβοτερ|φθηνοτερ")
_BESIDE_TIME = "σε ti tin thn και απο τελοσ τελη τελουσ αρχεσ αρχη αρχησ μηνα"
_PASSED_OVER = ARTICLES | frozenset(_BESIDE_TIME.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class DateMention:
    """A period where it stands in a text: [since, until), None is open. `years`: the calendar years that it is,
    when it is whole ones (this year up to today counts). `words`: as a reader hears it."""

    start: int
    end: int
    since: date | None
    until: date | None
    words: str
    years: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Span:
    """Tokens [first, last) that say [since, until)."""

    first: int
    last: int
    since: date | None
    until: date | None
    yearless: bool = False


def long_day(day: date) -> str:
    """«14 Μαρτίου 2024»."""
    return f"{day.day} {_GENITIVES[day.month - 1]} {day.year}"


def short_day(day: date) -> str:
    """«14/3/2024»."""
    return f"{day.day}/{day.month}/{day.year}"


def describe(since: date | None, until: date | None) -> str:
    """A period in Greek: «το 2024», «τον Μάρτιο του 2024», «από 1/1/2024 έως 31/3/2025»."""
    last = until - timedelta(days=1) if until else None
    if since is None or last is None:
        return f"από {short_day(since)}" if since else f"έως {short_day(last)}" if last else "όλο το διάστημα"
    if (since.month, since.day, last.month, last.day) == (1, 1, 12, 31):
        return f"το {since.year}" if since.year == last.year else f"τα έτη {since.year}–{last.year}"
    if since.day == 1 and until == months_on(since, 1):
        return f"τον {_ACCUSATIVES[since.month - 1]} του {since.year}"
    if since.day == 1 and since.month % 3 == 1 and until == months_on(since, 3):
        return f"το {'αβγδ'[since.month // 3]}΄ τρίμηνο του {since.year}"
    if since.day == 1 and since.month % 6 == 1 and until == months_on(since, 6):
        return f"το {'αβ'[since.month // 6]}΄ εξάμηνο του {since.year}"
    return f"στις {short_day(since)}" if since == last else f"από {short_day(since)} έως {short_day(last)}"


def _years(since: date | None, until: date | None, today: date) -> tuple[int, ...]:
    if since is None or until is None or (since.month, since.day) != (1, 1):
        return ()
    whole = (until.month, until.day) == (1, 1)
    up_to_today = until == today + timedelta(days=1) and since.year < today.year
    return tuple(range(since.year, until.year + (0 if whole else 1))) if whole or up_to_today else ()


def _point_at(tokens: list[Token], place: int, today: date) -> Point | None:
    return absolute_point(tokens, place, today) or relative_point(tokens, place, today)


def _point(tokens: list[Token], place: int, today: date) -> tuple[int, Point] | None:
    """The point at a token, or after the articles there, with the token where it begins."""
    while place < len(tokens):
        if point := _point_at(tokens, place, today):
            return place, point
        if tokens[place].text not in _PASSED_OVER:
            return None
        place += 1
    return None


def _end_of_range(tokens: list[Token], place: int, today: date) -> tuple[int, Point] | None:
    """What follows «έως» or a dash; «2023-24» names a year too."""
    second = _point(tokens, place, today)
    if second is None and place < len(tokens) and len(tokens[place].text) == 2 and tokens[place].text.isdigit():
        year = today.year // 100 * 100 + int(tokens[place].text)
        if year <= today.year + 1:
            return place, Point(since=date(year, 1, 1), until=date(year + 1, 1, 1), end=place + 1)
    return second


def _joined(first: Point, second: Point) -> tuple[date, date]:
    """From one point to another, whichever was said first; the first takes the year of the second when it said none."""
    if first.yearless and not second.yearless:
        first = with_year(first, second.since.year)
        if first.since > second.since:
            first = with_year(replace(first, yearless=True), second.since.year - 1)
    if first.since >= second.until:  # «από το 2025 έως το 2023»: the same years, said backwards
        return second.since, first.until
    return first.since, second.until


def _says_range(tokens: list[Token], first: int, point: Point) -> int | None:
    """The token after the connector when another point is to follow; None when none is."""
    place = point.end
    if place >= len(tokens):
        return None
    opened = _opener(tokens, first)[0] in _FROM
    connects = tokens[place].text in _UNTIL | _DASHES or (opened and tokens[place].text in ("και", "με"))
    return place + 1 if connects else None


def _opener(tokens: list[Token], first: int) -> tuple[str, int]:
    """The word before a point that opens or closes the period («από», «μέχρι», «μετά»), and its token."""
    at = first - 1
    while at >= 0 and tokens[at].text in _PASSED_OVER - {"απο"}:
        at -= 1
    if at > 0 and tokens[at].text == "απο":
        if _COMPARES.match(tokens[at - 1].text):
            return "", first
        at -= tokens[at - 1].text in _BEFORE | _AFTER
    return (tokens[at].text, at) if at >= 0 else ("", first)


def _span(tokens: list[Token], first: int, point: Point, today: date) -> _Span:
    """The whole period that a point belongs to."""
    word, opened_at = _opener(tokens, first)
    following = _says_range(tokens, first, point)
    second = _end_of_range(tokens, following, today) if following is not None else None
    if second is not None:
        since, until = _joined(point, second[1])
        begin = opened_at if word in _FROM else first
        return _Span(first=begin, last=second[1].end, since=since, until=until)
    if word in _UNTIL:
        ends = point.until
        while point.weekday and ends <= today + timedelta(days=1):
            ends += timedelta(days=7)
        return _Span(first=opened_at, last=point.end, since=None, until=ends)
    if word in _BEFORE:
        return _Span(first=opened_at, last=point.end, since=None, until=point.since)
    if word in _AFTER:
        return _Span(first=opened_at, last=point.end, since=point.until, until=None)
    if word == "απο":
        return _Span(first=opened_at, last=_after_open(tokens, point.end), since=point.since, until=None)
    return _Span(first=first, last=point.end, since=point.since, until=point.until, yearless=point.yearless)


def _after_open(tokens: list[Token], place: int) -> int:
    """«από το 2022 και μετά»."""
    texts = [token.text for token in tokens[place : place + 3]]
    for words in (["και", "μετα"], ["και", "επειτα"], ["και", "περα"], ["κι", "επειτα"], ["και", "εδω"]):
        if texts[: len(words)] == words:
            return place + len(words)
    return place


def _spans(tokens: list[Token], today: date) -> Iterator[_Span]:
    place = 0
    while place < len(tokens):
        point = _point_at(tokens, place, today)
        if point is None:
            place += 1
            continue
        span = _span(tokens, place, point, today)
        yield span
        place = max(span.last, place + 1)


_JOINING = (["και"], [","], ["η"], ["με"], ["vs"], ["εναντι"], ["προσ"])


def _sharing_years(spans: list[_Span], tokens: list[Token]) -> list[_Span]:
    """«Μάρτιο και Απρίλιο του 2024»: the year said last is everyone's of the row."""
    shared = list(spans)
    for place in range(len(spans) - 2, -1, -1):
        one, after = shared[place], shared[place + 1]
        between = [token.text for token in tokens[one.last : after.first] if token.text not in ARTICLES]
        said_after = one.yearless and not after.yearless and between in _JOINING
        if said_after and one.since and one.until and after.since:
            point = with_year(Point(since=one.since, until=one.until, end=one.last, yearless=True), after.since.year)
            shared[place] = replace(one, since=point.since, until=point.until, yearless=False)
    return shared


def find_periods(text: str, today: date) -> tuple[DateMention, ...]:
    """Every period of a text; «today» decides what «πέρσι» and a month without a year are (the latest that began)."""
    flat = level(text)
    tokens = tokenize(flat)
    mentions = []
    for span in _sharing_years(list(_spans(tokens, today)), tokens):
        start, end = flat.span(tokens[span.first].start, tokens[span.last - 1].end)
        years = _years(span.since, span.until, today)
        words = describe(span.since, span.until)
        mentions.append(DateMention(start=start, end=end, since=span.since, until=span.until, words=words, years=years))
    return tuple(mentions)
