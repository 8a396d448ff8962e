"""Windows against a local Διαύγεια: closed only when they add up, and what cannot be proven is said."""

import asyncio
from dataclasses import replace
from datetime import date, timedelta

import pytest

from core.domain.window import WindowState, unproven
from core.errors import Unavailable
from core.store import feeds, organizations, runs
from core.store.runs import RunKind, RunState
from ingest import plan
from ingest.diavgeia.client import Client
from ingest.nights import backfill, nightly
from ingest.plan import Window
from tests.diavgeia_server import Fault, Faults, Live
from tests.ingest.nights.conftest import NOW, SINCE, until

DAY = timedelta(days=1)
TODAY = NOW.date()


class Forgetful(Client):
    """A source that counts one act more than it gives."""

    forgets = ""

    async def pages(self, window: Window):
        async for page in super().pages(window):
            kept = [place for place, row in enumerate(page.rows) if row.get("ada") != self.forgets]
            yield replace(
                page,
                rows=tuple(page.rows[place] for place in kept),
                raw_rows=tuple(page.raw_rows[place] for place in kept),
            )


class Blind(Client):
    """A source whose search finds nothing any more, while each act is there."""

    blind = False

    async def pages(self, window: Window):
        async for page in super().pages(window):
            yield replace(page, total=0, rows=(), raw_rows=()) if self.blind else page


async def followed(rig):
    return await feeds.followed(rig.pool)


async def test_a_backfill_holds_all_that_the_source_holds_and_proves_every_day(open_rig):
    rig = await open_rig()
    assert await backfill.read_archive(rig.house) is RunState.DONE
    assert await rig.differences() == []
    for uid in rig.uids:
        ledger = await rig.ledger(uid)
        assert unproven(ledger, SINCE, TODAY) == ()
        assert sum(window.total for window in ledger) == sum(
            act.organization == uid for act in rig.server.corpus.acts.values()
        )
    assert await backfill.read_archive(rig.house) is None
    assert {body.uid for body in await organizations.covered(rig.pool)} == set(rig.uids)


async def test_one_request_is_enough_for_a_window_of_one_page(open_rig):
    rig = await open_rig()
    await backfill.read_archive(rig.house)
    planned = sum(len(plan.tiles(uid, SINCE, TODAY)) for uid in rig.uids)
    assert len(rig.server.heard) == planned


async def test_a_moving_feed_with_faults_is_held_exactly_once_it_stands_still(open_rig):
    faults = Faults.every(0.15, retry_after="0", stall_seconds=0.05)
    rig = await open_rig(most=50, live=Live(share=0.3), faults=faults)
    assert await backfill.read_archive(rig.house) is RunState.DONE
    assert sum(rig.server.dice.befell.values()) > 3
    rig.server.freeze()
    rig.time.on(days=1)
    assert await nightly.read_night(rig.house, night=TODAY + DAY, feeds=await followed(rig)) is RunState.DONE
    assert await rig.differences() == []


async def test_a_window_that_is_too_full_is_read_in_parts(open_rig):
    rig = await open_rig()
    window = Window(organization_uid=rig.uids[0], first=date(2025, 3, 1), last=date(2025, 5, 29))
    reader = await rig.read(window, most=20)
    ledger = await rig.ledger()
    assert unproven(ledger, window.first, window.last) == ()
    assert reader.done.windows > 3
    issued = [act for act in rig.made.truth.decisions if window.first <= act.issued_on <= window.last]
    assert reader.done.saved.new == sum(act.organization_uid == rig.uids[0] for act in issued)


async def test_a_day_that_never_adds_up_is_marked_and_its_neighbours_are_proven(open_rig):
    rig = await open_rig(kind=Forgetful)
    ada = rig.an_act_of(rig.uids[0], before=date(2025, 4, 1))
    rig.client.forgets = ada
    assert await backfill.read_archive(rig.house) is RunState.DONE
    (doubt,) = [window for window in await rig.ledger() if not window.closed]
    issued_on = next(act.issued_on for act in rig.made.truth.decisions if act.ada == ada)
    assert (doubt.first, doubt.last, doubt.state) == (issued_on, issued_on, WindowState.INCOMPLETE)
    (gap,) = unproven(await rig.ledger(), SINCE, TODAY)
    assert (gap.since, gap.last_day) == (issued_on, issued_on)
    assert await rig.differences() == [f"missing {ada}"]
    rig.client.forgets = ""
    rig.time.on(days=1)
    await nightly.read_night(rig.house, night=TODAY + DAY, feeds=await followed(rig))
    assert unproven(await rig.ledger(), SINCE, TODAY) == ()
    assert await rig.differences() == []


async def test_an_act_that_vanished_is_marked_and_not_deleted_and_comes_back(open_rig):
    rig = await open_rig()
    await backfill.read_archive(rig.house)
    ada = rig.an_act_of(rig.uids[0], before=date(2025, 6, 1))
    text = rig.server.corpus.acts[ada].row()
    rig.server.vanish(ada)
    rig.time.on(days=1)
    await nightly.read_again(rig.house, feeds=await followed(rig), everything=True)
    row = await rig.pool.fetchrow("SELECT gone_at, version_id FROM decisions WHERE ada = $1", ada)
    assert (row["gone_at"], row["version_id"]) == (rig.time(), text["versionId"])
    assert (await runs.last(rig.pool, kind=RunKind.NIGHTLY)).gone_rows == 1
    rig.server.insert(text)
    await nightly.read_again(rig.house, feeds=await followed(rig), everything=True)
    assert await rig.differences() == []


async def test_a_search_that_suddenly_finds_nothing_proves_nothing_and_takes_nothing_away(open_rig):
    rig = await open_rig(kind=Blind)
    await backfill.read_archive(rig.house)
    before = [await rig.ledger(uid) for uid in rig.uids]
    rig.client.blind = True
    rig.time.on(days=1)
    assert await nightly.read_again(rig.house, feeds=await followed(rig), everything=True) is not RunState.DONE
    failed = await runs.bodies_failed(rig.pool, run=(await runs.last(rig.pool, kind=RunKind.NIGHTLY)).id)
    assert "δεν δίνει πια πράξεις" in failed[rig.uids[0]]
    assert (await rig.ledger())[:-1] == before[0][:-1]
    assert await rig.differences() == []


async def test_an_act_whose_day_was_corrected_moves_with_it(open_rig):
    rig = await open_rig()
    await backfill.read_archive(rig.house)
    ada = rig.an_act_of(rig.uids[0], before=date(2025, 6, 1))
    rig.server.correct(ada, issueDate=1767225600000)
    rig.time.on(days=1)
    await nightly.read_again(rig.house, feeds=await followed(rig), everything=True)
    issued_on, gone = await rig.pool.fetchrow("SELECT issued_on, gone_at FROM decisions WHERE ada = $1", ada)
    assert (issued_on, gone) == (date(2026, 1, 1), None)
    assert await rig.differences() == []


async def test_stopped_anywhere_the_next_run_repeats_one_window_at_most(open_rig):
    rig = await open_rig(most=25)
    reading = asyncio.create_task(backfill.read_archive(rig.house))
    await until(lambda: len(rig.server.heard) >= 20)
    reading.cancel()
    await asyncio.wait({reading})
    closed = [window for uid in rig.uids for window in await rig.ledger(uid)]
    before = len(rig.server.heard)
    assert closed
    assert await backfill.read_archive(rig.house) is RunState.DONE
    assert await rig.differences() == []
    again = [heard.parameters["q"] for heard in rig.server.heard[before:] if heard.parameters["page"] == "0"]
    first = [heard.parameters["q"] for heard in rig.server.heard[:before] if heard.parameters["page"] == "0"]
    assert len(set(again) & set(first)) <= 1


async def test_a_source_in_outage_fails_the_run_and_proves_nothing(open_rig):
    rig = await open_rig()
    rig.server.outage()
    assert await backfill.read_archive(rig.house) is RunState.FAILED
    run = await runs.last(rig.pool, kind=RunKind.BACKFILL)
    assert run.error and "αναζήτηση της Διαύγειας" in run.error
    assert [await rig.ledger(uid) for uid in rig.uids] == [(), (), ()]
    rig.server.outage(on=False)
    assert await backfill.read_archive(rig.house) is RunState.DONE


async def test_html_with_two_hundred_is_no_empty_day(open_rig):
    rig = await open_rig()
    rig.server.order(Fault.HTML, times=100)
    window = Window(organization_uid=rig.uids[0], first=date(2025, 3, 1), last=date(2025, 3, 31))
    with pytest.raises(Unavailable):
        await rig.read(window)
    assert await rig.ledger() == ()
