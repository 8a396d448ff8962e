"""Flags and states of acts, in the words of a column: what a file says of each row."""

from collections.abc import Iterable

from core.answer.compose.cards import REASONS
from core.domain.ledger import OUTSIDE, AmountState, Flag

_FLAGS: dict[Flag, str] = {
    **{flag: f"το ποσό {words}" for flag, words in REASONS.items()},
    Flag.REVERSAL: "ανατροπή ή αρνητικό ποσό",
    Flag.LINES_DIFFER: "οι γραμμές δεν συμφωνούν με το σύνολό τους",
    Flag.PLACEHOLDER: "πιθανώς συμβολικό ποσό",
    Flag.MULTI_YEAR: "αφορά περισσότερα έτη",
    Flag.NOT_EXPENDITURE: "ίσως δεν είναι δαπάνη (έσοδο ή αναμόρφωση)",
    Flag.AGREEMENT: "προγραμματική σύμβαση μεταξύ φορέων",
    Flag.REVENUE: "έσοδο ή ίσως έσοδο (εκμίσθωση, παραχώρηση, πώληση)",
    Flag.WARRANT: "χρηματικό ένταλμα αναρτημένο ως έγκριση δαπάνης",
    Flag.REPLACED: "ίσως διορθώθηκε με νεότερη πράξη (ορθή επανάληψη)· μετρά στα σύνολα",
    Flag.EXCEEDS: "ίσως ξεπερνά το ποσό προηγούμενης πράξης με την οποία συνδέεται· μετρά στα σύνολα",
    Flag.PAYROLL: "μισθοδοσία",
    Flag.PAYEE_IS_ISSUER: "ως δικαιούχος δηλώνεται ο ίδιος ο φορέας",
    Flag.UNDIVIDED: "ένα ποσό για περισσότερους δικαιούχους",
    Flag.DATE_DOUBTFUL: "αμφίβολη ημερομηνία",
    Flag.SAME_AGAIN: "ίδιο ποσό, δικαιούχος και θέμα και σε άλλη πράξη (πιθανή επανάληψη)",
    Flag.POSTED_TWICE: "η ίδια πράξη αναρτημένη δεύτερη φορά",
    Flag.SAME_CONTRACT: "η σύμβασή της μετρά με άλλη πράξη",
    Flag.SEVERAL_ACTS: "μία σύμβαση σε περισσότερες πράξεις",
    Flag.SUPPLY: "προμήθεια",
    Flag.SERVICE: "υπηρεσία",
    Flag.WORKS: "έργο",
}
_STATUSES = {
    "PUBLISHED": "αναρτημένη",
    "REVOKED": "ανακλήθηκε η ανάρτηση",
    "PENDING_REVOCATION": "σε αναμονή ανάκλησης",
    "SUBMITTED": "δεν έχει δημοσιευθεί",
}
_STATES = {
    AmountState.STATED: "δηλώνεται",
    AmountState.UNSTATED: "δεν δηλώνεται στην πηγή",
    AmountState.UNREAD: "δεν το έχουμε φορτώσει",
}


def flag_words(flags: Iterable[str]) -> str:
    """Every flag in Greek, in the order of the list."""
    held = set(flags)
    return "· ".join(words for flag, words in _FLAGS.items() if flag in held)


def reason_words(flags: Iterable[str]) -> str:
    """Why an amount is set aside."""
    return flag_words(OUTSIDE & set(flags)) or "το ποσό χρειάζεται έλεγχο"


def status_words(status: str) -> str:
    return _STATUSES.get(status, status)


def withdrawn_words(status: str) -> str:
    """Why an act that is not posted any more, or not yet, does not count."""
    return "δεν βρίσκεται πια στη Διαύγεια" if status == "PUBLISHED" else status_words(status)


def state_words(state: str | None) -> str:
    """Which of the three states an amount is in; "" where the type carries none."""
    return _STATES[AmountState(state)] if state in set(AmountState) else ""
