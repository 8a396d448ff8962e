"""One comparable form for every spelling of a Greek text: accents, case, final sigma, look-alikes, dotted acronyms."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_SPACES = re.compile(r"\s+")
# Soft hyphen, zero-width and bidirectional marks, BOM, NUL and the other controls that are no white space.
_UNSEEN = re.compile(
    "[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]"
)
_MARKS = re.compile("[\u0300-\u036f]+")
# Before any decomposition, which would make of ΄ and ´ a space and an accent.
_APOSTROPHE = re.compile("[’‘΄´`ʼ᾽᾿′‛ʹ῾]")
# What `casefold` leaves: it knows ς, µ and the letters of mathematics itself.
_SYMBOL = re.compile("[∆∏∑ϲºı]")
_SYMBOLS = str.maketrans("∆∏∑ϲºı", "δπσσοi")
# By the capital, since it is capitals that get mixed up on a keyboard («ΠPOMHΘEIA»): n is Ν, p is Ρ, y is Υ.
_IMAGES = str.maketrans("abehikmnoptxyzvuw" + "авекмнорстухі", "αβεηικμνορτχυζνυω" + "αβεκμνορστυχι")
_FOREIGN = re.compile("[a-zа-яі]")
_NO_IMAGE = re.compile("[cdfgjlqrsбгдёжзийлпфцчшщъыьэюя]")
_GREEK = re.compile("[α-ω]")
_RUN = re.compile("[0-9a-zа-яіα-ω]+")
_DOTTED = re.compile(r"(?<![^\W_])[^\W\d_](?:\.[^\W\d_])+(?![^\W_])(?:\.(?![^\W_]))?")
_APART = re.compile(r"(?<![^\W_])απ'\s*(?=ευθει)")
_NOT_WORD = re.compile(r"\W")
_WORD = re.compile(r"[^\W_]+")
_PLACED_WORD = re.compile(rf"{_DOTTED.pattern}|{_APART.pattern}[^\W_]+|[^\W_]+")


def tidy(text: str) -> str:
    """The text fit to be shown: composed, no invisible characters, single spaces; case and accents as they are."""
    if text.isprintable() and "  " not in text:  # nothing unseen in it, and no white space but single spaces
        return unicodedata.normalize("NFC", text).strip()
    return _SPACES.sub(" ", unicodedata.normalize("NFC", _UNSEEN.sub("", text))).strip()


def _in_greek(match: re.Match[str]) -> str:
    word = match.group()
    return word.translate(_IMAGES) if _GREEK.search(word) and not _NO_IMAGE.search(word) else word


def _mend_mixed(letters: str) -> str:
    return _RUN.sub(_in_greek, letters) if _FOREIGN.search(letters) else letters


def _letters(text: str) -> str:
    """Accents off, small letters, symbols that look like letters; spaces and punctuation untouched."""
    bare = _MARKS.sub("", unicodedata.normalize("NFD", _APOSTROPHE.sub("'", text)))
    small = bare.casefold()
    return small.translate(_SYMBOLS) if _SYMBOL.search(small) else small


def join_acronyms(text: str) -> str:
    """«Δ.Ε.Υ.Α. Κοζάνης» → «ΔΕΥΑ Κοζάνης»."""
    return _DOTTED.sub(lambda match: match.group().replace(".", ""), text)


@lru_cache(maxsize=8_192)
def fold(text: str) -> str:
    """Comparable form: one for «Δ.Ε.Υ.Α.  Κοζάνης», «ΔΕΥΑ ΚΟΖΑΝΗΣ», «∆ευα Kοζάνησ». Digits and punctuation stay."""
    bare = tidy(_letters(tidy(text)))  # a mark that stood alone leaves its spaces
    return _APART.sub("απ", _mend_mixed(join_acronyms(bare)))


def words(text: str) -> tuple[str, ...]:
    """Folded words: runs of letters and digits."""
    return tuple(_WORD.findall(fold(text)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A folded word and where it stands in the text as typed."""

    start: int
    end: int
    folded: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A text with its letters folded and its punctuation kept, and the place of each character in the original."""

    text: str
    places: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where the stretch [start, end) of the folded text stands in the original; never asked of an empty one."""
        return self.places[start], self.places[end - 1] + 1


@lru_cache(maxsize=4096)
def _letter(character: str) -> str:
    if _UNSEEN.match(character):
        return ""
    return "".join(" " if piece.isspace() else piece for piece in _letters(character))


def level(text: str) -> Level:
    """For patterns that need punctuation and places («1/1/2025», «β΄ τρίμηνο»): letter by letter, nothing joined."""
    pieces = [(piece, place) for place, character in enumerate(text) for piece in _letter(character)]
    return Level(text=_mend_mixed("".join(piece for piece, _ in pieces)), places=tuple(place for _, place in pieces))


def spans(text: str) -> tuple[Word, ...]:
    """The `words` of a text with their places in it, so that what was read can be cut out of it."""
    flat = level(text)
    found = []
    for match in _PLACED_WORD.finditer(flat.text):
        start, end = flat.span(*match.span())
        folded = _mend_mixed(_NOT_WORD.sub("", match.group()))
        found.append(Word(start=start, end=end, folded=folded))
    return tuple(found)
