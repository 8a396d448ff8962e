"""Greek as it sounds: one form for η/ι/υ/ει/οι, ο/ω, αι/ε and double letters, and the n-grams that carry typos."""

import re
import zlib
from collections import Counter
from functools import lru_cache

from core.greek.fold import words

DIMENSIONS = 1 << 20  # hashed, so that there is no vocabulary to freeze
_SIZES = (3, 4, 5)
# «ου» and «γκ» are single sounds: they wait under a capital while their letters are folded.
_RULES = (
    (re.compile("ου"), "U"),
    (re.compile("κσ"), "ξ"),
    (re.compile("πσ"), "ψ"),
    (re.compile("([αε])υ(?=[θκξπσςτφχψ]|$)"), r"\1φ"),
    (re.compile("([αε])υ"), r"\1β"),
    (re.compile("αι"), "ε"),
    (re.compile("ει|οι|υι|[ηυ]"), "ι"),
    (re.compile("ω"), "ο"),
    (re.compile("γ[γκ]"), "G"),
    (re.compile(r"([^\W\d])\1+"), r"\1"),
    (re.compile("U"), "ου"),
    (re.compile("G"), "γκ"),
)


@lru_cache(maxsize=131_072)
def sound(word: str) -> str:
    """One folded word as it sounds."""
    for pattern, spoken in _RULES:
        word = pattern.sub(spoken, word)
    return word


def phonetic(text: str) -> str:
    """The words of the text as they sound: «αντλιωστασιον» and «αντλιοστασίων» are one."""
    return " ".join(sound(word) for word in words(text))


@lru_cache(maxsize=65_536)
def _word_grams(spoken: str) -> tuple[int, ...]:
    padded = f" {spoken} "
    pieces = (padded[i : i + size] for size in _SIZES for i in range(max(1, len(padded) - size + 1)))
    return tuple(zlib.crc32(piece.encode()) % DIMENSIONS for piece in pieces)


def grams(text: str) -> dict[int, int]:
    """Hash of each n-gram of 3–5 letters inside the words as they sound → how often it occurs."""
    counted: Counter[int] = Counter()
    for word in words(text):
        counted.update(_word_grams(sound(word)))
    return dict(counted)
