"""Names of bodies and companies: comparable keys, and the bodies of the register named in a text."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from core.greek.accents import accented
from core.greek.body_names import (
    MUNICIPALITY_LEXEME,
    Alias,
    aliases,
    exactly,
    kinds,
    lexemes_of,
    names_data,
    same_places,
    simplified_label,
    word_set,
)
from core.greek.body_names import BodyName as BodyName
from core.greek.body_names import organization_key as organization_key
from core.greek.fold import Word, fold, join_acronyms, spans
from core.greek.greeklish import readings
from core.greek.lexemes import STOP_WORDS, stem

_ENDS_LIKE_A_NAME = re.compile("[αεηιουωσνaeiouyhwsn]$")
_SPACED_FORM = re.compile(r"(?<![^\W_])([^\W\d_])\s+(?=[^\W\d_](?:\s|$))")
_NOT_NAME = re.compile(r"[^\w\s&]|_")
_DROPPED = frozenset({"και", "&", "σια", "υιοι", "υιοσ", "μ", "του", "τησ", "των", "δτ", "διακριτικο", "τιτλο"})
_LONG_ACRONYM = 5  # «δευακ», «δοπαρ» are known in small letters too
_MOST_FOUND = 8  # more bodies than these are no choice to offer


@cache
def _legal_forms() -> frozenset[str]:
    return frozenset(names_data()["legal_forms"]["words"].split())


def _company_words(name: str) -> list[str]:
    plain = _NOT_NAME.sub(" ", _SPACED_FORM.sub(r"\1", fold(join_acronyms(fold(name).replace(". ", ".")))))
    return plain.split()


def company_key(name: str) -> str:
    """Equal for a company's name with and without its legal form, quotation marks and «και ΣΙΑ»."""
    kept = [word for word in _company_words(name) if word not in _legal_forms() and word not in _DROPPED]
    return " ".join(kept or _company_words(name))


def has_legal_form(name: str) -> bool:
    """Does the name say that it is no natural person's («… Α.Ε.», «ΣΥΛΛΟΓΟΣ …»)? Two letters ahead are initials."""
    listed = _company_words(name)
    return any(word in _legal_forms() for place, word in enumerate(listed) if place or len(word) > 2)


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
    places = [same_places()[lexeme] for lexeme in own if lexeme in same_places()]
    spelled_out = len(folded) >= _LONG_ACRONYM or not typed.islower()
    return tuple(dict.fromkeys([*own, *places, *([exactly(folded)] if own and spelled_out else [])]))


def _is_capitalised(typed: str) -> bool:
    return typed[:1].isupper() and typed[1:].islower()


class OrganizationIndex:
    """The bodies of the register, to be found by what people call them."""

    def __init__(self, entries: Iterable[BodyName]) -> None:
        self._labels: dict[str, str] = {}
        self._paths = {alias: _Node() for alias in Alias}
        self._of_kind: dict[tuple[str, ...], list[tuple[frozenset[str], str]]] = {kind: [] for kind in kinds()}
        bodies = sorted(entries, key=lambda body: not body.covered)
        self._covered = frozenset(body.uid for body in bodies if body.covered)
        for body in bodies:
            self._labels[body.uid] = body.label
            simplified = simplified_label(body.label)
            whole = lexemes_of(simplified)
            for path, alias in aliases(body, simplified, whole):
                if alias is not Alias.PLACE or len(path) > 1 or not word_set("never_alone").issuperset(path):
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
            if reached and (alias is not Alias.PLACE or self._names_a_place(tokens, start, at)):
                end, uids, certain = at, tuple(reached), len(reached) == 1 and alias is Alias.LABEL
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
        if start and not word_set("not_after").isdisjoint(tokens[start - 1].stems):
            return False
        typed = tokens[start].typed
        if end - start > 1:
            return True
        if not _ENDS_LIKE_A_NAME.search(tokens[start].word.folded):  # «τηλ.» is not Τήλος
            return False
        if _is_capitalised(typed):
            return True
        known = accented(readings(typed)[0] if typed.isascii() else typed)
        return known is None or known[0].isupper()

    def _by_parts(self, tokens: list[_Token], start: int) -> tuple[int, tuple[str, ...]] | None:
        """A kind of body and, right after it, words of one label: «νοσοκομείο Ρόδου»."""
        for kind in kinds():
            end = start + len(kind)
            if [lexeme for token in tokens[start:end] for lexeme in token.stems[:1]] != list(kind):
                continue
            fitting = self._of_kind.get(kind, [])
            while end < len(tokens):
                stems = [lexeme for lexeme in tokens[end].stems if len(lexeme) > 2]
                narrower = [one for one in fitting if not tokens[end].stems or not one[0].isdisjoint(stems)]
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
    named = tokens[start].stems[:1] == (MUNICIPALITY_LEXEME,) and start + 1 < len(tokens)
    if not named or not _is_capitalised(tokens[start + 1].typed) or text[tokens[start].word.end] != " ":
        return None
    known = accented(tokens[start + 1].typed)
    return (start + 2, ()) if known is None or known[0].isupper() else None
