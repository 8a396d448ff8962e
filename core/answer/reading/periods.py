"""When a message speaks of: days, months, years; not the day that is a part of a name («πλατεία 25ης Μαρτίου»)."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from core.answer.reading.cues import Signs
from core.answer.reading.page import ARTICLES, Page, word_set
from core.domain.period import Period
from core.greek.dates import DateMention, find_periods

_ORDINAL_DAY = re.compile(r"\d{1,2}\s?η[ςσ]?\b", re.IGNORECASE)
_FOUR_DIGITS = re.compile(r"\d{4}|['’]\d\d\b")
_NOW = frozenset({"τώρα", "τωρα", "tora", "twra"})  # «που τρέχουν τώρα» is no day of issue
_ENDS_OF_SPAN = word_set("απο απ εωσ μεχρι ωσ στισ")
_AROUND_PERIOD = word_set("ετοσ ετουσ χρονια χρονιασ χρονο περιοδο περιοδου διαστημα διαστηματοσ ημερομηνια μηνα")


def _names_a_day(page: Page, signs: Signs, mention: DateMention) -> bool:
    """«το πανηγύρι της 8ης Σεπτεμβρίου», «πλατεία 25ης Μαρτίου»: the day is a part of a name."""
    places = page.inside(mention.start, mention.end)
    if not len(places) or _FOUR_DIGITS.search(page.text[mention.start : mention.end]):
        return False
    before = places[0] if page.word(places[0]) in ARTICLES else places[0] - 1
    while page.word(before) in ARTICLES:
        before -= 1
    if before < 0 or page.word(before) in _ENDS_OF_SPAN or page.word(places[0]) in _ENDS_OF_SPAN:
        return False
    after_act = any(before in each.places for cue in ("act.noun", "count.noun") for each in signs.of(cue))
    after_place = any(before in each.places for each in signs.of("name.place"))
    return after_place or (bool(_ORDINAL_DAY.search(page.text[mention.start : mention.end])) and not after_act)


@dataclass(frozen=True, slots=True, kw_only=True)
class Periods:
    """`whole`: one period of everything that was said; `years`: those said outright; `apart`: each as it was said."""

    whole: Period | None = None
    years: tuple[int, ...] = ()
    apart: tuple[Period, ...] = ()


def read(page: Page, signs: Signs, today: date) -> Periods:
    """All that the message says of time."""
    mentions = _closed(_mentions(page, signs, today))
    whole, years = _together(mentions)
    apart = tuple(Period(since=each.since, until=each.until, words=each.words) for each in mentions)
    return Periods(whole=whole, years=years, apart=apart)


def _mentions(page: Page, signs: Signs, today: date) -> list[DateMention]:
    kept = []
    for mention in find_periods(page.text, today):
        places = page.inside(mention.start, mention.end)
        often = any(set(places) & set(each.places) for each in signs.family("frequency"))
        now = page.typed(places).casefold() in _NOW
        if often or now or any(not page.is_free(place) for place in places) or _names_a_day(page, signs, mention):
            continue
        page.take_around(places, _AROUND_PERIOD, "period")
        kept.append(mention)
    return kept or _current(page, signs, today)


def _current(page: Page, signs: Signs, today: date) -> list[DateMention]:
    """«οι πληρωμές του μήνα», «πράξεις της εβδομάδας»."""
    for each in signs.family("current"):
        since, until, words = _CURRENT[each.name](today)
        start, end = page.tokens[each.places[0]].start, page.tokens[each.places[-1]].end
        page.take(each.places, "period")
        years = (today.year,) if each.name == "year" else ()
        return [DateMention(start=start, end=end, since=since, until=until, words=words, years=years)]
    return []


def _this_week(today: date) -> tuple[date, date, str]:
    since = today - timedelta(days=today.weekday())
    return since, since + timedelta(days=7), "αυτή την εβδομάδα"


def _this_month(today: date) -> tuple[date, date, str]:
    since = today.replace(day=1)
    return since, (since + timedelta(days=31)).replace(day=1), "αυτόν τον μήνα"


_CURRENT: dict[str, Callable[[date], tuple[date, date, str]]] = {
    "day": lambda today: (today, today + timedelta(days=1), "σήμερα"),
    "week": _this_week,
    "month": _this_month,
    "year": lambda today: (date(today.year, 1, 1), date(today.year + 1, 1, 1), f"το {today.year}"),
}


def _closed(mentions: Sequence[DateMention]) -> Sequence[DateMention]:
    """«από το 2022 στο 2023»: the first is a year like the second."""
    if len(mentions) != 2 or mentions[0].until is not None or mentions[0].since is None or not mentions[1].years:
        return mentions
    first, since = mentions[0], mentions[0].since
    if (since.month, since.day) != (1, 1) or since.year >= mentions[1].years[0]:
        return mentions
    year = replace(first, until=date(since.year + 1, 1, 1), words=f"το {since.year}", years=(since.year,))
    return year, mentions[1]


def _together(mentions: Sequence[DateMention]) -> tuple[Period | None, tuple[int, ...]]:
    """One period of all the mentions, and the years that were said outright."""
    if not mentions:
        return None, ()
    years = tuple(sorted({year for mention in mentions for year in mention.years}))
    if len(mentions) == 1:
        only = mentions[0]
        return Period(since=only.since, until=only.until, words=only.words), years
    starts = [mention.since for mention in mentions]
    ends = [mention.until for mention in mentions]
    since = None if None in starts else min(start for start in starts if start)
    until = None if None in ends else max(end for end in ends if end)
    return Period(since=since, until=until, words=" και ".join(mention.words for mention in mentions)), years
