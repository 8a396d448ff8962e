"""Greek that was read with another alphabet's table («ÁÐÏÖÁÓÇ» is «ΑΠΟΦΑΣΗ»): told by its words, and read again."""

import re
from collections.abc import Callable
from functools import partial

from core.greek.fold import words

_COMMON_WORDS = (
    "και του τησ των την τον το τα με για απο στο στη στην στισ που ειναι οτι κατα αριθ αρθρο αποφαση ποσο δημοσ"
    " δαπανη εγκρινει υπουργειο ελληνικη δημοκρατια συνολο ευρω αδα φπα νομοσ διαταξεισ προμηθεια"
)
_COMMON = frozenset(_COMMON_WORDS.split())
_STRANGE = re.compile("[\u0080-\u024f\u2013-\u203a\u20ac\u2122]")
_LETTER = re.compile(r"[^\W\d_]")
_GREEK = re.compile("[Ͱ-Ͽἀ-῿]")
_LEAST_STRANGE = 0.3  # of the letters: a quoted French name is no broken page
_LEAST_WORDS = 3


def _again(text: str, *, read_as: str, is_really: str) -> str:
    """What cannot have come that way stays as it is."""
    return "".join(_letter(letter, read_as, is_really) for letter in text)


def _letter(letter: str, read_as: str, is_really: str) -> str:
    if letter.isascii():
        return letter
    for table in (read_as, "latin-1"):
        try:
            return letter.encode(table).decode(is_really)
        except UnicodeError:
            continue
    return letter


def _whole(text: str, *, read_as: str) -> str:
    """UTF-8 that was read a byte at a time: letters come by twos, so only whole words can be read again."""
    return re.sub(r"[^\x00-\x7f]+", lambda run: _bytes(run.group(), read_as), text)


def _bytes(run: str, read_as: str) -> str:
    try:
        return b"".join(_byte(letter, read_as) for letter in run).decode()
    except UnicodeError:
        return run


def _byte(letter: str, read_as: str) -> bytes:
    try:
        return letter.encode(read_as)
    except UnicodeError:
        return letter.encode("latin-1")


_WAYS: tuple[Callable[[str], str], ...] = (
    partial(_again, read_as="cp1252", is_really="cp1253"),
    partial(_again, read_as="latin-1", is_really="iso8859-7"),
    partial(_again, read_as="cp1252", is_really="cp737"),
    partial(_again, read_as="cp437", is_really="cp737"),
    partial(_again, read_as="mac_roman", is_really="mac_greek"),
    partial(_again, read_as="cp1253", is_really="cp737"),
    partial(_whole, read_as="cp1252"),
    partial(_whole, read_as="cp1253"),
    partial(_whole, read_as="iso8859-7"),
)


def repaired(text: str) -> str | None:
    """The text read again; None when nothing is wrong with it, or nothing makes it Greek."""
    way = way_of(text)
    return None if way is None else way(text)


def way_of(text: str) -> Callable[[str], str] | None:
    """How to read such a text again, the one of a page for all its pieces; None when it should stay."""
    letters = len(_LETTER.findall(text))
    own = _known(text)
    strange = len(_STRANGE.findall(text))
    if not letters or (strange < _LEAST_STRANGE * letters and own >= _LEAST_WORDS):
        return None
    if strange < 0.1 * letters and not _GREEK.search(text):
        return None
    way, known = max(((way, _known(way(text))) for way in _WAYS), key=lambda each: each[1])
    return way if known >= max(_LEAST_WORDS, 2 * own + 1) else None


def _known(text: str) -> int:
    return sum(word in _COMMON for word in words(text))
