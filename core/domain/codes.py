"""Numbers that name something other than an ΑΔΑ: ΑΔΑΜ, CPV, ΚΑ/ΚΑΕ/ΑΛΕ, the number of an act and its organ."""

import re
from dataclasses import dataclass

from core.greek.fold import level


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeMention:
    """A code where it stands in a text. `organ` is the collective body of an act's number, as typed."""

    start: int
    end: int
    value: str
    organ: str | None = None


_TO_LATIN = str.maketrans("ΑΒΕΗΙΚΜΝΟΡΤΥΧΖΣ", "ABEHIKMNOPTYXZS")
_ADAM = re.compile(r"(?<![^\W_])([0-9]{2})\s?([A-ZΑ-Ω]{3,4})\s?([0-9]{9})(?![^\W_])", re.IGNORECASE)
_ADAM_KINDS = frozenset({"REQ", "PROC", "AWRD", "SYMV", "PAY", "AUCT"})
_CPV = re.compile(r"(?<![\w.,/-])([0-9]{8})\s?[-‐‑–—]\s?([0-9])(?![\w/-]|[.,][0-9])")
_LABELLED_CPV = re.compile(r"(?<![^\W_])(?:cpv|σρν)\W{0,4}([0-9]{8})(?![\w-])", re.IGNORECASE)
_KAE_FORM = r"[0-9]{1,5}(?:[.\-/][0-9]{2,7}){0,4}(?![0-9])"
_LABELLED_KAE = re.compile(
    r"(?<![^\W_])(?:κ\.?α\.?ε\.?|κ\.?α\.?|α\.?λ\.?ε\.?|κωδικ(?:ος|ο|οσ|ου) αριθμ(?:ος|ο|οσ|ου))\s{0,2}[:.]?\s{0,2}"
    rf"(?:εξοδων\s)?({_KAE_FORM}|[0-9]{{6,10}})"
)
# «10.6117.0001» can be neither an amount nor a date; «62.07.6211» is like a date and needs its fourth group.
_BARE_KAE = re.compile(
    r"(?<![\w.,/-])(?:[0-9]{2}\.[0-9]{4}\.[0-9]{2,4}|[0-9]{2}\.[0-9]{2}\.[0-9]{4}\.[0-9]{2,4})(?![\w/-]|[.,][0-9])"
)


def find_adams(text: str) -> tuple[CodeMention, ...]:
    """ΑΔΑΜ of ΚΗΜΔΗΣ («21SYMV007049778»), look-alike Greek letters read as Latin."""
    found = []
    for match in _ADAM.finditer(text):
        kind = match[2].upper().translate(_TO_LATIN)
        if kind in _ADAM_KINDS:
            found.append(CodeMention(start=match.start(), end=match.end(), value=f"{match[1]}{kind}{match[3]}"))
    return tuple(found)


def find_cpvs(text: str) -> tuple[CodeMention, ...]:
    """CPV codes with their check digit anywhere, without it after «CPV»."""
    whole = [
        CodeMention(start=match.start(), end=match.end(), value=f"{match[1]}-{match[2]}")
        for match in _CPV.finditer(text)
    ]
    short = [
        CodeMention(start=match.start(1), end=match.end(1), value=match[1]) for match in _LABELLED_CPV.finditer(text)
    ]
    return tuple(sorted(whole + short, key=lambda code: code.start))


def find_kaes(text: str) -> tuple[CodeMention, ...]:
    """Budget codes: after ΚΑ, ΚΑΕ or ΑΛΕ in any form; alone only in a form that is no amount and no date."""
    flat = level(text)
    found: dict[int, CodeMention] = {}
    for pattern, group in ((_LABELLED_KAE, 1), (_BARE_KAE, 0)):
        for match in pattern.finditer(flat.text):
            start, end = flat.span(*match.span(group))
            found.setdefault(start, CodeMention(start=start, end=end, value=match[group].replace("/", ".")))
    return tuple(found[start] for start in sorted(found))


_ORGANS = (
    r"(?:δημοτικ|οικονομικ|εκτελεστικ|περιφερειακ)(?:ησ επιτροπησ|η επιτροπη)|επιτροπ(?:ησ|η) ποιοτητασ ζωησ|"
    r"(?:δημοτικ|περιφερειακ|διοικητικ)(?:ου συμβουλιου|ο συμβουλιο)|συμβουλι(?:ου|ο) (?:τησ )?\w* ?κοινοτητασ|"
    r"(?:αντι)?δημαρχ(?:ου|ο)|περιφερειαρχη|προεδρ(?:ου|ο)|οικονομικη|επιτροπησ|συμβουλιου|δ\.?σ\.?|δ\.?ε\.?|ο\.?ε\.?"
)
_BEFORE = (
    r"(?P<label>(?<![^\W_])(?:αποφ(?:αση|ασησ|ασεωσ|\.)?|πραξησ?|αδσ|αοε|αδε|απδ|υπ'? ?αριθμ?\.?|αριθμ?\.?|"
    r"με αριθμο|νο|no)\W{1,3}(?:(?:με |υπ'? ?)?αριθμ?(?:ο|ον|\.)?\W{1,3})?)?"
)
_AFTER = rf"(?P<after>\W{{1,2}}(?:αποφασησ?\s)?(?:τησ|του|τη|το)\s(?P<organ>{_ORGANS})(?![^\W_]))?"
_NOUN = r"(?P<noun>\W{1,2}(?:αποφασησ?|πραξησ?|α\.?δ\.?σ\.?)(?![^\W_]))?"
_ACT = re.compile(rf"{_BEFORE}(?<![0-9/.,])(?P<number>[0-9]{{1,6}}/(?:19|20)?[0-9]{{2}})(?![0-9/]){_AFTER}{_NOUN}")
_LAW = re.compile(
    r"(?<![^\W_])(?:ν|π\.?δ|β\.?δ|κ\.?υ\.?α|φ\.?ε\.?κ|νομ(?:ου|οσ|ο)|εγκυκλι(?:οσ|ου|ο)|πρωτ|πρωτοκολλου|τευχοσ|"
    r"οδηγιασ?|κανονισμοσ)\W{0,3}(?:(?:υπ'? ?)?αριθμ?\.?\W{0,2})?$"
)


def find_act_numbers(text: str) -> tuple[CodeMention, ...]:
    """«125/2025 της Δημοτικής Επιτροπής», «απόφαση 125/2025»; neither laws («ν. 4412/2016») nor dates."""
    flat = level(text)
    found = []
    for match in _ACT.finditer(flat.text):
        said = match["label"] or match["after"] or match["noun"]
        if not said or _LAW.search(flat.text, 0, match.start("number")):
            continue
        start, end = flat.span(*match.span("number"))
        organ = text[slice(*flat.span(*match.span("organ")))] if match["organ"] else None
        found.append(CodeMention(start=start, end=end, value=match["number"], organ=organ))
    return tuple(found)
