"""Which windows are read: every day once, none too long, none too full, changes since before what is known."""

from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from core.domain.period import Period
from core.domain.window import HeldWindow, Ledger, WindowState, doubted, unread
from ingest import plan
from ingest.plan import Window

UID = "100000001"
NIGHT = datetime(2026, 10, 1, 2, 15, tzinfo=UTC)
DAY = timedelta(days=1)
days = st.dates(date(2010, 10, 1), date(2030, 12, 31))


def days_of(*windows: Window) -> list[date]:
    return [window.first + n * DAY for window in windows for n in range(window.days)]


def held(first: date, last: date, *, hours: int = 0, closed: bool = True) -> HeldWindow:
    at = NIGHT - timedelta(hours=hours)
    state = WindowState.CLOSED if closed else WindowState.INCOMPLETE
    return HeldWindow(first=first, last=last, state=state, held_until=at, walked_at=at)


def ledger_of(first: date, lengths: list[int], hours: list[int]) -> Ledger:
    """Windows one after the other; every fourth place is left unread, every seventh is a doubtful day."""
    made: list[HeldWindow] = []
    for place, (length, age) in enumerate(zip(lengths, hours, strict=True), start=1):
        last = first + length * DAY
        if place % 7 == 0:
            made.append(held(first, first, closed=False))
        elif place % 4:
            made.append(held(first, last, hours=age))
        first = last + DAY
    return tuple(made)


ledgers = st.integers(1, 20).flatmap(
    lambda number: st.builds(
        ledger_of,
        st.just(date(2020, 1, 1)),
        st.lists(st.integers(0, 89), min_size=number, max_size=number),
        st.lists(st.integers(0, 2000), min_size=number, max_size=number),
    )
)


@given(days, st.integers(0, 3000))
def test_tiles_hold_every_day_once_newest_first_and_none_is_too_long(first: date, more: int) -> None:
    last = first + more * DAY
    tiles = plan.tiles(UID, first, last)
    assert sorted(days_of(*tiles)) == [first + n * DAY for n in range(more + 1)]
    assert all(tile.days <= plan.LONGEST for tile in tiles)
    assert list(tiles) == sorted(tiles, key=lambda tile: tile.first, reverse=True)
    assert len(tiles) == -(-(more + 1) // plan.LONGEST)


@given(days, st.integers(0, 89), st.integers(0, 200_000))
def test_a_window_that_is_too_full_is_split_into_parts_that_hold_its_days(first: date, more: int, total: int) -> None:
    window = Window(organization_uid=UID, first=first, last=first + more * DAY, submitted_since=NIGHT)
    parts = plan.split(window, total)
    assert sorted(days_of(*parts)) == days_of(window)
    assert {part.submitted_since for part in parts} == {NIGHT}
    assert len(parts) == (1 if total <= plan.MOST else min(window.days, -(-total // plan.MOST)))


@given(days, st.integers(0, 89))
def test_halves_hold_the_days_of_the_window_and_a_day_has_none(first: date, more: int) -> None:
    window = Window(organization_uid=UID, first=first, last=first + more * DAY)
    halves = plan.halves(window)
    assert sorted(days_of(*halves)) == (days_of(window) if more else [])
    assert len(halves) == (2 if more else 0)


@given(ledgers, st.integers(0, 800))
def test_what_is_unread_is_read_once_and_what_was_read_is_not(ledger: Ledger, more: int) -> None:
    since = date(2019, 11, 1)
    today = since + more * DAY
    planned = plan.unread(UID, ledger, since, today)
    missing = [gap.since + n * DAY for gap in unread(ledger, since, today) for n in range((gap.until - gap.since).days)]
    assert sorted(days_of(*planned)) == missing


@given(ledgers)
def test_the_sweep_asks_for_every_closed_day_once_since_before_it_was_last_known(ledger: Ledger) -> None:
    edge = date(2022, 1, 1)
    swept = plan.sweep(UID, ledger, before=edge, until=NIGHT)
    old = {day: each for each in ledger if each.closed for day in days_of_held(each) if day < edge}
    asked = days_of(*swept)
    assert len(asked) == len(set(asked))
    assert set(asked) == {day for day, each in old.items() if each.held_until < NIGHT}
    for window in swept:
        assert window.days <= plan.LONGEST_SWEEP
        assert window.submitted_since is not None
        assert all(window.submitted_since <= old[day].held_until - 2 * DAY for day in days_of(window))


def days_of_held(window: HeldWindow) -> list[date]:
    return [window.first + n * DAY for n in range(window.days)]


def test_a_quiet_archive_is_swept_two_windows_at_a_time() -> None:
    first = date(2014, 1, 1)
    ledger = tuple(held(first + 90 * n * DAY, first + (90 * n + 89) * DAY, hours=24) for n in range(48))
    assert len(plan.sweep(UID, ledger, before=date(2030, 1, 1), until=NIGHT)) == 24


def test_the_frontier_is_the_last_thirty_issue_days_but_not_before_the_first() -> None:
    today = date(2026, 10, 31)
    (window,) = plan.frontier(UID, date(2010, 10, 1), today)
    assert (window.first, window.last) == (date(2026, 10, 2), today)
    (window,) = plan.frontier(UID, date(2026, 10, 30), today)
    assert (window.first, window.last) == (date(2026, 10, 30), today)
    assert plan.frontier(UID, date(2026, 11, 5), today) == ()
    assert plan.ahead(UID, today).first == date(2026, 11, 1)


def test_the_newest_window_comes_first_whoever_it_belongs_to() -> None:
    today, since = date(2026, 10, 31), date(2026, 1, 1)
    read = (held(date(2026, 9, 1), today),)
    planned = plan.backfill([("1", read, since), ("2", (), since)], today)
    assert [(window.organization_uid, window.last) for window in planned[:3]] == [
        ("2", today),
        ("1", date(2026, 8, 31)),
        ("2", today - 90 * DAY),
    ]


def test_a_day_that_did_not_add_up_is_tried_again_by_night_and_not_by_the_backfill() -> None:
    ledger = doubted((held(date(2026, 1, 1), date(2026, 3, 31)),), date(2026, 2, 3), NIGHT)
    assert plan.unread(UID, ledger, date(2026, 1, 1), date(2026, 3, 31)) == ()
    (again,) = plan.doubtful(UID, ledger, before=date(2026, 10, 1))
    assert (again.first, again.last, again.whole) == (date(2026, 2, 3), date(2026, 2, 3), True)
    assert Period(since=again.first, until=again.last + DAY) == Period(since=date(2026, 2, 3), until=date(2026, 2, 4))


def test_each_night_a_share_of_the_archive_is_audited_so_that_a_month_sees_all_of_it() -> None:
    first = date(2014, 1, 1)
    ledger = [held(first + 90 * n * DAY, first + (90 * n + 89) * DAY, hours=31 * 24) for n in range(48)]
    edge, audited, nights = date(2030, 1, 1), 0, 0
    while windows := plan.audit(UID, tuple(ledger), before=edge, now=NIGHT):
        done = {window.first for window in windows}
        ledger = [held(each.first, each.last) if each.first in done else each for each in ledger]
        audited, nights = audited + len(windows), nights + 1
    assert audited == 48
    assert nights <= 15
    assert len(plan.audit(UID, tuple(ledger), before=edge, now=NIGHT, everything=True)) == 48
