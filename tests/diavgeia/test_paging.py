"""Pages of the local Διαύγεια: their sizes, their order, and what a moving feed does to them (DIAVGEIA_API §3.7)."""

import time
from collections import Counter

import httpx
import pytest

from tests.diavgeia.reading import Json, adas, advanced, issued
from tests.diavgeia_server import DiavgeiaServer, Live

_SPAN = "issueDate:[DT(2025-03-01T00:00:00) TO DT(2025-03-31T23:59:59)]"


def _acts(count: int) -> list[Json]:
    return [issued(number, f"2025-03-{number % 28 + 1:02}") for number in range(count)]


@pytest.mark.parametrize(
    ("asked", "size"), [({}, 10), ({"size": "7"}, 7), ({"size": "500"}, 500), ({"size": "9999"}, 500)]
)
async def test_the_size_is_ten_unless_asked_and_never_above_five_hundred(
    http: httpx.AsyncClient, asked: dict[str, str], size: int
) -> None:
    async with DiavgeiaServer(decisions=_acts(620)) as server:
        found = await advanced(http, server, _SPAN, **asked)
    assert (found["info"]["size"], found["info"]["actualSize"], len(found["decisions"])) == (size, size, size)
    assert found["info"]["total"] == 620


async def test_pages_tile_the_whole_and_beyond_them_there_is_nothing(http: httpx.AsyncClient) -> None:
    async with DiavgeiaServer(decisions=_acts(25)) as server:
        pages = [await advanced(http, server, _SPAN, page=str(number)) for number in range(5)]
    assert [len(page["decisions"]) for page in pages] == [10, 10, 5, 0, 0]
    assert {page["info"]["total"] for page in pages} == {25}
    assert len({ada for page in pages for ada in adas(page)}) == 25


async def test_the_last_submission_comes_first_then_by_ada(http: httpx.AsyncClient) -> None:
    acts = [issued(n, f"2025-03-{9 - n:02}", submissionTimestamp=1741000000000 + n // 2) for n in range(6)]
    async with DiavgeiaServer(decisions=acts) as server:
        found = await advanced(http, server, _SPAN, sort="recent")
    expected = sorted(acts, key=lambda act: (-act["submissionTimestamp"], act["ada"]))
    assert adas(found) == [act["ada"] for act in expected]
    assert found["info"]["order"] == "recent"


async def test_a_new_act_on_top_pushes_one_onto_the_next_page(http: httpx.AsyncClient) -> None:
    async with DiavgeiaServer(decisions=_acts(30), live=Live(changes=("insert",))) as server:
        pages = [await advanced(http, server, _SPAN, page=str(number)) for number in range(4)]
    seen = Counter(ada for page in pages for ada in adas(page))
    assert pages[-1]["info"]["total"] > pages[0]["info"]["total"] == 30
    assert max(seen.values()) == 2
    assert len(seen) < pages[-1]["info"]["total"]


async def test_a_corrected_act_jumps_over_the_reader(http: httpx.AsyncClient) -> None:
    """The total stands, yet one act is seen twice and another never."""
    acts = _acts(30)
    async with DiavgeiaServer(decisions=acts) as server:
        first = await advanced(http, server, _SPAN)
        last = adas(await advanced(http, server, _SPAN, page="2"))[-1]
        server.correct(last, subject="ορθή επανάληψη")
        rest = [await advanced(http, server, _SPAN, page=str(number)) for number in (1, 2)]
    seen = Counter(ada for page in (first, *rest) for ada in adas(page))
    assert {page["info"]["total"] for page in (first, *rest)} == {30}
    assert (len(seen), seen[last], max(seen.values())) == (29, 0, 2)


async def test_a_revoked_act_leaves_a_search_of_published_ones(http: httpx.AsyncClient) -> None:
    published = f'{_SPAN} AND status:"Αναρτημένη"'
    async with DiavgeiaServer(decisions=_acts(30), live=Live(changes=("revoke",))) as server:
        totals = [(await advanced(http, server, published))["info"]["total"] for _ in range(3)]
        server.freeze()
        still = [(await advanced(http, server, published))["info"]["total"] for _ in range(3)]
    assert totals == [30, 29, 28]
    assert still == [27, 27, 27]


async def test_a_long_page_out_of_many_acts_is_joined_not_written_anew(http: httpx.AsyncClient) -> None:
    """Seconds of the processor, so that a busy machine does not matter; server and reader are one process here."""
    acts = [issued(number, f"2025-{number % 12 + 1:02}-{number % 28 + 1:02}") for number in range(8_000)]
    query = "issueDate:[DT(2025-03-01T00:00:00) TO DT(2025-07-31T23:59:59)]"
    async with DiavgeiaServer(decisions=acts) as server:
        await advanced(http, server, query, size="500")
        begun = time.process_time()
        for number in range(5):
            await http.get(f"{server.base_url}/search/advanced.json", params={"q": query, "page": number, "size": 500})
        spent = time.process_time() - begun
    assert spent / 5 < 0.05
