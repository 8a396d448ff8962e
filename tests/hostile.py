"""Twenty files that want to hurt their reader, written by code: name → what makes its bytes."""

import random
import zlib
from collections.abc import Callable

from tests.pdfs import Sheet, flated, lines, pdf, picture, stream, written

_SOUND = pdf(lines(*(f"Γραμμή {number} της απόφασης" for number in range(30))))
_CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"
_PAGES = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
_BOX = b"/MediaBox [0 0 595 842]"


def _one_page(resources: bytes, *more: bytes, box: bytes = _BOX, catalog: bytes = _CATALOG) -> bytes:
    """Objects from 4 on are `more`; 4 is the content."""
    page = b"<< /Type /Page /Parent 2 0 R %s /Resources << %s >> /Contents 4 0 R >>" % (box, resources)
    return written([catalog, _PAGES, page, *more])


def _zeros(times: int) -> bytes:
    """A stream of so many million zeros, packed."""
    packer = zlib.compressobj(9)
    return b"".join(packer.compress(bytes(1_000_000)) for _ in range(times)) + packer.flush()


def _nested_bomb() -> bytes:
    inner = zlib.compress(_zeros(150), 9)
    return _one_page(b"", stream(inner, b"/Filter [/FlateDecode /FlateDecode]"))


def _garbage() -> bytes:
    dice = random.Random(7)
    damaged = bytearray(_SOUND)
    for _ in range(len(damaged) // 20):
        damaged[dice.randrange(20, len(damaged))] = dice.randrange(256)
    return bytes(damaged)


def _forms_in_forms() -> bytes:
    """Each form shows the next one twice: two to the sixtieth power."""
    forms = [
        stream(
            b"/F Do /F Do",
            b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F %d 0 R >> >>" % number,
        )
        for number in range(6, 66)
    ]
    return _one_page(
        b"/XObject << /F 5 0 R >>",
        stream(b"/F Do"),
        *forms,
        stream(b"", b"/Type /XObject /Subtype /Form /BBox [0 0 9 9]"),
    )


def _own_parent() -> bytes:
    kids = b"<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 2 >>"
    page = b"<< /Type /Page /Parent 3 0 R %s /Contents 4 0 R >>" % _BOX
    return written([_CATALOG, kids, page, stream(b"")])


def _javascript() -> bytes:
    action = (
        b"/OpenAction << /S /JavaScript /JS (while(true){app.alert(1);}) >> /AA << /WC << /S /Launch /F (/bin/sh) >> >>"
    )
    return pdf(lines("Απόφαση με πρόγραμμα μέσα της"), catalog=action)


def _many_glyphs() -> bytes:
    text = b"BT /F1 1 Tf 1 0 0 1 0 400 Tm " + b"(" + b"A" * 900 + b") Tj T* " * 1
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>"
    return _one_page(b"/Font << /F1 5 0 R >>", flated(text * 3_000 + b"ET"), font)


def _many_rules() -> bytes:
    rules = b"".join(
        b"%d 0 m %d 842 l S 0 %d m 595 %d l S\n" % (at % 595, at % 595, at % 842, at % 842) for at in range(60_000)
    )
    return _one_page(b"", flated(rules))


def _deep_arrays() -> bytes:
    return _one_page(b"", stream(b""), b"[" * 100_000 + b"]" * 100_000)


def _huge_font() -> bytes:
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier /ToUnicode 6 0 R >>"
    table = stream(_zeros(300), b"/Filter /FlateDecode")
    return _one_page(b"/Font << /F1 5 0 R >>", stream(b"BT /F1 9 Tf 9 400 Td (abc) Tj ET"), font, table)


def _looping_xref() -> bytes:
    at = _SOUND.rindex(b"startxref")
    table = int(_SOUND[at:].split()[1])
    head = _SOUND[:at].replace(b"trailer\n<<", b"trailer\n<< /Prev %d" % table)
    return head + b"startxref\n%d\n%%%%EOF\n" % table


def _encrypted() -> bytes:
    lock = b"/Encrypt << /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P -4 >> /ID [<00> <00>]" % (
        b"41" * 32,
        b"42" * 32,
    )
    return written([_CATALOG, _PAGES, b"<< /Type /Page /Parent 2 0 R %s >>" % _BOX], trailer=lock)


FILES: dict[str, Callable[[], bytes]] = {
    "cut in half": lambda: _SOUND[: len(_SOUND) // 2],
    "its first line alone": lambda: b"%PDF-1.7\n",
    "zeros behind its first line": lambda: b"%PDF-1.4\n" + bytes(200_000),
    "bytes at random": lambda: b"%PDF-1.4\n" + random.Random(3).randbytes(300_000),
    "damaged throughout": lambda: _garbage(),
    "flate bomb": lambda: _one_page(b"", stream(_zeros(1_200), b"/Filter /FlateDecode")),
    "bomb in a bomb": lambda: _nested_bomb(),
    "picture of 1.6 billion dots": lambda: _one_page(
        b"/XObject << /I 5 0 R >>", stream(b"q 595 0 0 842 0 0 cm /I Do Q"), picture(40_000, 40_000, data=_zeros(200))
    ),
    "page as wide as a country": lambda: _one_page(b"", stream(b""), box=b"/MediaBox [0 0 1e30 1e30]"),
    "forms within forms": lambda: _forms_in_forms(),
    "form that shows itself": lambda: _one_page(
        b"/XObject << /F 5 0 R >>",
        stream(b"/F Do"),
        stream(b"/F Do", b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F 5 0 R >> >>"),
    ),
    "pages that are their own parents": lambda: _own_parent(),
    "tables that name themselves": lambda: _looping_xref(),
    "program that runs for ever": lambda: _javascript(),
    "three million letters on a page": lambda: _many_glyphs(),
    "hundred thousand rules": lambda: _many_rules(),
    "hundred thousand brackets": lambda: _deep_arrays(),
    "letters without a map": lambda: pdf(lines(*["Εγκρίνει τη δαπάνη των καυσίμων"] * 20), unmapped=True),
    "map of letters that is a bomb": lambda: _huge_font(),
    "locked": lambda: _encrypted(),
    "three thousand pages": lambda: pdf(*[Sheet(texts=[(60, 80, 10, f"Σελίδα {number}")]) for number in range(3_000)]),
}
