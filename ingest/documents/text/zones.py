"""Running headers and footers: what repeats at the edge of the pages, and holds nothing that anybody would look for."""

import re
from collections import Counter
from collections.abc import Sequence

from core.domain.identifiers import find_adas
from core.greek.fold import fold
from ingest.documents.text.words import Line

_EDGE = 0.12  # of the page's height, above and below
_SHARE = 0.5  # of the pages
_FEWEST = 3  # pages from which something can be seen to repeat
_DIGITS = re.compile(r"\d+")
# Amounts, dates, ΑΦΜ, codes, articles: never taken away (SEEDS, finding 15).
_KEPT = re.compile(
    r"\d,\d\d(?!\d)|\d\.\d{3}|€|ευρω|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{9}|\d{8}-\d|αρθρ|αφμ|αδα\b|\d+/\d{2,4}"
)
_PAGE_NUMBER = re.compile(r"\W*(?:σελ(?:ιδα|\.)?|page|- *|\W)*\W*\d{1,4}(?:\W*(?:απο|/|of|-)\W*\d{1,4})?\W*")


def running(pages: Sequence[tuple[float, Sequence[Line]]]) -> frozenset[str]:
    """Keys of lines that run through the pages. Each page: its height, its lines."""
    seen: Counter[str] = Counter()
    for height, lines in pages:
        seen.update({key_of(line.text) for line in lines if is_edge(line, height) and not is_kept(line.text)})
    if len(pages) < _FEWEST:
        return frozenset()
    return frozenset(key for key, times in seen.items() if times >= max(_FEWEST, _SHARE * len(pages)))


def is_running(line: Line, height: float, keys: frozenset[str], *, pages: int) -> bool:
    """Whether the line is left out of the passages; it stays in the raw text."""
    if not is_edge(line, height) or is_kept(line.text):
        return False
    number = pages > 1 and _PAGE_NUMBER.fullmatch(fold(line.text)) is not None
    return number or key_of(line.text) in keys


def is_edge(line: Line, height: float) -> bool:
    return line.bottom < _EDGE * height or line.top > (1 - _EDGE) * height


def key_of(text: str) -> str:
    """Digit-blind: «Σελίδα 1 από 9» is «Σελίδα 2 από 9»."""
    return _DIGITS.sub("#", fold(text))


def is_kept(text: str) -> bool:
    """Holds an amount, a date, a code or an article."""
    return _KEPT.search(fold(text)) is not None or bool(find_adas(text, registered=lambda _: True))
