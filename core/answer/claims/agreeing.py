"""Does the number of a noun agree with how many acts were found? «Η πληρωμή» is of one, «οι πληρωμές» of several."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from core.answer.claims.reading import Sentence
from core.answer.evidence import Evidence, Kind

_STEMS = "αναθεσ|κατακυρωσ|συμβασ|εγκρισ|αναληψ|δεσμευσ|διακηρυξ|επιχορηγησ|πραξ|αποφασ"
_ONE = rf"(?:(?:{_STEMS})(?:η|ησ|εωσ)|πληρωμησ?)"
_MANY = rf"(?:(?:{_STEMS})εισ|πληρωμεσ)"
_ADJECTIVE = r"(?:(?:σχετικ|οριστικοποιημεν|απευθειασ|αναρτημεν|συνολικ)\w* )*"
_SINGULAR = re.compile(rf"(?<!\bμε )(?<!\bμε απευθειασ )\b{_ONE}\b")
_PLURAL = re.compile(rf"\b(?:οι {_ADJECTIVE}|(?:σχετικεσ|αναρτημενεσ) ){_MANY}\b")
_IS_THE = re.compile(rf"\b(?:η|την) {_ADJECTIVE}{_ONE}\b[^∎]*\b(?:ειναι|ηταν) (?:η |την )?∎")
_FIRST_OF = re.compile(r"\b(?:μεγαλυτερ|μικροτερ)(?:η|ησ|οσ|ο|ου|ον)\b")
_FIRSTS = re.compile(r"\b(?:μεγαλυτερ|μικροτερ)(?:εσ|οι|α|ων|ουσ)\b")
_PAYEES = re.compile(r"\b(?:αναδοχοι|αναδοχουσ|αναδοχων|δικαιουχοι|δικαιουχων|προμηθευτεσ|προμηθευτων|εταιρειεσ)\b")
_COUNTED = re.compile(rf"(?<![\w.,/-])(\d[\d.]*) {_ADJECTIVE}(?:({_ONE})|({_MANY}|(?:{_STEMS})εων|πληρωμων))\b")

ONE = "Ο ενικός («η πληρωμή») λέγεται μόνο για μία πράξη, και εδώ είναι περισσότερες"
MANY = "Ο πληθυντικός («οι πληρωμές») λέγεται μόνο για περισσότερες πράξεις, και εδώ είναι μία"
FIRSTS = "Κάθε πρόταση λέει μία μόνο πρώτη: «η μεγαλύτερη», όχι «οι μεγαλύτερες»"


def misfits(sentence: Sentence, used: Sequence[Evidence], *, found: int, folded: str) -> Iterator[str]:
    """What speaks against it. `found`: acts of all results; `folded`: the sentence with its numbers."""
    if _FIRSTS.search(sentence.rest):
        yield FIRSTS
    yield from _of_numbers(folded)
    if sentence.acts:
        yield from _of_acts(sentence, found)
    else:
        yield from _of_figures(sentence, used)
    if any(each.name for each in used) and _PAYEES.search(sentence.rest):
        yield MANY


def _of_numbers(folded: str) -> Iterator[str]:
    """«1 πράξη», «2 πράξεις»."""
    for number, one, many in _COUNTED.findall(folded):
        is_one = Decimal(number.replace(".", "")) == 1
        if is_one and many:
            yield MANY
        if one and not is_one:
            yield ONE


def _of_acts(sentence: Sentence, found: int) -> Iterator[str]:
    """«Η ανάθεση είναι η Χ» says that there is no other; one act is no «αναθέσεις»."""
    if len(sentence.acts) == 1 and _PLURAL.search(sentence.rest):
        yield MANY
    if len(sentence.acts) > 1 and _SINGULAR.search(sentence.rest):
        yield ONE
    if found > 1 and _IS_THE.search(" ".join(sentence.rest.split())) and not _FIRST_OF.search(sentence.rest):
        yield ONE


def _of_figures(sentence: Sentence, used: Sequence[Evidence]) -> Iterator[str]:
    """The sides of a comparison may be named by their stage, «οι αναθέσεις», even where one of them is of one act."""
    totals = [each for each in used if each.kind is not Kind.CHANGE and each.figure.stage is not None]
    if any(each.figure.decisions > 1 for each in totals) and _SINGULAR.search(sentence.rest):
        yield ONE
    whole = [each for each in totals if each.kind is not Kind.GROUP]
    if any(each.figure.decisions == 1 for each in whole) and _PLURAL.search(sentence.rest):
        yield MANY
