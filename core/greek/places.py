"""Names of bodies as a reader writes them: «ΔΗΜΟΣ ΚΑΜΕΝΩΝ ΒΟΥΡΛΩΝ» → «Δήμος Καμένων Βούρλων»."""

import re
import unicodedata
from functools import lru_cache
from importlib.resources import files

from core.greek.accents import accented

_WORD = re.compile(r"[^\W\d_]+(?:\.[^\W\d_]+)+\.?|[^\W\d_]+")
_SMALL = {"ΚΑΙ": "και", "ΤΟΥ": "του", "ΤΗΣ": "της", "ΤΩΝ": "των", "ΤΟ": "το", "ΓΙΑ": "για", "ΣΕ": "σε"}


@lru_cache(maxsize=1)
def _written() -> dict[str, str]:
    lines = files("core.greek").joinpath("places.tsv").read_text(encoding="utf-8").splitlines()
    return _SMALL | dict(line.split("\t") for line in lines if line and not line.startswith("#"))


@lru_cache(maxsize=1)
def place_words() -> frozenset[str]:
    """Words of names as they are written, for a subject that is re-cased."""
    return frozenset(word for word in _written().values() if word[:1].isupper())


def _capitals(word: str) -> str:
    parts = unicodedata.normalize("NFD", word)
    return "".join(char for char in parts if not unicodedata.combining(char)).upper()


@lru_cache(maxsize=4096)
def readable_name(label: str) -> str:
    """The label re-cased when every word is known and it stands in capitals; as published otherwise.

    Dotted acronyms keep their case («(Δ.Ε.Υ.Α.)»).
    """
    if label != label.upper():
        return label
    words = [word for word in _WORD.findall(label) if "." not in word]
    known = _written()
    written = {word: known.get(_capitals(word)) or _from_dictionary(word) for word in words}
    if not words or None in written.values():
        return label
    return _WORD.sub(lambda found: written.get(found.group()) or found.group(), label)


def _from_dictionary(word: str) -> str | None:
    found = accented(word)
    return found[:1].upper() + found[1:] if found else None
