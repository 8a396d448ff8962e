"""Reading from the local Διαύγεια: what comes is what was asked for, whole and to the letter."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from core.settings import Settings
from ingest.diavgeia.client import Client, EchoMismatch, Page, user_agent
from ingest.plan import Window
from tests.diavgeia.reading import BODY, Json, at, issued
from tests.diavgeia_server import DiavgeiaServer
from tests.ingest.diavgeia.scripted import envelope, scripted

MARCH = Window(organization_uid=BODY, first=date(2025, 3, 1), last=date(2025, 3, 31))
ECHO = f'organizationUid:"{BODY}" AND issueDate:[DT(2025-03-01T00:00:00+02:00) TO DT(2025-03-31T23:59:59+03:00)]'


@asynccontextmanager
async def reading(server: DiavgeiaServer, **options: Any) -> AsyncIterator[Client]:
    async with server, Client(base_url=server.base_url, spacing=0, **options) as client:
        yield client


async def pages_of(client: Client, window: Window = MARCH) -> list[Page]:
    return [page async for page in client.pages(window)]


async def rows_of(client: Client, window: Window = MARCH) -> dict[str, Json]:
    """By ΑΔΑ; every act must come once."""
    rows = [dict(row) for page in await pages_of(client, window) for row in page.rows]
    found = {str(row["ada"]): row for row in rows}
    assert len(found) == len(rows)
    return found


async def test_a_window_is_read_page_by_page_to_its_end() -> None:
    acts = [issued(number, f"2025-03-{number % 28 + 1:02}") for number in range(1203)]
    others = [issued(5000, "2025-03-03", body="100000002"), issued(5001, "2025-04-01"), issued(5002, "2025-02-28")]
    async with reading(DiavgeiaServer(decisions=[*acts, *others])) as client:
        pages = await pages_of(client)
        assert (client.requests, client.retries) == (3, 0)
    assert [(page.number, page.size, page.total, len(page.rows)) for page in pages] == [
        (0, 500, 1203, 500),
        (1, 500, 1203, 500),
        (2, 500, 1203, 203),
    ]
    assert {row["ada"] for page in pages for row in page.rows} == {act["ada"] for act in acts}


async def test_an_empty_window_is_one_page_without_rows() -> None:
    async with reading(DiavgeiaServer()) as client:
        pages = await pages_of(client)
    assert [(page.total, page.rows) for page in pages] == [(0, ())]


async def test_both_edges_of_a_window_are_inside_in_both_conventions() -> None:
    days = ("2025-02-28", "2025-03-01", "2025-03-31", "2025-04-01")
    acts = [
        issued(number, day, utc=utc) for number, (day, utc) in enumerate((d, u) for d in days for u in (True, False))
    ]
    async with reading(DiavgeiaServer(decisions=acts)) as client:
        found = await rows_of(client)
    assert found.keys() == {act["ada"] for act in acts[2:6]}


async def test_acts_of_every_status_come() -> None:
    statuses = ("PUBLISHED", "REVOKED", "PENDING_REVOCATION", "SUBMITTED")
    acts = [issued(number, "2025-03-03", status=status) for number, status in enumerate(statuses)]
    async with reading(DiavgeiaServer(decisions=acts)) as client:
        found = await rows_of(client)
    assert {row["status"] for row in found.values()} == set(statuses)


async def test_rows_come_to_the_letter_and_without_loss() -> None:
    text = json.dumps(issued(1, "2025-03-03"), ensure_ascii=False).replace("101.5", "9.4472918E7")
    async with reading(DiavgeiaServer(decisions=[text])) as client:
        (page,) = await pages_of(client)
        alone = await client.decision(str(page.rows[0]["ada"]))
    assert page.raw_rows == (text,)
    assert alone == text
    values: Any = page.rows[0]["extraFieldValues"]
    assert values["awardAmount"]["amount"] == Decimal("94472918.0")
    assert isinstance(values["awardAmount"]["amount"], Decimal)


async def test_a_source_that_serves_shorter_pages_is_read_by_its_pages() -> None:
    acts = [issued(number, "2025-03-03") for number in range(450)]
    async with reading(server := DiavgeiaServer(decisions=acts, most=200)) as client:
        pages = await pages_of(client)
    assert [len(page.rows) for page in pages] == [200, 200, 50]
    assert [heard.parameters["size"] for heard in server.heard] == ["500", "200", "200"]


async def test_a_sweep_reads_what_was_submitted_since() -> None:
    acts = [issued(number, "2025-03-03") for number in range(4)]
    since = at("2025-05-05T10:00:00")
    sweep = Window(organization_uid=BODY, first=MARCH.first, last=MARCH.last, submitted_since=since.astimezone(UTC))
    async with reading(server := DiavgeiaServer(decisions=acts, now=lambda: since)) as client:
        server.correct(acts[1]["ada"], subject="νέο")
        server.revoke(acts[2]["ada"])
        found = await rows_of(client, sweep)
    assert {ada: row["status"] for ada, row in found.items()} == {
        acts[1]["ada"]: "PUBLISHED",
        acts[2]["ada"]: "REVOKED",
    }


async def test_a_window_that_the_source_shortens_is_refused_before_a_row_is_handed_out() -> None:
    acts = [issued(number, "2025-03-03") for number in range(4)]
    year = Window(organization_uid=BODY, first=date(2025, 1, 1), last=date(2025, 12, 31))
    async with reading(DiavgeiaServer(decisions=acts)) as client:
        with pytest.raises(EchoMismatch, match="2025-06-30T23:59:59"):
            await pages_of(client, year)


@pytest.mark.parametrize(
    ("echo", "info"),
    [
        ('organizationUid:"6265"', {}),
        (ECHO.replace(BODY, "6265"), {}),
        (ECHO.split(" AND ")[1], {}),
        (f'{ECHO} AND status:"Αναρτημένη"', {}),
        (None, {}),
        (ECHO, {"page": 1}),
        (ECHO, {"size": 1000}),
    ],
)
async def test_a_page_that_answers_something_else_is_refused(echo: str | None, info: Json) -> None:
    row = issued(1, "2025-03-03")
    async with (
        scripted(lambda _: envelope(echo, [row], **info)) as base_url,
        Client(base_url=base_url, spacing=0) as client,
    ):
        with pytest.raises(EchoMismatch):
            await pages_of(client)
        assert client.requests == 2  # the simple search is asked, and refused, too


@pytest.mark.parametrize("sweeps", [False, True])
async def test_where_the_advanced_search_hides_revoked_acts_the_simple_one_is_asked(sweeps: bool) -> None:
    """It brings acts of the day after too, when they are kept at midnight of Athens, and counts them."""
    since = at("2025-05-05T10:00:00")
    acts = [issued(number, "2025-03-31") for number in range(3)]
    acts += [issued(3, "2025-04-01", utc=False), issued(4, "2025-04-01"), issued(5, "2025-02-28", utc=False)]
    window = replace(MARCH, submitted_since=since) if sweeps else MARCH
    server = DiavgeiaServer(decisions=acts, advanced_status="PUBLISHED", now=lambda: since)
    async with reading(server) as client:
        server.revoke(acts[1]["ada"])
        server.correct(acts[3]["ada"], subject="νέο")
        assert await client.is_answering()
        found = await rows_of(client, window)
        await pages_of(client, window)
        assert client.requests == 4
    expected = {1, 3} if sweeps else {0, 1, 2, 3}
    assert found.keys() == {acts[number]["ada"] for number in expected}
    assert found[acts[1]["ada"]]["status"] == "REVOKED"
    assert [heard.path for heard in server.heard] == ["/opendata/search/advanced.json"] + 3 * ["/opendata/search.json"]


async def test_pages_that_change_size_on_the_way_are_refused() -> None:
    rows = [issued(number, "2025-03-03") for number in range(5)]
    sizes = {"0": 5, "1": 4}

    def script(request: Any) -> Any:
        number = request.query["page"]
        return envelope(ECHO, rows[: sizes[number]], number=int(number), size=sizes[number], total=10)

    async with scripted(script) as base_url, Client(base_url=base_url, spacing=0) as client:
        with pytest.raises(EchoMismatch, match="μέγεθος"):
            await pages_of(client)


async def test_a_page_that_repeats_the_one_before_does_not_end_the_walk() -> None:
    x, y, z = (issued(number, "2025-03-03") for number in range(3))
    listed = {0: [x, y], 1: [x, y], 2: [z], 3: []}

    def script(request: Any) -> Any:
        number = int(request.query["page"])
        return envelope(ECHO, listed[number], number=number, size=2, total=3)

    async with scripted(script) as base_url, Client(base_url=base_url, spacing=0) as client:
        pages = await pages_of(client)
    assert [[row["ada"] for row in page.rows] for page in pages] == [
        [x["ada"], y["ada"]],
        [x["ada"], y["ada"]],
        [z["ada"]],
    ]


async def test_pages_that_end_before_their_total_end_the_walk() -> None:
    """Five hundred acts and then nothing, whatever the total says: whoever counts will notice."""
    rows = [issued(number, "2025-03-03") for number in range(500)]

    def script(request: Any) -> Any:
        number = int(request.query["page"])
        return envelope(ECHO, rows if number == 0 else [], number=number, total=1650)

    async with scripted(script) as base_url, Client(base_url=base_url, spacing=0) as client:
        pages = await pages_of(client)
    assert [(len(page.rows), page.total) for page in pages] == [(500, 1650), (0, 1650)]


async def test_single_acts_their_versions_and_bodies() -> None:
    act = issued(1, "2025-03-03")
    register: list[Json] = [
        {"uid": BODY, "latinName": "a", "status": "active", "supervisorId": None},
        {"uid": "7", "latinName": "b", "status": "inactive", "supervisorId": BODY},
    ]
    async with reading(
        server := DiavgeiaServer(decisions=[act], organizations=register, now=lambda: at("2025-05-05T10:00:00"))
    ) as client:
        server.correct(act["ada"], subject="νέο")
        text = await client.decision(act["ada"])
        log = await client.version_log(act["ada"])
        unknown = await client.decision("ΨΤ1ΜΩ1Ρ-ΙΕΓ"), await client.version_log("ΨΤ1ΜΩ1Ρ-ΙΕΓ")
        assert await client.organizations() == register
        assert await client.organizations(status="inactive") == register[1:]
        assert await client.supervised(BODY) == register[1:]
        assert (await client.supervised("7"), await client.supervised("99")) == ([], [])
    assert text is not None and json.loads(text)["subject"] == "νέο"
    assert unknown == (None, ())
    assert [(entry.version_id, entry.corrects, entry.status) for entry in log] == [
        (act["versionId"], None, "PUBLISHED"),
        (json.loads(text)["versionId"], act["versionId"], "PUBLISHED"),
    ]
    assert log[1].created_at == datetime(2025, 5, 5, 7, tzinfo=UTC)


async def test_both_mounts_are_read_alike() -> None:
    acts = [issued(number, "2025-03-03") for number in range(3)]
    async with DiavgeiaServer(decisions=acts) as server:
        for mount in ("/opendata", "/luminapi/opendata/"):
            async with Client(base_url=server.root_url + mount, spacing=0) as client:
                assert len(await rows_of(client)) == 3
                assert await client.decision(acts[0]["ada"])


async def test_every_request_says_who_asks() -> None:
    async with reading(server := DiavgeiaServer(), contact="https://example.org/a") as client:
        await pages_of(client)
        await client.canary()
        await client.organizations()
    assert {heard.user_agent for heard in server.heard} == {"Diafaneia/1 (+https://example.org/a)"}
    assert user_agent("") == "Diafaneia/1 (open data reader)"


def test_settings_name_source_pace_and_contact(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DIAVGEIA_BASE_URL", "http://127.0.0.1:9/opendata/")
    monkeypatch.setenv("DIAVGEIA_CONTACT", "someone@example.org")
    monkeypatch.setenv("DIAVGEIA_SPACING_MS", "750")
    monkeypatch.setenv("DIAVGEIA_IPV4_ONLY", "true")
    client = Client.from_settings(Settings.read())
    assert str(client._http.base_url) == "http://127.0.0.1:9/opendata/"
    assert client._http.headers["User-Agent"] == "Diafaneia/1 (+someone@example.org)"
    assert client._wire._pace.spacing == 0.75


@pytest.mark.shared
async def test_recorded_pages_come_through_to_the_letter(shared_data: Path) -> None:
    """Written again from what was handed out, they are the recorded acts."""
    found: dict[str, Json] = {}
    recorded: dict[str, Json] = {}
    for name, first, last in (
        ("complex", date(2023, 4, 20), date(2023, 10, 16)),
        ("simple_query", date(2024, 10, 23), date(2025, 4, 20)),
    ):
        acts = json.loads((shared_data / f"fixtures/search_reconstructed/{name}.json").read_text())["decisions"]
        recorded |= {act["ada"]: act for act in acts}
        async with reading(DiavgeiaServer(decisions=acts)) as client:
            for uid in sorted({act["organizationId"] for act in acts}):
                window = Window(organization_uid=uid, first=first, last=last)
                for page in await pages_of(client, window):
                    found |= {json.loads(raw)["ada"]: json.loads(raw) for raw in page.raw_rows}
    assert found == recorded
    assert len(found) == 121
