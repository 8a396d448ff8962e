"""/doc/{ada} of the local Διαύγεια: PDFs and what comes in their place (DIAVGEIA_API §2.5)."""

import re
import zlib

import httpx
import pytest

from tests.diavgeia.reading import issued
from tests.diavgeia_server import DiavgeiaServer, Paper

_ACTS = [issued(number, "2025-03-03", subject=f"Προμήθεια καυσίμων {number}") for number in range(200)]
_TEXT = _ACTS[0]["ada"]


def _objects(data: bytes) -> list[bytes]:
    """The objects where the table says that they begin."""
    table = int(re.findall(rb"startxref\n(\d+)", data)[-1])
    places = [int(place) for place in re.findall(rb"(\d{10}) 00000 n", data[table:])]
    return [data[place : data.index(b"endobj", place)] for place in places]


def _text_of(data: bytes) -> str:
    """The text as a reader of PDF gets it: shown codes through the font's own table."""
    table = next(each for each in _objects(data) if b"beginbfchar" in each)
    letters = {int(code, 16): chr(int(letter, 16)) for code, letter in re.findall(rb"<(..)> <(....)>", table)}
    shown = re.findall(rb"<([0-9a-f]+)> Tj", data)
    return "".join(letters[code] for line in shown for code in bytes.fromhex(line.decode()))


async def test_a_document_is_a_small_pdf_with_greek_text(http: httpx.AsyncClient) -> None:
    async with DiavgeiaServer(decisions=_ACTS) as server:
        server.papers[_TEXT] = Paper.TEXT
        response = await http.get(f"{server.root_url}/doc/{_TEXT}", params={"inline": "true"})
    assert response.headers["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF-")
    assert response.content.rstrip().endswith(b"%%EOF")
    assert _objects(response.content)[0].startswith(b"1 0 obj\n<< /Type /Catalog")
    assert _text_of(response.content) == f"ΑΔΑ: {_TEXT} ΠΡΟΜΗΘΕΙΑ ΚΑΥΣΙΜΩΝ 0"
    assert len(response.content) < 5_000


async def test_head_is_not_allowed_range_is_ignored_and_no_length_is_told(http: httpx.AsyncClient) -> None:
    async with DiavgeiaServer(decisions=_ACTS) as server:
        server.papers[_TEXT] = Paper.TEXT
        address = f"{server.root_url}/doc/{_TEXT}"
        head = await http.head(address)
        whole = await http.get(address)
        part = await http.get(address, headers={"Range": "bytes=0-9"})
    assert head.status_code == 405
    assert (part.status_code, part.content) == (200, whole.content)
    assert "Content-Length" not in whole.headers
    assert whole.headers["Transfer-Encoding"] == "chunked"


@pytest.mark.parametrize(
    ("paper", "status", "begins"),
    [(Paper.SCAN, 200, b"%PDF-"), (Paper.HTML, 200, b"<!DOCTYPE"), (Paper.MISSING, 404, b"<!DOCTYPE")],
)
async def test_what_comes_instead(http: httpx.AsyncClient, paper: Paper, status: int, begins: bytes) -> None:
    async with DiavgeiaServer(decisions=_ACTS) as server:
        server.papers[_TEXT] = paper
        response = await http.get(f"{server.root_url}/doc/{_TEXT}")
    assert (response.status_code, response.content[: len(begins)]) == (status, begins)
    assert b" Tj" not in response.content
    assert (b"/Image" in response.content) == (paper is Paper.SCAN)


async def test_each_kind_has_its_share(http: httpx.AsyncClient) -> None:
    async with DiavgeiaServer(decisions=_ACTS) as server:
        kinds = [server.paper(act["ada"]) for act in _ACTS]
        unknown = await http.get(f"{server.root_url}/doc/ΨΤ1ΜΩ1Ρ-ΙΕΓ")
    assert {kind: kinds.count(kind) > 2 for kind in Paper} == dict.fromkeys(Paper, True)
    assert kinds.count(Paper.TEXT) > len(kinds) / 2
    assert unknown.status_code == 404


async def test_private_documents_are_withheld(http: httpx.AsyncClient) -> None:
    acts = [issued(number, "2025-03-03", privateData=True) for number in range(3)]
    async with DiavgeiaServer(decisions=acts) as server:
        codes = [(await http.get(f"{server.root_url}/doc/{act['ada']}")).status_code for act in acts]
    assert codes == [404, 404, 404]


def test_adas_are_told_apart_by_their_checksum() -> None:
    """The shares hang on it: were it the same for all, the test above would see one kind."""
    assert len({zlib.crc32(act["ada"].encode()) % 20 for act in _ACTS}) == 20
