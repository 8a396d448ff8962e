"""What the local Διαύγεια makes of a search, against the echoes recorded from the real one (DIAVGEIA_API §3.3)."""

import json
from pathlib import Path

import httpx
import pytest

from tests.diavgeia.reading import BODY, adas, advanced, at, issued, page, simple, total
from tests.diavgeia_server import DiavgeiaServer

_TWO_DAYS = {"from_date": "2025-04-20", "to_date": "2025-04-21"}
_RECORDED = [
    (
        "2025-04-21T16:58:35",
        {
            "org": "nosokomeio_limnou;51611",
            "from_date": "2023-04-20",
            "to_date": "2025-04-21",
            "from_issue_date": "2023-04-20",
            "to_issue_date": "2025-04-21",
            "status": "PUBLISHED",
        },
        "submissionTimestamp:[DT(2023-04-20T00:00:00+03:00) TO DT(2025-04-21T00:00:00+03:00)] AND "
        "issueDate:[DT(2023-04-20T00:00:00+03:00) TO DT(2023-10-17T00:00:00+03:00)] AND "
        '(organizationUid:"51611" OR organizationLatinName:"nosokomeio_limnou") AND status:"Αναρτημένη"',
    ),
    (
        "2025-04-21T16:58:35",
        {**_TWO_DAYS, "status": "PUBLISHED"},
        "submissionTimestamp:[DT(2025-04-20T00:00:00+03:00) TO DT(2025-04-21T00:00:00+03:00)] AND "
        'issueDate:[DT(2024-10-23T16:58:35+03:00) TO DT(2025-04-21T16:58:35+03:00)] AND status:"Αναρτημένη"',
    ),
    (
        "2025-04-22T00:03:26",
        {"org": "6115;dimosthivas", "from_date": "2023-01-01", "to_date": "2025-04-01", "status": "PUBLISHED"},
        "submissionTimestamp:[DT(2023-01-01T00:00:00+02:00) TO DT(2025-04-01T00:00:00+03:00)] AND "
        "issueDate:[DT(2024-10-24T00:03:26+03:00) TO DT(2025-04-22T00:03:26+03:00)] AND "
        '(organizationUid:"6115" OR organizationLatinName:"dimosthivas") AND status:"Αναρτημένη"',
    ),
    (
        "2025-04-22T00:06:33",
        {"from_date": "2023-01-01", "to_date": "2025-04-01", "status": "REVOKED"},
        "submissionTimestamp:[DT(2023-01-01T00:00:00+02:00) TO DT(2025-04-01T00:00:00+03:00)] AND "
        'issueDate:[DT(2024-10-24T00:06:33+03:00) TO DT(2025-04-22T00:06:33+03:00)] AND status:"Ανακληθείσα"',
    ),
    (
        "2025-04-22T00:11:15",
        {"term": "Our Ocean 2024", "status": "PUBLISHED"},
        'q:"Our Ocean 2024" AND '
        "submissionTimestamp:[DT(2024-10-24T00:11:15+03:00) TO DT(2025-04-22T00:11:15+03:00)] AND "
        'issueDate:[DT(2024-10-24T00:11:15+03:00) TO DT(2025-04-22T00:11:15+03:00)] AND status:"Αναρτημένη"',
    ),
]


@pytest.mark.parametrize(("now", "parameters", "echo"), _RECORDED)
async def test_the_echo_is_the_recorded_one(
    http: httpx.AsyncClient, now: str, parameters: dict[str, str], echo: str
) -> None:
    async with DiavgeiaServer(now=lambda: at(now)) as server:
        assert (await simple(http, server, **parameters))["info"]["query"] == echo


@pytest.mark.shared
@pytest.mark.parametrize(("name", "case"), [("complex", 0), ("simple_query", 1)])
async def test_recorded_acts_come_back_as_the_recorded_page(
    http: httpx.AsyncClient, shared_data: Path, name: str, case: int
) -> None:
    fixtures = shared_data / "fixtures"
    recorded = json.loads((fixtures / "search_reconstructed" / f"{name}.json").read_text())
    register = json.loads((fixtures / "organizations_active.json").read_text())["organizations"]
    now, parameters, _ = _RECORDED[case]
    async with DiavgeiaServer(decisions=recorded["decisions"], organizations=register, now=lambda: at(now)) as server:
        found = await simple(http, server, **parameters, size="100")
    assert list(found) == list(recorded)
    assert list(found["info"]) == list(recorded["info"])
    assert found["info"] | {"total": None} == recorded["info"] | {"total": None}
    assert found["decisions"] == recorded["decisions"]


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("2023-04-20", "2023-10-17"),
        ("2024-01-01", "2024-06-29"),
        ("2011-01-01", "2011-06-30"),
        ("2020-01-01", "2020-06-29"),
    ],
)
async def test_half_a_year_is_all_one_gets(http: httpx.AsyncClient, first: str, last: str) -> None:
    """On the calendar, whatever the clock does in between; the advanced search keeps the time of the asked end."""
    query = f'organizationUid:"{BODY}" AND issueDate:[DT({first}T00:00:00) TO DT(2026-01-31T23:59:59)]'
    async with DiavgeiaServer() as server:
        plain = await simple(http, server, from_issue_date=first, to_issue_date="2026-01-31")
        exact = await advanced(http, server, query)
    assert f"TO DT({last}T00:00:00" in plain["info"]["query"]
    assert f"TO DT({last}T23:59:59" in exact["info"]["query"]


async def test_exactly_half_a_year_is_left_alone(http: httpx.AsyncClient) -> None:
    async with DiavgeiaServer() as server:
        found = await simple(http, server, from_issue_date="2024-01-01", to_issue_date="2024-06-29", status="all")
    assert found["info"]["query"] == "issueDate:[DT(2024-01-01T00:00:00+02:00) TO DT(2024-06-29T00:00:00+03:00)]"


async def test_without_issue_dates_the_last_half_year_is_put_in(http: httpx.AsyncClient) -> None:
    now = "2025-04-21T16:58:35"
    issue = "issueDate:[DT(2024-10-23T16:58:35+03:00) TO DT(2025-04-21T16:58:35+03:00)]"
    async with DiavgeiaServer(now=lambda: at(now)) as server:
        plain = await simple(http, server, org="6265", from_date="2019-01-01", to_date="2025-01-01", status="all")
        exact = await advanced(http, server, 'organizationUid:"6265"')
        swept = await advanced(http, server, "submissionTimestamp:[DT(2019-01-01T00:00:00) TO DT(2025-01-01T00:00:00)]")
    assert plain["info"]["query"] == (
        f"submissionTimestamp:[DT(2019-01-01T00:00:00+02:00) TO DT(2025-01-01T00:00:00+02:00)] AND {issue}"
        ' AND organizationUid:"6265"'
    )
    assert (
        exact["info"]["query"]
        == f'organizationUid:"6265" AND {issue.replace("issueDate", "submissionTimestamp")} AND {issue}'
    )
    assert swept["info"]["query"].endswith(f"DT(2025-01-01T00:00:00+02:00)] AND {issue}")


async def test_an_upper_end_alone_is_dropped_and_a_lower_end_alone_reaches_half_a_year(http: httpx.AsyncClient) -> None:
    async with DiavgeiaServer(now=lambda: at("2025-04-21T16:58:35")) as server:
        upper = await simple(http, server, to_issue_date="2020-01-01", status="all")
        lower = await simple(http, server, from_issue_date="2020-01-01", status="all")
        recent = await simple(http, server, from_issue_date="2025-01-01", status="all")
    assert "DT(2024-10-23T16:58:35+03:00) TO DT(2025-04-21T16:58:35+03:00)" in upper["info"]["query"]
    assert lower["info"]["query"] == "issueDate:[DT(2020-01-01T00:00:00+02:00) TO DT(2020-06-29T00:00:00+03:00)]"
    assert recent["info"]["query"].endswith("TO DT(2025-04-21T16:58:35+03:00)]")


async def test_the_upper_day_means_its_midnight_in_athens(http: httpx.AsyncClient) -> None:
    """Acts kept at midnight of UTC fall out on their own day, acts kept at midnight of Athens stay in."""
    acts = [issued(1, "2024-12-31"), issued(2, "2024-12-31", utc=False), issued(3, "2024-12-30")]
    async with DiavgeiaServer(decisions=acts) as server:
        trapped = await simple(http, server, from_issue_date="2024-12-01", to_issue_date="2024-12-31")
        a_day = await simple(http, server, from_issue_date="2024-12-31", to_issue_date="2024-12-31")
        a_day_more = await simple(http, server, from_issue_date="2024-12-01", to_issue_date="2025-01-01")
        query = "issueDate:[DT(2024-12-31T00:00:00) TO DT(2024-12-31T23:59:59)]"
        exact = await advanced(http, server, query)
    assert set(adas(trapped)) == {acts[1]["ada"], acts[2]["ada"]}
    assert adas(a_day) == [acts[1]["ada"]]
    assert len(adas(a_day_more)) == 3
    assert set(adas(exact)) == {acts[0]["ada"], acts[1]["ada"]}


async def test_parameters_that_it_does_not_know_change_nothing(http: httpx.AsyncClient) -> None:
    acts = [issued(1, "2025-03-03"), issued(2, "2025-03-04", body="100000002")]
    span = {"from_issue_date": "2025-03-01", "to_issue_date": "2025-03-31"}
    async with DiavgeiaServer(decisions=acts) as server:
        whole = await simple(http, server, **span)
        for unknown in (
            {"q": "x"},
            {"afm": "1"},
            {"giverAFM": "1"},
            {"receiverAFM": "1"},
            {"amount": "5"},
            {"cpv": "x"},
        ):
            assert await simple(http, server, **span, **unknown) == whole
        query = "issueDate:[DT(2025-03-01T00:00:00) TO DT(2025-03-31T23:59:59)]"
        assert (await advanced(http, server, query, org=BODY, type="Β.1.3"))["info"]["total"] == 2
    assert whole["info"]["total"] == 2


@pytest.mark.parametrize(
    ("parameters", "numbers"),
    [
        ({"org": BODY}, {1, 2, 3}),
        ({"org": f"{BODY};100000002"}, {1, 2, 3, 4}),
        ({"org": "a_latin_name"}, {4}),
        ({"org": "unheard_of"}, set()),
        ({"type": "Β.2.2"}, {2}),
        ({"type": "B.2.2"}, set()),
        ({"type": "Β.2.2;Β.1.3"}, {2, 3}),
        ({"unit": "77"}, {3}),
        ({"subject": "προμήθεια υλικών"}, {1, 2, 4}),
        ({"term": "ΚΑΥΣΙΜΩΝ"}, {3}),
        ({"protocol": "2"}, {2}),
        ({"status": "revoked"}, {4}),
        ({"status": "ALL"}, {1, 2, 3, 4}),
    ],
)
async def test_what_the_known_parameters_mean(
    http: httpx.AsyncClient, parameters: dict[str, str], numbers: set[int]
) -> None:
    acts = [
        issued(1, "2025-03-03"),
        issued(2, "2025-03-03", decisionTypeId="Β.2.2"),
        issued(3, "2025-03-03", decisionTypeId="Β.1.3", unitIds=["77"], subject="Αγορά καυσίμων"),
        issued(4, "2025-03-03", body="100000002", status="REVOKED"),
    ]
    register = [{"uid": "100000002", "latinName": "a_latin_name"}]
    asked = {"status": "all", "from_issue_date": "2025-03-01", "to_issue_date": "2025-03-31", **parameters}
    async with DiavgeiaServer(decisions=acts, organizations=register) as server:
        found = set(adas(await simple(http, server, **asked)))
    assert found == {acts[number - 1]["ada"] for number in numbers}


async def test_the_status_that_is_not_named(http: httpx.AsyncClient) -> None:
    """Published alone in the simple search (or all, by a switch); any in the advanced one."""
    statuses = ("PUBLISHED", "REVOKED", "PENDING_REVOCATION")
    acts = [issued(number, "2025-03-03", status=status) for number, status in enumerate(statuses)]
    span = {"from_issue_date": "2025-03-01", "to_issue_date": "2025-03-31"}
    query = "issueDate:[DT(2025-03-01T00:00:00) TO DT(2025-03-31T23:59:59)]"
    async with DiavgeiaServer(decisions=acts) as server:
        assert await total(http, server, **span) == 1
        assert await total(http, server, **span, status="all") == 3
        exact = await advanced(http, server, query)
        labelled = await advanced(http, server, f'{query} AND status:"Εν αναμονή ανάκλησης"')
        server.default_status = None
        switched = await page(http, server, "search", span)
    assert (exact["info"]["total"], "status" in exact["info"]["query"]) == (3, False)
    assert adas(labelled) == [acts[2]["ada"]]
    assert (switched["info"]["total"], "status" in switched["info"]["query"]) == (3, False)
