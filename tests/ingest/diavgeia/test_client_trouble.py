"""When Διαύγεια fails: what is tried again, how often, how long, and what is believed in the end."""

import asyncio
import json
from datetime import UTC, date, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import httpx
import pytest
from aiohttp import web

from core.errors import Unavailable
from ingest.diavgeia.client import Client, Outage, QueryRefused
from ingest.plan import Window
from ingest.world import build
from tests.diavgeia.reading import Json, issued
from tests.diavgeia_server import DiavgeiaServer, Fault, Faults
from tests.ingest.diavgeia.scripted import FakeTime, envelope, scripted
from tests.ingest.diavgeia.test_client import pages_of, reading, rows_of

_ACTS = [issued(number, "2025-03-03") for number in range(20)]
_PASSING = [kind for kind in Fault if kind not in (Fault.ERROR_ROW, Fault.NAMELESS_ROW, Fault.NO_DOCUMENT_URL)]


def _patient(time: FakeTime, server_url: str, **options: Any) -> Client:
    given = {"sleep": time.sleep, "clock": time.clock, "jitter": lambda _, bound: bound}
    return Client(base_url=server_url, spacing=0, **(given | options))


@pytest.mark.parametrize("fault", _PASSING)
async def test_a_failure_that_passes_is_tried_again_and_leaves_no_trace(fault: Fault) -> None:
    time = FakeTime()
    async with DiavgeiaServer(decisions=_ACTS) as server, _patient(time, server.base_url, seconds=0.3) as client:
        server.order(fault, times=2)
        found = await rows_of(client)
        assert (client.requests, client.retries) == (3, 2)
    assert found == {act["ada"]: act for act in _ACTS}
    assert server.dice.befell == {fault: 2}


@pytest.mark.parametrize("fault", [Fault.SERVER_ERROR, Fault.HTML, Fault.TRUNCATED])
async def test_tries_are_bounded(fault: Fault) -> None:
    time = FakeTime()
    async with DiavgeiaServer(decisions=_ACTS) as server, _patient(time, server.base_url, tries=4) as client:
        server.order(fault, times=99)
        with pytest.raises(Unavailable, match="δεν έδωσε απάντηση"):
            await pages_of(client)
        assert (client.requests, len(server.heard)) == (4, 4)


async def test_waits_grow_from_nothing_up_to_a_minute() -> None:
    """Full jitter: anywhere between nothing and a bound that doubles."""
    time, bounds = FakeTime(), []

    def jitter(low: float, high: float) -> float:
        bounds.append((low, high))
        return high / 2

    async with DiavgeiaServer() as server:
        server.order(Fault.SERVER_ERROR, times=99)
        client = Client(
            base_url=server.base_url, spacing=0, tries=10, sleep=time.sleep, clock=time.clock, jitter=jitter
        )
        async with client:
            with pytest.raises(Unavailable):
                await pages_of(client)
    assert bounds == [(0.0, bound) for bound in (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0)]
    assert time.slept == [bound / 2 for _, bound in bounds]


async def test_the_source_says_how_long_to_stay_away_and_all_tasks_obey() -> None:
    time = FakeTime()
    async with DiavgeiaServer(decisions=_ACTS, faults=Faults(retry_after="7")) as server:
        server.order(Fault.TOO_MANY)
        async with _patient(time, server.base_url) as client:
            await asyncio.gather(rows_of(client), client.decision(_ACTS[0]["ada"]))
    assert sum(time.slept) == pytest.approx(7)


async def test_it_may_name_a_moment_instead() -> None:
    time = FakeTime()
    moment = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    async with DiavgeiaServer(decisions=_ACTS, faults=Faults(retry_after=moment)) as server:
        server.order(Fault.TOO_MANY)
        async with _patient(time, server.base_url) as client:
            await rows_of(client)
    assert 80 < sum(time.slept) <= 90


@pytest.mark.parametrize(("word", "slept"), [("86400", 0), ("soon", 0.5)])
async def test_hours_are_not_waited_for_and_nonsense_is_no_word(word: str, slept: float) -> None:
    time = FakeTime()
    async with DiavgeiaServer(decisions=_ACTS, faults=Faults(retry_after=word)) as server:
        server.order(Fault.TOO_MANY)
        async with _patient(time, server.base_url) as client:
            if slept:
                assert len(await rows_of(client)) == 20
            else:
                for _ in range(2):  # and nothing more is sent meanwhile
                    with pytest.raises(Unavailable, match="1440 λεπτά"):
                        await rows_of(client)
                assert not await client.canary()
                assert len(server.heard) == 1
    assert sum(time.slept) == slept


async def _by_two_clients(server: DiavgeiaServer, spacing: float) -> list[float]:
    """When the requests arrived of two clients, each asked for six acts at once."""
    async with (
        server,
        Client(base_url=server.base_url, spacing=spacing) as one,
        Client(base_url=server.base_url, spacing=spacing) as other,
    ):
        await asyncio.gather(*(client.decision(act["ada"]) for act in _ACTS[:6] for client in (one, other)))
    return [heard.at for heard in server.heard]


async def test_no_more_than_two_requests_at_once_whoever_asks() -> None:
    server = DiavgeiaServer(decisions=_ACTS, latency=0.03)
    assert len(await _by_two_clients(server, 0)) == 12
    assert server.most_at_once == 2


async def test_requests_are_spaced_whoever_asks() -> None:
    times = await _by_two_clients(DiavgeiaServer(decisions=_ACTS), 0.04)
    assert times[-1] - times[0] > 0.3


async def test_a_refused_query_is_believed_when_a_good_one_passes() -> None:
    bad = Window(organization_uid='62"65', first=date(2025, 3, 1), last=date(2025, 3, 2))
    async with reading(DiavgeiaServer(decisions=_ACTS)) as client:
        with pytest.raises(QueryRefused, match="InvalidQuertSyntaxException"):
            await pages_of(client, bad)
        assert (client.requests, client.retries) == (3, 0)


async def test_a_refused_query_in_an_outage_is_an_outage_and_acts_are_still_found() -> None:
    async with reading(server := DiavgeiaServer(decisions=_ACTS)) as client:
        server.outage()
        with pytest.raises(Outage):
            await pages_of(client)
        assert await client.decision(_ACTS[0]["ada"])
        assert (await client.canary(), await client.is_answering()) == (False, False)
        server.outage(False)
        assert (len(await rows_of(client)), await client.canary(), await client.is_answering()) == (20, True, True)


async def test_a_query_refused_by_chance_is_asked_once_more() -> None:
    refusals = iter([True, False, False])

    def script(request: web.Request) -> Any:
        if next(refusals, False):
            return web.json_response({"exception": "InvalidQuertSyntaxException", "errorMessage": "DT()"}, status=400)
        query = request.query["q"].replace("DT(2025-03-31T23:59:59)", "DT(2025-03-31T23:59:59+03:00)")
        return envelope(query, [], size=int(request.query["size"]))

    async with scripted(script) as base_url, Client(base_url=base_url, spacing=0) as client:
        assert [page.total for page in await pages_of(client)] == [0]
        assert client.requests == 3


async def test_rows_that_the_search_broke_are_fetched_by_themselves() -> None:
    for fault in (Fault.ERROR_ROW, Fault.NO_DOCUMENT_URL):
        async with reading(server := DiavgeiaServer(decisions=_ACTS)) as client:
            server.order(fault)
            (page,) = await pages_of(client)
            assert client.requests == 2
        assert {row["ada"]: row for row in page.rows} == {act["ada"]: act for act in _ACTS}
        assert [json.loads(raw) for raw in page.raw_rows] == list(page.rows)


async def test_a_row_without_a_name_is_handed_out_as_it_is() -> None:
    async with reading(server := DiavgeiaServer(decisions=_ACTS)) as client:
        server.order(Fault.NAMELESS_ROW)
        (page,) = await pages_of(client)
        assert client.requests == 1
    assert (len(page.rows), sum("errorCode" in row for row in page.rows)) == (20, 1)


async def test_a_body_that_never_ends_is_cut_off() -> None:
    def script(_: web.Request) -> web.Response:
        return web.Response(body=b" " * 70_000_000, content_type="application/json")

    async with scripted(script) as base_url, Client(base_url=base_url, spacing=0, tries=1) as client:
        with pytest.raises(Unavailable, match="μεγάλη"):
            await pages_of(client)


async def test_nobody_at_home_is_unavailable_and_keeps_its_cause() -> None:
    time = FakeTime()
    async with _patient(time, "http://127.0.0.1:9/opendata", tries=2) as client:
        with pytest.raises(Unavailable) as caught:
            await client.decision(_ACTS[0]["ada"])
        assert isinstance(caught.value.__cause__, httpx.ConnectError)
        assert await client.is_answering() is False


@pytest.mark.parametrize("fault", [Fault.STALL, Fault.HTML, Fault.SERVER_ERROR, Fault.RESET])
async def test_the_first_look_is_one_request_and_short(fault: Fault) -> None:
    async with reading(server := DiavgeiaServer(decisions=_ACTS)) as client:
        server.order(fault)
        begun = asyncio.get_running_loop().time()
        assert await client.is_answering(0.3) is False
        assert asyncio.get_running_loop().time() - begun < 2
        assert client.requests == 1
        assert await client.is_answering() is True


@pytest.mark.parametrize(
    ("status", "body", "sentence"),
    [(404, "<html>", "HTTP 404"), (403, "no", "HTTP 403"), (400, "{}", "απέρριψε")],
)
async def test_an_act_is_unknown_only_when_the_source_itself_says_so(status: int, body: str, sentence: str) -> None:
    async with (
        scripted(lambda _: web.Response(status=status, text=body)) as base_url,
        Client(base_url=base_url, spacing=0) as client,
    ):
        with pytest.raises(Unavailable, match=sentence):
            await client.decision(_ACTS[0]["ada"])
        assert client.requests == 1


@pytest.mark.parametrize("body", [b"{}", b'{"ada":"other"}', b'{"ada":"\xff"}', b'{"errorCode":"x"}', b"[]"])
async def test_another_act_is_not_taken_for_the_one_asked_for(body: bytes) -> None:
    time = FakeTime()

    def script(_: web.Request) -> web.Response:
        return web.Response(body=body, content_type="application/json")

    async with scripted(script) as base_url, _patient(time, base_url, tries=2) as client:
        with pytest.raises(Unavailable):
            await client.decision(_ACTS[0]["ada"])
        assert client.requests == 2


@pytest.mark.parametrize("body", ['{"organizations":null}', '{"organizations":[1]}', "[]", "<html>"])
async def test_a_register_that_is_none_is_not_believed(body: str) -> None:
    async with (
        scripted(lambda _: web.Response(text=body)) as base_url,
        Client(base_url=base_url, spacing=0, tries=1) as client,
    ):
        with pytest.raises(Unavailable):
            await client.organizations()


async def test_an_address_without_a_search_is_unavailable() -> None:
    async with DiavgeiaServer() as server, Client(base_url=f"{server.root_url}/opendata/api", spacing=0) as client:
        with pytest.raises(Unavailable, match="αναζήτηση"):
            await pages_of(client)


async def test_through_all_weathers_the_world_arrives_whole() -> None:
    """A third of all requests fail, each in one of ten ways; what is handed out is what the source holds."""
    world, time = build(decisions=800), FakeTime()
    faults = Faults.every(0.35, retry_after="3", stall_seconds=30)
    spans = [(1, 1, 4, 30), (5, 1, 8, 31), (9, 1, 12, 31)]
    windows = [
        Window(organization_uid=uid, first=date(year, *span[:2]), last=date(year, *span[2:]))
        for uid in world.covered
        for year in range(2023, 2027)
        for span in spans
    ]
    found: dict[str, Json] = {}
    async with (
        DiavgeiaServer.of_world(world, faults=faults, seed=3, most=10) as server,
        _patient(time, server.base_url, seconds=0.3, tries=20) as client,
    ):
        for window in windows:
            found |= await rows_of(client, window)
    told = {decision.ada: decision.issued_on.year for decision in world.truth.decisions}
    expected = {ada: row for ada, row in server.rows().items() if 2023 <= told[ada] <= 2026}
    assert {ada: json.loads(json.dumps(row, default=float)) for ada, row in found.items()} == expected
    assert len(expected) >= 799
    assert client.retries >= 20
    assert server.dice.befell.keys() >= set(Fault) - {Fault.NAMELESS_ROW}
