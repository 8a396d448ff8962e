"""What an award or a contract is about: bought (supply, service, works), let and sold, or agreed between bodies."""

import re

from core.domain.ledger import Flag, Stage

_EMPLOYS = re.compile(
    r"\bε(?:ρ)?γασιασ\b|\bιδοχ\b|\bορισμενου χρονου|\bμισθωσησ? εργου|\bσυνεργατη|\bαορτα|\bιδιωτ\w+ δικαιου"
)
_AMONG_BODIES = re.compile(r"\bπρογραμματικ\w+ συμβασ")
# The act is the agreement, or approves, signs or changes it: whoever buys within one names what is bought first.
_AGREEMENT = re.compile(
    r"^\W*(?:\d+\w*\W+)?(?:(?:εγκρισ|συναψ|υπογραφ|σχεδι|τροποποιησ|παρατασ|επαναληψ)\w*\W+"
    r"|(?:ορθη|ορων|ορουσ|και|η|τησ|του|των)\W+){0,7}προγραμμ?ατικ\w+\W+(?:συμβασ|συμφων)"
)
_STUDIES = re.compile(r"^\W*(?:\w+\W+){0,3}?(?:μελετ|παροχη\w* υπηρεσι)")
_KINDS = (
    (Flag.SUPPLY, re.compile(r"\bπρομηθει|\bανταλλακτικ|\bπαροχεσ ενδυσησ|\bκαυσιμ|\bτροφιμ")),
    (Flag.WORKS, re.compile(r"\bκατασκευ|\bοδοποι|\bαναπλασ|\bδικτυο|\bασφαλτοστρ|\bμετατοπισ|\bαποκαταστασ")),
    (
        Flag.SERVICE,
        re.compile(
            r"\bυπηρεσι|\bσυντηρησ|\bεπισκευ|\bασφαλισ|\bμισθωσ|\bτελη\b|\bαμοιβ|\bφυλαξ|\bδημοσιευσ|\bμελετ"
            r"|\bεκπαιδευσ|\bλειτουργι|\bκαλυψη|\bεκδηλωσ|\bκαθαρισμ|\bμεταφορ"
        ),
    ),
)

# Of a tender: what it is for (§8.10).
_REVENUE_TENDER = re.compile(r"\bεκμισθωσ|\bεκποιησ|\bπλειοδοτ|\bπωλησ(?:η|ησ|εισ)\b")
# What a body lets; beside «σε», «στο» it is only where the thing rented stands, beside «χώρου για …» what it rents for.
_ITS_OWN = (
    r"(?<!\bσε )(?<!\bστο )(?<!\bστα )(?<!\bστη )(?<!\bστην )(?<!\bγια )(?:του |τησ |των )?"
    r"(?:δημοτικ\w+ (?:περιπτερ|ακινητ|αναψυκτηρι|καταστημ)|κυλικει)"
)
# Of an award or a contract: the body sells, or lets and cedes what is its own.
_SELLS = re.compile(r"\bεκποιησ|\bπλειοδοτ")
_LETS = re.compile(
    r"\bεκμισθωσ"
    r"|\bπαραχωρησ\w*(?: \w+){0,3}? (?:αιγιαλ|παραλια|κοινοχρηστ)"
    r"|\bπαραχωρησ\w*(?:\W+\w+){0,3}?\W+χρησησ?(?:\W+\w+){0,3}?\W+"
    r"(?:αιγιαλ|παραλια|κοινοχρηστ|χωρ(?:ου|ων)\b|ακινητ|εκτασ|καταστημ|κτιρι|αιθουσ|γηπεδ|περιπτερ|κυλικει|αναψυκτηρι)"
    rf"|\bμισθω(?:σ\w+|τηρι\w+)\W+(?:\w+\W+){{0,3}}?{_ITS_OWN}"
    r"|\bπλειοδο\w+(?:\W+\w+){0,6}?\W+μισθωσ"
    r"|\b(?:μισθωτηρι|αδει)\w*(?:\W+\w+){0,8}?\W+τοποθετησ\w* (?:τραπεζοκαθ|ομπρελ|ξαπλωστρ)"
)
_RENTS = re.compile(r"\bμισθωτηρι|\bσυμφωνητικ\w+(?: επαγγελματικησ)? μισθωσ")  # who lets to whom it does not say
# Somebody is paid beside it: for the publication, as a bailiff; or it is what a body rents for itself.
_PAYS = re.compile(
    r"\bδημοσιευσ|\bυπηρεσι|\bπρομηθει|\bαμοιβ|\bαναθεσ|\bδαπαν|\bεξοδα\b|\bεπιμελητ|\bδικηγορ|\bπληρεξουσι|\bμελετ"
    r"|\bεκτιμητ|\bεργασι|\bκανονισμ|\bσυντηρησ"
)
_RENTED = re.compile(
    r"\bμηχαν|\bοχημ|\bφωτοτυπ|\bεξοπλισμ|\bενοικιασ|\bστεγασ|\bαποθηκ|\bλογισμικ|\bαδει\w+ χρησ|\bδικαιωμ"
)


def purchase_flags(subject: str, stage: Stage) -> frozenset[Flag]:
    """Of a folded subject. Γ.3.4 is told apart by what it buys (DESIGN §4).

    A programme agreement gives a public body the means (§9.1, transfers; §9.3 of approvals): its contractor has a
    contract of his own, with the same money, so it is in no total of awards or contracts.

    Revenue that is filed as an award or a contract is no expenditure (§9.3, of approvals) and in no total; a lease that
    does not say who lets counts, and is told. A tender's estimate is no spending in any case and stays, told (§8.10).
    """
    if stage is Stage.TENDER:
        return frozenset({Flag.REVENUE}) if _REVENUE_TENDER.search(subject) else frozenset()
    if _AGREEMENT.search(subject):
        return frozenset({Flag.AGREEMENT})
    if not _PAYS.search(subject):
        rented = _RENTED.search(subject)
        if _SELLS.search(subject) or (_LETS.search(subject) and not rented):
            return frozenset({Flag.REVENUE, Flag.NOT_EXPENDITURE})
        if _RENTS.search(subject) and not rented:
            return frozenset({Flag.REVENUE})
    kind = purchase_kind(subject) if stage is Stage.CONTRACT else None
    return frozenset({kind}) if kind else frozenset()


def purchase_kind(subject: str) -> Flag | None:
    """What a Γ.3.4 buys, where it is no contract of employment: the type is meant for those (DESIGN §4)."""
    if _EMPLOYS.search(subject) or _AMONG_BODIES.search(subject):
        return None
    if _STUDIES.search(subject):
        return Flag.SERVICE
    return next((kind for kind, pattern in _KINDS if pattern.search(subject)), None)
