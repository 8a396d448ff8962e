"""What the source makes of date ranges without saying so: 180 days of issue dates and no more (DIAVGEIA_API §3.4)."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from core.domain.period import ATHENS
from tests.diavgeia.query import Between, Group, Node, Term, conjunction, conjuncts

_MOST_DAYS = 180
_ISSUED, _SUBMITTED = "issueDate", "submissionTimestamp"


def norm_simple(
    issued: tuple[date | None, date | None], submitted: tuple[date | None, date | None], now: datetime
) -> list[Node]:
    """The ranges of a simple search: submission first, as the echo has it."""
    ranges = [Term(_ISSUED, _issue_range(*issued, now=now))]
    if given := _submission_range(submitted, named=issued != (None, None), now=now):
        ranges.insert(0, Term(_SUBMITTED, given))
    return list(ranges)


def norm_advanced(query: Node, now: datetime) -> Node:
    """Issue ranges clamped wherever they stand; the defaults where the query has no issue range at all."""
    if any(part.field == _ISSUED for part in _terms(query)):
        return _clamped(query)
    default = Between(_back(now), now)
    named = any(part.field == _SUBMITTED for part in _terms(query))
    added = [Term(_ISSUED, default)] if named else [Term(_SUBMITTED, default), Term(_ISSUED, default)]
    return conjunction([*conjuncts(query), *added])


def _issue_range(first: date | None, last: date | None, *, now: datetime) -> Between:
    """An upper end alone is dropped; a lower end alone reaches 180 days."""
    if first is None:
        return Between(_back(now), now)
    low = _midnight(first)
    return Between(low, min(_ahead(low), now if last is None else _midnight(last)))


def _submission_range(given: tuple[date | None, date | None], *, named: bool, now: datetime) -> Between | None:
    """Never clamped; absent where issue dates are named and it is not."""
    first, last = given
    if first is None and last is None:
        return None if named else Between(_back(now), now)
    low = _midnight(first) if first else datetime(2010, 1, 1, tzinfo=ATHENS)
    return Between(low, _midnight(last) if last else now)


def _clamped(node: Node) -> Node:
    if isinstance(node, Group):
        return replace(node, parts=tuple(_clamped(part) for part in node.parts))
    value = node.value
    if node.field != _ISSUED or not isinstance(value, Between):
        return node
    if not isinstance(value.low, datetime) or not isinstance(value.high, datetime):
        return node
    low, high = value.low.astimezone(ATHENS), value.high.astimezone(ATHENS)
    most = datetime.combine((low + timedelta(days=_MOST_DAYS)).date(), high.timetz().replace(tzinfo=None))
    return Term(_ISSUED, Between(low, min(high, most.replace(tzinfo=ATHENS))))


def _terms(node: Node) -> Iterable[Term]:
    if isinstance(node, Term):
        yield node
    else:
        for part in node.parts:
            yield from _terms(part)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, tzinfo=ATHENS)


def _ahead(moment: datetime) -> datetime:
    """On the calendar of Athens, whatever the clock does in between."""
    return moment + timedelta(days=_MOST_DAYS)


def _back(moment: datetime) -> datetime:
    return moment.astimezone(ATHENS) - timedelta(days=_MOST_DAYS)
