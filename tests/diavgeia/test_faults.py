"""What goes wrong on purpose in the local Διαύγεια, and how often."""

import json

import httpx
import pytest

from tests.diavgeia.reading import adas, advanced, issued
from tests.diavgeia_server import DiavgeiaServer, Fault, Faults

_SPAN = "issueDate:[DT(2025-03-01T00:00:00) TO DT(2025-03-31T23:59:59)]"
_ACTS = [issued(number, "2025-03-03") for number in range(40)]


async def _get(http: httpx.AsyncClient, server: DiavgeiaServer) -> httpx.Response:
    return await http.get(f"{server.base_url}/search/advanced.json", params={"q": _SPAN})


async def test_errors_of_the_server(http: httpx.AsyncClient) -> None:
    async with DiavgeiaServer(decisions=_ACTS) as server:
        server.order(Fault.SERVER_ERROR, times=12)
        codes = {(await _get(http, server)).status_code for _ in range(12)}
        assert (await _get(http, server)).status_code == 200
    assert codes <= {500, 502, 503, 504}
    assert len(codes) > 1


async def test_too_many_requests_say_when_to_come_back(http: httpx.AsyncClient) -> None:
    async with DiavgeiaServer(decisions=_ACTS, faults=Faults(retry_after="7")) as server:
        server.order(Fault.TOO_MANY)
        refused = await _get(http, server)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "7")


async def test_a_stall_sends_half_and_then_nothing(http: httpx.AsyncClient) -> None:
    async with DiavgeiaServer(decisions=_ACTS) as server:
        server.order(Fault.STALL)
        with pytest.raises(httpx.ReadTimeout):
            await http.get(f"{server.base_url}/search/advanced.json", params={"q": _SPAN}, timeout=0.2)


async def test_json_cut_short_in_a_whole_response(http: httpx.AsyncClient) -> None:
    async with DiavgeiaServer(decisions=_ACTS) as server:
        server.order(Fault.TRUNCATED)
        response = await _get(http, server)
    assert response.status_code == 200
    assert response.text.startswith('{"decisions":[{')
    with pytest.raises(json.JSONDecodeError):
        response.json()


@pytest.mark.parametrize("fault", [Fault.CUT, Fault.RESET])
async def test_a_connection_that_breaks(http: httpx.AsyncClient, fault: Fault) -> None:
    async with DiavgeiaServer(decisions=_ACTS) as server:
        server.order(fault)
        with pytest.raises((httpx.RemoteProtocolError, httpx.ReadError)):
            await _get(http, server)


@pytest.mark.parametrize(("fault", "begins"), [(Fault.HTML, "<!DOCTYPE html>"), (Fault.EMPTY, "")])
async def test_a_page_for_people_with_200(http: httpx.AsyncClient, fault: Fault, begins: str) -> None:
    async with DiavgeiaServer(decisions=_ACTS) as server:
        server.order(fault)
        response = await _get(http, server)
    assert (response.status_code, response.headers["Content-Type"].split(";")[0]) == (200, "text/html")
    assert response.text[:15] == begins


async def test_rows_that_are_errors_or_lack_their_document(http: httpx.AsyncClient) -> None:
    async with DiavgeiaServer(decisions=_ACTS) as server:
        server.order(Fault.ERROR_ROW, Fault.NAMELESS_ROW, Fault.NO_DOCUMENT_URL)
        pages = [(await advanced(http, server, _SPAN))["decisions"] for _ in range(4)]
    errors = [[row for row in page if "errorCode" in row] for page in pages]
    assert [len(rows) for rows in errors] == [1, 1, 0, 0]
    assert [("url" in rows[0], "ada" in rows[0]) for rows in errors[:2]] == [(True, False), (False, False)]
    assert [sum("documentUrl" not in row for row in page) for page in pages[2:]] == [1, 0]


async def test_in_an_outage_every_search_is_refused_and_single_acts_are_found(http: httpx.AsyncClient) -> None:
    async with DiavgeiaServer(decisions=_ACTS) as server:
        server.outage()
        refused = [await http.get(f"{server.base_url}/{path}.json") for path in ("search", "search/advanced")]
        act = await http.get(f"{server.base_url}/decisions/{_ACTS[0]['ada']}.json")
        server.outage(False)
        found = await advanced(http, server, _SPAN)
    assert [response.status_code for response in refused] == [400, 400]
    assert {response.json()["exception"] for response in refused} == {"InvalidQuertSyntaxException"}
    assert act.json()["ada"] == _ACTS[0]["ada"]
    assert len(adas(found)) == 10


async def test_dice_throw_the_wanted_share_and_the_same_for_a_seed(http: httpx.AsyncClient) -> None:
    shares = {Fault.SERVER_ERROR: 0.2, Fault.TOO_MANY: 0.1}
    outcomes = []
    for _ in range(2):
        async with DiavgeiaServer(faults=Faults(shares=shares), seed=5) as server:
            outcomes.append([(await _get(http, server)).status_code for _ in range(150)])
            befell = server.dice.befell
    assert outcomes[0] == outcomes[1]
    assert 0.15 < befell.total() / 150 < 0.45
    assert befell[Fault.SERVER_ERROR] == sum(code >= 500 for code in outcomes[1])
    assert sum(Faults.every(0.1).shares.values()) == pytest.approx(0.1)
