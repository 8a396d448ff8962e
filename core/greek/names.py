"""Names of bodies and companies: comparable keys, and the bodies of the register named in a text."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from importlib.resources import files
from typing import Any

from core.greek.accents import accented
from core.greek.fold import Word, fold, join_acronyms, spans
from core.greek.greeklish import readings
from core.greek.lexemes import STOP_WORDS, lexemes, of_words, stem

_MUNICIPALITY = "MUNICIPALITY"
_WATER = "δευα"
_WATER_COMPANY = re.compile(
    r"δημοτικη επιχειρ\w+ υδρευσησ (?:(?:και|&) )?(?:αρδευσησ )?(?:(?:και|&) )?αποχ\w+(?: (?:και )?α\w?δρευσησ)?"
    r"|δευα\w?(?![^\W_])"
)
_MUNICIPALITY_LEXEME = "δημ"
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)")
_PARTS = re.compile(r"\s*[-–,]\s*|\s+και\s+")
_OF_MUNICIPALITY = re.compile(r"(?<![^\W_])δημου(?![^\W_])")
_ACRONYM = re.compile(r"\(([^()\s]{3,16})\)|(?<=[-–«])\s?((?:[^\W\d_]\.){2,}[^\W\d_]*\.?)|^([^\W\d_]{3,8})$")
_SPACED_FORM = re.compile(r"(?<![^\W_])([^\W\d_])\s+(?=[^\W\d_](?:\s|$))")
_WORD = re.compile(r"[^\W_]+")
_NOT_NAME = re.compile(r"[^\w\s&]|_")
_DROPPED = frozenset({"και", "&", "σια", "υιοι", "υιοσ", "μ", "του", "τησ", "των", "δτ", "διακριτικο", "τιτλο"})
_MOST_FOUND = 8  # more bodies than these are no choice to offer


@cache
def _names() -> Mapping[str, Any]:
    return tomllib.loads(files("core.greek").joinpath("names.toml").read_text(encoding="utf-8"))


@cache
def _legal_forms() -> frozenset[str]:
    return frozenset(_names()["legal_forms"]["words"].split())


def organization_key(label: str) -> str:
    """Equal for every inflection, case and spelling of a body's name: «του Δήμου Ρόδου», «ΔΗΜΟΣ ΡΟΔΟΥ»."""
    return " ".join(lexemes(_simplified(label)))


def _company_words(name: str) -> list[str]:
    plain = _NOT_NAME.sub(" ", _SPACED_FORM.sub(r"\1", fold(join_acronyms(fold(name).replace(". ", ".")))))
    return plain.split()


def company_key(name: str) -> str:
    """Equal for a company's name with and without its legal form, quotation marks and «και ΣΙΑ»."""
    kept = [word for word in _company_words(name) if word not in _legal_forms() and word not in _DROPPED]
    return " ".join(kept or _company_words(name))


def has_legal_form(name: str) -> bool:
    """Does the name say that it is no natural person's («… Α.Ε.», «ΣΥΛΛΟΓΟΣ …»)?"""
    return not _legal_forms().isdisjoint(_company_words(name))


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyName:
    """A body of the register, as far as its name goes. Covered ones come first where several fit."""

    uid: str
    label: str
    category: str | None = None
    latin_name: str | None = None
    covered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NameMention:
    """A body as it was named: several uids when it may be any of them, none when the register has no such body.

    Not certain: a place alone, parts of a label, or several that fit.
    """

    start: int
    end: int
    words: str
    uids: tuple[str, ...]
    certain: bool


def _lexemes(folded: str) -> tuple[str, ...]:
    return tuple(lexeme for lexeme, _ in of_words(_WORD.findall(folded)))


def _simplified(label: str) -> str:
    """«ΔΗΜΟΤΙΚΗ ΕΠΙΧΕΙΡΗΣΗ ΥΔΡΕΥΣΗΣ ΑΠΟΧΕΤΕΥΣΗΣ ΔΗΜΟΥ ΡΟΔΟΥ (Δ.Ε.Υ.ΑΡ)» → «δευα ροδου»."""
    folded = fold(label)
    if "αποχε" not in folded and _WATER not in folded:
        return folded
    plain = _IN_BRACKETS.sub("", folded)
    water = _WATER_COMPANY.sub(f"{_WATER} ", plain, count=1)
    return folded if water == plain else _OF_MUNICIPALITY.sub(" ", water)


@cache
def _same_places() -> dict[str, str]:
    lines = (line.split() for line in _names()["places"])
    return {stem(fold(other)): stem(fold(names[0])) for names in lines for other in names[1:]}


@cache
def _word_set(key: str) -> frozenset[str]:
    return frozenset(lexemes(_names()[key]))


@cache
def _kinds() -> frozenset[tuple[str, ...]]:
    return frozenset(lexemes(kind) for kind in _names()["kinds"])


class _Alias(IntEnum):
    """How a body may be called, the surest first."""

    LABEL = 0
    INITIALS = 1
    PLACE = 2


def _acronyms(label: str) -> Iterator[tuple[str, ...]]:
    for match in _ACRONYM.finditer(label):
        acronym = fold(match.group(match.lastindex or 0)).replace(".", "")
        if acronym.isalpha() and acronym != _WATER and accented(acronym) is None:
            yield (stem(acronym),)


def _parts(simplified: str) -> list[tuple[str, ...]]:
    """«δημοσ αμφικλειασ - ελατειασ» → its places, where there are several."""
    parts = _PARTS.split(simplified.partition(" ")[2])
    return [_lexemes(part) for part in parts] if len(parts) > 1 else []


def _aliases(body: BodyName, simplified: str, whole: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], _Alias]]:
    """The lexemes under which a body is found."""
    if whole not in _kinds():
        yield whole, _Alias.LABEL
    for acronym in _acronyms(body.label):
        yield acronym, _Alias.INITIALS if acronym[0].startswith(_WATER) else _Alias.LABEL
    if whole[:1] == (_WATER,) and len(whole) > 1:
        initials = "".join(word[0] for word in _WORD.findall(simplified)[1:] if word not in STOP_WORDS)
        yield from (((_WATER + letters,), _Alias.INITIALS) for letters in {initials, initials[:1]})
    if body.category == _MUNICIPALITY and whole[:1] == (_MUNICIPALITY_LEXEME,):
        yield whole[1:], _Alias.PLACE
        for part in _parts(simplified):
            yield part, _Alias.PLACE
            yield (_MUNICIPALITY_LEXEME, *part), _Alias.LABEL


@dataclass(slots=True)
class _Node:
    """A step of a path of lexemes; the bodies that are reached here."""

    following: dict[str, "_Node"] = field(default_factory=dict)
    uids: list[str] = field(default_factory=list)

    def add(self, path: tuple[str, ...], uid: str) -> None:
        node = self
        for lexeme in path:
            node = node.following.setdefault(lexeme, _Node())
        if uid not in node.uids:
            node.uids.append(uid)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Token:
    word: Word
    typed: str
    stems: tuple[str, ...]


def _stems(typed: str, folded: str) -> tuple[str, ...]:
    """The lexemes a word of the text may be: by its place's other name too, and by its Greeklish readings."""
    forms = [folded]
    if re.fullmatch("[a-z]{3,}", folded):
        forms = [fold(reading) for reading in readings(folded)]
    own = [stem(form) for form in forms if form not in STOP_WORDS]
    return tuple(dict.fromkeys([*own, *(_same_places()[lexeme] for lexeme in own if lexeme in _same_places())]))


def _is_capitalised(typed: str) -> bool:
    return typed[:1].isupper() and typed[1:].islower()


class OrganizationIndex:
    """The bodies of the register, to be found by what people call them."""

    def __init__(self, entries: Iterable[BodyName]) -> None:
        self._labels: dict[str, str] = {}
        self._paths = {alias: _Node() for alias in _Alias}
        self._of_kind: dict[tuple[str, ...], list[tuple[frozenset[str], str]]] = {kind: [] for kind in _kinds()}
        bodies = sorted(entries, key=lambda body: not body.covered)
        self._covered = frozenset(body.uid for body in bodies if body.covered)
        for body in bodies:
            self._labels[body.uid] = body.label
            simplified = _simplified(body.label)
            whole = _lexemes(simplified)
            for path, alias in _aliases(body, simplified, whole):
                if alias is not _Alias.PLACE or len(path) > 1 or not _word_set("never_alone").issuperset(path):
                    self._paths[alias].add(path, body.uid)
            for kind in self._of_kind:
                if kind[0] in whole and set(kind) <= set(whole):
                    self._of_kind[kind].append((frozenset(whole), body.uid))

    def label(self, uid: str) -> str:
        return self._labels[uid]

    def find(self, text: str) -> tuple[NameMention, ...]:
        """The bodies named in a text, in its order; «ο δήμος» alone names none."""
        tokens = [
            _Token(word=word, typed=text[word.start : word.end], stems=_stems(text[word.start : word.end], word.folded))
            for word in spans(text)
        ]
        found, place = [], 0
        while place < len(tokens):
            taken = self._mention(text, tokens, place) if tokens[place].stems else None
            if taken:
                found.append(taken[0])
            place = taken[1] if taken else place + 1
        return tuple(found)

    def _mention(self, text: str, tokens: list[_Token], start: int) -> tuple[NameMention, int] | None:
        """The mention that begins at a token, and the token after it."""
        end, uids, certain = start, tuple[str, ...](), False
        for alias, node in self._paths.items():
            reached, at = _longest(node, tokens, start)
            if reached and (alias is not _Alias.PLACE or self._names_a_place(tokens, start, at)):
                end, uids, certain = at, tuple(reached), len(reached) == 1 and alias is _Alias.LABEL
                break
        else:
            end, uids = self._by_parts(tokens, start) or _unknown_municipality(text, tokens, start) or (start, ())
        if len(uids) > 1:
            uids = tuple(uid for uid in uids if uid in self._covered) or uids
        if end == start or len(uids) > _MOST_FOUND:
            return None
        first, last = tokens[start].word.start, tokens[end - 1].word.end
        return NameMention(start=first, end=last, words=text[first:last], uids=uids, certain=certain), end

    @staticmethod
    def _names_a_place(tokens: list[_Token], start: int, end: int) -> bool:
        """A place alone: not of an address, and not a common word in small letters («ρόδο» is none, «παλαμά» is)."""
        if start and not _word_set("not_after").isdisjoint(tokens[start - 1].stems):
            return False
        if end - start > 1 or _is_capitalised(tokens[start].typed):
            return True
        typed = tokens[start].typed
        known = accented(readings(typed)[0] if typed.isascii() else typed)
        return known is None or known[0].isupper()

    def _by_parts(self, tokens: list[_Token], start: int) -> tuple[int, tuple[str, ...]] | None:
        """A kind of body and, right after it, words of one label: «νοσοκομείο Ρόδου»."""
        for kind in _kinds():
            end = start + len(kind)
            if [lexeme for token in tokens[start:end] for lexeme in token.stems[:1]] != list(kind):
                continue
            fitting = self._of_kind.get(kind, [])
            while end < len(tokens):
                narrower = [one for one in fitting if not tokens[end].stems or not one[0].isdisjoint(tokens[end].stems)]
                if not narrower:
                    break
                fitting, end = narrower, end + 1
            while end > start and not tokens[end - 1].stems:
                end -= 1
            if end > start + len(kind):
                nearest = sorted(fitting, key=lambda one: len(one[0]))
                return end, tuple(uid for _, uid in nearest)
        return None


def _longest(node: _Node, tokens: list[_Token], start: int) -> tuple[list[str], int]:
    """The bodies at the end of the longest path that the tokens from `start` on follow, and the token after it."""
    reached, best, nodes, place = list[str](), start, [node], start
    while place < len(tokens) and nodes:
        stems = tokens[place].stems
        if stems:
            nodes = [one.following[lexeme] for one in nodes for lexeme in stems if lexeme in one.following]
        uids = [uid for one in nodes for uid in one.uids]
        place += 1
        if uids and stems:
            reached, best = list(dict.fromkeys(uids)), place
    return reached, best


def _unknown_municipality(text: str, tokens: list[_Token], start: int) -> tuple[int, tuple[str, ...]] | None:
    """«ο Δήμος Ατλαντίδας»: a name that no body of the register has."""
    named = tokens[start].stems[:1] == (_MUNICIPALITY_LEXEME,) and start + 1 < len(tokens)
    if not named or not _is_capitalised(tokens[start + 1].typed) or text[tokens[start].word.end] != " ":
        return None
    known = accented(tokens[start + 1].typed)
    return (start + 2, ()) if known is None or known[0].isupper() else None
