"""Who gets the money in the invented world: suppliers in several spellings, private persons, public bodies."""

import random
from dataclasses import dataclass
from enum import StrEnum

Json = dict[str, object]

# Spellings of a legal form, the one on the company's own stamp first.
_FORMS = {
    "Α.Ε.": ("Α.Ε.", "ΑΕ", "ΑΝΩΝΥΜΗ ΕΤΑΙΡΕΙΑ"),
    "Ο.Ε.": ("Ο.Ε.", "ΟΕ", "ΟΜΟΡΡΥΘΜΗ ΕΤΑΙΡΕΙΑ"),
    "Ε.Ε.": ("Ε.Ε.", "ΕΕ", "ΕΤΕΡΟΡΡΥΘΜΗ ΕΤΑΙΡΕΙΑ"),
    "Ε.Π.Ε.": ("Ε.Π.Ε.", "ΕΠΕ", "ΕΤΑΙΡΕΙΑ ΠΕΡΙΟΡΙΣΜΕΝΗΣ ΕΥΘΥΝΗΣ"),
    "Ι.Κ.Ε.": ("Ι.Κ.Ε.", "ΙΚΕ", "ΙΔΙΩΤΙΚΗ ΚΕΦΑΛΑΙΟΥΧΙΚΗ ΕΤΑΙΡΕΙΑ"),
    "Μ.Ι.Κ.Ε.": ("Μ.Ι.Κ.Ε.", "ΜΟΝΟΠΡΟΣΩΠΗ ΙΚΕ", "ΜΙΚΕ"),
    "Α.Τ.Ε.": ("Α.Τ.Ε.", "ΑΤΕ", "ΑΝΩΝΥΜΗ ΤΕΧΝΙΚΗ ΕΤΑΙΡΕΙΑ"),
    "Α.Β.Ε.Ε.": ("Α.Β.Ε.Ε.", "ΑΒΕΕ", "ΑΝΩΝΥΜΗ ΒΙΟΜΗΧΑΝΙΚΗ ΕΜΠΟΡΙΚΗ ΕΤΑΙΡΕΙΑ"),
    "Α.Α.Ε.": ("Α.Α.Ε.", "ΑΑΕ", "ΑΝΩΝΥΜΗ ΑΣΦΑΛΙΣΤΙΚΗ ΕΤΑΙΡΕΙΑ"),
    "": ("",),
}
_LATIN = str.maketrans("ΑΕΟ", "AEO")


class PayeeClass(StrEnum):
    """Kinds of receivers; suppliers alone are ranked (DIAVGEIA_API §9.7)."""

    SUPPLIER = "supplier"
    PUBLIC_BODY = "public_body"
    SOCIAL_INSURANCE = "social_insurance"
    TAX = "tax"
    DEBT = "debt"
    PAYROLL = "payroll"
    SELF = "self"
    EMPLOYEE = "employee"
    CLUB = "club"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class Party:
    """One receiver: its ΑΦΜ and every spelling of its name, the usual one first."""

    afm: str
    names: tuple[str, ...]
    natural: bool
    payee_class: PayeeClass


def with_check_digit(stem: str) -> str:
    """Eight digits → a valid ΑΦΜ (DIAVGEIA_API §17.3)."""
    total = sum(int(digit) << (8 - place) for place, digit in enumerate(stem))
    return f"{stem}{total % 11 % 10}"


def supplier(written: str, number: int) -> Party:
    """«ΕΠΩΝΥΜΙΑ|ΝΟΜΙΚΗ ΜΟΡΦΗ» or «ΕΠΩΝΥΜΟ,,ΟΝΟΜΑ,ΠΑΤΡΩΝΥΜΟ» → a party. ΑΦΜ are of ranges that are not given out.

    Every seventh company's ΑΦΜ begins with a zero, as those of old companies do.
    """
    if ",," in written:
        shorter = written.rpartition(",")[0]
        afm = with_check_digit(f"4{number * 7919 % 10_000_000:07d}")
        return Party(afm=afm, names=(written, shorter), natural=True, payee_class=PayeeClass.SUPPLIER)
    stem, _, form = written.partition("|")
    spellings = [f"{stem} {spelling}".strip() for spelling in _FORMS[form]]
    if form:
        usual = spellings[0]
        spellings += [
            usual.title(),
            f"{stem.replace(' ', '  ', 1)} {_FORMS[form][1]}",
            usual.translate(_LATIN),
            f"«{stem}» {form}",
        ]
    first = "07" if number % 7 == 0 else "87"
    payee_class = PayeeClass.SUPPLIER if form else PayeeClass.CLUB
    afm = with_check_digit(f"{first}{number * 6151 % 1_000_000:06d}")
    return Party(afm=afm, names=tuple(spellings), natural=False, payee_class=payee_class)


def body_party(uid: str, label: str, payee_class: PayeeClass) -> Party:
    """A public body as a receiver; its ΑΦΜ follows from its uid."""
    afm = with_check_digit(f"89{int(uid):06d}"[:8])
    return Party(afm=afm, names=(label,), natural=False, payee_class=payee_class)


def spelled(party: Party, rng: random.Random, year: int) -> str:
    """One spelling: the usual one half of the time. Since 2026 the source drops the father's name."""
    if party.natural:
        return party.names[1] if year >= 2026 else party.names[0]
    return party.names[0] if len(party.names) == 1 or rng.random() < 0.5 else rng.choice(party.names)


def in_award(party: Party, name: str) -> Json:
    """A party as awards and contracts write it."""
    return {"afm": party.afm, "name": name, "enterName": False, "afmType": "EL"}


def in_payment(party: Party, name: str) -> Json:
    """A party as approvals and payments write it."""
    return {"afm": party.afm, "afmType": "EL", "afmCountry": "EL", "enterName": False, "name": name}
