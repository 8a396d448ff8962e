"""«Πώς το βρήκα»: the recipe of an answer, in Greek, from its findings alone."""

from collections.abc import Iterator, Sequence

from core.answer.compose.words import STAGES, count, decisions
from core.domain.answer import Answer, Finding, plain
from core.domain.ledger import Stage
from core.domain.request import Grouping

_NO_LOOKUP = "Η απάντηση δεν στηρίχθηκε σε αναζήτηση."
_LOOKUPS = {
    "find_decision": "Αναζήτηση πράξης με τον ΑΔΑ της",
    "find_organization": "Αναζήτηση φορέα στο μητρώο",
    "search_decisions": "Αναζήτηση στα θέματα των πράξεων",
    "count_decisions": "Μέτρηση πράξεων",
    "total_spending": "Άθροιση ποσών, κάθε στάδιο χωριστά",
    "average_amount": "Μέσος όρος και διάμεσος των ποσών ενός σταδίου, όσων πράξεων δηλώνουν ποσό",
    "spending_share": "Ποσοστό: το μέρος διά το σύνολο του ίδιου σταδίου",
    "posting_delay": "Ημέρες από την έκδοση έως την πρώτη ανάρτηση, πράξη προς πράξη",
    "compare": "Σύγκριση αθροισμάτων του ίδιου σταδίου, κάθε πλευρά χωριστά",
    "explain_change": "Ανάλυση της διαφοράς κατά πράξη, ανάδοχο και μήνα",
    "trace_case": "Πορεία μιας πράξης: όσες συνδέονται με τον ΑΔΑ τους ή αφορούν την ίδια σύμβαση",
    "rank_decisions": "Κατάταξη πράξεων ενός σταδίου κατά ποσό",
    "rank_payees": "Κατάταξη αναδόχων και δικαιούχων ενός σταδίου",
    "payee_history": "Όσα αναφέρουν έναν ανάδοχο ή δικαιούχο, κάθε στάδιο χωριστά",
    "coverage": "Έλεγχος του τι διαθέτουμε",
    "near_limit": (
        "Αναθέσεις με ποσό λίγο κάτω από το όριο της απευθείας ανάθεσης που ίσχυε την ημέρα έκδοσης, το όριο μέσα, σε "
        "δύο αναγνώσεις του ΦΠΑ· αν είναι απευθείας, έργο, προμήθεια ή υπηρεσία, όπου το γράφει το θέμα"
    ),
    "query_open_data": "Ερώτημα SQL, γραμμένο από το γλωσσικό μοντέλο και ελεγμένο",
    "search_documents": "Αναζήτηση μέσα στο κείμενο των PDF, με κάθε παράθεμα ελεγμένο λέξη προς λέξη στη σελίδα του",
    "read_document": "Ανάγνωση του PDF της πράξης, με κάθε παράθεμα ελεγμένο λέξη προς λέξη στη σελίδα του",
    "left_out": "Έλεγχος τι προσθέτει όποια πράξη ή ανάδοχο ζητήσατε να μείνει έξω",
}
_ARGUMENTS = {
    "payee": "ανάδοχος ή δικαιούχος",
    "organizations": "φορείς (uid)",
    "period": "ημερομηνίες έκδοσης",
    "decision_types": "είδη πράξεων",
    "stage": "στάδιο",
    "words": "λέξεις στο θέμα",
    "without": "χωρίς τις λέξεις",
    "direct_only": "μόνο με «απευθείας» στο θέμα",
    "payee_afm": "ΑΦΜ",
    "amount_min": "ποσό από",
    "amount_max": "ποσό έως",
    "amount_above": "ποσό πάνω από",
    "amount_below": "ποσό κάτω από",
    "status": "κατάσταση",
    "kae": "ΚΑΕ",
    "cpv": "CPV",
    "group_by": "ανά",
    "largest": "",
    "limit": "πλήθος",
    "adas": "ΑΔΑ",
    "by": "σειρά κατά",
    "sides": "πλευρές",
    "before": "πριν",
    "after": "μετά",
    "ada": "ΑΔΑ",
    "left_out": "έξω, όπως ζητήθηκε",
    "bands": "ποσά",
}
GROUPS = {
    Grouping.YEAR: "έτος",
    Grouping.QUARTER: "τρίμηνο",
    Grouping.MONTH: "μήνα",
    Grouping.DECISION_TYPE: "είδος πράξης",
    Grouping.ORGANIZATION: "φορέα",
    Grouping.PAYEE: "ανάδοχο",
}
RULES = (
    "Μετρώ μόνο αναρτημένες πράξεις, στην τελευταία τους έκδοση. Ποσά διαφορετικών σταδίων δεν προστίθενται. "
    "Οι δεσμεύσεις ανήκουν στο οικονομικό έτος που δηλώνουν (όπου δεν δηλώνουν, στο έτος έκδοσης), οι άλλες πράξεις "
    "στο έτος έκδοσης (ώρα Αθήνας)· εκεί μετρούν και οι δεσμεύσεις, όπου ζητούνται πράξεις κάθε είδους. "
    "Ποσά που χρειάζονται έλεγχο μένουν έξω από τα σύνολα. Μία σύμβαση σε περισσότερες πράξεις μετρά μία φορά. "
    "Αν βρίσκετε άλλο νούμερο, δείτε αν αφορά το ίδιο στάδιο, την ίδια περίοδο και τις ίδιες λέξεις."
)


def how_found(answer: Answer) -> str:
    """The lookups with their arguments and what came back, then the rules that hold for all figures."""
    if not answer.findings:
        return _NO_LOOKUP
    lines = _of_parts(answer.parts) if answer.parts else _lines(answer)
    return plain("\n".join(("Πώς το βρήκα:", *lines, "", RULES)))


def _lines(answer: Answer) -> list[str]:
    return [_line(number, finding) for number, finding in enumerate(answer.findings, 1)]


def _of_parts(parts: Sequence[Answer]) -> Iterator[str]:
    """Of each question of a message what was looked up for it."""
    for place, part in enumerate(parts, 1):
        yield f"Ερώτηση {place}:"
        yield from _lines(part) or [_NO_LOOKUP]


def _line(number: int, finding: Finding) -> str:
    if finding.query:
        found = count(max(len(finding.table) - 1, 0), "γραμμή", "γραμμές")
        return f"{number}. {_LOOKUPS[finding.lookup]} → {found}\n{finding.query}"
    told = [argument_words(name, value) for name, value in finding.arguments]
    asked = "; ".join(part for part in told if part)
    found = f" → {decisions(finding.total_rows)}" if finding.total_rows else " → τίποτα"
    return f"{number}. {_LOOKUPS.get(finding.lookup, finding.lookup)}" + (f": {asked}" if asked else "") + found


def argument_words(name: str, value: str) -> str:
    """«στάδιο: αναθέσεις»; "" for what needs no telling."""
    label = _ARGUMENTS.get(name, name)
    if not label:
        return ""
    if name == "stage" and value in set(Stage):
        value = STAGES[Stage(value)].plural
    if name == "group_by" and value in set(Grouping):
        value = GROUPS[Grouping(value)]
    if value == "true":
        return label
    return f"{label}: {value}"
