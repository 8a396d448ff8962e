"""PDF → what is on each page: letters with their places, rules, pictures. The only module that talks to PDFium."""

import ctypes
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as raw

_MOST_GLYPHS = 200_000  # of one page: more is no page that anybody reads
_MOST_OBJECTS = 20_000
_THIN = 2.5  # points: a filled box this thin is a line
_SIDEWAYS = 0.35  # radians from a quarter turn


class Glyph(NamedTuple):
    """One letter. Points from the left and from the top; `top` is above `bottom`."""

    letter: str
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line, level or upright. Points."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(slots=True)
class Ink:
    """What a page shows. `stamp`: text of annotations, which the source writes on it. `pictured`: share of it under
    pictures. `shown`: pieces of text that are drawn, readable or not. `turned`: quarters, clockwise, by which a page
    that lay on its side was laid on its feet."""

    number: int
    width: float
    height: float
    glyphs: list[Glyph] = field(default_factory=list)
    raw: str = ""
    stamp: str = ""
    rules: list[Rule] = field(default_factory=list)
    pictured: float = 0.0
    shown: int = 0
    turned: int = 0


class Encrypted(Exception):
    """The file wants a password."""


class Damaged(Exception):
    """The file cannot be opened, or has no page."""


def opened(file: Path | bytes) -> pdfium.PdfDocument:
    """Where it lies, or all of it. Raises Encrypted or Damaged."""
    try:
        document = pdfium.PdfDocument(file)
    except (pdfium.PdfiumError, OSError) as error:
        raise (Encrypted if "password" in str(error).lower() else Damaged)(str(error)) from error
    if len(document) == 0:
        document.close()
        raise Damaged("no pages")
    return document


def inked(document: pdfium.PdfDocument, place: int) -> Ink:
    """Page `place`, from 0. Raises Damaged where it cannot be loaded."""
    try:
        with closing(document[place]) as page, closing(page.get_textpage()) as text:
            own = text.count_chars()
            raw.FPDFPage_Flatten(page, raw.FLAT_NORMALDISPLAY)  # annotations become text, behind the page's own
        with closing(document[place]) as page, closing(page.get_textpage()) as text:
            return _read(page, text, place, own)
    except pdfium.PdfiumError as error:
        raise Damaged(str(error)) from error


def _read(page: pdfium.PdfPage, text: pdfium.PdfTextPage, place: int, own: int) -> Ink:
    left, bottom, right, top = page.get_bbox()
    ink = Ink(number=place + 1, width=right - left, height=top - bottom)
    count = min(text.count_chars(), _MOST_GLYPHS)
    letters = _letters(text, count)
    ink.raw = "".join(letters).replace("\r\n", "\n").replace("\r", "\n")
    ink.stamp = "".join(letters[own:]).replace("\r\n", "\n").strip()
    ink.glyphs = list(_glyphs(text, letters[:own], left, top))
    _draw(page, ink, left, top)
    if page.get_rotation() in (90, 270) or _is_sideways(text, letters[:own]):
        _turn(ink, text, letters[:own], page.get_rotation())
    return ink


def _letters(text: pdfium.PdfTextPage, count: int) -> list[str]:
    read = raw.FPDFText_GetUnicode
    return [_letter(read(text, place)) for place in range(count)]


def _letter(code: int) -> str:
    """A hyphen at the end of a line comes as U+FFFE or U+0002; half of a pair, or none at all, is unknown."""
    if code in (0xFFFE, 0x02):
        return "-"
    if code == 0 or 0xD800 <= code <= 0xDFFF or code > 0x10FFFF:
        return "\ufffd"
    return chr(code)


def _glyphs(text: pdfium.PdfTextPage, letters: list[str], left: float, top: float) -> Iterator[Glyph]:
    box, rect = raw.FPDFText_GetLooseCharBox, raw.FS_RECTF()
    pointer = ctypes.byref(rect)
    for place, letter in enumerate(letters):
        if letter in "\r\n" or letter == " ":
            yield Glyph(letter, 0.0, 0.0, 0.0, 0.0)
        elif box(text, place, pointer):
            yield Glyph(letter, rect.left - left, top - rect.top, rect.right - left, top - rect.bottom)


def _is_sideways(text: pdfium.PdfTextPage, letters: list[str]) -> bool:
    """Most of a sample of letters runs up or down the page."""
    places = [place for place, letter in enumerate(letters) if letter.strip()][:: max(1, len(letters) // 40)]
    turned = [abs(abs(_signed(raw.FPDFText_GetCharAngle(text, place))) - 1.5708) < _SIDEWAYS for place in places]
    return len(turned) > 3 and sum(turned) > 0.6 * len(turned)


def _signed(angle: float) -> float:
    """Radians from −π to π."""
    return float((angle + 3.14159265) % 6.2831853 - 3.14159265)


def _turn(ink: Ink, text: pdfium.PdfTextPage, letters: list[str], rotation: int) -> None:
    """Lays a sideways page on its feet. A page that is shown turned and drawn turned is upright already."""
    sideways = _is_sideways(text, letters)
    if not sideways:
        return  # drawn upright: it reads as it stands, however it is shown
    first = next((place for place, letter in enumerate(letters) if letter.strip()), 0)
    down = _signed(raw.FPDFText_GetCharAngle(text, first)) < 0
    turn = _clockwise if not down else _counter
    ink.glyphs = [Glyph(each.letter, *turn(each, ink)) for each in ink.glyphs]
    ink.rules = [Rule(*turn(each, ink)) for each in ink.rules]
    ink.width, ink.height = ink.height, ink.width
    ink.turned = 3 if down else 1


def _clockwise(each: Glyph | Rule, ink: Ink) -> tuple[float, float, float, float]:
    return ink.height - each.bottom, each.left, ink.height - each.top, each.right


def _counter(each: Glyph | Rule, ink: Ink) -> tuple[float, float, float, float]:
    return each.top, ink.width - each.right, each.bottom, ink.width - each.left


def turned_back(box: tuple[float, float, float, float], ink: Ink) -> tuple[float, float, float, float]:
    """Where a box of a page laid on its feet stands on the page as the file has it: left, top, right, bottom."""
    left, top, right, bottom = box
    if ink.turned == 1:
        return top, ink.width - right, bottom, ink.width - left
    if ink.turned == 3:
        return ink.height - bottom, left, ink.height - top, right
    return box


def _draw(page: pdfium.PdfPage, ink: Ink, left: float, top: float) -> None:
    """Rules and pictures of the page itself."""
    covered = 0.0
    for place in range(min(raw.FPDFPage_CountObjects(page), _MOST_OBJECTS)):
        thing = raw.FPDFPage_GetObject(page, place)
        kind = raw.FPDFPageObj_GetType(thing)
        ink.shown += kind == raw.FPDF_PAGEOBJ_TEXT
        if kind not in (raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_IMAGE):
            continue
        with suppress(ValueError):
            box = _bounds(thing, left, top)
            if kind == raw.FPDF_PAGEOBJ_IMAGE:
                covered += max(0.0, box.right - box.left) * max(0.0, box.bottom - box.top)
            else:
                ink.rules += _rules(thing, box)
    ink.pictured = min(1.0, covered / max(1.0, ink.width * ink.height))


def _bounds(thing: object, left: float, top: float) -> Rule:
    """Raises ValueError for a thing without place."""
    edges = [ctypes.c_float() for _ in range(4)]
    if not raw.FPDFPageObj_GetBounds(thing, *map(ctypes.byref, edges)):
        raise ValueError
    x0, y0, x1, y1 = (edge.value for edge in edges)
    return Rule(x0 - left, top - y1, x1 - left, top - y0)


def _rules(thing: object, box: Rule) -> Iterator[Rule]:
    """A thin box is a line; a drawn frame is its four edges; a filled area is none."""
    wide, high = box.right - box.left, box.bottom - box.top
    if wide <= _THIN or high <= _THIN:
        if max(wide, high) > 2 * _THIN:
            yield box
        return
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(thing, ctypes.byref(fill), ctypes.byref(stroke))
    if stroke.value and raw.FPDFPath_CountSegments(thing) in (4, 5, 6):
        yield Rule(box.left, box.top, box.right, box.top)
        yield Rule(box.left, box.bottom, box.right, box.bottom)
        yield Rule(box.left, box.top, box.left, box.bottom)
        yield Rule(box.right, box.top, box.right, box.bottom)
