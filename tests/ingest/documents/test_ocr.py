"""Scans read by tesseract: marked as such, never quoted, no ΑΔΑ taken from them."""

import zlib

import matplotlib
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from core.answer.quotes import stands
from core.domain.answer import Quote
from core.domain.document import Quality
from core.store import documents
from ingest.documents.ocr import Ocr
from ingest.documents.reader import Reader
from ingest.documents.run import Errand, Report, read_files
from tests.pdfs import lines, pdf, picture, stream, written

_LINES = ("Η Δημοτική Επιτροπή εγκρίνει τη δαπάνη", "για την προμήθεια καυσίμων κίνησης", "ΑΔΑ: ΨΡ4ΒΩΛΠ-ΧΥ2")


def scanned(*written_lines: str) -> bytes:
    """A page that is the picture of some lines."""
    figure = Figure(figsize=(8.27, 11.69), dpi=150)
    canvas = FigureCanvasAgg(figure)
    with matplotlib.rc_context({"font.family": "DejaVu Sans"}):
        for at, line in enumerate(written_lines):
            figure.text(0.1, 0.9 - 0.04 * at, line, fontsize=14)
        canvas.draw()
    grey = np.asarray(canvas.buffer_rgba())[:, :, 0]
    image = picture(grey.shape[1], grey.shape[0], data=zlib.compress(grey.tobytes()))
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources %s >>"
    page %= b"<< /XObject << /I 5 0 R >> >>"
    catalog, pages = b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
    return written([catalog, pages, page, stream(b"q 595 0 0 842 0 0 cm /I Do Q"), image])


@pytest.fixture
async def ocr():
    found = await Ocr.found()
    if found is None:
        pytest.skip("tesseract with Greek is not on this machine")
    return found


async def test_a_scan_becomes_text_that_is_marked_and_never_quoted(fresh, tmp_path, ocr):
    ada = "6ΑΑΑΩΔΟ-ΔΟΚ"
    path = tmp_path / f"{ada}.pdf"
    path.write_bytes(scanned(*_LINES))
    async with Reader() as reader:
        for machine, quality in ((None, Quality.SCAN), (ocr, Quality.OCR)):
            errand = Errand(pool=fresh, reader=reader, report=Report(), watch=lambda _: None, ocr=machine)
            await read_files(errand, [path], again=False)
            (page,) = await documents.pages(fresh, ada=ada)
            assert page.quality is quality
        errand = Errand(pool=fresh, reader=reader, report=Report(), watch=lambda _: None, ocr=ocr)
        await read_files(errand, [path], again=False)
        assert errand.report.same == 1  # the queue is empty
    told = " ".join(each.text for each in page.passages)
    assert "προμήθεια καυσίμων" in told
    assert "-ΧΥ2" not in told and "-XY2" not in told
    assert not stands(Quote(ada=ada, page=1, text=page.passages[0].text), [page])


async def test_pages_with_text_of_their_own_are_left_as_they_are(tmp_path, ocr):
    path = tmp_path / "document.pdf"
    path.write_bytes(pdf(lines("Εγκρίνει τη δαπάνη των καυσίμων.")))
    async with Reader() as reader:
        read = await reader.read(path)
        assert await ocr.completed(reader, path, read.pages) == read.pages


async def test_a_page_that_cannot_be_drawn_stays_unread(tmp_path):
    path = tmp_path / "document.pdf"
    path.write_bytes(b"%PDF-1.4\nnothing")
    async with Reader() as reader:
        assert await reader.picture(path, 1) == b""


async def test_without_the_program_there_is_no_ocr(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    assert await Ocr.found() is None
