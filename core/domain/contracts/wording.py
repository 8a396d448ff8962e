"""What the subject of an award or a contract says: which step of the procedure it is, and what is bought."""

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from rapidfuzz.distance import Levenshtein

from core.greek.fold import fold
from core.greek.lexemes import lexemes, stem

_OPEN = re.compile(r"[«\"“„]|[‘’']{2}")
_CLOSE = re.compile(r"[»\"”]|[‘’']{2}")
_LONG_TITLE = 8  # letters; shorter quotations are names
_OF_MUNICIPALITY = re.compile(r"\bδημ(?:ου|ο|οσ) \w+(?: ?[-–] ?\w+)?")
_HEAD = 90  # letters of a subject without a title that may hold the step

_SUPPLEMENT = re.compile(r"\bσυμπληρωματικ\w+\W+(?:\w+\W+)?συμβασ|\bπρογραμματικ\w+\W+συμβασ")
_REPEATS = re.compile(r"\bορθ(?:η|ησ)\W+επαναληψ")
_MODIFIES = re.compile(
    r"\b(?:τροποποιησ|παρατασ)\w*\W+(?:\([^)]*\)\W*)?(?:[\w/.-]+\W+){0,6}?(?:συμβασ|αποφασ|συμφωνητ)"
)
_CONTRACTS = re.compile(
    r"^\W*(?:υπογραφη |ιδιωτικο |κυρια |δημοσια )?(?:συμβαση?\b|συμβασησ\b|συμφωνητικ)|[-–]\s*συμβαση\W*$"
)
_MINUTES = re.compile(
    r"\bεγκριση?\w*\W+(?:\w+\W+){0,7}?πρακτικ(?:ο|ου|α|ων)\b|\bπρακτικ(?:ο|ου|α|ων)\W+(?:\w+\W+){0,3}?(?:διαγωνισμ|κατακυρ)"
)
_AWARDS = re.compile(r"\bαναθε(?:σ|τ)|\bκατακυρω")
_FRAMES = re.compile(r"\b(?:αναθεσ|συμβασ|συμφωνητ|τροποποιησ|παρατασ|κατακυρωσ)\w*")
_APPROVES = re.compile(r"^\W*εγκριση\b")

_PROCEDURE = """
έγκριση απευθείας ανάθεση σύμβαση συμφωνητικό πρακτικό διενέργεια διαγωνισμός απόφαση δήμαρχος τίτλος κατακύρωση
επιτροπή διαδικασία διαπραγμάτευση επιλογή ανάδοχος έργο προμήθεια υπηρεσία παροχή μελέτη κατασκευή τεύχη εκπόνηση
τροποποίηση παράταση χρόνος ισχύς ορθή επανάληψη δαπάνη υπογραφή περί αριθμός δημόσια ποσό ευρώ ΦΠΑ αριθ υπ οικονομική
δημοτική συμβούλιο
"""


class Step(IntEnum):
    """In the order in which the acts of one contract follow each other on one day."""

    APPROVES = 0
    MINUTES = 1
    AWARDS = 2
    PLAIN = 3  # a title and nothing about what the act does
    CONTRACTS = 4
    MODIFIES = 5
    REPEATS = 6  # «ορθή επανάληψη» under another ΑΔΑ
    SUPPLEMENTS = 7  # more money beside the contract: an act of its own


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """`words`: stems of what is bought, procedure and municipality left out; `numbers`: words that hold a digit."""

    step: Step
    words: frozenset[str]
    numbers: frozenset[str]


def read(subject: str) -> Wording:
    """The step is looked for outside of the title, where there is one."""
    title, _ = _parted(subject)
    bought = _OF_MUNICIPALITY.sub(" ", fold(title))
    found = [word for word in lexemes(bought) if word not in _procedure()]
    numbers = frozenset(word for word in found if any(map(str.isdigit, word)))
    return Wording(step=step(subject), words=frozenset(found) - numbers, numbers=numbers)


def step(subject: str) -> Step:
    """Without the words of what is bought, which take most of the time."""
    return _step(fold(_parted(subject)[1]), fold(subject))


def _parted(subject: str) -> tuple[str, str]:
    """What stands in quotes, from the first to the last, and what stands around it; without quotes both are all."""
    opening = _OPEN.search(subject)
    if opening is None:
        return subject, subject[:_HEAD]
    closing = [found for found in _CLOSE.finditer(subject) if found.start() >= opening.end()]
    if not closing and len(opening.group()) > 1:  # two apostrophes that nothing closes are a slip
        return subject, subject[:_HEAD]
    end = closing[-1].start() if closing else len(subject)
    title, around = subject[opening.end() : end], f"{subject[: opening.start()]} {subject[end:]}"
    if len(title) < _LONG_TITLE:
        return subject, subject[:_HEAD]
    inner = _OPEN.search(title)
    if inner and _FRAMES.search(fold(title[: inner.start()])):  # «Απόφαση “Ανάθεση με τίτλο «…»”»
        inside, beside = _parted(title)
        return inside, f"{around} {beside}"
    return title, around


def _step(frame: str, whole: str) -> Step:
    if _SUPPLEMENT.search(whole):
        return Step.SUPPLEMENTS
    if _REPEATS.search(whole):
        return Step.REPEATS
    if _MODIFIES.search(frame):
        return Step.MODIFIES
    if _CONTRACTS.search(frame) or _CONTRACTS.search(whole):
        return Step.CONTRACTS
    for each, pattern in ((Step.MINUTES, _MINUTES), (Step.AWARDS, _AWARDS), (Step.APPROVES, _APPROVES)):
        if pattern.search(frame):
            return each
    return Step.PLAIN


@cache
def _procedure() -> frozenset[str]:
    return frozenset(stem(fold(word)) for word in _PROCEDURE.split())


def same_object(one: Wording, other: Wording) -> bool:
    """All words of the shorter stand in the longer, which is not twice as long; numbers do not contradict."""
    few, many = sorted((one.words, other.words), key=len)
    if not few or len(many) > 2 * len(few):
        return False
    less, more = sorted((one.numbers, other.numbers), key=len)
    return less <= more and all(_stands(word, many) for word in few)


def names_it(lot: Wording, whole: Wording) -> bool:
    """The lot names the whole and, where it says so, which part of it."""
    part_of_it = bool(whole.words) and all(_stands(word, lot.words) for word in whole.words)
    return (part_of_it and whole.numbers <= lot.numbers) or same_object(lot, whole)


def _stands(word: str, among: frozenset[str]) -> bool:
    """One slip of the pen in a long word does not make it another one."""
    if word in among:
        return True
    return len(word) >= 6 and any(
        len(each) >= 6 and Levenshtein.distance(word, each, score_cutoff=1) <= 1 for each in among
    )
