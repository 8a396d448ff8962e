"""The PDF of a decision as it was read: how the file fared, its pages, and the passages that a quote may stand in."""

from dataclasses import dataclass
from enum import StrEnum


class FileState(StrEnum):
    """What became of a file. Only READ and PARTIAL have pages."""

    READ = "read"
    PARTIAL = "partial"  # more pages than are read, or some that cannot be
    MISSING = "missing"  # the source has no document
    WITHHELD = "withheld"  # private act, or its posting was revoked: nothing is fetched or kept
    NOT_PDF = "not_pdf"  # a page for people, or anything else that does not begin with %PDF-
    EMPTY = "empty"  # no bytes
    TOO_LARGE = "too_large"
    ENCRYPTED = "encrypted"
    DAMAGED = "damaged"  # begins like a PDF, and cannot be opened
    TOO_HEAVY = "too_heavy"  # reading it passed the limits of memory or time
    REDIRECTED = "redirected"  # the source sent us to another host
    UNAVAILABLE = "unavailable"  # no answer: asked again by the next run


class Quality(StrEnum):
    """Whether the text of a page can be read and quoted."""

    READABLE = "readable"
    SCAN = "scan"  # a picture, without text of its own
    STAMP_ONLY = "stamp_only"  # nothing but the stamp of the source
    BLANK = "blank"
    GARBLED = "garbled"  # glyphs without letters: nobody can say what they are
    SHIFTED = "shifted"  # letters that stand for others («ΑΠΟΦΑ΢Η», «τθσ»): kept for search, never quoted
    OCR = "ocr"  # read from the picture by machine: shown as such, never quoted


class PageMark(StrEnum):
    """What had to be done with a readable page, or has to be known about it."""

    LOOKALIKES = "lookalikes"  # µ, ∆ and Ω of other alphabets
    MOJIBAKE = "mojibake"  # repaired: another codec explains the letters
    LETTER_SPACED = "letter_spaced"
    SUPERSEDED = "superseded"  # the watermark «ΜΗ ΕΓΚΥΡΟ. ΔΙΟΡΘΩΘΗΚΕ ΜΕ ΝΕΟΤΕΡΟ»
    UNMAPPED = "unmapped"  # some glyphs have no letter


class PassageKind(StrEnum):
    SENTENCE = "sentence"
    ROW = "row"  # of a table: cells joined by « | »
    STAMP = "stamp"  # written on the page by the source


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """The smallest thing that is quoted. `header`: of the table that a row belongs to, cell for cell."""

    kind: PassageKind
    text: str
    header: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """`raw` is the text as the file gives it, before anything was taken away or mended."""

    number: int
    quality: Quality
    passages: tuple[Passage, ...] = ()
    marks: tuple[PageMark, ...] = ()
    raw: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadFile:
    """A file after reading. `pages_total` counts those of the file, `pages` are those that were read."""

    state: FileState
    pages_total: int = 0
    pages: tuple[Page, ...] = ()
    reason: str = ""
