"""Private persons inside of PDF text: their numbers, and the names of those who are paid, are hidden (DESIGN §4).

Contractors of awards and contracts keep their name; who signs is nobody's payee.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.answer.names import is_name_in_capitals, may_be_of_a_name, name_stem
from core.domain.afm import find_afms, is_natural_afm, mask_afm
from core.domain.document import Page, Passage
from core.greek.accents import accented
from core.greek.fold import fold

_HIDDEN = "…"
_BESIDE = re.compile(r"\s{1,3}|-")
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
    """The pages with numbers and these names (folded words) hidden, in every grammatical case."""
    stems = frozenset(map(name_stem, names))
    return tuple(replace(page, passages=tuple(_hidden(each, names, stems) for each in page.passages)) for page in pages)


def _hidden(passage: Passage, names: frozenset[str], stems: frozenset[str]) -> Passage:
    text, header = (
        _without_names(redacted(part), names, stems) if names else redacted(part)
        for part in (passage.text, passage.header)
    )
    return replace(passage, text=text, header=header)


def _without_names(text: str, names: frozenset[str], stems: frozenset[str]) -> str:
    """And without what stands beside one of them and may be more of it: a second name, another form of the first."""
    found = list(_WORD.finditer(text))
    named = {at for at, word in enumerate(found) if _is_named(word.group(), names, stems)}
    beside = {
        near
        for at in named
        for near in (at - 1, at + 1)
        if 0 <= near < len(found) and _are_beside(text, found, at, near) and may_be_of_a_name(found[near].group())
    }
    for at in sorted(named | beside, reverse=True):
        text = text[: found[at].start()] + _HIDDEN + text[found[at].end() :]
    return text


def _is_named(word: str, names: frozenset[str], stems: frozenset[str]) -> bool:
    """Without a capital only as it was given: «ο δήμος» is not Mr Δήμου."""
    folded = fold(word)
    return folded in names or (word[:1].isupper() and name_stem(folded) in stems)


def _are_beside(text: str, found: Sequence[re.Match[str]], one: int, other: int) -> bool:
    first, second = sorted((one, other))
    return _BESIDE.fullmatch(text, found[first].end(), found[second].start()) is not None
