"""The advanced search of the local Διαύγεια: what it reads, and what it answers with 400 (DIAVGEIA_API §3.8, §2.7)."""

import httpx
import pytest

from tests.diavgeia.reading import BODY, adas, advanced, issued
from tests.diavgeia_server import DiavgeiaServer

_SPAN = "issueDate:[DT(2025-03-01T00:00:00) TO DT(2025-03-31T23:59:59)]"
_ACTS = [
    issued(1, "2025-03-03"),
    issued(2, "2025-03-04", decisionTypeId="Β.2.2", extraFieldValues={"org": {"afm": "090000000"}}),
    issued(3, "2025-03-05", body="100000002", subject="Προμήθεια ΚΑΥΣΊΜΩΝ"),
]


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        (f'organizationUid:"{BODY}"', {1, 2}),
        (f"organizationUid:{BODY}", {1, 2}),
        (f'(organizationUid:"{BODY}" OR organizationUid:"100000002")', {1, 2, 3}),
        (f'organizationUid:["{BODY}","100000002"]', {1, 2, 3}),
        ('organizationLatinName:"a_latin_name"', {3}),
        ('decisionTypeUid:"Β.2.2"', {2}),
        ('decisionTypeUid:"B.2.2"', set()),
        ('subject:"προμήθεια καυσίμων"', {3}),
        ('subject:"καυσίμων" AND subject:"προμήθεια"', {3}),
        ('subject:"καυσίμων προμήθεια"', set()),
        ("amount:[101 TO 102]", {1}),
        ("amount:[101 TO 999999999]", {1, 3}),
        ('receiverAFM:"090000000"', {2}),
        ('protocolNumber:"3" OR protocolNumber:"1"', {1, 3}),
        ("publishTimestamp:[DT(2025-03-04T00:00:00+02:00) TO DT(2025-03-04T23:59:59+02:00)]", {2}),
    ],
)
async def test_what_it_finds(http: httpx.AsyncClient, query: str, numbers: set[int]) -> None:
    register = [{"uid": "100000002", "latinName": "a_latin_name"}]
    async with DiavgeiaServer(decisions=_ACTS, organizations=register) as server:
        found = set(adas(await advanced(http, server, f"({query}) AND {_SPAN}")))
    assert found == {_ACTS[number - 1]["ada"] for number in numbers}


@pytest.mark.parametrize(
    "query",
    [
        "",
        "*:*",
        'organizationUid:"6265" AND issueDate:[2024-01-01 TO 2024-12-31]',
        "issueDate:[DT(2024-01-01T00:00:00) TO *]",
        "issueDate:[* TO DT(2024-01-01T00:00:00)]",
        "issueDate:[DT(2024-01-01) TO DT(2024-01-02)]",
        "issueDate:[DT(2024-02-31T00:00:00) TO DT(2024-03-02T00:00:00)]",
        "amount:[10000 TO *]",
        "subject:καύσιμα",
        '"καύσιμα"',
        "καύσιμα",
        'organizationUid:"6265',
        '(organizationUid:"6265"',
        'organizationUid:"6265")',
        'organizationUid:["6265"',
        'organizationUid:"6265" organizationUid:"6266"',
        'organizationUid:"6265" AND',
        'noSuchField:"6265"',
    ],
)
async def test_what_it_refuses(http: httpx.AsyncClient, query: str) -> None:
    async with DiavgeiaServer() as server:
        response = await http.get(f"{server.base_url}/search/advanced.json", params={"q": query})
    assert response.status_code == 400
    assert response.json()["exception"] == "InvalidQuertSyntaxException"
    assert response.json()["errorMessage"].startswith(f"Error in query syntax. Query:{query} Error:")


async def test_the_canonical_query_is_echoed_with_the_offsets_of_athens(http: httpx.AsyncClient) -> None:
    query = 'organizationUid:"6265" AND issueDate:[DT(2025-01-01T00:00:00) TO DT(2025-03-31T23:59:59)]'
    async with DiavgeiaServer() as server:
        echo = (await advanced(http, server, query))["info"]["query"]
    assert echo == (
        'organizationUid:"6265" AND issueDate:[DT(2025-01-01T00:00:00+02:00) TO DT(2025-03-31T23:59:59+03:00)]'
    )
