"""A subject as a reader may see it: re-cased where every word is known, without employees' or beneficiaries' names."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile

from core.domain.answer import plain
from core.domain.payees import buys, concerns_people
from core.domain.types import DECISION_TYPES
from core.greek.accents import accented, readable
from core.greek.fold import fold, tidy
from core.greek.lexemes import acronyms
from core.greek.persons import holds_person, is_first_name
from core.greek.places import place_words

LIST_LENGTH = 120
_OPENING = 45
_TITLE = re.compile(r"[«\"“]([^«»\"”]{15,})")
_ALWAYS = frozenset({"Γ.3.1", "Γ.3.2", "Γ.3.3", "Γ.3.5", "Γ.3.6", "100"})
_WORD = re.compile(r"[^\W\d_]+(?:\.[^\W\d_]+)*")
_OF_MONEY = ("Β.", "Δ.")  # words of these subjects are what the money is for
_LONG_ENOUGH = 4  # shorter words are abbreviations as often as names
# How such a subject may begin; the first word of any other kind may be a name, and nothing after it is shown.
_SAFE = re.compile(
    r"(?:συμβασ|εργασι|ιδοχ|ιδαχ|σοχ|ορισμεν|αοριστ|χρον|προσληψ|προσωπικ|υπαλληλ|διορισμ|μεταταξ|αποσπασ|μετακινησ|"
    r"εγκρι|αποφασ|παρατασ|ανανεωσ|μισθωσ|εργου|αδει|αναρρωτικ|κανονικ|λυσ|συνταξ|καταταξ|προαγωγ|ορισμ|χορηγησ|καταβολ|"
    r"μισθοδοσ|αποδοχ|επιδομ|αποζημιωσ|υπερωρι|οδοιπορικ|παραιτησ|τοποθετησ|ανακλησ|πρακτικ|πινακ|σχεσ|υπηρεσι|μεταβολ|"
    r"οικονομικ|ενισχυσ|βοηθηματ|κηδει|απορ|ιδιωτικ|δικαι|πληρουσ|μερικησ|απασχολησ|ειδικοτητ|κλαδ|καθαρισ|σχολικ|μοναδ|"
    r"κυλικει|ακινητ|δικηγορ|πληρεξουσι|αιτησ|ληψ|με|του|τησ|των|τουσ|τη|την|τον|το|για|στο|στη|στην|και|σε|απο|λογω|"
    r"περι|επι|υπ|υε|δε|πε|τε)\w{0,6}$"
)
_SMALL = re.compile(r"(?:με|του|τησ|των|τουσ|τη|την|τον|το|για|στο|στη|στην|και|σε|απο|λογω|περι|επι|υπ)$")
# An act of one person: its subject ends in a name more often than not, and surnames are words and places too.
_OF_ONE = re.compile(
    r"συμβασ\w* εργασι|\bιδοχ\b|\bιδαχ\b|συμβασησ? (?:εργασι|ιδιωτικ)|παραιτησ|μεταταξ|αποσπασ|μετακινησ|διορισμ|"
    r"λυσησ? |\bαδει(?:α|ασ|εσ)\b|συνταξιοδ|υπηρεσιακ\w* μεταβολ|καταταξ|προαγωγ|μονιμοποι"
)
_MISTER = re.compile(r"\bκ(?:οσ|ου|ον|α|ασ|αν|κ|υριου|υριασ|υριο|υρια)?\b\.? ?(\w*)")
_PRIVATE_MATTER = re.compile(
    r"κυλικει|μισθωμ|μισθωσ|εκμισθωσ|ιδιοκτησ|δικηγορ|αιτησ|αγωγη|εξωδικ|συμβιβασμ|προσφυγ|κληρονομ"
)


def is_about_people(subject: str, decision_type: str) -> bool:
    """Hiring, pay, leave or benefits: the acts whose names we never repeat (DESIGN §4).

    Γ.3.4 is meant for work contracts: one that does not say that it buys something is a person's.
    """
    return decision_type in _ALWAYS or concerns_people(subject) or (decision_type == "Γ.3.4" and not buys(subject))


def _hides(subject: str, decision_type: str, *, private: bool) -> bool:
    """True where the subject may end in the name of an employee, a beneficiary, a tenant or a litigant.

    `private`: the publisher's own mark that the act holds personal data.
    """
    folded = fold(subject)
    if private and _may_name(subject):
        return True
    if _addresses_someone(folded):
        return True
    if is_about_people(subject, decision_type):
        return bool(_OF_ONE.search(folded)) or _may_name(subject)
    return bool(_PRIVATE_MATTER.search(folded)) and holds_person(subject)


@lru_cache(maxsize=1)
def _places() -> frozenset[str]:
    return frozenset(fold(place) for place in place_words())


def _addresses_someone(folded: str) -> bool:
    """«του κ. Χ»; «Κ. Τιθορέας» and «κ. λπ.» are a place and an abbreviation."""
    after = [found[1] for found in _MISTER.finditer(folded)]
    return any(len(word) >= _LONG_ENOUGH and word not in _places() for word in after)


def _may_be_name(word: str) -> bool:
    """A word that no list of words, bodies, places and acronyms knows: it may be a surname."""
    if len(word) < _LONG_ENOUGH or "." in word or accented(word) is not None:
        return False
    folded = fold(word)
    return folded not in _places() and folded not in acronyms()


def _may_name(subject: str) -> bool:
    """A first name, or a word that may be a surname."""
    return holds_person(subject) or any(_may_be_name(word) for word in _WORD.findall(tidy(subject)))


def _without_name(subject: str, decision_type: str) -> str:
    """«Σύμβαση εργασίας ΙΔΟΧ (το όνομα αναγράφεται στην πράξη)»: the beginning that surely is no name, or the type."""
    words = list(takewhile(lambda word: _SAFE.match(fold(word)), _WORD.findall(tidy(subject))))
    while words and _SMALL.match(fold(words[-1])):
        words.pop()
    if len(words) == len(_WORD.findall(tidy(subject))):
        return readable(subject, place_words())
    known = DECISION_TYPES.get(decision_type)
    beginning = readable(" ".join(words)) if len(words) > 1 else (known.title if known else "Πράξη")
    return f"{beginning} (τα υπόλοιπα στην πράξη)"


@lru_cache(maxsize=65_536)
def shown_subject(subject: str, decision_type: str, private: bool = False) -> str:
    """The subject for a card or a list; an act about people that may name one is told by its beginning alone."""
    if _hides(subject, decision_type, private=private):
        return plain(_without_name(subject, decision_type))
    return plain(readable(subject, place_words()))


def searched_subject(subject: str, decision_type: str, private: bool = False) -> str:
    """What search may know of the subject: as published; where it may name someone, without what may be a name,
    and of an employee's act its beginning alone.
    """
    if not _hides(subject, decision_type, private=private):
        return subject
    if decision_type in _ALWAYS and _OF_ONE.search(fold(subject)):
        return shown_subject(subject, decision_type, private)
    of_one = bool(_OF_ONE.search(fold(subject))) and not decision_type.startswith(_OF_MONEY)
    return _without_names(subject, only_beside_first_names=decision_type not in _ALWAYS and not of_one)


def _without_names(subject: str, *, only_beside_first_names: bool) -> str:
    """Without the words that may be names: of most acts, those alone that stand beside a first name."""
    words = list(_WORD.finditer(subject))
    kept, at = "", 0
    for place, found in enumerate(words):
        beside = words[max(0, place - 2) : place] + words[place + 1 : place + 3]
        named = not only_beside_first_names or any(is_first_name(fold(each.group())) for each in beside)
        if (named and _may_be_name(found.group())) or _is_called(found.group(), beside):
            kept, at = kept + subject[at : found.start()], found.end()
    return kept + subject[at:]


def _is_called(word: str, beside: Sequence[re.Match[str]]) -> bool:
    """A first name beside what may be a surname: nobody is looked for by it. «Αγίου Νικολάου» stays."""
    return is_first_name(fold(word)) and any(_may_be_name(each.group()) for each in beside)


def shortened(subject: str, length: int = LIST_LENGTH) -> str:
    """Cut at a word, with «…»; a long beginning gives way to the quoted title, which is what the act is about."""
    text = tidy(subject)
    if len(text) <= length:
        return text
    title = _TITLE.search(text)
    if title and title.end() > length and title.start() > _OPENING:
        return f"{_cut(text, _OPENING)} «{_cut(title[1], length - _OPENING)}»".replace("…»", "…")
    return _cut(text, length)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[:length].rsplit(" ", 1)[0].rstrip(" ,·-–«(") + "…"
