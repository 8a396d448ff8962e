"""Names of persons as PDFs write them: what looks like one, and the same name in another grammatical case.

Word by word, never by one pattern over a whole cell: a cell is a stranger's, perhaps one run of thousands of letters.
"""

import re

from core.greek.accents import accented

_LONGEST = 80  # characters of a cell that may be a name
_APART = re.compile(r"[\s.]+")
_BEGUN = re.compile(r"[Α-ΩΆ-ΏΪΫ][^\W\d_]*(?:['’-][^\W\d_]+)*['’]?")
_CAPITALS = re.compile(r"[Α-ΩΆ-ΏΪΫ]+(?:['’-][Α-ΩΆ-ΏΪΫ]+)*['’]?")
_LEAST_CAPITALS = 4
# Of the nominative, genitive, accusative and vocative of names: -ος/-ου, -ης/-η, -ας/-α, -ω/-ως, -εύς/-έως.
_ENDING = re.compile("(?:ε[υω]σ|εα|ουσ|ων|ου|ο[σνι]|[αηιω][σν]|εσ|[αεηιοω])$")
_LEAST_STEM = 2


def is_name(text: str) -> bool:
    """Two to six words, each with a capital, no figure: «Γ. Δοκιμόπουλος»."""
    return 2 <= len(_words(text, _BEGUN)) <= 6


def is_name_in_capitals(text: str) -> bool:
    """One to five words in capitals, four letters together at least: of a name each word may have its own cell."""
    found = _words(text, _CAPITALS)
    return 1 <= len(found) <= 5 and sum(map(len, found)) >= _LEAST_CAPITALS


def _words(text: str, shape: re.Pattern[str]) -> list[str]:
    """None where one of them has another shape."""
    if len(text) > _LONGEST:
        return []
    found = [word for word in _APART.split(text) if word]
    return found if all(shape.fullmatch(word) for word in found) else []


def name_stem(folded: str) -> str:
    """What stays of a folded name in all its cases: «παπαδοπουλος» and «παπαδοπουλου» alike; itself if it is short."""
    cut = _ENDING.sub("", folded)
    return cut if len(cut) >= _LEAST_STEM else folded


def may_be_of_a_name(word: str) -> bool:
    """With a capital, and no common word that we know: what stands beside a name is then taken for more of it."""
    known = accented(word)
    return word[:1].isupper() and (known is None or known[:1].isupper())
