"""What is proven about a body's issue days: which windows are closed and until when their postings are held."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum

from core.domain.period import Period

_DAY = timedelta(days=1)


class WindowState(StrEnum):
    """`incomplete`: a day whose acts never add up to what the source counts; what was seen of it is stored."""

    CLOSED = "closed"
    INCOMPLETE = "incomplete"


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldWindow:
    """Issue days `first` to `last` of one body, both inside. Closed: whatever was posted for them until `held_until`.

    `walked_at`: when they were last read whole. `total` and `distinct`: what the source counted then and how many ΑΔΑs
    it gave; None where a later window took a part away.
    """

    first: date
    last: date
    state: WindowState
    held_until: datetime
    walked_at: datetime
    total: int | None = None
    distinct: int | None = None

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1

    @property
    def closed(self) -> bool:
        return self.state is WindowState.CLOSED

    def part(self, first: date, last: date) -> "HeldWindow":
        """The same, of some of its days."""
        if (first, last) == (self.first, self.last):
            return self
        return replace(self, first=first, last=last, total=None, distinct=None)


Ledger = tuple[HeldWindow, ...]  # of one body, by day, without overlaps


def _ordered(windows: Iterable[HeldWindow]) -> Ledger:
    return tuple(sorted(windows, key=lambda window: window.first))


def _outside(window: HeldWindow, first: date, last: date) -> list[HeldWindow]:
    """What juts out of the days `first` to `last`."""
    if window.last < first or window.first > last:
        return [window]
    parts = []
    if window.first < first:
        parts.append(window.part(window.first, first - _DAY))
    if window.last > last:
        parts.append(window.part(last + _DAY, window.last))
    return parts


def laid(ledger: Iterable[HeldWindow], new: HeldWindow) -> Ledger:
    """The ledger after `new` was read whole: it stands for its days alone, older windows keep the rest of theirs."""
    return _ordered([new, *(part for window in ledger for part in _outside(window, new.first, new.last))])


def advanced(ledger: Iterable[HeldWindow], first: date, last: date, until: datetime) -> Ledger:
    """The ledger after all changes of these days were read: closed windows, or their parts, are held until then."""
    found: list[HeldWindow] = []
    for window in ledger:
        if not window.closed or window.last < first or window.first > last:
            found.append(window)
            continue
        inside = window.part(max(window.first, first), min(window.last, last))
        found += _outside(window, first, last)
        found.append(replace(inside, held_until=max(inside.held_until, until)))
    return _ordered(found)


def doubted(ledger: Iterable[HeldWindow], day: date, at: datetime) -> Ledger:
    """The ledger after one day did not add up."""
    return laid(ledger, HeldWindow(first=day, last=day, state=WindowState.INCOMPLETE, held_until=at, walked_at=at))


def compacted(ledger: Sequence[HeldWindow], *, longest: int) -> Ledger:
    """Neighbours held until the same moment become one, up to `longest` days: a night adds a day, not a row."""
    made: list[HeldWindow] = []
    for window in ledger:
        before = made[-1] if made else None
        if before is not None and _joinable(before, window) and before.days + window.days <= longest:
            made[-1] = _joined(before, window)
        else:
            made.append(window)
    return tuple(made)


def _joinable(one: HeldWindow, other: HeldWindow) -> bool:
    adjacent = one.last + _DAY == other.first
    return adjacent and one.closed and other.closed and one.held_until == other.held_until


def _joined(one: HeldWindow, other: HeldWindow) -> HeldWindow:
    return replace(
        one,
        last=other.last,
        walked_at=min(one.walked_at, other.walked_at),
        total=_sum(one.total, other.total),
        distinct=_sum(one.distinct, other.distinct),
    )


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def unproven(ledger: Iterable[HeldWindow], since: date, last: date) -> tuple[Period, ...]:
    """Days from `since` to `last`, both inside, that no closed window holds, oldest first."""
    return _missing((window for window in ledger if window.closed), since, last)


def unread(ledger: Iterable[HeldWindow], since: date, last: date) -> tuple[Period, ...]:
    """Those of these days that were never read, oldest first; days that were read and do not add up are not."""
    return _missing(ledger, since, last)


def _missing(windows: Iterable[HeldWindow], since: date, last: date) -> tuple[Period, ...]:
    missing: list[Period] = []
    start = since
    for window in windows:
        if window.last < start:
            continue
        if window.first > last:
            break
        if window.first > start:
            missing.append(Period(since=start, until=window.first))
        start = window.last + _DAY
    if start <= last:
        missing.append(Period(since=start, until=last + _DAY))
    return tuple(missing)
