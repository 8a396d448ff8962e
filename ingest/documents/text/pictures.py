"""A page as a grey picture, for those who read or show it."""

from contextlib import closing
from pathlib import Path

import pypdfium2 as pdfium

from ingest.documents.text.glyphs import Damaged, Encrypted, opened

_INCH = 72.0
_DOTS = 300.0  # an inch: what tesseract reads best
_MOST_DOTS = 3_600  # a side
_LARGEST = 20_000.0  # points: no sheet of paper is larger


def picture(path: Path, number: int) -> bytes:
    """Page `number`, from 1, as a PGM file; nothing where it cannot be drawn."""
    try:
        with closing(opened(path)) as document, closing(document[number - 1]) as page:
            longest = max(page.get_size())
            if not 0 < longest < _LARGEST:
                return b""
            bitmap = page.render(scale=min(_DOTS / _INCH, _MOST_DOTS / longest), grayscale=True)
            with closing(bitmap):
                return _pgm(bitmap)
    except (pdfium.PdfiumError, Damaged, Encrypted, IndexError):
        return b""


def _pgm(bitmap: pdfium.PdfBitmap) -> bytes:
    data, stride = bytes(bitmap.buffer), bitmap.stride
    rows = (data[at * stride : at * stride + bitmap.width] for at in range(bitmap.height))
    return b"P5 %d %d 255\n" % (bitmap.width, bitmap.height) + b"".join(rows)
