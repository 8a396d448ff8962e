"""Small real PDFs: the act's subject and ΑΔΑ as Greek text, or the picture of a scan."""

import zlib
from enum import StrEnum

from core.greek.fold import fold
from tests.diavgeia.acts import Act

# The Symbol font, which every reader of PDF has, holds Greek at these codes.
_SYMBOL = dict(
    zip(
        "αβγδεζηθικλμνξοπρστυφχψω",
        "abgdezhqiklmnxoprstufcyw".upper().encode(),
        strict=True,
    )
)
_CODES = {letter.upper(): code for letter, code in _SYMBOL.items()} | {mark: ord(mark) for mark in "0123456789 .,:()/"}
_CODES |= {"-": 0x2D, "€": 0xA0}
_LINE, _LINES = 60, 40


class Paper(StrEnum):
    """What stands behind /doc/{ada}."""

    TEXT = "text"
    SCAN = "scan"
    HTML = "html"
    MISSING = "missing"


def paper_of(act: Act) -> Paper:
    """By the ΑΔΑ, so that it stays: of twenty, one is missing, one is HTML, two are scans. Withheld is missing."""
    if act.status == "REVOKED" or b'"privateData": true' in act.text:
        return Paper.MISSING
    match zlib.crc32(act.ada.encode()) % 20:
        case 0:
            return Paper.MISSING
        case 1:
            return Paper.HTML
        case 2 | 3:
            return Paper.SCAN
    return Paper.TEXT


def text_pdf(act: Act) -> bytes:
    """One page, searchable: capitals, as the Symbol font has no accents."""
    text = f"ΑΔΑ: {act.ada} {act.row().get('subject', '')}"
    letters = "".join(letter if letter in _CODES else " " for letter in fold(text).upper())
    lines = [letters[at : at + _LINE] for at in range(0, len(letters), _LINE)][:_LINES]
    shown = "".join(f"<{bytes(_CODES[letter] for letter in line).hex()}> Tj T*\n" for line in lines)
    content = f"BT /F1 10 Tf 14 TL 50 790 Td\n{shown}ET".encode()
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Symbol /ToUnicode 6 0 R >>"
    return _pdf(b"<< /Font << /F1 5 0 R >> >>", content, font, _stream(_to_unicode()))


def scan_pdf() -> bytes:
    """One page that is a picture: no text in it."""
    dots = bytes((x * y) % 251 for y in range(60) for x in range(40))
    picture = b"/Type /XObject /Subtype /Image /Width 40 /Height 60 /ColorSpace /DeviceGray /BitsPerComponent 8"
    return _pdf(b"<< /XObject << /I1 5 0 R >> >>", b"q 500 0 0 750 50 50 cm /I1 Do Q", _stream(dots, picture))


def _to_unicode() -> bytes:
    pairs = "".join(f"<{code:02x}> <{ord(letter):04x}>\n" for letter, code in sorted(_CODES.items()))
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Greek def /CMapType 2 def\n"
        "1 begincodespacerange <00> <ff> endcodespacerange\n"
        f"{len(_CODES)} beginbfchar\n{pairs}endbfchar endcmap end end"
    ).encode()


def _stream(data: bytes, entries: bytes = b"") -> bytes:
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (entries, len(data), data)


def _pdf(resources: bytes, content: bytes, *more: bytes) -> bytes:
    """Objects 1–4 are the catalogue, the list of pages, the page, its content; `more` from 5 on."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources %s /Contents 4 0 R >>" % resources,
        _stream(content),
        *more,
    ]
    out, places = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
    for number, each in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(out)
