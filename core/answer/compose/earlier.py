"""What is said of earlier answers: a recap with links, which line is meant, what a line or an answer cannot give."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from core.answer.compose.words import bold
from core.domain.answer import Answer, Choice, ChoiceKind, Citation, Outcome
from core.domain.identifiers import is_ada
from core.domain.request import Item, Request
from core.store.conversations import Turn

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
_ASKED = 8
_LINKS = 3
_OFFERED = 5


def is_payee(item: Item) -> str:
    return f"Ο αριθμός {item.place} της λίστας δεν είναι πράξη αλλά: {item.shown}. Για τις πράξεις του γράψτε το όνομα."


def which_one(request: Request, lines: Mapping[int, Item]) -> Answer:
    """Several acts were shown: the reader says which, by number or by button."""
    acts = [lines[place] for place in sorted(lines) if is_ada(lines[place].key)][:_OFFERED]
    choices = tuple(Choice(label=f"{item.place}. {item.shown}", kind=ChoiceKind.ASK, text=item.key) for item in acts)
    text = f"Ποιας πράξης; Γράψτε τον αριθμό της, π.χ. «της {acts[0].place}ης», ή διαλέξτε:"
    return Answer(outcome=Outcome.UNCLEAR, text=text, request=request, choices=choices)


def recap(turns: Sequence[Turn]) -> Answer:
    """The questions of the conversation, oldest first, each with the first line of its answer and its first links.

    The figures are those of the answers as they were given.
    """
    asked = [turn for turn in reversed(turns) if not turn.request.get("again")][-_ASKED:]
    blocks = [_of_turn(number, turn) for number, turn in enumerate(asked, 1)]
    head = "Όσα ρωτήσατε, με την αρχή κάθε απάντησης όπως δόθηκε:"
    return Answer(outcome=Outcome.SMALLTALK, text="\n\n".join((head, *blocks)))


def _of_turn(number: int, turn: Turn) -> str:
    text = str(turn.answer["text"]).strip()
    items = cast(list[list[Any]], turn.answer.get("listed", []))
    links = [Citation(ada=key).page_url for _, key, _ in items if is_ada(key)][:_LINKS]
    first = next((line for line in text.split("\n") if line), "")
    return "\n".join((f"{number}. {bold(str(turn.request['text']))}", first, *links))
