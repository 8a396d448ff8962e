"""Payees as a reader may see them: companies in full, private persons masked, named only as contractors (§4)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.domain.ledger import Payee, Stage
from core.greek.fold import fold, tidy
from core.greek.names import has_legal_form
from core.greek.persons import holds_person

PRIVATE = "ιδιώτης"
PRIVATE_UNNAMED = "ιδιώτης (ΑΦΜ …)"
THE_BODY_ITSELF = "ο ίδιος ο φορέας"
NAMED_ELSEWHERE = "όνομα από άλλη πράξη"

# Acts that hire, pay or help people: nobody is named from them.
_ABOUT_PEOPLE = re.compile(
    r"προσληψ|διορισμ|μεταταξ|αποσπασ|μετακινησ|μισθοδοσ|μισθολογ|μισθωτ|αποδοχ[εω]|αντιμισθ|αδει(?:α|ασ|εσ)\b|"
    r"επιδομ|βοηθημ|οικονομικ\w+ ενισχυσ|ιδοχ|ιδαχ|ορισμενου χρονου|αοριστου χρονου|σοχ\b|συμβασ\w+ εργασιασ|"
    r"εργαζομεν|υπαλληλ|προσωπικ(?:ο|ου)\b|ωφελουμεν|υπερωρι|οδοιπορικ|εκτοσ εδρασ|λυση (?:τησ )?συμβασ|παραιτησ|"
    r"προαγωγ|μονιμοποι|καταταξ|αναπληρωτ|αποζημιωσ|εφαπαξ|κηδε|απορ(?:ο|ων|ουσ)\b|πειθαρχ|πρακτικη ασκησ|μαθητει|"
    r"απασχολησ|δανει(?:στ|ζ)|διατροφ(?:ησ|η) (?:απορ|τεκν)|στεγαστικ|υποτροφ|βραβ|επιχορηγ|"
    r"κοινωνικ\w+ (?:παντοπωλ|φαρμακ)"
)
# «Σύνταξη» is a pension only beside the words of one: of studies and drawings it is the making.
_PENSION = re.compile(
    r"συνταξι|συνταξε(?:ισ|ων)\b|συνταξησ? (?:γηρ|αναπηρ|χηρ|θανατ|λογω)|\bσε συνταξη\b|"
    r"(?:χορηγ|απονομ|κανονισμ|προσαυξ|λογω|κυρια|επικουρικ|εργατικ|αναπηρικ)\w* (?:τησ )?συνταξ|"
    r"(?:διακοπ|αναπροσαρμογ|καταβολ|αναστολ|περικοπ|επανυπολογισμ|δικαιουχ)\w* (?:τησ |τη |την )?συνταξ\w*\b"
    r"(?!\W+(?:τησ |του |των )?(?:\w+ικ\w+ )?"
    r"(?:μελετ|τευχ|σχεδι|φακελ|εκθεσ|συμβολαι|διακηρυξ|προυπολογισμ|προδιαγραφ|εισηγησ))"
)
# What is bought for all who work there: clothes and protection are no pay, and name nobody.
_STAFF_SUPPLIES = re.compile(
    r"(?:ενδυσ|ρουχισμ|ιματισμ|υποδησ|στολ|ατομικησ προστασ|μεσων προστασ)\w*[ (]+(?:[\w&.()]+ ){0,6}?"
    r"(?:προσωπικου|εργαζομενων|υπαλληλων)\b"
)
# Γ.3.4 is meant for work contracts; only a subject that buys something is a contractor's.
_BUYS = re.compile(
    r"προμηθει|συντηρησ|επισκευ|κατασκευ|ασφαλτοστρ|αποκαταστασ|διαμορφωσ|εκτελεσησ? (?:του )?εργ|αναπλασ|αντικαταστασ|"
    r"κατακυρωσ|αναθεσησ? (?:τησ )?προμηθ"
)
_WORK_CONTRACT = re.compile(
    r"(?:μισθωσ\w+|συμβασ\w+) εργου|παροχ\w+ (?:ανεξαρτητ\w+ )?υπηρεσι|ανθρωπομην|ατομα?\b|ατομων|ωρομισθ"
)
_NAMED_STAGES = frozenset({Stage.AWARD, Stage.CONTRACT})
# DESIGN §4 says 00–06; of the real payees of 07 that have a name, every one is a person.
_PERSONAL_SERIES = re.compile("[1-6]|0[0-7]")
_SURNAMES = re.compile(r"\bδημου\b")  # bodies have no ΑΦΜ of a personal series
_DIGITS = re.compile(r"\d{6,}")
_EDGES = " ,·-–«»()\"'"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Where payees are about to be shown; `one_body`: in a list of a single body's acts, the only place for names."""

    stage: Stage | None
    decision_type: str
    subject: str
    one_body: bool
    issuer_afm: str | None = None


def concerns_people(subject: str) -> bool:
    """Hiring, pay, leave, benefits, grants: the acts from which no private person is ever named."""
    folded = _STAFF_SUPPLIES.sub(" ", fold(subject))
    return bool(_ABOUT_PEOPLE.search(folded) or _PENSION.search(folded))


def buys(subject: str) -> bool:
    """The subject says that something is bought or built."""
    return bool(_BUYS.search(fold(subject)))


def names_contractors(setting: Setting) -> bool:
    """True where a private person may be named as the contractor of an award, or of a contract that buys something."""
    if not setting.one_body or setting.stage not in _NAMED_STAGES or concerns_people(setting.subject):
        return False
    if setting.stage is Stage.AWARD:
        return True
    subject = fold(setting.subject)
    return bool(_BUYS.search(subject)) and not _WORK_CONTRACT.search(subject)


def is_private_person(payee: Payee) -> bool:
    """As the ledger read it, or by its ΑΦΜ and name; a person's name without a company's marks is a person's."""
    name = payee.name or payee.elsewhere or ""
    if payee.name is None and payee.elsewhere and has_legal_form(payee.elsewhere):
        return False
    if payee.natural or ",," in name:
        return True
    if payee.afm and _PERSONAL_SERIES.match(payee.afm):
        return not has_legal_form(_SURNAMES.sub(" ", fold(name)))
    return not payee.afm and not has_legal_form(name) and holds_person(name)


def _person_name(name: str) -> str:
    """«ΕΠΩΝΥΜΟ,,ΟΝΟΜΑ,ΠΑΤΡΩΝΥΜΟ» → «ΟΝΟΜΑ ΕΠΩΝΥΜΟ»; any other order stays, and no digits come along."""
    surname, double_comma, rest = name.partition(",,")
    ordered = f"{rest.split(',')[0]} {surname}" if double_comma else name.split(",")[0]
    return tidy(_DIGITS.sub("", ordered)).strip(_EDGES)


def _company(payee: Payee) -> str | None:
    name = tidy(payee.name or "").strip(" ,")
    if not name and payee.elsewhere:
        return f"{tidy(payee.elsewhere).strip(' ,')}, ΑΦΜ {payee.afm} ({NAMED_ELSEWHERE})"
    if not name:
        return f"ΑΦΜ {payee.afm}, όνομα δεν αναφέρεται" if payee.afm else None
    return f"{name}, ΑΦΜ {payee.afm}" if payee.afm else name


def _private(payee: Payee, *, named: bool) -> str:
    if not named:
        return PRIVATE
    return _person_name(payee.name or "") or PRIVATE_UNNAMED


def contractor(payee: Payee, *, private: bool) -> str:
    """A payee as a line of a ranking: whoever asks has seen to it that a private person may be named here."""
    return _private(payee, named=True) if private else _company(payee) or PRIVATE_UNNAMED


def _gathered(words: Iterable[str]) -> tuple[str, ...]:
    """Each company and name once; private persons without a name as one entry with their number."""
    listed = list(words)
    private = [word for word in listed if word in (PRIVATE, PRIVATE_UNNAMED)]
    shown = dict.fromkeys(word for word in listed if word not in (PRIVATE, PRIVATE_UNNAMED))
    if not private:
        return tuple(shown)
    return (*shown, private[0] if len(private) == 1 else f"{len(private)} ιδιώτες")


def shown_payees(payees: Sequence[Payee], *, setting: Setting) -> tuple[str, ...]:
    """What a list or a card may print of an act's payees. The issuing body is one only when it stands alone."""
    others = [payee for payee in payees if not payee.afm or payee.afm != setting.issuer_afm]
    if payees and not others:
        return (THE_BODY_ITSELF,)
    private = {payee: is_private_person(payee) for payee in others}
    named = any(private.values()) and names_contractors(setting)
    words = (_private(payee, named=named) if private[payee] else _company(payee) for payee in others)
    return _gathered(word for word in words if word)
