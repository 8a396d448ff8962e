"""Alerts beside the nights: what a night brings is told by it, the last days are read while somebody waits, outages."""

from datetime import UTC, datetime, timedelta

from core.alerts.outage import tell_of_outage
from core.domain.period import ATHENS
from core.domain.subscription import Frequency, Wish
from core.store import feeds, runs, subscriptions
from core.store.pool import transaction
from core.store.runs import RunKind, RunState
from ingest.nights import backfill, nightly
from ingest.nights.keeper import Ticked
from tests.ingest.nights.conftest import NOW

CHAT = "telegram:55"


async def subscribe(rig, *, frequency: Frequency = Frequency.DAILY, body: str | None = None) -> None:
    async with transaction(rig.pool) as db:
        await subscriptions.add(
            db,
            conversation=CHAT,
            title="ό,τι βγάζει",
            wish=Wish(organizations=(body or rig.uids[0],)),
            frequency=frequency,
            weekday=0,
            at=rig.time(),
            news_from=rig.time(),
        )


async def found(rig) -> set[str]:
    return {row["ada"] for row in await rig.pool.fetch("SELECT ada FROM matches")}


def post(rig, uid: str, **changes) -> str:
    """An act that the source posts now, like one of the body's."""
    return rig.server.insert_like(rig.an_act_of(uid), issueDate=ms(rig.time()), **changes)


def ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


async def test_an_archive_that_is_read_tells_nobody_anything(open_rig):
    rig = await open_rig()
    await subscribe(rig)
    await backfill.read_archive(rig.house)
    assert await found(rig) == set()
    assert await rig.pool.fetchval("SELECT count(*) FROM outbox") == 0


async def test_what_is_posted_later_is_told_by_the_night_that_reads_it_in_its_own_transaction(open_rig):
    rig = await open_rig()
    await backfill.read_archive(rig.house)
    await subscribe(rig)
    rig.time.on(hours=6)
    new = post(rig, rig.uids[0])
    late = rig.server.insert_like(rig.an_act_of(rig.uids[0]), issueDate=ms(datetime(2026, 8, 20, tzinfo=UTC)))
    post(rig, rig.uids[1])
    rig.time.on(hours=18)
    night = nightly.night_of(rig.time())
    assert await nightly.read_night(rig.house, night=night, feeds=await feeds.followed(rig.pool)) is RunState.DONE
    assert await found(rig) == {new, late}
    seen = await rig.pool.fetch(
        "SELECT DISTINCT m.xmin::text AS match, d.xmin::text AS act FROM matches m JOIN decisions d USING (ada)"
    )
    assert all(row["match"] == row["act"] for row in seen)
    assert await rig.pool.fetchval("SELECT count(*) FROM outbox WHERE state = 'pending'") == 1


async def test_the_last_days_are_read_every_half_hour_while_somebody_waits_by_day(open_rig):
    rig = await open_rig(held=False)
    keeper = rig.keeper()
    assert await keeper.tick() is Ticked.WORKED
    await subscribe(rig, frequency=Frequency.IMMEDIATE)
    rig.time.now = datetime(2026, 11, 2, 7, 30, tzinfo=ATHENS).astimezone(UTC)
    assert await keeper.tick() is Ticked.IDLE
    rig.time.now = datetime(2026, 11, 2, 12, 0, tzinfo=ATHENS).astimezone(UTC)
    ada = post(rig, rig.uids[0])
    assert await keeper.tick() is Ticked.WORKED
    assert await found(rig) == {ada}
    rig.time.on(minutes=29)
    assert await keeper.tick() is Ticked.IDLE
    rig.time.on(minutes=2)
    assert await keeper.tick() is Ticked.WORKED
    assert (await runs.last(rig.pool, kind=RunKind.FRONTIER)).state is RunState.DONE
    await keeper.close()


async def test_an_outage_of_two_nights_is_told_once(open_rig):
    rig = await open_rig(held=False)
    keeper = rig.keeper()
    await keeper.tick()
    await subscribe(rig)
    rig.time.on(hours=40)
    await keeper.watch()
    assert await rig.pool.fetchval("SELECT count(*) FROM outbox") == 0
    for _ in range(3):
        rig.time.on(hours=12)
        await keeper.watch()
    rows = await rig.pool.fetch("SELECT kind, payload FROM outbox")
    assert [(row["kind"], row["payload"]) for row in rows] == [("notice", {"outage_since": NOW.date().isoformat()})]
    assert await tell_of_outage(rig.pool, at=rig.time() + timedelta(days=9)) == 0
    now = rig.time()
    await rig.pool.execute("INSERT INTO runs (kind, started_at, beat_at) VALUES ('nightly', $1, $1)", now)
    assert await tell_of_outage(rig.pool, at=now + timedelta(minutes=5)) == 0
    assert await rig.pool.fetchval("SELECT count(*) FROM outbox") == 0, "what is being read again is no outage"
    await keeper.close()
