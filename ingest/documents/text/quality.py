"""What a page is worth: readable, a scan, garbled …; and what its text went through before it became so."""

import re
import unicodedata
from collections.abc import Callable, Sequence

from core.domain.document import PageMark, Quality
from core.greek.accents import accented
from core.greek.fold import fold
from core.greek.mojibake import way_of
from ingest.documents.text.glyphs import Ink
from ingest.documents.text.words import Word, is_letter_spaced

# Ω (U+2126) becomes a letter by composing. U+031F, a plus sign below, is what some fonts of Word give for π.
_LOOKALIKES = str.maketrans("µ∆\u031f", "μΔπ")
_IS_LOOKALIKE = re.compile("[µ∆\u2126\u031f]")
_UNKNOWN = re.compile(r"[\ufffd\ue000-\uefff\x00-\x08\x0e-\x1f]|\(cid:\d+\)")
_WATERMARK = re.compile(r"μη εγκυρο.{0,5}\s*διορθωθηκε με νεοτερο")
_FEW = 50  # letters: fewer on a page that is a picture are its stamp or number (DIAVGEIA_API §16.5)
_PICTURED = 0.3
_GARBLED = 0.3  # of the letters
_SPACES = re.compile(r"\s+")
_LEADERS = ".-_=*…·|/"  # lines and walls that are drawn with signs
_MANY = 150  # letters: a Latin text this long says «the» or «et»
_GREEK_WORD = re.compile("[Α-Ωα-ωΆ-Ώά-ώϊϋΐΰ\u03a2]{4,}")
_ODD_SIGMA = re.compile("\u03a2|ς[α-ωά-ώ]|[α-ωά-ώ]σ$")
_ENOUGH = 12  # words from which a page can be judged
_FAMILIAR_WORDS = "the of and to for in de la et le der und die van il e www com gr"
_FAMILIAR = frozenset(_FAMILIAR_WORDS.split())
_LATIN_WORD = re.compile("[a-z]+")


def mended(text: str, way: Callable[[str], str] | None) -> str:
    """A word as a reader should see it: right alphabet, composed. The file's own letters stay in `Page.raw`."""
    if way is not None:
        text = way(text)
    return unicodedata.normalize("NFC", text.translate(_LOOKALIKES))


def way_to_mend(ink: Ink) -> Callable[[str], str] | None:
    """One for the page."""
    return way_of(ink.raw)


def quality_of(ink: Ink, words: Sequence[Word]) -> Quality:
    """`words` are those of the page, mended."""
    letters = sum(glyph.letter.isalnum() or glyph.letter == "\ufffd" for glyph in ink.glyphs)
    if ink.pictured >= _PICTURED and letters < _FEW:
        return Quality.SCAN
    if all(glyph.letter.isspace() for glyph in ink.glyphs):
        unseen = Quality.STAMP_ONLY if ink.stamp else Quality.BLANK
        return Quality.GARBLED if ink.shown else unseen
    own = "".join(glyph.letter for glyph in ink.glyphs)
    if _is_garbled(own):
        return Quality.GARBLED
    return Quality.SHIFTED if _is_shifted([word.text for word in words]) else Quality.READABLE


def _is_shifted(texts: Sequence[str]) -> bool:
    """A font whose map gives other Greek letters: no dictionary knows its words, and ς stands inside of them.

    Of 89 real pages 11 are so, with 0–37 % known words; the others have 66 % and more, pages of names aside.
    """
    found = [word for text in texts for word in _GREEK_WORD.findall(text)]
    small = [word for word in found if not word.isupper()]
    read = small if len(small) >= _ENOUGH else found
    if len(read) < _ENOUGH:
        return False
    known = sum(accented(word) is not None for word in read) / len(read)
    odd = sum(_ODD_SIGMA.search(word) is not None for word in found)
    return known < 0.2 or (known < 0.5 and odd > 2) or (known < 0.35 and len(small) >= 3 * _ENOUGH)


def _is_garbled(text: str) -> bool:
    """Glyphs without a letter; codes that stand for letters; letters that make no word of any language we meet."""
    dense = _SPACES.sub("", text)
    unknown = sum(len(found) for found in _UNKNOWN.findall(dense))
    signs = sum(not letter.isalnum() and letter not in _LEADERS for letter in dense)
    if unknown > _GARBLED * len(dense) or signs > 0.5 * len(dense) >= 5:
        return True
    latin = sum(letter.isascii() and letter.isalpha() for letter in dense)
    is_foreign = latin > _MANY and latin > 0.6 * len(dense) and way_of(text) is None
    return is_foreign and not _FAMILIAR & set(_LATIN_WORD.findall(text.lower()))


def marks_of(ink: Ink, words: Sequence[Word], *, repaired: bool) -> tuple[PageMark, ...]:
    told = {
        PageMark.LOOKALIKES: _IS_LOOKALIKE.search(ink.raw) is not None,
        PageMark.MOJIBAKE: repaired,
        PageMark.LETTER_SPACED: is_letter_spaced(words),
        PageMark.SUPERSEDED: _WATERMARK.search(fold(ink.raw)) is not None,
        PageMark.UNMAPPED: _UNKNOWN.search("".join(glyph.letter for glyph in ink.glyphs)) is not None,
    }
    return tuple(mark for mark, is_so in told.items() if is_so)
