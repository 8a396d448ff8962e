"""What may go wrong in the middle of reading: nothing is proven that is not held, and nothing else stops for it."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta

import pytest

from core.domain.period import ATHENS
from core.domain.window import unproven
from core.errors import Unavailable
from core.store import feeds, runs
from core.store.pool import Connection
from core.store.requests import FetchDesk, Fetched
from core.store.runs import RunKind, RunState
from ingest.diavgeia.client import Client, Page
from ingest.diavgeia.failures import NoAnswer
from ingest.nights import backfill, bodies, nightly, parsing
from ingest.nights.keeper import Ticked
from ingest.plan import Window
from tests.diavgeia.acts import act_of
from tests.ingest.nights.conftest import NOW, SINCE, until

DAY = timedelta(days=1)
SPRING = (date(2025, 3, 1), date(2025, 5, 29))


async def followed(rig):
    return await feeds.followed(rig.pool)


class Interrupted(Client):
    """Something happens after the third page of the first window."""

    happens = None

    async def pages(self, window: Window) -> AsyncIterator[Page]:
        async for page in super().pages(window):
            yield page
            if page.number == 2 and self.happens is not None:
                happens, self.happens = self.happens, None
                happens()


class Poisoned(Client):
    """One body's windows over one day get no answer."""

    uid = ""
    day = date(2026, 6, 1)
    failure: type[Unavailable] = NoAnswer
    asked = 0

    async def pages(self, window: Window) -> AsyncIterator[Page]:
        if window.organization_uid == self.uid and window.first <= self.day <= window.last:
            self.asked += 1
            raise self.failure("Η Διαύγεια δεν έδωσε απάντηση (HTTP 500).")
        async for page in super().pages(window):
            yield page


class Buggy(Client):
    bad = False

    async def decision(self, ada: str) -> str | None:
        if self.bad:
            raise KeyError("a fault of ours")
        return await super().decision(ada)


async def test_an_act_that_leaves_between_two_pages_does_not_hide_another(open_rig):
    rig = await open_rig(kind=Interrupted, most=5)
    window = Window(organization_uid=rig.uids[0], first=SPRING[0], last=SPRING[1])
    inside = [act for act in rig.made.truth.decisions if SPRING[0] <= act.issued_on <= SPRING[1]]
    first = max((act for act in rig.server.corpus.acts.values() if act.ada in {one.ada for one in inside}
                 and act.organization == rig.uids[0]), key=lambda act: act.row()["submissionTimestamp"])  # fmt: skip
    elsewhere = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp() * 1000)
    rig.client.happens = lambda: rig.server.correct(first.ada, issueDate=elsewhere)
    await rig.read(window)
    rows = await rig.pool.fetch(
        "SELECT ada FROM decisions WHERE organization_uid = $1 AND issued_on BETWEEN $2 AND $3", rig.uids[0], *SPRING
    )
    held = {row["ada"] for row in rows}
    posted = {
        act.ada
        for act in rig.server.corpus.acts.values()
        if act.organization == rig.uids[0] and SPRING[0] <= _day(act.issue_ms) <= SPRING[1]
    }
    assert first.ada not in posted
    assert unproven(await rig.ledger(), *SPRING) == ()
    assert held >= posted


def _day(milliseconds: int) -> date:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone(ATHENS).date()


async def test_a_window_without_an_answer_is_read_around_the_day_that_has_none(open_rig):
    rig = await open_rig(kind=Poisoned)
    rig.client.uid = rig.uids[0]
    assert await backfill.read_archive(rig.house) is RunState.DONE
    (gap,) = unproven(await rig.ledger(), SINCE, NOW.date())
    assert (gap.since, gap.last_day) == (rig.client.day, rig.client.day)
    for uid in rig.uids[1:]:
        assert unproven(await rig.ledger(uid), SINCE, NOW.date()) == ()


async def test_a_window_that_fails_stops_neither_older_ones_nor_a_new_body(open_rig):
    rig = await open_rig(held=False, kind=Poisoned)
    rig.client.uid, rig.client.failure = rig.uids[0], Unavailable
    await bodies.remove(rig.pool, [rig.uids[2]], at=rig.time())
    keeper = rig.keeper()
    for _ in range(3):
        await keeper.tick()
        rig.time.on(minutes=5)
    (gap,) = unproven(await rig.ledger(), SINCE, NOW.date())
    assert gap.since <= rig.client.day <= gap.last_day and gap.last_day - gap.since <= timedelta(days=90)
    asked = rig.client.asked
    await bodies.add(rig.pool, [rig.uids[2]], since=SINCE, at=rig.time())
    await keeper.tick()
    assert unproven(await rig.ledger(rig.uids[2]), SINCE, NOW.date()) == ()
    assert rig.client.asked <= asked + 1


async def test_a_night_takes_up_the_archive_although_its_frontier_fails(open_rig):
    rig = await open_rig(kind=Poisoned)
    await backfill.read_archive(rig.house)
    rig.time.on(days=1)
    old = rig.an_act_of(rig.uids[0], before=date(2025, 6, 1))
    rig.server.correct(old, subject="ΟΡΘΗ ΕΠΑΝΑΛΗΨΗ")
    rig.client.uid, rig.client.day, rig.client.failure = rig.uids[0], rig.time().date(), Unavailable
    state = await nightly.read_night(rig.house, night=rig.time().date(), feeds=await followed(rig))
    assert state is RunState.PARTIAL
    held = await rig.pool.fetchval("SELECT version_id FROM decisions WHERE ada = $1", old)
    assert held == rig.server.corpus.acts[old].version_id


async def test_many_acts_that_vanish_are_marked_once_the_operator_says_so(open_rig):
    rig = await open_rig()
    await backfill.read_archive(rig.house)
    oldest = (await rig.ledger())[0]
    some = "SELECT ada FROM decisions WHERE organization_uid = $1 AND issued_on BETWEEN $2 AND $3 ORDER BY ada LIMIT 5"
    gone = [row["ada"] for row in await rig.pool.fetch(some, rig.uids[0], oldest.first, oldest.last)]
    for ada in gone:
        rig.server.vanish(ada)
    rig.time.on(days=1)
    assert await nightly.read_again(rig.house, feeds=await followed(rig), everything=True, most_vanished=4) is (
        RunState.PARTIAL
    )
    failed = await runs.bodies_failed(rig.pool, run=(await runs.last(rig.pool, kind=RunKind.NIGHTLY)).id)
    assert f"--accept-vanished {rig.uids[0]}" in failed[rig.uids[0]]
    only = [feed for feed in await followed(rig) if feed.organization_uid == rig.uids[0]]
    assert await nightly.read_again(rig.house, feeds=only, everything=True, most_vanished=99) is RunState.DONE
    marked = await rig.pool.fetchval("SELECT count(*) FROM decisions WHERE ada = ANY($1) AND gone_at IS NOT NULL", gone)
    assert marked == 5


async def test_an_act_that_returns_to_an_earlier_state_is_taken_back(open_rig):
    rig = await open_rig()
    await backfill.read_archive(rig.house)
    ada = rig.an_act_of(rig.uids[0], before=date(2025, 6, 1))
    row = rig.server.corpus.acts[ada].row()
    for status in ("PENDING_REVOCATION", "PUBLISHED"):
        rig.time.on(days=1)
        rig.server.corpus.put(act_of({**row, "status": status}))  # without another moment of submission
        await nightly.read_again(rig.house, feeds=await followed(rig), everything=True)
        assert await rig.pool.fetchval("SELECT status FROM decisions WHERE ada = $1", ada) == status


async def test_a_day_with_an_act_that_cannot_be_read_is_incomplete(open_rig):
    rig = await open_rig()
    ada = rig.an_act_of(rig.uids[0], before=date(2025, 6, 1))
    act = rig.server.corpus.acts[ada]
    rig.server.corpus.put(act_of({**act.row(), "decisionTypeId": "Ω.9"}))
    await backfill.read_archive(rig.house)
    (gap,) = unproven(await rig.ledger(), SINCE, NOW.date())
    assert gap.since == gap.last_day == _day(act.issue_ms)
    rig.server.corpus.put(act)
    rig.time.on(days=1)
    await nightly.read_night(rig.house, night=rig.time().date(), feeds=await followed(rig))
    assert unproven(await rig.ledger(), SINCE, NOW.date()) == ()
    assert await rig.differences() == []


@pytest.mark.parametrize("delay", [0.0, 0.02, 0.05, 0.1])
async def test_a_connection_lost_while_reading_is_a_failure_with_a_name(open_rig, delay):
    rig = await open_rig(held=False, latency=0.05, most=10)
    keeper = rig.keeper()
    reading = asyncio.create_task(keeper.tick())
    await until(lambda: len(rig.server.heard) > 10)
    await asyncio.sleep(delay)
    await rig.pool.execute("SELECT pg_terminate_backend($1)", keeper._db.get_server_pid())
    async with asyncio.timeout(30):
        assert await reading is Ticked.IDLE
        while await keeper.tick() is Ticked.BUSY:
            await rig.pool.execute("SELECT pg_sleep(0.1)")
    assert await rig.differences() == []


async def test_a_second_process_that_is_killed_is_done_without(open_rig, monkeypatch):
    rig = await open_rig(latency=0.02)
    made, started = parsing._second_process, []

    def second(afms):
        started.append(made(afms))
        return started[-1]

    monkeypatch.setattr(parsing, "_MANY", 0)
    monkeypatch.setattr(parsing.Parser.__init__, "__kwdefaults__", {"many": 0})
    monkeypatch.setattr(parsing, "_second_process", second)
    reading = asyncio.create_task(backfill.read_archive(rig.house))
    await until(lambda: started and started[0]._processes and len(rig.server.heard) > 8)
    for process in list(started[0]._processes):
        os.kill(process, signal.SIGKILL)
    async with asyncio.timeout(60):
        assert await reading is RunState.DONE
    assert len(started) == 1
    assert await rig.differences() == []


async def test_a_fault_over_one_wish_neither_ends_the_others_nor_comes_back(open_rig, fresh):
    rig = await open_rig(held=False, kind=Buggy)
    keeper = rig.keeper()
    await keeper.tick()
    desk = FetchDesk(fresh)
    rig.client.bad = True
    one, other = rig.an_act_of(rig.uids[0]), f"6ΑΑΑ{rig.made.covered[0]}-ΑΑΑ"
    assert (await desk.fetch([other], seconds=2))[other] is Fetched.FAILED
    rig.client.bad = False
    await until(lambda: keeper._fetching.done())
    await keeper.tick()
    assert (await desk.fetch([one], seconds=3))[one] is Fetched.STORED
    await desk.close()


async def test_a_listener_that_is_slow_to_stand_costs_no_connection(open_rig, fresh, monkeypatch):
    rig = await open_rig(held=False)
    stand = Connection.add_listener

    async def slow(self, *arguments):
        await asyncio.sleep(1)
        await stand(self, *arguments)

    monkeypatch.setattr(Connection, "add_listener", slow)
    desk, ada = FetchDesk(fresh), rig.an_act_of(rig.uids[0])
    for _ in range(3):
        await desk.fetch([ada], seconds=0.1)
    assert fresh.get_size() == fresh.get_idle_size()


async def test_noon_of_the_first_day_is_no_late_night(open_rig, caplog):
    rig = await open_rig(held=False, now=datetime(2026, 11, 2, 10, 0, tzinfo=UTC))
    keeper = rig.keeper()
    reading = asyncio.create_task(keeper.tick())
    await until(lambda: len(rig.server.heard) > 2)
    await keeper.watch()
    await reading
    await keeper.watch()
    assert [record for record in caplog.records if "is not read" in record.getMessage()] == []
