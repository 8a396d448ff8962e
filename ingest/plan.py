"""Which windows of Διαύγεια to read: pure rules over issue days of Athens, no gaps, no overlaps (DIAVGEIA_API §16)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import pairwise

from core.domain import window as ledgers
from core.domain.period import Period
from core.domain.window import HeldWindow, Ledger

LONGEST = 90  # days of a window read whole; the source shortens 181 without a word
LONGEST_SWEEP = 180
MOST = 5_000  # acts of a window: deeper pages of the source were never tried
FRONTIER = 30  # issue days that are read anew every night
_AHEAD = 90  # acts dated in the future: next year's commitments, mistyped days
_OVERLAP = timedelta(days=2)  # the source's clock is not ours, and an act may show late
_AUDIT_AFTER = timedelta(days=30)
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Acts of one body issued on these Athens days, both inside; `submitted_since` leaves out older submissions."""

    organization_uid: str
    first: date
    last: date
    submitted_since: datetime | None = None

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1

    @property
    def whole(self) -> bool:
        """Every act of its days is asked for, not only what changed."""
        return self.submitted_since is None


def tiles(organization_uid: str, first: date, last: date, *, longest: int = LONGEST) -> tuple[Window, ...]:
    """The days `first` to `last` in windows, newest first; the oldest takes what is left."""
    made = []
    while last >= first:
        start = max(first, last - timedelta(days=longest - 1))
        made.append(Window(organization_uid=organization_uid, first=start, last=last))
        last = start - _DAY
    return tuple(made)


def parts(window: Window, number: int) -> tuple[Window, ...]:
    """The window in at most so many parts of nearly equal length, newest first; a single day cannot be parted."""
    number = min(number, window.days)
    edges = [window.first + timedelta(days=window.days * place // number) for place in range(number + 1)]
    made = [replace(window, first=first, last=after - _DAY) for first, after in pairwise(edges)]
    return tuple(reversed(made))


def split(window: Window, total: int, *, most: int = MOST) -> tuple[Window, ...]:
    """The window itself, or its parts when the source counts more than `most` acts in it."""
    return (window,) if total <= most or window.days == 1 else parts(window, -(-total // most))


def halves(window: Window) -> tuple[Window, ...]:
    """Empty for a single day."""
    return parts(window, 2) if window.days > 1 else ()


def frontier(organization_uid: str, since: date, today: date) -> tuple[Window, ...]:
    """The last issue days, not before the body's first; what is posted late for older ones comes with the sweep."""
    return tiles(organization_uid, max(since, today - timedelta(days=FRONTIER - 1)), today)


def ahead(organization_uid: str, today: date) -> Window:
    """Acts dated after today."""
    return Window(organization_uid=organization_uid, first=today + _DAY, last=today + timedelta(days=_AHEAD))


def unread(organization_uid: str, ledger: Ledger, since: date, today: date) -> tuple[Window, ...]:
    """What was never read, newest first; days that do not add up are tried again by night."""
    missing = ledgers.unread(ledger, since, today)
    return tuple(tile for gap in reversed(missing) for tile in _tiled(organization_uid, gap))


def _tiled(organization_uid: str, gap: Period) -> tuple[Window, ...]:
    assert gap.since is not None and gap.last_day is not None  # what is missing of a ledger has two ends
    return tiles(organization_uid, gap.since, gap.last_day)


def backfill(bodies: Iterable[tuple[str, Ledger, date]], today: date) -> tuple[Window, ...]:
    """Everything unread of (uid, ledger, since), newest first across the bodies."""
    windows = [window for uid, ledger, since in bodies for window in unread(uid, ledger, since, today)]
    return tuple(sorted(windows, key=lambda window: (-window.last.toordinal(), window.organization_uid)))


def sweep(organization_uid: str, ledger: Ledger, *, before: date, until: datetime) -> tuple[Window, ...]:
    """What was submitted since each closed window was last known to be whole, for windows that end before a day.

    Neighbouring windows share one query while the span stays below what the source shortens. Windows that are held
    until `until` already are left alone.
    """
    old = [
        window.part(window.first, min(window.last, before - _DAY))
        for window in ledger
        if window.closed and window.first < before and window.held_until < until
    ]
    return tuple(_changes(organization_uid, span) for span in _spans(old))


def _spans(windows: Sequence[HeldWindow]) -> Iterator[list[HeldWindow]]:
    span: list[HeldWindow] = []
    for window in windows:
        adjacent = bool(span) and span[-1].last + _DAY == window.first
        if adjacent and (window.last - span[0].first).days < LONGEST_SWEEP:
            span.append(window)
            continue
        if span:
            yield span
        span = [window]
    if span:
        yield span


def _changes(organization_uid: str, span: Sequence[HeldWindow]) -> Window:
    known = min(window.held_until for window in span)
    return Window(
        organization_uid=organization_uid,
        first=span[0].first,
        last=span[-1].last,
        submitted_since=known - _OVERLAP,
    )


def doubtful(organization_uid: str, ledger: Ledger, *, before: date) -> tuple[Window, ...]:
    """Days that did not add up, to be tried again."""
    return tuple(
        Window(organization_uid=organization_uid, first=window.first, last=window.last)
        for window in ledger
        if not window.closed and window.last < before
    )


def audit(
    organization_uid: str, ledger: Ledger, *, before: date, now: datetime, everything: bool = False
) -> tuple[Window, ...]:
    """Windows that have not been read whole for a month, the longest ago first: a share of the archive each night."""
    old = sorted(
        (window for window in ledger if window.closed and window.last < before),
        key=lambda window: (window.walked_at, window.first),
    )
    share = len(old) if everything else -(-len(old) // (_AUDIT_AFTER // _DAY // 2))
    due = [window for window in old if everything or window.walked_at <= now - _AUDIT_AFTER]
    return tuple(
        Window(organization_uid=organization_uid, first=window.first, last=window.last) for window in due[:share]
    )
