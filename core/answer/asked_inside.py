"""What a question wants to know of a PDF: its words without those of asking, and what kind of answer fits."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import pairwise

from core.greek.accents import accented
from core.greek.fold import words as folded
from core.greek.greeklish import readings
from core.greek.lexemes import STOP_WORDS, lexemes

_WORD = re.compile(r"[^\W_]+")
_WORD_OR_NUMBER = re.compile(r"[^\W_]*\d[^\W_]*(?:[.,:/\-][^\W_]*\d[^\W_]*)*%?|[^\W_]{2,}")


@cache
def table() -> dict[str, dict[str, str]]:
    """The lists of inside.toml."""
    return tomllib.loads(files("core.answer").joinpath("inside.toml").read_text(encoding="utf-8"))


def asked_words(text: str, ada: str, *, numbers: bool = False) -> tuple[str, ...]:
    """What a question wants to know of an act: its words without those of asking and without the ΑΔΑ, in Greek."""
    left = text.replace(ada, " ") if ada else text
    pattern, shortest = (_WORD_OR_NUMBER, 1) if numbers else (_WORD, 3)
    said = (word for word in pattern.findall(left) if len(word) >= shortest and (numbers or not word.isdigit()))
    return in_greek(word for word in said if not _asking() & set(folded(word)))


def in_greek(words: Iterable[str]) -> tuple[str, ...]:
    """English words of the table, and Greek ones in Latin letters, as a decision writes them; the others stay."""
    return tuple(dict.fromkeys(map(_greek, words)))


def _greek(word: str) -> str:
    if not word.isascii() or not word.isalpha():
        return word
    meant = table()["english"].get(word.lower())
    known = (form for reading in readings(word.lower()) if (form := accented(reading)) is not None)
    return meant or next(known, word)


@cache
def _asking() -> frozenset[str]:
    return STOP_WORDS | frozenset(folded(table()["asking"]["words"]))


@cache
def _of_text() -> frozenset[str]:
    return frozenset(lexemes(table()["asking"]["of_text"]))


def is_of_text(text: str) -> bool:
    """«ποιο είναι το πληρωτέο», «για πόσους μήνες», «μέχρι πότε»: nothing of it stands among the metadata."""
    said = folded(text)
    until = any(pair == ("μεχρι", "ποτε") or pair == ("εωσ", "ποτε") for pair in pairwise(said))
    return until or bool(_of_text() & set(lexemes(" ".join(in_greek(_WORD.findall(text))))))


def hints(text: str) -> tuple[str, ...]:
    """What kind of answer is asked for: «πότε» a time, «γιατί» a reason. Looked for beside the words, never alone."""
    return tuple(word for word in folded(" ".join(in_greek(_WORD.findall(text)))) if word in hinting())


@cache
def hinting() -> dict[str, frozenset[str]]:
    """Words of each kind of answer."""
    return {folded(asked)[0]: frozenset(lexemes(kin)) for asked, kin in table()["hints"].items()}
