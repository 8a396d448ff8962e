"""What is told of an amount that was looked for in the PDF of its act."""

from collections.abc import Sequence

from core.answer.compose.words import NOT_CHECKED, euro
from core.domain.facts import AmountCheck, Standing
from core.store.facts import Named

_NAMED_SHOWN = 4


def check_words(check: AmountCheck | None) -> str:
    """At the end of a line of a list."""
    if check is None or check.standing is Standing.UNREAD:
        return NOT_CHECKED
    if check.standing is Standing.NOT_FOUND:
        return "το ποσό δεν βρέθηκε στο κείμενο του PDF"
    if check.total is not None:
        with_tax = ", όσο με ΦΠΑ" if check.standing is Standing.TAXED else ""
        return f"στο PDF σύνολο {euro(check.total)}{with_tax}"
    payable = f" (στο έγγραφο πληρωτέο {euro(check.payable)})" if check.payable is not None else ""
    return f"ελέγχθηκε στο PDF{payable}"


def check_line(check: AmountCheck | None) -> str:
    """On a card: where the amount stands in the PDF, or what stands there in its stead."""
    if check is None or check.standing is Standing.UNREAD:
        return ""
    if check.standing is Standing.NOT_FOUND:
        return "Το ποσό δεν το βρήκα στο κείμενο του PDF."
    stated, where = f"Στα στοιχεία της ανάρτησης {euro(check.stated)}, στο έγγραφο", f"(PDF, σελ. {check.page})"
    if check.total is not None:
        with_tax = ", όσο με ΦΠΑ" if check.standing is Standing.TAXED else ""
        return f"{stated} σύνολο {euro(check.total)}{with_tax} {where}."
    if check.payable is not None:
        after = ", μετά τις κρατήσεις" if check.withheld else ""
        return f"{stated} πληρωτέο {euro(check.payable)}{after} {where}."
    return f"Το ίδιο ποσό γράφει και το PDF (σελ. {check.page})."


def named_line(named: Sequence[Named]) -> str:
    """Acts of ours that the PDF names beside those that the posting links, and acts whose PDF names this one."""
    lines = (
        _listed("Το PDF αναφέρει και", [each for each in named if each.outgoing]),
        _listed("Την αναφέρουν τα PDF των", [each for each in named if not each.outgoing]),
    )
    return "\n".join(line for line in lines if line)


def _listed(head: str, named: Sequence[Named]) -> str:
    shown = [f"{each.ada} (σελ. {each.page})" for each in named[:_NAMED_SHOWN]]
    rest = len(named) - len(shown)
    return f"{head}: {' · '.join(shown)}{f' και {rest} ακόμη' if rest else ''}." if named else ""
