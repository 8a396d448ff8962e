"""A page as people see it: upright, bounded, the words of a quote marked where they stand and nowhere else."""

import io

import pytest
from PIL import Image, ImageChops

from ingest.documents.text.showing import shown
from tests.pdfs import Sheet, lines, pdf, table

_SAID = "Εγκρίνει τη δαπάνη των καυσίμων"


@pytest.fixture
def see(tmp_path):
    """Bytes of a PDF → its page as a picture, and the boxes (in shares of it) that hold the marker's yellow."""

    def seeing(data: bytes, quote: str, page: int = 1):
        path = tmp_path / "document.pdf"
        path.write_bytes(data)
        content, marked = shown(path, page, quote)
        picture = Image.open(io.BytesIO(content)) if content else None
        return picture, marked, _yellow(picture) if picture else None

    return seeing


def _yellow(picture):
    """left, top, right, bottom of what is marked, in shares of the picture; None where nothing is."""
    red, _, blue = picture.convert("RGB").split()
    box = ImageChops.multiply(
        red.point(lambda value: 255 * (value > 240)), blue.point(lambda value: 255 * (value < 160))
    ).getbbox()
    return None if box is None else tuple(round(at / side, 2) for at, side in zip(box, picture.size * 2, strict=True))


def test_the_line_of_the_quote_is_marked_and_no_other(see):
    picture, marked, yellow = see(pdf(lines("ΑΠΟΦΑΣΗ", _SAID, "Ο ΔΗΜΑΡΧΟΣ")), _SAID)
    assert marked and picture.size == (1240, 1755)
    left, top, right, bottom = yellow
    assert 0.08 < left < 0.12 and 0.09 < top < bottom < 0.125 and 0.35 < right < 0.45


def test_a_word_cut_at_the_end_of_a_line_and_accents_are_no_obstacle(see):
    page = lines("Εγκρίνει τη δαπά-", "νη των ΚΑΥΣΙΜΩΝ κίνησης")
    _, marked, yellow = see(pdf(page), "εγκρινει τη δαπάνη των καυσίμων")
    assert marked and yellow[3] - yellow[1] > 0.02  # both lines


def test_a_row_told_with_its_header_is_marked_cell_by_cell(see):
    sheet = table(
        [("Α/Α", "Περιγραφή", "Ποσό"), ("1", "Πετρέλαιο κίνησης", "3.000,00"), ("2", "Βενζίνη αμόλυβδη", "1.960,00")],
        widths=(40, 200, 100),
    )
    _, marked, yellow = see(pdf(sheet), "Περιγραφή: Βενζίνη αμόλυβδη · Ποσό: 1.960,00")
    assert marked and 0.27 < yellow[1] < yellow[3] < 0.31


def test_words_that_are_not_there_leave_the_page_as_it_is(see):
    picture, marked, yellow = see(pdf(lines("ΑΠΟΦΑΣΗ")), _SAID)
    assert (marked, yellow) == (False, None) and picture is not None


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_a_page_is_shown_with_its_letters_upright(see, turned):
    picture, marked, yellow = see(pdf(Sheet(texts=lines("ΑΠΟΦΑΣΗ", _SAID).texts, turned=turned)), _SAID)
    straight, _, place = see(pdf(lines("ΑΠΟΦΑΣΗ", _SAID)), _SAID)
    assert marked and picture.size == straight.size
    assert yellow == pytest.approx(place, abs=0.011)


def test_a_sheet_of_a_plan_is_bounded(see):
    data = pdf(lines(_SAID)).replace(b"[0 0 595 842]", b"[0 0 5950 8420]")
    picture, _, _ = see(data, _SAID)
    assert max(picture.size) <= 2001


@pytest.mark.parametrize("box", [b"[0 0 20 842]", b"[0 0 595 99999]"])
def test_a_page_that_telegram_would_refuse_is_not_drawn(see, box):
    picture, marked, _ = see(pdf(lines(_SAID)).replace(b"[0 0 595 842]", box), _SAID)
    assert (picture, marked) == (None, False)


def test_no_such_page(see):
    assert see(pdf(lines(_SAID)), _SAID, page=2)[0] is None
