"""The ledger in the database, and what of it an answer may say."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from core.domain.period import Period
from core.domain.window import HeldWindow, WindowState, compacted, doubted, laid
from core.store import decisions, feeds, organizations, windows
from tests.builders import BODY, a_decision

NIGHT = datetime(2026, 10, 1, 2, 15, tzinfo=UTC)
SINCE = date(2026, 1, 1)


def held(first: date, last: date, *, at: datetime = NIGHT) -> HeldWindow:
    return HeldWindow(
        first=first, last=last, state=WindowState.CLOSED, held_until=at, walked_at=at, total=3, distinct=3
    )


@pytest.fixture
async def feed(db: Any) -> feeds.Feed:
    return await feeds.add(db, organization_uid=BODY, label="Δοκιμή", since=SINCE, at=NIGHT)


async def test_what_is_changed_is_read_back(db: Any, feed: feeds.Feed) -> None:
    one, other = held(SINCE, date(2026, 3, 31)), held(date(2026, 3, 1), date(2026, 5, 1), at=NIGHT + timedelta(days=1))
    await windows.change(db, organization_uid=BODY, by=lambda ledger: laid(ledger, one))
    after = await windows.change(db, organization_uid=BODY, by=lambda ledger: laid(ledger, other))
    assert after == await windows.ledger(db, organization_uid=BODY) == laid(laid((), one), other)
    assert await windows.ledgers(db, organization_uids=[BODY, "9"]) == {BODY: after, "9": ()}


async def test_a_body_is_covered_from_its_first_closed_window_on(db: Any, feed: feeds.Feed) -> None:
    assert await organizations.covered(db) == []
    await feeds.cover(db, organization_uid=BODY, proven=False)
    assert [body.uid for body in await organizations.covered(db)] == [BODY]


async def test_coverage_tells_until_when_and_which_days_are_not_proven(db: Any, feed: feeds.Feed) -> None:
    await decisions.save(db, decisions=[a_decision(issued_on=date(2026, 2, 2))])
    later = held(date(2026, 4, 1), date(2026, 5, 1), at=NIGHT + timedelta(days=1))
    for window in (held(SINCE, date(2026, 3, 1)), later):
        await windows.change(db, organization_uid=BODY, by=lambda ledger, new=window: laid(ledger, new))
    await windows.change(db, organization_uid=BODY, by=lambda ledger: doubted(ledger, date(2026, 4, 5), NIGHT))
    await feeds.cover(db, organization_uid=BODY, proven=False)
    (coverage,) = await organizations.coverage(db)
    assert (coverage.published_until, coverage.complete, coverage.since) == (NIGHT, False, SINCE)
    assert coverage.unproven == (
        Period(since=date(2026, 3, 2), until=date(2026, 4, 1)),
        Period(since=date(2026, 4, 5), until=date(2026, 4, 6)),
    )
    assert coverage.missing_months == ()


async def test_a_proven_body_is_complete_and_an_empty_month_is_no_gap(db: Any, feed: feeds.Feed) -> None:
    await decisions.save(db, decisions=[a_decision(issued_on=day) for day in (date(2026, 1, 2), date(2026, 5, 1))])
    await windows.change(
        db,
        organization_uid=BODY,
        by=lambda ledger: compacted(laid(ledger, held(SINCE, date(2026, 5, 1))), longest=90),
    )
    await feeds.cover(db, organization_uid=BODY, proven=True)
    (coverage,) = await organizations.coverage(db)
    assert (coverage.complete, coverage.unproven, coverage.missing_months) == (True, (), ())
    assert coverage.published_through == date(2026, 9, 30)


async def test_a_loaded_archive_stays_one_until_nothing_is_left_unread(db: Any, feed: feeds.Feed) -> None:
    await organizations.cover(db, uids=[BODY], source="loaded")
    await windows.change(db, organization_uid=BODY, by=lambda ledger: laid(ledger, held(SINCE, date(2026, 5, 1))))
    await feeds.cover(db, organization_uid=BODY, proven=False)
    assert (await organizations.coverage(db))[0].published_until is None
    await feeds.cover(db, organization_uid=BODY, proven=True)
    assert (await organizations.coverage(db))[0].published_until == NIGHT


async def test_a_body_that_is_removed_becomes_an_archive_and_may_come_back(db: Any, feed: feeds.Feed) -> None:
    await windows.change(db, organization_uid=BODY, by=lambda ledger: laid(ledger, held(SINCE, date(2026, 5, 1))))
    await feeds.cover(db, organization_uid=BODY, proven=True)
    assert await feeds.remove(db, organization_uid=BODY, at=NIGHT)
    assert not await feeds.remove(db, organization_uid=BODY, at=NIGHT)
    assert await feeds.followed(db) == [] and not await feeds.is_empty(db)
    assert (await organizations.coverage(db))[0].published_until is None
    back = await feeds.add(db, organization_uid=BODY, since=date(2026, 4, 1), at=NIGHT)
    assert back.since == date(2026, 4, 1)


async def test_following_reaches_further_back_and_never_forward(db: Any, feed: feeds.Feed) -> None:
    for since, then in ((None, SINCE), (date(2026, 6, 1), SINCE), (date(2020, 1, 1), date(2020, 1, 1))):
        assert (await feeds.add(db, organization_uid=BODY, since=since, at=NIGHT)).since == then
    new = await feeds.add(db, organization_uid="100000009", since=None, at=NIGHT)
    assert (new.since, new.label) == (date(2010, 10, 1), "Φορέας 100000009")


async def test_acts_that_vanish_leave_every_count_and_come_back_as_they_were(db: Any) -> None:
    acts = [a_decision(issued_on=date(2026, 2, day)) for day in (1, 2, 3)]
    await decisions.save(db, decisions=acts)
    adas = [act.ada for act in acts]
    span = {"organization_uid": BODY, "first": date(2026, 2, 1), "last": date(2026, 2, 2)}
    assert await windows.unseen(db, **span, seen=[adas[0]]) == [adas[1]]
    await windows.mark_gone(db, adas=[adas[1]], at=NIGHT)
    assert await db.fetchval("SELECT count(*) FROM countable_decisions") == 2
    assert await windows.unseen(db, **span, seen=[adas[0]]) == []
    await windows.mark_back(db, adas=adas)
    assert await db.fetchval("SELECT count(*) FROM countable_decisions") == 3
