"""What kind of receiver a payee is: suppliers alone are ranked, everybody else is told apart (DIAVGEIA_API §9.7)."""

import re
from dataclasses import dataclass
from enum import StrEnum

from core.domain.ledger import Payee
from core.domain.payees import contractor, is_private_person
from core.greek.fold import fold, join_acronyms, tidy


class PayeeClass(StrEnum):
    """The first that fits. `PERSON`: a private person who may be a contractor; `PRIVATE`: one who may not be named."""

    SUPPLIER = "supplier"
    PERSON = "person"
    PRIVATE = "private"
    PUBLIC_BODY = "public_body"
    SOCIAL_INSURANCE = "social_insurance"
    TAX = "tax"
    DEBT = "debt"
    WITHHELD = "withheld"
    PAYROLL = "payroll"
    SELF = "self"
    NOBODY = "nobody"


# By name, for those whose ΑΦΜ the register does not hold; the register knows neither banks nor every school committee.
_BY_NAME = (
    (PayeeClass.SOCIAL_INSURANCE, r"\b(?:ικα|ε?εφκα|ογα|οαεε|ετεαε?π?|τσμεδε|τυδκυ|τπδυ|μτπυ|εοπυυ|οπαδ|ταπ οτε)\b"),
    (PayeeClass.TAX, r"\b(?:δου|αδου|ααδε)\b|υπουργειο οικονομικων|ελληνικο δημοσιο|φορο[συ] μισθωτων|\bτελωνειο\b"),
    (
        PayeeClass.DEBT,
        r"\bτραπεζα\w*\b|ταμειο\w* παρακαταθηκων|ταχυδρομικο ταμιευτηριο|\balpha bank\b|\beurobank\b|\bbank\b",
    ),
    (PayeeClass.PAYROLL, r"μισθοδοσια|& λοιποι\b|και λοιποι\b|\bδικαιουχοι\b"),
    (
        PayeeClass.PUBLIC_BODY,
        r"^(?:α|β)?(?:ενιαια )?σχολικ\w+ επιτροπ|\bσχολικη επιτροπη\b|^δημοσ \w|^περιφερεια \w|^υπουργειο\b|"
        r"^δημοτικ\w+ (?:κοινωφελ\w+ )?επιχ|^κοινωφελ\w+ επιχ|^δευα|\bνομικο προσωπο\b|\bνπδδ\b|"
        r"^(?:γενικο )?νοσοκομειο|\bπανεπιστημιο\b|\bδικηγορικοσ συλλογοσ\b|αποκεντρωμενη διοικηση|"
        r"^λιμενικο ταμειο|^δημοτικο λιμενικο|^οργανισμοσ κοινωνικ|^συνδεσμοσ (?:δημων|ο\.?τ\.?α)|κληροδοτημα",
    ),
)
_PATTERNS = tuple((each, re.compile(pattern)) for each, pattern in _BY_NAME)


@dataclass(frozen=True, slots=True, kw_only=True)
class Party:
    """One payee under all its names, the most frequent first. `key`: its ΑΦΜ, or '=' and the key of its name.

    `own_names`: those that the acts in question give it; the others come from other acts of ours.
    `registered`: its ΑΦΜ is a public body's in the register. `unnamed`: a person whom some of these acts may not name.
    """

    key: str
    afm: str | None
    names: tuple[str, ...] = ()
    own_names: tuple[str, ...] = ()
    registered: bool = False
    unnamed: bool = False

    @property
    def name(self) -> str | None:
        return tidy(self.names[0]).strip(" ,") if self.names else None

    @property
    def private(self) -> bool:
        """No name that we hold makes it anything but a person: one legal form anywhere makes it a company."""
        return all(is_private_person(Payee(afm=self.afm, name=name)) for name in self.names or (None,))

    @property
    def words(self) -> str:
        """As lists show it. A person is named by the acts in question alone, and never has an ΑΦΜ."""
        if self.private:
            own = None if self.unnamed else next(iter(self.own_names), None)
            return contractor(Payee(afm=self.afm, name=own), private=True)
        own = self.name if self.own_names else None
        return contractor(Payee(afm=self.afm, name=own, elsewhere=self.name), private=False)


def class_of(party: Party) -> PayeeClass:
    """By the register, then by name; amounts and acts have their own say (payroll, codes of the budget)."""
    if party.private:
        return PayeeClass.PERSON
    names = [fold(join_acronyms(fold(name).replace(". ", "."))) for name in party.names]
    for each, pattern in _PATTERNS:
        if any(pattern.search(name) for name in names):
            return each
    return PayeeClass.PUBLIC_BODY if party.registered else PayeeClass.SUPPLIER
