"""A subject as a reader may see it: re-cased where every word is known, without employees' or beneficiaries' names."""

from core.domain.answer import Row, plain
from core.domain.payees import concerns_people
from core.domain.types import DECISION_TYPES
from core.greek.accents import readable
from core.greek.fold import tidy
from core.greek.persons import holds_person
from core.greek.places import place_words

_ALWAYS = frozenset({"Γ.3.1", "Γ.3.2", "Γ.3.3", "Γ.3.5", "Γ.3.6", "100"})
LIST_LENGTH = 110


def is_about_people(subject: str, decision_type: str) -> bool:
    """Hiring, pay, leave or benefits: the acts whose names we never repeat (DESIGN §4)."""
    return decision_type in _ALWAYS or concerns_people(subject)


def shown_subject(subject: str, decision_type: str) -> str:
    """The subject for a card or a list; a named employee's or beneficiary's act is told by its type."""
    if is_about_people(subject, decision_type) and holds_person(subject):
        known = DECISION_TYPES.get(decision_type)
        return f"{known.title if known else 'Πράξη'} (το όνομα αναγράφεται στην πράξη)"
    return plain(readable(subject, place_words()))


def shortened(subject: str, length: int = LIST_LENGTH) -> str:
    """Cut at a word, with «…»; a list has no room for half a page."""
    text = tidy(subject)
    if len(text) <= length:
        return text
    return text[:length].rsplit(" ", 1)[0].rstrip(" ,·-–«(") + "…"


def row_subject(row: Row) -> str:
    return shortened(shown_subject(row.subject, row.decision_type))
