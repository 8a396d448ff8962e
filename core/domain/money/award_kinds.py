"""Which limit an award comes under, where its subject says so: works, or a supply, service or study."""

import re

from core.domain.ledger import Flag

# «Έγκριση των τευχών της μελέτης και ανάθεση της προμήθειας …»: the study is of the supply.
_APPROVED = re.compile(
    r"\bεγκριση?\w*\W+(?:των\W+)?(?:τευχων\W+)?(?:τησ\W+)?μελετησ\b|\bτευχ\w+\W+(?:τησ\W+)?μελετησ\b"
)
_BUILT = (
    r"(?:αγωγ|δικτυ|δρομ|οδ(?:ου|ων|οποι)|πεζοδρομ|κτιρ|κτηρ|γεφυρ|πλατει|συνδεσμ|δεξαμεν|γηπεδ|τοιχ|φρεατ|τεχνικ"
    r"|γεωτρησ|αντλιοστασ|παροχ|αποχετευσ|υδρευσ|περιφραξ)"
)
_SAID = re.compile(
    r"(?P<supply>\bπρομηθει)"
    r"|(?P<service>\bυπηρεσι|\bμελετ)"
    r"|(?P<works>\b(?:του|το|δημοσιου|κατασκευησ|εκτελεσησ) εργο(?:υ)?\b|\bεργου\W*[:«\"“]"
    rf"|^\W*(?:συμβαση?\w*\W+)?κατασκευη(?:σ)?\W+(?:\w+\W+)?{_BUILT})"
)
_KINDS = {"supply": Flag.SUPPLY, "service": Flag.SERVICE, "works": Flag.WORKS}


def award_kind(subject: str) -> Flag | None:
    """Of a folded subject, the first kind that it names («υπηρεσίες συμβούλου για το έργο …» is a service); None where
    it names none.
    """
    found = _SAID.search(_APPROVED.sub(" ", subject))
    return _KINDS[found.lastgroup] if found and found.lastgroup else None
