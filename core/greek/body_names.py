"""What a body of the register may be called: its label in any form, its acronym, its place."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from importlib.resources import files
from typing import Any

from core.greek.accents import accented
from core.greek.fold import fold
from core.greek.lexemes import STOP_WORDS, lexemes, of_words, stem

_MUNICIPALITY = "MUNICIPALITY"
_WATER = "δευα"
_WATER_COMPANY = re.compile(
    r"δημοτικη επιχειρ\w+ υδρευσησ (?:(?:και|&) )?(?:αρδευσησ )?(?:(?:και|&) )?αποχ\w+(?: (?:και )?α\w?δρευσησ)?"
    r"|δευα\w?(?![^\W_])"
)
MUNICIPALITY_LEXEME = "δημ"
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)")
_PARTS = re.compile(r"\s*[-–,]\s*|\s+και\s+")
_OF_MUNICIPALITY = re.compile(r"(?<![^\W_])δημου(?![^\W_])")
_ACRONYM = re.compile(r"\(([^()\s]{3,16})\)|(?<=[-–«])\s?((?:[^\W\d_]\.){2,}[^\W\d_]*\.?)|^([^\W\d_]{3,8})$")
_TWO_WORD_PLACE = 3  # «δήμος» and two words
_WORD = re.compile(r"[^\W_]+")


@cache
def names_data() -> Mapping[str, Any]:
    return tomllib.loads(files("core.greek").joinpath("names.toml").read_text(encoding="utf-8"))


def organization_key(label: str) -> str:
    """Equal for every inflection, case and spelling of a body's name: «του Δήμου Ρόδου», «ΔΗΜΟΣ ΡΟΔΟΥ»."""
    return " ".join(lexemes(simplified_label(label)))


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyName:
    """A body of the register, as far as its name goes. Covered ones come first where several fit."""

    uid: str
    label: str
    category: str | None = None
    latin_name: str | None = None
    covered: bool = False


def exactly(acronym: str) -> str:
    """The step of a path that only the acronym itself takes, no word with its stem."""
    return f"={acronym}"


def lexemes_of(folded: str) -> tuple[str, ...]:
    return tuple(lexeme for lexeme, _ in of_words(_WORD.findall(folded)))


def simplified_label(label: str) -> str:
    """«ΔΗΜΟΤΙΚΗ ΕΠΙΧΕΙΡΗΣΗ ΥΔΡΕΥΣΗΣ ΑΠΟΧΕΤΕΥΣΗΣ ΔΗΜΟΥ ΡΟΔΟΥ (Δ.Ε.Υ.ΑΡ)» → «δευα ροδου»."""
    folded = fold(label)
    if "αποχε" not in folded and _WATER not in folded:
        return folded
    plain = _IN_BRACKETS.sub("", folded)
    water = _WATER_COMPANY.sub(f"{_WATER} ", plain, count=1)
    return folded if water == plain else _OF_MUNICIPALITY.sub(" ", water)


@cache
def same_places() -> dict[str, str]:
    lines = (line.split() for line in names_data()["places"])
    return {stem(fold(other)): stem(fold(names[0])) for names in lines for other in names[1:]}


@cache
def word_set(key: str) -> frozenset[str]:
    return frozenset(lexemes(names_data()[key]))


@cache
def kinds() -> frozenset[tuple[str, ...]]:
    return frozenset(lexemes(kind) for kind in names_data()["kinds"])


class Alias(IntEnum):
    """How a body may be called, the surest first."""

    LABEL = 0
    INITIALS = 1
    PLACE = 2


@cache
def _general() -> frozenset[str]:
    """Acronyms in labels that name a kind of body, not the body («Ο.Τ.Α.», «Ν.Π.Δ.Δ.»)."""
    return frozenset(fold(names_data()["general_acronyms"]).split())


def _acronyms(label: str) -> Iterator[str]:
    for match in _ACRONYM.finditer(label):
        acronym = fold(match.group(match.lastindex or 0)).replace(".", "")
        if acronym.isalpha() and len(acronym) > 2 and acronym not in _general() and accented(acronym) is None:
            yield acronym


def _parts(simplified: str) -> list[tuple[str, ...]]:
    """«δημοσ αμφικλειασ - ελατειασ» → its places, where there are several."""
    parts = _PARTS.split(simplified.partition(" ")[2])
    return [lexemes_of(part) for part in parts] if len(parts) > 1 else []


def aliases(body: BodyName, simplified: str, whole: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Alias]]:
    """The lexemes under which a body is found."""
    if whole not in kinds() and (len(whole) > 1 or accented(simplified) is None):
        yield whole, Alias.LABEL
    for acronym in _acronyms(body.label):
        yield (exactly(acronym),), Alias.INITIALS if acronym.startswith(_WATER) else Alias.LABEL
    if whole[:1] == (_WATER,) and len(whole) > 1:
        initials = "".join(word[0] for word in _WORD.findall(simplified)[1:] if word not in STOP_WORDS)
        yield from (((exactly(_WATER + letters),), Alias.INITIALS) for letters in {initials, initials[:1]})
    if body.category == _MUNICIPALITY and whole[:1] == (MUNICIPALITY_LEXEME,):
        yield whole[1:], Alias.PLACE
        if "(" in body.label:
            short = lexemes_of(_IN_BRACKETS.sub("", simplified))
            yield short, Alias.LABEL
            yield short[1:], Alias.PLACE
        for part in _parts(simplified):
            yield part, Alias.PLACE
            yield (MUNICIPALITY_LEXEME, *part), Alias.LABEL
        if len(whole) == _TWO_WORD_PLACE and whole[1] not in word_set(
            "saints"
        ):  # «Δήμος Ηρακλείου», «Κέρκυρα»: which of them is to be asked
            short = whole[2:] if whole[1] in word_set("never_alone") else whole[1:2]
            yield short, Alias.PLACE
            yield (MUNICIPALITY_LEXEME, *short), Alias.INITIALS
