"""Who paid, who got, and is it a rate? What the words around a figure say of its direction."""

import re
from collections.abc import Iterator, Sequence

from core.answer.claims.fitting import name_alone
from core.answer.claims.reading import Sentence
from core.answer.evidence import Evidence
from core.domain.subjects import shortened
from core.greek.fold import fold

_NAME = " ◆ "
_NOUN = "αναδοχ|δικαιουχ|προμηθευτ|εταιρ"
_GOT = re.compile(r"\b(?:εισεπραξ|εισπραξ|ελαβ|λαβ|πηρ[εα])")
_RECEIVER = re.compile(rf"\b(?:{_NOUN})")
_TOWARDS = re.compile(r"\b(?:προσ|στον|στουσ)\b")
_TO_A_NAME = re.compile(rf"\b(?:προσ|στον|στουσ|στην|στη|στο|σε)(?: (?:τον|την|τη|το|τουσ))?(?: (?:{_NOUN})\w*)?\s+◆")
_TO_A_BODY = re.compile(
    r"\b(?:σε|στο|στην|στη|στα|στισ) (?:\w+ )?(?:δημ|περιφερ|φορε|επιχειρησ|υπουργ|νοσοκομ|οργανισμ)"
)
_GAVE = re.compile(
    r"\b(?:πληρωσ[εα]|ανεθεσ|ενεκριν|δεσμευσ[εα]|συμφωνησ[εα]|υπεγραψ|συνηψ|χορηγησ[εα]|προκηρυξ|εξεδωσ|κατακυρωσ[εα])"
)
_TIME = r"(?:μηνα\w*|μηνεσ|μηνοσ|ετοσ|ετη|ετουσ|χρονι\w*|τριμην\w*|εξαμην\w*|περιοδο\w*|διαστημα)"
_DATED = r"(?!\s+(?:(?:του|τησ|απο)\s+)?[∎\d])"
_RATE = re.compile(
    rf"\b(?:(?:ανα|κατα|σε|καθε)(?: (?:τον|την|το|τη))?|τον|την|το|ο|η|οι) {_TIME}\b{_DATED}"
    r"|\b(?:ανα|κατα|καθε|σε)(?: καθε)? (?:πραξη|αποφαση|αναθεση|πληρωμη|συμβαση|εγκριση|δεσμευση|αναληψη)\b(?!\s+∎)"
    r"|∎\s+(?:η|την) (?:πραξη|αποφαση)\b(?!\s+∎)"
)
_VAT = re.compile(r"\bφ\.? ?π\.? ?α\b")

ONE_PAYEE = "Κάθε πρόταση λέει ένα μόνο ποσό ενός μόνο αποδέκτη, χωρίς άλλο αριθμό δίπλα"
RECEIVED = "Λέγεται αποδέκτης χωρίς εύρημα που να τον ονομάζει, ή φορέας της αναζήτησης ως αποδέκτης"
GAVE = "Ο αποδέκτης λέγεται σαν να έδωσε το ποσό"
RATE = "Το ποσό δεν είναι ανά μήνα, ανά έτος ή ανά πράξη"
VAT = "Κανένα εύρημα δεν λέει αν το ποσό έχει ΦΠΑ"


def misfits(sentence: Sentence, used: Sequence[Evidence], names: Sequence[str]) -> Iterator[str]:
    """What the direction of the sentence says beyond `used`, its figures; `names`: of every payee with a figure."""
    named = [each for each in used if each.name]
    if named and (len(used) > 1 or len(sentence.euro) != 1 or sentence.limits or _others(sentence, named[0], names)):
        yield ONE_PAYEE
    text = _with_payees_marked(sentence, [each.name for each in named])
    yield from _direction(text, sentence)
    if _RATE.search(sentence.rest):
        yield RATE
    if sentence.has_figures and _VAT.search(sentence.rest):
        yield VAT


def _others(sentence: Sentence, own: Evidence, names: Sequence[str]) -> bool:
    """Another payee stands in the sentence, or goes by the same name under another ΑΦΜ."""
    said = name_alone(own.name)
    rest = _without(fold(sentence.text), said, " ")
    alike = any(each != own.name and name_alone(each) == said for each in names)
    return alike or any(_without(rest, name_alone(each), " ") != rest for each in names)


def _direction(text: str, sentence: Sentence) -> Iterator[str]:
    is_named = _NAME.strip() in text
    towards = [match.start() for match in _TOWARDS.finditer(text)]
    reached = {match.start() for match in _TO_A_NAME.finditer(text)}
    got = bool(_GOT.search(text))
    if (got or towards or _RECEIVER.search(text)) and not is_named:
        yield RECEIVED
    if (got and sentence.bodies) or not reached.issuperset(towards) or _TO_A_BODY.search(text):
        yield RECEIVED
    if is_named and _GAVE.search(text) and not reached:
        yield GAVE


def _with_payees_marked(sentence: Sentence, names: Sequence[str]) -> str:
    """The folded text without ΑΔΑs and subjects of its acts; ◆ where a payee that was found stands."""
    text = fold(sentence.text)
    for act in sentence.acts:
        for words in (act.row.ada, act.row.subject, shortened(act.row.subject)):
            text = text.replace(fold(words), " ")
    for name in [*names, *(payee for act in sentence.acts for payee in act.row.payees)]:
        text = _without(text, name_alone(name), _NAME)
    return " ".join(text.split())


def _without(text: str, name: str, instead: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", instead, text) if name else text


def shares_an_act(sentence: Sentence) -> bool:
    """The amount of an act of several payees, told with one of them as if it were his own."""
    text = fold(sentence.text)
    payees = [payee for act in sentence.acts for payee in act.row.payees if name_alone(payee)]
    said = [payee for payee in payees if _without(text, name_alone(payee), _NAME) != text]
    return bool(sentence.euro and said) and len(said) < len(payees)
