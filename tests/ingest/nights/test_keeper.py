"""Nights as they come: each once whoever races, through changes of the clock, outages and absences."""

import asyncio
import logging
from datetime import UTC, date, datetime, timedelta
from itertools import cycle

import pytest

from core.domain.period import ATHENS
from core.store import runs
from core.store.runs import RunKind, RunState
from ingest.diavgeia.client import Client
from ingest.diavgeia.failures import EchoMismatch
from ingest.nights.keeper import Ticked
from ingest.nights.nightly import begins_at, night_of
from ingest.plan import Window

DAY = timedelta(days=1)


def athens(day: date, hour: int, minute: int = 0, *, fold: int = 0) -> datetime:
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=ATHENS, fold=fold).astimezone(UTC)


class Partial(Client):
    """A source that answers another question than the one asked, for one body."""

    against = ""

    async def pages(self, window: Window):
        if window.organization_uid == self.against:
            raise EchoMismatch("Η Διαύγεια απάντησε σε άλλο ερώτημα.")
        async for page in super().pages(window):
            yield page


async def nights_read(rig) -> dict[date, int]:
    found = await rig.pool.fetch(
        "SELECT night, count(*) AS times FROM runs WHERE night IS NOT NULL AND state = 'done' GROUP BY night"
    )
    return {row["night"]: row["times"] for row in found}


async def race(rig, keepers) -> list[Ticked]:
    return sorted(await asyncio.gather(*(keeper.tick() for keeper in keepers)))


@pytest.mark.parametrize(
    ("moment", "night"),
    [
        (athens(date(2027, 3, 28), 2, 59), date(2027, 3, 27)),
        (athens(date(2027, 3, 28), 4, 14), date(2027, 3, 27)),
        (athens(date(2027, 3, 28), 4, 15), date(2027, 3, 28)),
        (athens(date(2027, 10, 31), 3, 30), date(2027, 10, 30)),
        (athens(date(2027, 10, 31), 3, 30, fold=1), date(2027, 10, 30)),
        (athens(date(2027, 10, 31), 4, 15), date(2027, 10, 31)),
        (athens(date(2027, 11, 1), 0, 5), date(2027, 10, 31)),
    ],
)
def test_a_night_begins_at_a_quarter_past_four_of_athens(moment: datetime, night: date) -> None:
    assert night_of(moment) == night
    assert night_of(begins_at(night)) == night and night_of(begins_at(night) - timedelta(seconds=1)) == night - DAY


async def test_ten_nights_each_once_with_three_racing_and_everything_there_in_the_morning(open_rig):
    """Over both changes of the clock in 2027, seven months of absence between them."""
    rig = await open_rig(held=False, now=athens(date(2027, 3, 26), 1))
    keepers = [rig.keeper() for _ in range(3)]
    assert await race(rig, keepers) == [Ticked.BUSY, Ticked.BUSY, Ticked.WORKED]
    bodies = cycle(rig.uids)
    spring = [date(2027, 3, 26) + n * DAY for n in range(5)]
    autumn = [date(2027, 10, 29) + n * DAY for n in range(5)]
    for night in spring + autumn:
        rig.time.now = athens(night - DAY, 20)
        uid = next(bodies)
        old = rig.an_act_of(uid, before=date(2025, 9, 1))
        rig.server.correct(old, subject="ΟΡΘΗ ΕΠΑΝΑΛΗΨΗ")
        rig.server.revoke(rig.an_act_of(uid))
        rig.server.insert_like(old, issueDate=int(athens(night - 60 * DAY, 0).timestamp() * 1000))
        rig.server.insert_like(old, issueDate=int(athens(night - DAY, 0).timestamp() * 1000))
        minute = athens(night, 2)
        while minute < athens(night, 5):
            rig.time.now = minute
            await race(rig, keepers)
            minute += timedelta(minutes=15)
        assert await rig.differences() == [], night
    assert {night: 1 for night in spring + autumn}.items() <= (await nights_read(rig)).items()
    assert set((await nights_read(rig)).values()) == {1}


async def test_who_stands_by_takes_over_when_the_other_is_gone(open_rig):
    rig = await open_rig(held=False)
    one, other = rig.keeper(), rig.keeper()
    assert await one.tick() is Ticked.WORKED
    assert await other.tick() is Ticked.BUSY
    await one.close()
    rig.time.on(days=1)
    assert await other.tick() is Ticked.WORKED
    assert await nights_read(rig) == {rig.time().date() - DAY: 1, rig.time().date(): 1}


async def test_what_a_dead_process_left_running_is_told_as_cut_and_the_night_is_finished(open_rig):
    rig = await open_rig(held=False)
    night = night_of(rig.time())
    await runs.start(rig.pool, kind=RunKind.NIGHTLY, night=night, load=None, at=rig.time() - timedelta(minutes=5))
    await rig.keeper().tick()
    states = await rig.pool.fetch("SELECT state FROM runs WHERE night = $1 ORDER BY id", night)
    assert [row["state"] for row in states] == ["cut", "done"]


async def test_one_body_that_fails_does_not_stop_the_others_and_alone_is_read_again(open_rig):
    rig = await open_rig(held=False, kind=Partial)
    rig.client.against = bad = rig.uids[0]
    keeper = rig.keeper()
    assert await keeper.tick() is Ticked.IDLE
    run = await runs.last(rig.pool, kind=RunKind.NIGHTLY)
    assert (run.state, await runs.bodies_failed(rig.pool, run=run.id)) == (
        RunState.PARTIAL,
        {bad: "Η Διαύγεια απάντησε σε άλλο ερώτημα."},
    )
    assert await rig.ledger(bad) == () and await rig.ledger(rig.uids[1]) != ()
    rig.client.against = ""
    assert await keeper.tick() is Ticked.WORKED  # the archive goes on; the night waits ten minutes
    assert (await runs.last(rig.pool, kind=RunKind.NIGHTLY)).state is RunState.PARTIAL
    asked = len(rig.server.heard)
    rig.time.on(minutes=11)
    await keeper.tick()
    assert (await runs.last(rig.pool, kind=RunKind.NIGHTLY)).state is RunState.DONE
    assert {bad} == {uid for uid in rig.uids for heard in rig.server.heard[asked:] if uid in heard.parameters["q"]}
    assert await rig.differences() == []


async def test_two_days_of_outage_prove_nothing_are_told_and_end_by_themselves(open_rig, caplog):
    rig = await open_rig(held=False)
    keeper = rig.keeper()
    await keeper.tick()
    before = [await rig.ledger(uid) for uid in rig.uids]
    began = athens(rig.time().date() + DAY, 4, 15)
    rig.time.now = began
    rig.server.outage()
    rig.server.insert_like(rig.an_act_of(rig.uids[0]), issueDate=int(rig.time().timestamp() * 1000))
    with caplog.at_level(logging.ERROR):
        for _ in range(2 * 24 * 12):
            await keeper.tick()
            await keeper.watch()
            rig.time.on(minutes=5)
    assert [await rig.ledger(uid) for uid in rig.uids] == before
    assert await runs.failing_since(rig.pool) == began
    told = [record.getMessage() for record in caplog.records]
    assert len(told) == 2 and all("is not read at 09:00 of Athens" in line for line in told)
    searches = len(rig.server.heard)
    assert searches < 200  # the longer it lasts, the less it is asked
    rig.server.outage(on=False)
    for _ in range(25):
        rig.time.on(minutes=5)
        await keeper.tick()
    assert await runs.failing_since(rig.pool) is None
    assert await rig.differences() == []


async def test_no_word_about_a_night_that_was_read_or_is_not_late_yet(open_rig, caplog):
    rig = await open_rig(held=False)
    keeper = rig.keeper()
    with caplog.at_level(logging.ERROR):
        await keeper.watch()
        await keeper.tick()
        rig.time.on(hours=8)
        await keeper.watch()
    assert caplog.records == []


async def test_a_keeper_that_lost_its_connection_takes_the_source_again(open_rig):
    rig = await open_rig(held=False)
    keeper, other = rig.keeper(), rig.keeper()
    await keeper.tick()
    keeper._db.terminate()
    rig.time.on(days=1)
    ticks: list[Ticked] = []
    async with asyncio.timeout(30):  # the server lets go of a broken connection's lock when it notices
        while Ticked.WORKED not in ticks:
            ticks += [await keeper.tick(), await other.tick()]
    assert set(ticks) <= {Ticked.BUSY, Ticked.WORKED}
    assert ticks.count(Ticked.WORKED) == 1
    assert await rig.differences() == []


async def test_after_other_rules_what_is_held_is_read_again_though_no_body_is_followed(open_rig):
    rig = await open_rig(held=False)
    keeper = rig.keeper()
    await keeper.tick()
    await rig.pool.execute("TRUNCATE feeds CASCADE")
    before = await rig.pool.fetch("SELECT ada, seq, suspect FROM money_lines ORDER BY ada, seq")
    assert before
    await rig.pool.execute("UPDATE money_lines SET suspect = NOT suspect")
    await rig.pool.execute("UPDATE decisions SET reading_key = 'older'")
    await rig.pool.execute("UPDATE loads SET source = 'rules older' WHERE starts_with(source, 'rules ')")
    rig.time.on(minutes=2)
    await keeper.tick()
    assert await rig.pool.fetch("SELECT ada, seq, suspect FROM money_lines ORDER BY ada, seq") == before
    assert await rig.pool.fetchval("SELECT is_counted(NULL)")
    await rig.pool.execute("UPDATE screening SET rules = 'older'")
    await keeper.tick()
    assert await rig.pool.fetchval("SELECT rules <> 'older' FROM screening")
    await keeper.close()
