"""What a subject says about money: reversals, payroll, approvals that spend nothing, warrants, several years (§9)."""

import re

from core.domain.ledger import Flag, Stage
from core.domain.money.purchases import purchase_flags

# A lorry tips too: «με ανατροπή», «φορτηγό ανατροπής», «κιβωτάμαξα με διπλή ανατροπή»; «ανατρεπόμενο» never matches.
_TIPPER = re.compile(
    r"(?:\bμε|\bχωρισ|φορτηγ\w*|κιβωταμαξ\w*|αυτοκινητ\w*|οχηματ?\w*|ρυμουλκ\w*|πλατφορμ\w*|καροτσ\w*|σασι|καδων?|μηχανισμ\w*"
    r"|συστημα\w*|υδραυλικ\w*|οπισθι\w*|πλευρικ\w*|πλαγι\w*|διπλ\w*|τριπλ\w*|τριπλευρ\w*)(?: [\w-]+)? ανατροπ\w+"
)
_OVERTURN = re.compile(r"\bανατροπ(?:η|ησ|εσ|ων|ασ)\b")
_RELEASE = re.compile(r"\bαποδεσμευσ|\bαποδεσμευ(?:εται|ονται|ουμε)\b")
# «Ανάκληση», «ακύρωση», «μείωση» are of many things: they reverse a commitment when they name one or frame the subject.
_COMMITMENT = r"(?:δεσμευσ|δεσμ\b|αναληψ|υποχρεωσ|πιστωσ|ααυ|αγδ|παυ\b|παυ\d|προδεσμευσ)"
_RECALL = re.compile(rf"\b(?:ανακλησ|ακυρωσ|ανακαλ)\w*(?:\W+\w+){{0,8}}?\W+{_COMMITMENT}")
_RECALL_FIRST = re.compile(
    r"^\W*(?:αποφαση\W+)?(?:"
    r"(?:μερικη|ολικη|πληρη\w)\W+ανακλησ"
    r"|(?:ανακλησ|ακυρωσ)\w*(?:\W*$|\W+(?:τησ\W|του\W|των\W|ποσ|υπ\b|αρ|αποφασ|\d)))"
)
_RECALL_LAST = re.compile(r"[(\[«–-]\s*(?:μερικη |ολικη )?(?:ανακλησ|ακυρωσ)\w*\W*$")
# «Συμψηφιστική» is what two municipal posting programs call the act that sets a commitment, or what is left of it, off.
# Set off may be anything, so it names the commitment: «… : 7. Απόφαση Ανάληψης Υποχρέωσης», «… της ΑΑΥΣ 87/2022».
_SET_OFF = re.compile(r"^\W*συμψηφιστικη\b(?:\W+(?:\w+\W+){0,7}?)(?:αναληψ|δεσμευσ|προδεσμευσ|ααυ|α\.α\.υ)")
_DECREASE = re.compile(rf"\bμειωσ\w*(?: (?:τησ|του|των))?(?: ποσου)?(?: (?:τησ|του|των))?\W+{_COMMITMENT}")

_PAYROLL = re.compile(
    r"(?<!υπηρεσιων )(?<!υπηρεσια )(?<!υπηρεσιεσ )\bμισθοδο"  # the accountant's services are a purchase
    r"|(?<!μη )\bμισθολογ|\bμισθ(?:οι|ων|ουσ)\b|\bαποδοχ(?:ων|εσ)\b|\bαντιμισθι|\bδεκαπενθημερ|\bυπερωρι"
)
_AND_OTHERS = re.compile(r"(?:&|\bΚΑΙ)\s*ΛΟΙΠ", re.IGNORECASE)
_NO_EXPENSE = re.compile(
    r"\bαποδοχη(?:σ)? (?:τησ |του |των )?(?:\w+ ){0,2}?(?:χρηματοδοτησ|επιχορηγησ|δωρεα|κληροδοτ|ποσου|πιστωσ)"
    r"|\bαναμορφωσ"
    r"|\b(?:συναψ|υπογραφ|ορων|ορουσ|σχεδι|τροποποιησ|παρατασ|εγκριση)\w* (?:τησ |των |του )?(?:\w+ )?"
    r"προγραμματικ\w+ συμ(?:βασ|φων)"
    r"|\bτροποποιησ\w*(?: \w+){0,3}? (?:προυπολογισμ|π/υ|πυ\b)"
)
# Whoever approves an expense says so, whatever the money comes from.
_EXPENSE = re.compile(r"\bδαπαν|\bπληρωμ|\bενταλμα|\bεξοφλησ|\bκαταβολ")
_WARRANT = re.compile(r"\bενταλμα|\bεντολη\w* πληρωμ|^\W*χ\W?ε\W?π\b")
_YEARS = r"(?:19|20)\d\d"
# Names of programmes, no spans of a commitment.
_PROGRAMMES = re.compile(r"2000 ?[-–] ?2006|2007 ?[-–] ?2013|2014 ?[-–] ?2020|2021 ?[-–] ?2027")
_SEVERAL_YEARS = re.compile(
    rf"\bπολυετ|\b(?:δι|τρι)ετ(?:ια|ουσ|ησ)\b|\bετ(?:η|ων) {_YEARS}|\b{_YEARS} ?(?:[-–,&]|και|εωσ) ?{_YEARS}\b"
)
_OF_YEARS = (Stage.COMMITMENT, Stage.APPROVAL)  # a liability of several years may be stated whole in either (§9.5)


def reverses(subject: str) -> bool:
    """A commitment's folded subject says that it undoes another one, wholly or in part (§9.4)."""
    if _OVERTURN.search(_TIPPER.sub(" ", subject)) or _RELEASE.search(subject):
        return True
    return bool(any(pattern.search(subject) for pattern in (_RECALL, _RECALL_FIRST, _RECALL_LAST, _SET_OFF, _DECREASE)))


def is_payroll(subject: str) -> bool:
    return bool(_PAYROLL.search(subject))


def is_many(name: str) -> bool:
    """«… & ΛΟΙΠΟΙ»: a list of people stands behind the name of its first."""
    return bool(_AND_OTHERS.search(name))


def subject_flags(subject: str, stage: Stage) -> frozenset[Flag]:
    """What a folded subject tells of an act of this stage, reversals apart."""
    flags = set()
    if stage is Stage.APPROVAL and (
        is_payroll(subject) or (_NO_EXPENSE.search(subject) and not _EXPENSE.search(subject))
    ):
        flags.add(Flag.NOT_EXPENDITURE)
    if stage is Stage.APPROVAL and _WARRANT.search(subject):
        flags.add(Flag.WARRANT)
    if stage in (Stage.COMMITMENT, Stage.APPROVAL, Stage.PAYMENT) and is_payroll(subject):
        flags.add(Flag.PAYROLL)
    if stage in _OF_YEARS and _SEVERAL_YEARS.search(_PROGRAMMES.sub(" ", subject)):
        flags.add(Flag.MULTI_YEAR)
    if stage in (Stage.TENDER, Stage.AWARD, Stage.CONTRACT):
        flags |= purchase_flags(subject, stage)
    return frozenset(flags)
