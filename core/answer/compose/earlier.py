"""What is said of earlier answers: which line is meant, what a line or an answer cannot give."""

from collections.abc import Mapping

from core.domain.answer import Answer, Choice, ChoiceKind, Outcome
from core.domain.identifiers import is_ada
from core.domain.request import Item, Request

CANNOT_LEAVE_OUT = (
    "Από αυτή την απάντηση δεν βγάζω γραμμές: γίνεται σε σύνολα, κατατάξεις, λίστες και πλήθη πράξεων. Ρωτήστε πρώτα "
    "το σύνολο ή τη λίστα."
)
ALL_BACK = "Μετρούν πάλι όλα όσα είχατε βγάλει."
NO_MORE = "Δεν υπάρχουν άλλες γραμμές στην προηγούμενη απάντηση."
NO_FILE = {
    ChoiceKind.TABLE: "Η προηγούμενη απάντηση δεν στηρίζεται σε σύνολο πράξεων: δεν έχει τι να γραφεί σε αρχείο.",
    ChoiceKind.CHART: "Γράφημα δίνω για ποσά ή πλήθη ανά έτος, μήνα, είδος ή φορέα, και για κατατάξεις.",
}
FILE = {
    ChoiceKind.TABLE: "Οι πράξεις της προηγούμενης απάντησης, σε αρχείο:",
    ChoiceKind.CHART: "Το γράφημα της προηγούμενης απάντησης:",
}
PAGE_OF_PDF = "Η σελίδα {page} του PDF:"
_OFFERED = 5


def is_payee(item: Item) -> str:
    return f"Ο αριθμός {item.place} της λίστας δεν είναι πράξη αλλά: {item.shown}. Για τις πράξεις του γράψτε το όνομα."


def which_one(request: Request, lines: Mapping[int, Item]) -> Answer:
    """Several acts were shown: the reader says which, by number or by button."""
    acts = [lines[place] for place in sorted(lines) if is_ada(lines[place].key)][:_OFFERED]
    choices = tuple(Choice(label=f"{item.place}. {item.shown}", kind=ChoiceKind.ASK, text=item.key) for item in acts)
    text = f"Ποιας πράξης; Γράψτε τον αριθμό της, π.χ. «της {acts[0].place}ης», ή διαλέξτε:"
    return Answer(outcome=Outcome.UNCLEAR, text=text, request=request, choices=choices)
