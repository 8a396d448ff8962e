"""ΑΦΜ: its check digit, where it stands in a text, whose it may be, and how little of it is shown."""

import re

from core.domain.codes import CodeMention
from core.errors import InvalidInput
from core.greek.names import has_legal_form

_AFM = re.compile(r"(?<![\w.,/%-])(?:EL|GR|ΕΛ)?\s?([0-9]{9})(?![\w/%]|[.,-][0-9])", re.IGNORECASE)
# The rule of the house said 00–06; of the real payees of 07 that have a name, every one is a person.
_NATURAL = re.compile("[1-6]|0[0-7]")


def valid_afm(text: str) -> bool:
    """Nine digits with the right check digit; zeros alone are a placeholder."""
    if not re.fullmatch("[0-9]{9}", text) or not int(text):
        return False
    weighted = sum(int(digit) << (8 - place) for place, digit in enumerate(text[:8]))
    return weighted % 11 % 10 == int(text[8])


def parse_afm(text: str) -> str:
    """Nine digits; the prefix EL, spaces and dots are dropped. Raises InvalidInput."""
    digits = re.sub(r"^(?:EL|GR|ΕΛ)|[\s.\-]", "", text.strip().upper())
    if not valid_afm(digits):
        raise InvalidInput(f"Το «{text.strip()}» δεν είναι έγκυρος ΑΦΜ: χρειάζονται εννέα ψηφία.", value=text)
    return digits


def find_afms(text: str) -> tuple[CodeMention, ...]:
    """The valid ΑΦΜ of a text."""
    return tuple(
        CodeMention(start=match.start(1), end=match.end(1), value=match[1])
        for match in _AFM.finditer(text)
        if valid_afm(match[1])
    )


def is_natural_afm(afm: str | None, name: str | None) -> bool:
    """A natural person's by the rule of the house: `,,` in the name, or a personal series without a legal form."""
    if name and ",," in name:
        return True
    return bool(afm and _NATURAL.match(afm)) and not (name and has_legal_form(name))


def mask_afm(afm: str) -> str:
    """What a reader sees of a natural person's ΑΦΜ: that there is one."""
    return "…" if afm else ""
