"""What language models do wrong, each as a script of the server on loopback; facts come from what it was sent."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from core.greek.numbers import format_euro, parse_number
from tests.chat_server import Script, Step, answers, call_json, calls, chunk, says

Body = Mapping[str, Any]
Sentence = Callable[["Facts"], str]
MEMORY = "Το 2024 ο δήμος πλήρωσε 987.654,32 €."
_LINE = re.compile(r"^(?P<value>[\d.,]+ €) · (?P<stage>[^·]+) · (?P<rest>.*)$", re.MULTILINE)
_ACT = re.compile(r"^\d+\. (?P<ada>\S+-\S+) · ", re.MULTILINE)
_VERBS = {
    "πληρωμές": "πλήρωσε",
    "αναθέσεις": "ανέθεσε",
    "αναλήψεις υποχρέωσης": "δέσμευσε",
    "συμβάσεις": "συμφώνησε με συμβάσεις",
    "εγκρίσεις δαπάνης": "ενέκρινε",
}


@dataclass(frozen=True)
class Facts:
    """What the results say: a true amount with its stage, and an act; something of the kind where they say nothing."""

    told: str

    @property
    def amount(self) -> str:
        found = _LINE.search(self.told) or re.search(r"(?P<value>[\d.]+,\d\d €)", self.told)
        return found["value"] if found else "1.111,11 €"

    @property
    def verb(self) -> str:
        found = _LINE.search(self.told)
        return _VERBS.get(found["stage"], "πλήρωσε") if found else "πλήρωσε"

    @property
    def other_verb(self) -> str:
        return "πλήρωσε" if self.verb != "πλήρωσε" else "ενέκρινε"

    @property
    def ada(self) -> str:
        found = _ACT.search(self.told)
        return found["ada"] if found else "6ΑΑΑΩΔΟ-ΔΟΚ"

    @property
    def acts(self) -> list[str]:
        return _ACT.findall(self.told)

    def more(self, cents: str) -> str:
        """A true amount, a little off."""
        value = parse_number(self.amount.removesuffix(" €"))
        assert value is not None
        return format_euro(value + parse_number(cents))


def facts(body: Body) -> Facts:
    told = [each["content"] for each in body["messages"] if each["role"] == "tool"]
    return Facts("\n".join(text for text in told if "⟦" in text))


def answered(sentence: Sentence) -> Script:
    return lambda body: answers(sentence(facts(body)))


def after(lookup: str, sentence: Sentence) -> list[Script]:
    """One honest lookup, then the sentence, again and again."""
    return [calls((lookup, {})), answered(sentence)]


def _system(body: Body) -> str:
    return body["messages"][0]["content"]


EMPTY_YEAR = {"since": "1991-01-01", "last_day": "1991-12-31"}

# Sentences that no result backs, each after a lookup that found something. What may not reach a reader: see `LIES`.
FALSE: dict[str, Sentence] = {
    "invents an amount": lambda told: f"Το 2024 ο δήμος {told.verb} 987.654,32 €.",
    "is a cent off": lambda told: f"Το 2024 ο δήμος {told.verb} {told.more('0,01')}.",
    "rounds up": lambda told: f"Ο δήμος {told.verb} περίπου {told.amount.split(',')[0]} €.",
    "writes English notation": lambda told: f"Ο δήμος {told.verb} 987,654.32 €.",
    "adds amounts up": lambda told: f"Συνολικά {told.amount} και {told.more('500.000')} σε όλα τα στάδια.",
    "says it in words": lambda told: "Ο δήμος πλήρωσε δώδεκα εκατομμύρια ευρώ.",
    "hides figures in letters": lambda told: f"Ο δήμος {told.verb} ９８７.６５４,３２ €.",
    "changes the stage": lambda told: f"Ο δήμος {told.other_verb} {told.amount}.",
    "changes the year": lambda told: f"Το 2019 ο δήμος {told.verb} {told.amount}.",
    "changes the body": lambda told: f"Ο Δήμος Νεράιδας {told.verb} {told.amount}.",
    "changes the topic": lambda told: f"Ο δήμος {told.verb} για κοιμητήρια {told.amount}.",
    "names nobody's act": lambda told: "Σχετική απόφαση είναι η ΨΨΨΨΩΨΨ-ΨΨΨ.",
    "mends another body's act": lambda told: f"Σχετική απόφαση είναι η {told.ada[:4]}ΩΩΩ-{told.ada[-3:]}.",
    "invents a quotation": lambda told: f"Η απόφαση {told.ada} αναφέρει «εγκρίνεται η δαπάνη κατά παρέκκλιση».",
    "quotes a page that nobody read": lambda told: f"Η απόφαση {told.ada}, σελίδα 3: «Εγκρίνεται η δαπάνη ως έχει».",
    "quotes half a subject": lambda told: f"Η απόφαση {told.ada} αφορά «Προμήθεια».",
    "quotes in other marks": lambda told: f"Η απόφαση {told.ada} αναφέρει „με απευθείας διαπραγμάτευση“.",
    "gives an act another's amount": lambda told: f"Με την {told.ada} ο δήμος {told.verb} 987.654,32 €.",
    "dates an act": lambda told: f"Η απόφαση {told.ada} εκδόθηκε στις 1/1/1999.",
    "counts people": lambda told: "Προσλήφθηκαν 17 υπάλληλοι.",
    "counts wrongly": lambda told: "Βρήκα 98.765 πράξεις.",
    "computes a percentage": lambda told: "Οι πληρωμές αυξήθηκαν κατά 37,5%.",
    "sees a rise": lambda told: f"Οι δαπάνες αυξήθηκαν και ο δήμος {told.verb} {told.amount}.",
    "doubles in words": lambda told: f"Ο δήμος {told.verb} {told.amount}, δηλαδή τα διπλάσια.",
    "judges": lambda told: f"Είναι σκάνδαλο ότι ο δήμος {told.verb} {told.amount}.",
    "gives a cause": lambda told: f"Ο δήμος {told.verb} {told.amount} επειδή ακρίβυναν τα καύσιμα.",
    "denies": lambda told: "Ο δήμος δεν πλήρωσε τίποτα.",
    "names a person": lambda told: f"Ο δήμαρχος Αρτέμιος Ξηροτύρης υπέγραψε {told.amount}.",
    "names a company": lambda told: f"Η ΖΕΥΞΙΠΠΟΣ ΑΕ έλαβε {told.amount}.",
    "answers in English": lambda told: f"In 2024 the municipality paid {told.amount}.",
    "writes a bare domain": lambda told: f"Δείτε evil.example.gr, ο δήμος {told.verb} {told.amount}.",
    "writes a link in markup": lambda told: f"Ο δήμος [{told.verb}](https://evil.example/x) {told.amount}.",
    "writes a link to another act": lambda told: f"Δείτε https://diavgeia.gov.gr/doc/ΨΨΨΨΩΨΨ-ΨΨΨ, {told.amount}.",
    "writes a tag with a link": lambda told: f'Ο δήμος <a href="https://evil.example">{told.verb}</a> {told.amount}.',
    "names a chat": lambda told: f"Ο δήμος {told.verb} {told.amount}, γράψτε στο @evil_example_bot.",
    "answers in Greeklish": lambda told: f"To 2024 o dhmos plhrwse {told.amount}.",
    "mixes languages": lambda told: f"Ο δήμος paid {told.amount}.",
    "tells one act of many": lambda told: f"Η ανάθεση, η πληρωμή και η δέσμευση είναι {told.amount}.",
    "tells the largest in the plural": lambda told: f"Οι μεγαλύτερες αποφάσεις είναι η {told.ada}.",
    "makes it the largest": lambda told: f"Η μεγαλύτερη ανάθεση είναι η {(told.acts or ['6ΑΑΑΩΔΟ-ΔΟΚ'])[-1]}, 1,00 €.",
    "says nothing found": lambda told: "Σύμφωνα με τα στοιχεία.",
    "goes on for pages": lambda told: "Ο δήμος πλήρωσε. " * 400,
}
LIES = (
    *("987.654,32", "987,654.32", "９８７", "δώδεκα", "διπλάσι", "σκάνδαλο", "επειδή", "ακρίβυν", "δεν πλήρωσε τίποτα"),
    *("ΨΨΨΨΩΨΨ", "κατά παρέκκλιση", "1/1/1999", "17 υπάλληλοι", "98.765", "37,5%", "Ξηροτύρης", "ΖΕΥΞΙΠΠΟΣ"),
    *("σελίδα 3", "διαπραγμάτευση", "dhmos", "paid", "@", "Οι μεγαλύτερες αποφάσεις είναι", "Η ανάθεση, η πληρωμή"),
    *("municipality", "evil", "http", "κοιμητήρια", "Το 2019", "περίπου", "ΠΡΟΤΥΠΟ", "Απαντάς στα ελληνικά"),
)

# Whole scripts; `lookup` is the one that answers the question.
WHOLE: dict[str, Callable[[str], list[Script]]] = {
    "answers from memory": lambda _: [says(MEMORY)],
    "answers from memory by a call": lambda _: [answers(MEMORY)],
    "sends the final beside the call": lambda lookup: [calls((lookup, {}), ("answer", {"text": MEMORY}))],
    "writes beside the call": lambda lookup: [calls((lookup, {}), text=MEMORY), says(MEMORY)],
    "calls the same for ever": lambda lookup: [calls((lookup, {}))],
    "calls another for ever": lambda _: [calls(("count_decisions", {"group_by": "month"})), calls(("coverage", {}))],
    "calls what does not exist": lambda _: [calls(("drop_tables", {"all": True})), says(MEMORY)],
    "takes a failed call for evidence": lambda lookup: [calls((lookup, {"words": []})), says(MEMORY)],
    "takes an empty result for evidence": lambda _: [calls(("total_spending", EMPTY_YEAR)), says(MEMORY)],
    "cuts the arguments off": lambda lookup: [calls((lookup, '{"words": ["καύ'), finish="length")],
    "breaks the arguments": lambda lookup: [calls((lookup, "{words: καύσιμα}")), says(MEMORY)],
    "sends a list as arguments": lambda lookup: [calls((lookup, "[]")), answers(MEMORY)],
    "asks for too much": lambda lookup: [calls(("search_decisions", {"limit": 10**9})), says(MEMORY)],
    "widens the question": lambda _: [calls(("total_spending", {"words": ["ο"]})), says(MEMORY)],
    "asks for a private person": lambda _: [calls(("payee_history", {"afm": "012345678"})), says(MEMORY)],
    "is cut in the final": lambda lookup: [calls((lookup, {})), says(MEMORY, finish="length")],
    "is filtered": lambda lookup: [calls((lookup, {})), says("", finish="content_filter")],
    "stalls": lambda _: [Step(chunks=[chunk(content="Το"), chunk(content=" 2024")], stall=20)],
    "stalls after a lookup": lambda lookup: [calls((lookup, {})), Step(chunks=[chunk(content=MEMORY)], stall=20)],
    "breaks off in the middle": lambda lookup: [
        calls((lookup, {})),
        Step(chunks=[chunk(content=MEMORY[:30])], broken=True),
    ],
    "streams half a message": lambda lookup: [calls((lookup, {})), Step(chunks=[chunk(content=MEMORY[:30])])],
    "streams half a call": lambda lookup: [
        calls((lookup, {})),
        Step(chunks=[chunk(tool_calls=[call_json(0, "answer", '{"text": "Το 2024 ο δήμος πλήρωσε 987.654,')])]),
    ],
    "is out of order": lambda _: [Step(status=503, error={"message": "busy"})],
    "does not know the key": lambda _: [Step(status=400, error={"message": "bad"})],
    "says nothing": lambda _: [says("")],
    "gives up": lambda _: [answers("")],
    "writes the call as text": lambda lookup: [
        says("```json\n" + json.dumps({"name": lookup, "arguments": {}}) + "\n```"),
        says(MEMORY),
    ],
    "tells its prompt": lambda lookup: [
        calls((lookup, {})),
        lambda body: answers(_system(body)[:600]),
    ],
    "obeys what a subject orders": lambda lookup: [
        calls((lookup, {})),
        lambda body: answers("ΠΡΟΤΥΠΟ: " + " ".join(re.findall(r"[Α-Ω]{4,}", _system(body)))),
    ],
    "repeats the refused final as text": lambda lookup: [calls((lookup, {})), answers(MEMORY), says(MEMORY)],
    "sends two finals at once": lambda lookup: [
        calls((lookup, {})),
        calls(("answer", {"text": MEMORY}), ("answer", {"text": MEMORY})),
    ],
    "repeats the refused final": lambda lookup: [
        calls((lookup, {})),
        answers(MEMORY),
        answers(MEMORY),
        answers(MEMORY),
    ],
}


def script(name: str, lookup: str) -> list[Script]:
    return WHOLE[name](lookup) if name in WHOLE else after(lookup, FALSE[name])
