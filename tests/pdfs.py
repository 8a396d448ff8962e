"""PDFs written by code: Greek text at places, ruled tables, pictures, stamps. Points from the left and from the top."""

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

WIDTH, HEIGHT = 595, 842
_FIRST_CODE = 33


@dataclass(kw_only=True)
class Sheet:
    """One page. `texts`: left, top, size, words. `rules`: left, top, right, bottom. `pictured`: all under a picture."""

    texts: list[tuple[float, float, float, str]] = field(default_factory=list)
    rules: list[tuple[float, float, float, float]] = field(default_factory=list)
    pictured: bool = False
    stamp: str = ""
    turned: int = 0


def lines(*written: str, left: float = 60, top: float = 80, size: float = 10, step: float = 14) -> Sheet:
    """A page of lines, one below the other."""
    return Sheet(texts=[(left, top + step * place, size, line) for place, line in enumerate(written)])


def table(rows: Sequence[Sequence[str]], *, widths: Sequence[float], left: float = 60, top: float = 200) -> Sheet:
    """A ruled table."""
    high, size = 20.0, 9.0
    walls = [left + sum(widths[:place]) for place in range(len(widths) + 1)]
    bottom = top + high * len(rows)
    sheet = Sheet()
    sheet.rules += [(walls[0], top + high * at, walls[-1], top + high * at) for at in range(len(rows) + 1)]
    sheet.rules += [(wall, top, wall, bottom) for wall in walls]
    for at, row in enumerate(rows):
        sheet.texts += [
            (wall + 3, top + high * at + 13, size, cell) for wall, cell in zip(walls, row, strict=False) if cell
        ]
    return sheet


def pdf(*sheets: Sheet, tail: bytes = b"", catalog: bytes = b"", unmapped: bool = False) -> bytes:
    """`catalog`: more entries of the catalogue. `unmapped`: the font tells nobody which letters its glyphs are."""
    codes = _codes(sheets)
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier /FirstChar 0 /LastChar 255 /Widths [%s]" % (
        b"600 " * 256
    )
    font += b" /Encoding << /Type /Encoding /Differences [33 %s] >>" % b" ".join(
        b"/g%d" % place if unmapped else b"/H" for place in range(_FIRST_CODE, 256)
    )
    objects = [b"", b"", font + (b" >>" if unmapped else b" /ToUnicode 4 0 R >>"), stream(_to_unicode(codes))]
    kids = [_add_page(objects, sheet, codes) for sheet in sheets]
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R %s >>" % catalog
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(b"%d 0 R" % kid for kid in kids), len(kids))
    return written(objects) + tail


def _codes(sheets: Iterable[Sheet]) -> dict[str, int]:
    letters = {letter for sheet in sheets for *_, words in sheet.texts for letter in words}
    letters |= {letter for sheet in sheets for letter in sheet.stamp}
    letters.discard(" ")
    assert len(letters) < 220, "one font holds no more letters"
    return {" ": 32} | {letter: code for code, letter in enumerate(sorted(letters), _FIRST_CODE)}


def _add_page(objects: list[bytes], sheet: Sheet, codes: dict[str, int]) -> int:
    content = [_shown(words, codes, left, HEIGHT - top, size) for left, top, size, words in sheet.texts]
    content += [b"%g %g m %g %g l S" % (x0, HEIGHT - y0, x1, HEIGHT - y1) for x0, y0, x1, y1 in sheet.rules]
    resources = b"/Font << /F1 3 0 R >>"
    if sheet.pictured:
        objects.append(picture(40, 60))
        resources += b" /XObject << /I1 %d 0 R >>" % len(objects)
        content.append(b"q %d 0 0 %d 0 0 cm /I1 Do Q" % (WIDTH, HEIGHT))
    objects.append(stream(b"\n".join(content)))
    own = len(objects)
    annotations = b" /Annots [%d 0 R]" % _add_stamp(objects, sheet.stamp, codes) if sheet.stamp else b""
    objects.append(
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Rotate %d /Resources << %s >> /Contents %d 0 R%s >>"
        % (WIDTH, HEIGHT, sheet.turned, resources, own, annotations)
    )
    return len(objects)


def _add_stamp(objects: list[bytes], words: str, codes: dict[str, int]) -> int:
    """As the source writes the ΑΔΑ on every page: the appearance of an annotation."""
    form = b"/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 3 0 R >> >>"
    objects.append(stream(_shown(words, codes, 2, 5, 8), form))
    objects.append(
        b"<< /Type /Annot /Subtype /Stamp /F 4 /Rect [380 810 580 830] /AP << /N %d 0 R >> >>" % len(objects)
    )
    return len(objects)


def _shown(words: str, codes: dict[str, int], left: float, bottom: float, size: float) -> bytes:
    letters = bytes(codes[letter] for letter in words).hex().encode()
    return b"BT /F1 %g Tf %g %g Td <%s> Tj ET" % (size, left, bottom, letters)


def _to_unicode(codes: dict[str, int]) -> bytes:
    pairs = "".join(f"<{code:02x}> <{ord(letter):04x}>\n" for letter, code in sorted(codes.items()))
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 2 def\n"
        "1 begincodespacerange <00> <ff> endcodespacerange\n"
        f"{len(codes)} beginbfchar\n{pairs}endbfchar endcmap end end"
    ).encode()


def picture(width: int, height: int, *, data: bytes | None = None) -> bytes:
    """A grey picture; `data` is Flate-coded where it is given."""
    entries = b"/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8" % (
        width,
        height,
    )
    dots = bytes((x * y) % 251 for y in range(height) for x in range(width)) if data is None else data
    return stream(dots, entries + (b"" if data is None else b" /Filter /FlateDecode"))


def stream(data: bytes, entries: bytes = b"") -> bytes:
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (entries, len(data), data)


def flated(data: bytes, entries: bytes = b"") -> bytes:
    packed = zlib.compress(data, 9)
    return stream(packed, entries + b" /Filter /FlateDecode")


def written(objects: Sequence[bytes], *, trailer: bytes = b"") -> bytes:
    """A file of these objects, the first one being the catalogue."""
    out, places = bytearray(b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n"), []
    for number, each in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    at = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, trailer, at)
    return bytes(out)
