"""A page as a reader is shown it: upright, bounded in size, the words of a quote marked."""

import ctypes
import io
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from ingest.documents.text.glyphs import Damaged, Encrypted, Ink, inked, opened
from ingest.documents.text.marking import Box, boxes_of

if TYPE_CHECKING:
    from PIL.Image import Image

_INCH, _DOTS = 72.0, 150.0
_MOST_DOTS = 2_000  # a side; Telegram takes 10,000 of both together, and a telephone shows fewer
_NARROWEST = 18.0  # the longer side over the shorter one; Telegram refuses 20
_LARGEST = 20_000.0  # points: no sheet of paper is larger
_MOST_BYTES = 3_000_000  # above, a page that is a photograph goes as JPEG
_YELLOW, _AROUND = (255, 236, 110), 2


def shown(path: Path, number: int, quote: str) -> tuple[bytes, bool]:
    """Page `number`, from 1, as PNG or JPEG, and whether the words are on it; nothing where it cannot be drawn."""
    try:
        with closing(opened(path)) as document:
            if not 0 < number <= len(document):
                return b"", False
            ink = inked(document, number - 1)
            boxes = boxes_of(ink, quote)
            with closing(document[number - 1]) as page:
                picture = _drawn(page, ink, boxes)
                return picture, bool(picture and boxes)
    except (pdfium.PdfiumError, Damaged, Encrypted):
        return b"", False


def _drawn(page: pdfium.PdfPage, ink: Ink, boxes: Sequence[Box]) -> bytes:
    wide, high = page.get_size()
    longest, shortest = max(wide, high), min(wide, high)
    if not 0 < longest < _LARGEST or longest > _NARROWEST * shortest:
        return b""
    turn = (90 * ink.turned - page.get_rotation()) % 360
    bitmap = page.render(scale=min(_DOTS / _INCH, _MOST_DOTS / longest), rotation=turn, rev_byteorder=True)
    with closing(bitmap):
        picture = bitmap.to_pil().convert("RGB")
    for box in boxes:
        _mark(picture, _placed(page, box, picture.size, turn // 90))
    return _packed(picture)


def _placed(page: pdfium.PdfPage, box: Box, size: tuple[int, int], quarters: int) -> tuple[int, int, int, int]:
    """Points of the page → dots of the picture."""
    left, _, _, top = page.get_bbox()
    corners = [(left + box[0], top - box[1]), (left + box[2], top - box[3])]
    across, down = ctypes.c_int(), ctypes.c_int()
    places = []
    for x, y in corners:
        raw.FPDF_PageToDevice(page, 0, 0, *size, quarters, x, y, ctypes.byref(across), ctypes.byref(down))
        places.append((across.value, down.value))
    (x0, y0), (x1, y1) = places
    return (
        max(0, min(x0, x1) - _AROUND),
        max(0, min(y0, y1) - _AROUND),
        min(size[0], max(x0, x1) + _AROUND),
        min(size[1], max(y0, y1) + _AROUND),
    )


def _mark(picture: "Image", box: tuple[int, int, int, int]) -> None:
    """As a marker does: what is black stays black."""
    from PIL import Image, ImageChops

    if box[0] < box[2] and box[1] < box[3]:
        part = picture.crop(box)
        picture.paste(ImageChops.multiply(part, Image.new("RGB", part.size, _YELLOW)), box)


def _packed(picture: "Image") -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG")
    if out.tell() > _MOST_BYTES:
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=85)
    return out.getvalue()
