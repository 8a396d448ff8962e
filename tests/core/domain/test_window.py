"""The ledger of a body's days: never two windows over one day, nothing proven that no window proves."""

from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from core.domain.period import Period
from core.domain.window import (
    HeldWindow,
    Ledger,
    WindowState,
    advanced,
    compacted,
    doubted,
    laid,
    unproven,
    unread,
)

ONE = date(2024, 1, 1)
NIGHT = datetime(2026, 10, 1, 2, 15, tzinfo=UTC)
DAY = timedelta(days=1)


def day(number: int) -> date:
    return ONE + number * DAY


def window(first: int, last: int, *, hours: int = 0, closed: bool = True, total: int | None = 5) -> HeldWindow:
    at = NIGHT + timedelta(hours=hours)
    state = WindowState.CLOSED if closed else WindowState.INCOMPLETE
    return HeldWindow(
        first=day(first), last=day(last), state=state, held_until=at, walked_at=at, total=total, distinct=total
    )


def days_of(ledger: Ledger) -> list[date]:
    return [each.first + n * DAY for each in ledger for n in range(each.days)]


windows = st.builds(
    lambda first, length, hours: window(first, first + length, hours=hours),
    st.integers(0, 60),
    st.integers(0, 20),
    st.integers(0, 50),
)


@st.composite
def ledgers(draw: st.DrawFn) -> Ledger:
    """As any history of readings and doubts leaves it."""
    ledger: Ledger = ()
    for new in draw(st.lists(windows, max_size=8)):
        doubt = draw(st.booleans()) and draw(st.booleans())
        ledger = doubted(ledger, new.first, new.held_until) if doubt else laid(ledger, new)
    return ledger


@given(ledgers(), windows)
def test_a_window_stands_for_its_days_alone_and_leaves_the_others_as_they_were(ledger: Ledger, new: HeldWindow) -> None:
    after = laid(ledger, new)
    days = days_of(after)
    assert days == sorted(set(days)) == sorted({*days_of(ledger), *days_of((new,))})
    assert new in after
    outside = {each: (old.state, old.held_until) for old in ledger for each in days_of((old,))}
    for part in after:
        for each in days_of((part,)):
            if not new.first <= each <= new.last:
                assert (part.state, part.held_until) == outside[each]


@given(ledgers(), windows)
def test_what_was_read_anew_is_held_until_then_and_nothing_is_held_for_less_long(
    ledger: Ledger, swept: HeldWindow
) -> None:
    after = advanced(ledger, swept.first, swept.last, swept.held_until)
    before = {each: old for old in ledger for each in days_of((old,))}
    assert days_of(after) == days_of(ledger)
    for part in after:
        for each in days_of((part,)):
            old = before[each]
            inside = part.closed and swept.first <= each <= swept.last
            assert part.held_until == (max(old.held_until, swept.held_until) if inside else old.held_until)
            assert part.state is old.state


@given(ledgers(), st.integers(1, 30))
def test_joining_neighbours_proves_nothing_new(ledger: Ledger, longest: int) -> None:
    after = compacted(ledger, longest=longest)
    told = {each: (old.state, old.held_until) for old in ledger for each in days_of((old,))}
    assert {each: (part.state, part.held_until) for part in after for each in days_of((part,))} == told
    assert all(part in ledger or part.days <= longest for part in after)
    assert len(after) <= len(ledger)


@given(ledgers(), st.integers(-5, 70), st.integers(0, 70))
def test_what_is_unproven_is_exactly_what_no_closed_window_holds(ledger: Ledger, first: int, length: int) -> None:
    since, last = day(first), day(first + length)
    asked = {since + n * DAY for n in range(length + 1)}
    closed = {each for old in ledger if old.closed for each in days_of((old,))}
    for gaps, held in ((unproven(ledger, since, last), closed), (unread(ledger, since, last), set(days_of(ledger)))):
        missing = [gap.since + n * DAY for gap in gaps for n in range((gap.until - gap.since).days)]
        assert missing == sorted(asked - held)


def test_a_night_adds_a_day_to_a_row_and_not_a_row() -> None:
    ledger: Ledger = (window(0, 89),)
    for night in range(1, 31):
        frontier = window(60 + night, 89 + night, hours=24 * night)
        ledger = laid(ledger, frontier)
        ledger = compacted(advanced(ledger, day(0), day(60 + night - 1), frontier.held_until), longest=90)
    assert [(each.first, each.last) for each in ledger] == [(day(0), day(89)), (day(90), day(119))]
    assert unproven(ledger, day(0), day(119)) == ()


def test_a_count_is_kept_only_for_the_window_that_was_counted() -> None:
    whole, part = laid((window(0, 9),), window(5, 14))[:2], laid((window(0, 9),), window(5, 14))[0]
    assert whole[1].total == 5
    assert (part.first, part.last, part.total, part.distinct) == (day(0), day(4), None, None)


def test_a_doubtful_day_is_read_but_not_proven() -> None:
    ledger = doubted((window(0, 9),), day(4), NIGHT)
    assert unproven(ledger, day(0), day(9)) == (Period(since=day(4), until=day(5)),)
    assert unread(ledger, day(0), day(9)) == ()
