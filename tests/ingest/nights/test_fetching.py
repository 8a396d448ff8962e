"""An act that we do not hold: asked for by the bot, fetched by whoever holds the source, while the reader waits."""

import asyncio
import time
from contextlib import asynccontextmanager

import pytest

from core.domain.identifiers import issuer_code
from core.store import decisions, requests
from core.store.requests import FetchDesk, Fetched, hearing
from ingest.nights.fetching import fetch_waiting, fetch_wishes
from tests.diavgeia_server import Fault
from tests.ingest.nights.conftest import until


@asynccontextmanager
async def fetching(rig):
    task = asyncio.create_task(fetch_wishes(rig.pool, rig.client))
    await until(lambda: task.done() or rig.pool.get_size() - rig.pool.get_idle_size() >= 2)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})


@pytest.mark.parametrize("moments", range(5))
async def test_it_ends_when_told_even_in_the_moment_of_a_call(open_rig, monkeypatch, moments):
    rig = await open_rig()
    calls = []

    @asynccontextmanager
    async def overheard(db, *, wished, owed):
        calls.append(wished)
        async with hearing(db, wished=wished, owed=owed):
            yield

    monkeypatch.setattr(requests, "hearing", overheard)
    task = asyncio.create_task(fetch_wishes(rig.pool, rig.client))
    await until(lambda: calls)
    await asyncio.sleep(0.2)
    calls[0]()
    for _ in range(moments):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait({task}, timeout=2)
    assert task.cancelled()


@pytest.fixture
async def desk(fresh):
    made = FetchDesk(fresh)
    yield made
    await made.close()


def an_absent_ada(rig) -> str:
    return f"6ΑΑΑ{issuer_code(rig.uids[0])}-ΑΑΑ"


async def test_the_reader_has_the_act_in_a_moment(open_rig, desk):
    rig = await open_rig()
    ada = rig.an_act_of(rig.uids[0])
    async with fetching(rig):
        began = time.monotonic()
        assert await desk.fetch([ada], seconds=3) == {ada: Fetched.STORED}
        assert time.monotonic() - began < 2
    assert (await decisions.cards(rig.pool, adas=[ada]))[ada].organization_uid == rig.uids[0]


async def test_several_at_once_each_with_its_own_outcome(open_rig, desk):
    rig = await open_rig()
    one, none = rig.an_act_of(rig.uids[1]), an_absent_ada(rig)
    async with fetching(rig):
        assert await desk.fetch([one, none], seconds=3) == {one: Fetched.STORED, none: Fetched.ABSENT}
        asked = len(rig.server.heard)
        assert await desk.fetch([none], seconds=3) == {none: Fetched.ABSENT}
    assert len(rig.server.heard) == asked  # it was asked a moment ago


async def test_nobody_to_ask_is_told_at_once_and_the_wish_is_kept(open_rig, desk):
    rig = await open_rig(held=False)
    ada = rig.an_act_of(rig.uids[0])
    began = time.monotonic()
    assert await desk.fetch([ada], seconds=3) == {ada: Fetched.NOBODY}
    assert time.monotonic() - began < 1
    assert await fetch_waiting(rig.pool, rig.client) == 1
    assert await decisions.held(rig.pool, adas=[ada]) == {ada}


async def test_a_source_that_is_slow_is_waited_for_no_longer_than_agreed(open_rig, desk):
    rig = await open_rig(latency=1.5)
    ada = rig.an_act_of(rig.uids[0])
    async with fetching(rig):
        assert await desk.fetch([ada], seconds=0.5) == {ada: Fetched.WAITING}
        assert await desk.fetch([ada], seconds=3) == {ada: Fetched.STORED}
    assert sum(ada in heard.path for heard in rig.server.heard) == 1


async def test_a_source_that_is_down_is_told(open_rig, desk):
    rig = await open_rig()
    ada = rig.an_act_of(rig.uids[0])
    rig.server.order(Fault.SERVER_ERROR, times=8)
    async with fetching(rig):
        assert await desk.fetch([ada], seconds=3) == {ada: Fetched.FAILED}
        assert await desk.fetch([ada], seconds=3) == {ada: Fetched.STORED}


async def test_a_flood_of_wishes_is_not_passed_on(open_rig, desk):
    rig = await open_rig()
    invented = [f"6{number:03d}{issuer_code(rig.uids[0])}-ΑΑΑ" for number in range(250)]
    for some in range(0, 250, 50):
        await desk.fetch(invented[some : some + 50], seconds=0.05)
    assert await requests.queued(rig.pool) == 200


async def test_a_lost_connection_is_replaced(open_rig, desk):
    rig = await open_rig()
    one, other = rig.an_act_of(rig.uids[0]), rig.an_act_of(rig.uids[1])
    async with fetching(rig):
        assert await desk.fetch([one], seconds=3) == {one: Fetched.STORED}
        desk._ears.terminate()
        assert await desk.fetch([other], seconds=3) == {other: Fetched.STORED}
