"""The first line of a card, where something particular was asked of the act."""

from core.domain.decision import DecisionCard, Status

# Of a PDF that was never asked for; where we know more of it, `plans/inside.py` says that instead.
PDF_LINES = (
    "Ο υπογράφων αναγράφεται στο PDF· στα στοιχεία που κρατώ υπάρχει μόνο ο κωδικός του, όχι το όνομα.",
    "Το κείμενο αυτού του PDF δεν το έχουμε διαβάσει ακόμη· όσα ακολουθούν είναι από τα στοιχεία της ανάρτησης.",
)
NOT_SHOWN = (
    "Το PDF δεν το στέλνω: η πράξη έχει σήμανση προσωπικών δεδομένων, ή η ανάρτησή της ανακλήθηκε ή αναμένει ανάκληση."
)
WHICH_PAGE = "Ποια σελίδα; Γράψτε και τον αριθμό της· όλο το PDF έρχεται από το κουμπί."


def is_open(card: DecisionCard) -> bool:
    """Whether its PDF may be shown here."""
    return card.status is Status.PUBLISHED and not card.private


def asked_line(card: DecisionCard, ask: str | None, *, sends: bool = False, page_named: bool = False) -> str:
    """The first line when something particular was asked of the decision. `sends`: its PDF, if it may be shown."""
    if ask == "status":
        if card.status is Status.PUBLISHED:
            corrected = " (με ορθή επανάληψη)" if card.corrected else ""
            return f"Σύμφωνα με όσα έχουμε, η ανάρτηση ισχύει{corrected}. Για το κύρος της πράξης δεν κρίνω."
        return ""
    if ask == "signer":
        return PDF_LINES[0]
    if ask in ("pdf", "page") and not is_open(card):
        return NOT_SHOWN
    if ask == "page" and sends:
        return "Στέλνω τη σελίδα." if page_named else WHICH_PAGE
    if ask == "pdf" and sends:
        return "Στέλνω το PDF."
    if ask in ("pdf", "page"):
        return "Το PDF ανοίγει από το κουμπί ή τον σύνδεσμο της πράξης."
    if ask in ("quote", "summary"):
        return PDF_LINES[1]
    return ""
