"""Accents put back on texts in capitals: for embedding always, for reading only when every word is known."""

import gzip
import re
from functools import cache, lru_cache
from importlib.resources import files

from core.greek.fold import fold, join_acronyms, tidy
from core.greek.lexemes import acronyms

PREPARATION = 1  # grows with every change of `prepare`: vectors of another preparation are refused

_ENCODING = "iso8859-7"
_CAPITALS = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏΪΫΐΰάέήίόύώϊϋς"
_FOLDED = "αβγδεζηθικλμνξοπρστυφχψωαεηιουωιυιυαεηιουωιυσ"
_TO_FOLDED = bytes.maketrans(_CAPITALS.encode(_ENCODING), _FOLDED.encode(_ENCODING))
_MARKED = dict(zip("αεηιουωϊϋ", "άέήίόύώΐΰ", strict=True))
_SYMBOLS = str.maketrans("∆µ", "Δμ")
_WORD = re.compile(r"[^\W\d_]+")
_ACCENTED = re.compile("[άέήίόύώΐΰΆΈΉΊΌΎΏ]")
_GREEK = re.compile("[ΐά-ώς]+")
_PIECE = re.compile(r"«[^»]*»|[^\W\d_](?:\.[^\W\d_])+\.?|[^\W_]+")
_QUOTED = re.compile("«[^»]*»")
_ANY_WORD = re.compile(r"\w")
_SENTENCE_END = re.compile(r"[^\W\d_]{4}\.\s+$")
_LONGEST_ENDING, _SHORTEST_ENDING = 7, 3


class _WordList:
    """Some 240,000 words as two strings of bytes, searched by halving: 7 MB where a dict would take 60."""

    def __init__(self, packed: bytes) -> None:
        words, rules = gzip.decompress(packed).split(b"\n\n")
        self._written = b"\n" + words + b"\n"
        self._folded = self._written.translate(_TO_FOLDED)
        pairs = (line.split("\t") for line in rules.decode(_ENCODING).split("\n") if line)
        self._endings = {ending: int(place) for ending, place in pairs}

    def _first_from(self, key: bytes) -> int:
        """Where the first word that is not before `key` begins."""
        low, high = 1, len(self._folded)
        while low < high:
            start = self._folded.rfind(b"\n", 0, (low + high) // 2) + 1
            end = self._folded.find(b"\n", start)
            low, high = (end + 1, high) if self._folded[start:end] < key else (low, start)
        return low

    def find(self, folded: str) -> str | None:
        key = folded.encode(_ENCODING, "replace")
        start = self._first_from(key)
        end = start + len(key)
        return self._written[start:end].decode(_ENCODING) if self._folded[start : end + 1] == key + b"\n" else None

    def begins(self, beginning: str) -> bool:
        key = beginning.encode(_ENCODING, "replace")
        return self._folded.startswith(key, self._first_from(key))

    def guess(self, word: str) -> str | None:
        """An unknown word accented like the known ones that end so."""
        for size in range(min(_LONGEST_ENDING, len(word) - 1), _SHORTEST_ENDING - 1, -1):
            place = self._endings.get(fold(word[-size:]))
            if place is not None and (letter := word[-1 - place]) in _MARKED:
                return word[: len(word) - 1 - place] + _MARKED[letter] + word[len(word) - place :]
        return None


@cache
def _word_list() -> _WordList:
    return _WordList(files("core.greek").joinpath("accents.gz").read_bytes())


@lru_cache(maxsize=131_072)
def accented(word: str) -> str | None:
    """The written form of a known word, whatever its case and accents; None for a word of no list."""
    return _word_list().find(fold(word))


@lru_cache(maxsize=131_072)
def begins_a_word(folded: str) -> bool:
    """Does any known word begin so?"""
    return _word_list().begins(folded)


def _final_sigma(word: str) -> str:
    return word[:-1] + "ς" if word.endswith("σ") and len(word) > 1 else word


@lru_cache(maxsize=131_072)
def _prepared(word: str) -> str:
    small = _final_sigma(word.lower())
    if not _GREEK.fullmatch(small):
        small = _final_sigma(fold(word))
        if not _GREEK.fullmatch(small):
            return word.lower()
    elif _ACCENTED.search(small) or fold(small) in acronyms():
        return small
    known = accented(small)
    return known.lower() if known else _word_list().guess(small) or small


def prepare(subject: str) -> str:
    """The text that is embedded: small letters, look-alikes in Greek, acronyms joined, accents restored.

    Words that carry an accent keep it.
    """
    clean = join_acronyms(tidy(subject).translate(_SYMBOLS))
    return _WORD.sub(lambda match: _prepared(match.group()), clean)


@lru_cache(maxsize=16)
def _by_fold(names: frozenset[str]) -> dict[str, str]:
    return {fold(name): name for name in names}


_ABBREVIATIONS = frozenset({"αριθ", "αριθμ", "αρ", "πρωτ", "τηλ", "κλπ", "λπ", "κοιν", "αρθ", "παρ", "περ"})
_SAINTS = frozenset({"αγιου", "αγιασ", "αγιων", "αγιοσ", "αγια", "αγιοι"})
_NAME_FOLLOWS = _SAINTS | {"δε", "τκ", "δκ", "κοινοτητασ", "κοινοτητα"}
_ORDINAL = re.compile("[0-9]+[Α-Ω]{1,3}")


def _is_kept(piece: str, folded: str) -> bool:
    """Numbers, Latin words, acronyms and what is quoted stay as published."""
    if piece.startswith("«") or "." in piece or not re.search("[α-ω]", folded) or re.search("[0-9]", piece):
        return True
    return folded in acronyms() or (len(folded) == 1 and folded not in "ηο")


def _for_reading(piece: str, before: str, names: dict[str, str]) -> str | None:
    """One word as it reads in a sentence; None when no list knows it. `before` is the word ahead of it, folded."""
    folded = fold(piece)
    if _ORDINAL.fullmatch(piece):
        return _final_sigma(piece.lower())
    if _is_kept(piece, folded) or not piece.isupper():
        return piece
    if folded in _ABBREVIATIONS:
        return piece.lower()
    known = names.get(folded) or accented(piece)
    is_name = before in _NAME_FOLLOWS or folded in _SAINTS
    return known[0].upper() + known[1:] if known and is_name and len(folded) > 3 else known


def _is_shouted(text: str) -> bool:
    letters = "".join(_WORD.findall(_QUOTED.sub("", text)))
    return bool(letters) and sum(letter.isupper() for letter in letters) >= 0.8 * len(letters)


def readable(subject: str, names: frozenset[str] = frozenset()) -> str:
    """A subject in capitals, re-cased when every word of it is known; as published (tidied) otherwise.

    `names` are words of bodies and places as written («Ρόδου»). What stands inside «» is never touched.
    """
    published = tidy(subject)
    if not _is_shouted(published):
        return published
    known, written, before = _by_fold(names), "", ""
    done = 0
    for match in _PIECE.finditer(published):
        piece = _for_reading(match.group(), before, known)
        if piece is None:
            return published
        written += published[done : match.start()]
        begins = not _ANY_WORD.search(written) or _SENTENCE_END.search(written)
        written += piece[:1].upper() + piece[1:] if begins else piece
        before, done = fold(match.group()), match.end()
    return written + published[done:]
