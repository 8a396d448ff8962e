"""Private persons inside of PDF text: their numbers, and the names of those who are paid, are hidden (DESIGN §4).

Contractors of awards and contracts keep their name; who signs is nobody's payee.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.answer.names import is_name_in_capitals
from core.domain.afm import find_afms, is_natural_afm, mask_afm
from core.domain.document import Page, Passage
from core.greek.accents import accented
from core.greek.fold import fold

_HIDDEN = "…"
_WORD = re.compile(r"[^\W\d_]{3,}")
# ΑΜΚΑ, IBAN, mobile phones, identity cards after their label.
_PERSONAL = re.compile(
    r"(?<![\w.,/-])(?:\d{11}|GR\d{2}(?:\s?\d){23}|(?:\+30\s?)?69\d{8})(?![\w/-])"
    r"|(?<=Α\.Δ\.Τ\.)[\s:]*[Α-ΩA-Z]{1,2}[\s-]?\d{5,6}|(?<=ΑΔΤ)[\s:]*[Α-ΩA-Z]{1,2}[\s-]?\d{5,6}"
)


def redacted(text: str) -> str:
    """ΑΦΜ of natural persons by their series, ΑΜΚΑ, bank accounts, mobile phones and identity cards become «…»."""
    for found in reversed(find_afms(text)):
        if is_natural_afm(found.value, None):
            text = text[: found.start] + mask_afm(found.value) + text[found.end :]
    return _PERSONAL.sub(_HIDDEN, text)


def names_beside_numbers(pages: Iterable[Page]) -> frozenset[str]:
    """Folded words of whoever the ΑΦΜ of a natural person belongs to: of the cells in capitals beside it."""
    found: set[str] = set()
    for passage in (each for page in pages for each in page.passages):
        if any(is_natural_afm(mention.value, None) for mention in find_afms(passage.text)):
            for cell in passage.text.split(" | "):
                capitals = [word for word in _WORD.findall(cell) if word.isupper()]
                unknown = [word for word in capitals if accented(word) is None]
                found.update(fold(word) for word in (capitals if is_name_in_capitals(cell) else unknown))
    return frozenset(found)


def without_persons(pages: Sequence[Page], names: frozenset[str]) -> tuple[Page, ...]:
    """The pages with numbers and these names (folded words) hidden."""
    return tuple(replace(page, passages=tuple(_hidden(each, names) for each in page.passages)) for page in pages)


def _hidden(passage: Passage, names: frozenset[str]) -> Passage:
    text, header = (
        _WORD.sub(lambda word: _HIDDEN if fold(word.group()) in names else word.group(), redacted(part))
        if names
        else redacted(part)
        for part in (passage.text, passage.header)
    )
    return replace(passage, text=text, header=header)
