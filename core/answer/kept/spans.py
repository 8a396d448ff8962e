"""Years, quarters and months on an axis: all of those asked, and how much of each our data hold."""

from collections.abc import Sequence
from datetime import date, timedelta

from core.domain.organization import Coverage
from core.domain.period import Period
from core.domain.request import Grouping

_MOST = 400


def span_of(key: str) -> Period:
    """The days of «2024», «2024-Q2», «2024-03»."""
    year = int(key[:4])
    if "-Q" in key:
        return _span(year, int(key[-1]) * 3 - 2, 3)
    return _span(year, int(key[5:]), 1) if len(key) == 7 else _span(year, 1, 12)


def _span(year: int, month: int, months: int) -> Period:
    return Period(since=date(year, month, 1), until=_months_on(year, month, months))


def _months_on(year: int, month: int, months: int) -> date:
    place = year * 12 + month - 1 + months
    return date(place // 12, place % 12 + 1, 1)


def key_of(day: date, group_by: Grouping) -> str:
    """«2024», «2024-Q2» or «2024-03»: the span of a day."""
    if group_by is Grouping.YEAR:
        return str(day.year)
    return f"{day.year}-Q{(day.month + 2) // 3}" if group_by is Grouping.QUARTER else f"{day.year}-{day.month:02d}"


def axis(keys: Sequence[str], group_by: Grouping, *, period: Period, held: Sequence[Coverage]) -> list[str]:
    """Every key from the first to the last: those of the period asked, cut to what is held; all that were found."""
    found = [span_of(key) for key in keys]
    firsts = [span.since for span in found if span.since]
    lasts = [span.last_day for span in found if span.last_day]
    first_held = min((item.first_on for item in held if item.first_on), default=None)
    last_held = max((item.last_on for item in held if item.last_on), default=None)
    if first_held:
        firsts.append(max(first_held, period.since) if period.since else first_held)
    if last_held:
        lasts.append(min(last_held, period.last_day) if period.last_day else last_held)
    if not firsts or not lasts:
        return list(keys)
    made: list[str] = []
    day = min(firsts).replace(day=1)
    while day <= max(lasts) and len(made) < _MOST:
        if (key := key_of(day, group_by)) not in made[-1:]:
            made.append(key)
        day = _months_on(day.year, day.month, 1)
    return made


def days_held(key: str, *, period: Period, held: Sequence[Coverage]) -> tuple[bool, bool]:
    """Whether anything of the span is held, and whether all of it is: by the bounds, missing months, unproven days."""
    span = span_of(key)
    assert span.since and span.last_day  # it is one of the calendar
    wanted_first = max(span.since, period.since) if period.since else span.since
    wanted_last = min(span.last_day, period.last_day) if period.last_day else span.last_day
    whole = wanted_first == span.since and wanted_last == span.last_day
    return any(_touches(item, span) for item in held), whole and all(_holds(item, span) for item in held)


def _touches(item: Coverage, span: Period) -> bool:
    if item.first_on is None or item.last_on is None or span.since is None or span.last_day is None:
        return False
    months = set(_months(span))
    return item.first_on <= span.last_day and item.last_on >= span.since and not months <= set(item.missing_months)


def _holds(item: Coverage, span: Period) -> bool:
    """An archive is taken to begin in the first days of a month and to end in the last of one, or it is partial."""
    if item.first_on is None or item.last_on is None or span.since is None or span.last_day is None:
        return False
    begins = (item.since or item.first_on) <= span.since + timedelta(days=_SLACK)
    ends = (item.published_through or item.last_on) >= span.last_day - timedelta(days=_SLACK)
    gaps = any(_overlap(gap, span) for gap in item.unproven)
    return begins and ends and not gaps and not set(_months(span)) & set(item.missing_months)


_SLACK = 7  # days without an act at the edge of an archive: holidays, not a missing part


def _overlap(gap: Period, span: Period) -> bool:
    if gap.since is None or gap.until is None or span.since is None or span.until is None:
        return True
    return gap.since < span.until and gap.until > span.since


def _months(span: Period) -> list[str]:
    assert span.since and span.until
    made: list[str] = []
    day = span.since
    while day < span.until:
        made.append(f"{day.year}-{day.month:02d}")
        day = _months_on(day.year, day.month, 1)
    return made


def short_label(key: str) -> str:
    """«2024», «β΄ τρ. 2024», «3/2024»: as it fits under a bar."""
    if "-Q" in key:
        return f"{'αβγδ'[int(key[-1]) - 1]}΄ τρ.\n{key[:4]}"
    return f"{int(key[5:])}/{key[:4]}" if len(key) == 7 else key
