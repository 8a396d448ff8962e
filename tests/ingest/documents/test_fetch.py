"""Fetching one document: where it is asked for, what it may be, and how each trouble ends."""

import gzip

import pytest

from core.domain.document import FileState
from core.errors import InvalidInput
from tests.diavgeia.reading import issued
from tests.diavgeia_server import DiavgeiaServer, Fault, Paper
from tests.ingest.documents.conftest import papers_of
from tests.pdfs import lines, pdf

_ACTS = [issued(number, "2025-03-03", subject=f"Προμήθεια καυσίμων {number}") for number in range(3)]
_ADA = _ACTS[0]["ada"]
_PDF = pdf(lines("Εγκρίνει τη δαπάνη"))


async def test_a_document_comes_from_an_address_made_of_its_ada_alone():
    async with DiavgeiaServer(decisions=_ACTS) as server, papers_of(server) as papers:
        server.files[_ADA] = _PDF
        found = await papers.fetch(_ADA)
        assert (found.state, found.body) == (None, _PDF)
        assert [heard.path for heard in server.heard] == [f"/doc/{_ADA}"]
        assert server.heard[0].user_agent.startswith("Diafaneia/")


@pytest.mark.parametrize("text", ["../opendata/search", "http://evil.example/x", "6ΑΑΑΩΔΟ", "", "6ΑΑΑΩΔΟ-ΔΟΚ/../x"])
async def test_what_is_no_ada_is_never_asked_for(text):
    async with DiavgeiaServer(decisions=_ACTS) as server, papers_of(server) as papers:
        with pytest.raises(InvalidInput):
            await papers.fetch(text)
        assert server.heard == []


@pytest.mark.parametrize(
    ("body", "state"),
    [
        (b"", FileState.EMPTY),
        (b"<!DOCTYPE html><html>%PDF- is only told of here</html>", FileState.NOT_PDF),
        (b"PK\x03\x04" + b"x" * 5000, FileState.NOT_PDF),
        (b"%PDF-1.4\n" + b"x" * 60_000, FileState.TOO_LARGE),
    ],
)
async def test_a_body_that_is_no_document_has_a_name(body, state):
    async with DiavgeiaServer(decisions=_ACTS) as server, papers_of(server, longest=50_000) as papers:
        server.files[_ADA] = body
        found = await papers.fetch(_ADA)
        assert (found.state, found.body) == (state, b"")


async def test_absent_documents_and_pages_for_people():
    async with DiavgeiaServer(decisions=_ACTS) as server, papers_of(server) as papers:
        server.papers = {_ADA: Paper.MISSING, _ACTS[1]["ada"]: Paper.HTML}
        states = [(await papers.fetch(act["ada"])).state for act in _ACTS[:2]]
        unknown = await papers.fetch("ΨΤ1ΜΩ1Ρ-ΙΕΓ")
    assert states == [FileState.MISSING, FileState.NOT_PDF]
    assert unknown.state is FileState.MISSING


async def test_a_page_for_people_sent_by_mistake_is_asked_again():
    async with DiavgeiaServer(decisions=_ACTS) as server, papers_of(server) as papers:
        server.files[_ADA] = _PDF
        server.order(Fault.HTML)
        assert (await papers.fetch(_ADA)).body == _PDF


@pytest.mark.parametrize("fault", [Fault.SERVER_ERROR, Fault.CUT, Fault.RESET])
async def test_trouble_that_passes_is_tried_again(fault):
    async with DiavgeiaServer(decisions=_ACTS) as server, papers_of(server) as papers:
        server.files[_ADA] = _PDF
        server.order(fault, times=2)
        assert (await papers.fetch(_ADA)).body == _PDF


async def test_a_source_that_stays_silent_is_unavailable_within_the_limit():
    async with DiavgeiaServer(decisions=_ACTS) as server, papers_of(server, seconds=0.3, tries=2) as papers:
        server.files[_ADA] = _PDF
        server.order(Fault.STALL, times=9)
        assert (await papers.fetch(_ADA)).state is FileState.UNAVAILABLE


async def test_another_host_is_never_followed():
    async with DiavgeiaServer(decisions=_ACTS) as server, DiavgeiaServer(decisions=_ACTS) as other:
        other.files[_ADA] = _PDF
        async with papers_of(server) as papers:
            for place in (
                f"{other.root_url}/doc/{_ADA}",
                "file:///etc/passwd",
                "//169.254.169.254/latest",
                "http://[bad/x",
                "",
            ):
                server.moved[_ADA] = place
                assert (await papers.fetch(_ADA)).state is FileState.REDIRECTED
        assert other.heard == []


async def test_a_move_within_the_host_is_followed_but_not_for_ever():
    async with DiavgeiaServer(decisions=_ACTS) as server, papers_of(server) as papers:
        second = _ACTS[1]["ada"]
        server.moved[_ADA], server.files[second] = f"/doc/{second}", _PDF
        assert (await papers.fetch(_ADA)).body == _PDF
        server.moved[second] = f"/doc/{_ADA}"
        assert (await papers.fetch(_ADA)).state is FileState.UNAVAILABLE


async def test_a_bomb_of_the_transfer_coding_is_cut_at_the_limit():
    async with DiavgeiaServer(decisions=_ACTS) as server, papers_of(server, longest=1_000_000) as papers:
        server.files[_ADA] = gzip.compress(b"%PDF-" + bytes(30_000_000))
        server.coding = "gzip"
        assert (await papers.fetch(_ADA)).state is FileState.TOO_LARGE
