"""Cue words: short patterns in data files, found in any inflection, without accents, by ear and in Greeklish."""

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from rapidfuzz.distance import OSA

from core.answer.reading.page import Page, heard
from core.greek.accents import accented
from core.greek.fold import fold
from core.greek.phonetic import sound

_FILES = ("plain.toml", "money.toml", "turns.toml", "scope.toml")
_SPELLED = "spelled"  # the table of full words that a slip of the finger may have bent
_GAP = ".."
_GAP_WORDS = 3
_HEARD = 5  # shorter Greek words are taken by letter: by ear they fall together
_BENT = 8  # shorter words with one slip may be other words


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A cue that stands at these words. `cue` is its dotted name: «stage.payment»."""

    cue: str
    places: range

    @property
    def family(self) -> str:
        return self.cue.partition(".")[0]

    @property
    def name(self) -> str:
        return self.cue.partition(".")[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Element:
    """One place of a pattern: any of these words or beginnings («πληρωμ*»), or a gap of up to three words."""

    atoms: frozenset[str]
    optional: bool = False
    gap: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pattern:
    cue: str
    elements: tuple[_Element, ...]


def _element(written: str) -> _Element:
    if written == _GAP:
        return _Element(atoms=frozenset(), gap=True)
    optional = written.endswith("?")
    return _Element(atoms=frozenset(written.removesuffix("?").split("|")), optional=optional)


def _flat(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, list[str]]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        elif isinstance(value, list):
            yield f"{prefix}{key}", value


class Lexicon:
    """All patterns, indexed by what their first word may be."""

    def __init__(self, tables: Iterable[Mapping[str, object]]) -> None:
        self._starting: dict[str, list[_Pattern]] = defaultdict(list)
        self._whole: dict[str, set[str]] = defaultdict(set)
        self._begun: dict[str, set[str]] = defaultdict(set)
        self._spelled: list[str] = []
        for table in tables:
            for cue, patterns in _flat(table):
                self._learn(cue, [fold(pattern) for pattern in patterns])
        self._atoms_of = lru_cache(maxsize=16_384)(self._atoms)

    def _learn(self, cue: str, patterns: list[str]) -> None:
        if cue == _SPELLED:
            self._spelled = patterns
            return
        for written in patterns:
            pattern = _Pattern(cue=cue, elements=tuple(_element(part) for part in written.split()))
            for atom in pattern.elements[0].atoms:
                self._starting[atom].append(pattern)
            for atom in (atom for element in pattern.elements for atom in element.atoms):
                self._index(atom)

    def _index(self, atom: str) -> None:
        index, word = (self._begun, atom[:-1]) if atom.endswith("*") else (self._whole, atom)
        index[word].add(atom)
        index["~" + sound(word)].add(atom)

    def _by(self, form: str, mark: str = "") -> set[str]:
        found = set(self._whole.get(mark + form, ()))
        for length in range(1, len(form) + 1):
            found |= self._begun.get(mark + form[:length], set())
        return found

    def _atoms(self, word: str) -> frozenset[str]:
        """The written words and beginnings that a folded word satisfies: by letter; a word of no list by ear too, or
        with one slip mended: «παρακολούθησης» sounds like «παρακολουθήσεις», and is a word of its own.
        """
        known = heard(word)
        found = self._by(word)
        if known.latin:
            for reading in known.readings:
                found |= self._by(reading)
            for spoken in known.sounds:
                found |= self._by(spoken, "~")
        elif len(word) >= _HEARD and accented(word) is None:
            found |= {atom for spoken in known.sounds for atom in self._by(spoken, "~") if len(atom) >= _HEARD}
        best = known.readings[0] if known.readings else word
        if not found and len(best) >= _BENT and accented(best) is None:
            found = self._by(self._unbent(best))
        return frozenset(found)

    def _unbent(self, word: str) -> str:
        near = (form for form in self._spelled if form[0] == word[0] and OSA.distance(word, form, score_cutoff=1) == 1)
        return next(near, "")

    def find(self, page: Page) -> tuple[Found, ...]:
        """Every cue of the message, in the order of the text, the longer one first."""
        atoms = [self._atoms_of(token.word) for token in page.tokens]
        found = []
        for start, here in enumerate(atoms):
            for pattern in {id(pattern): pattern for atom in here for pattern in self._starting.get(atom, ())}.values():
                end = _longest(pattern.elements, atoms, start)
                if end is not None:
                    found.append(Found(cue=pattern.cue, places=range(start, end)))
        return tuple(sorted(found, key=lambda cue: (cue.places.start, -len(cue.places), cue.cue)))


def _longest(elements: tuple[_Element, ...], atoms: list[frozenset[str]], place: int) -> int | None:
    """Where the pattern that begins at `place` ends, at its longest; None when it does not fit."""
    if not elements:
        return place
    first, rest = elements[0], elements[1:]
    ends: list[int | None] = []
    if first.gap:
        ends = [_longest(rest, atoms, place + skipped) for skipped in range(_GAP_WORDS + 1)]
        return next((end for end in ends if end is not None), None)
    if place < len(atoms) and first.atoms & atoms[place]:
        ends.append(_longest(rest, atoms, place + 1))
    if first.optional:
        ends.append(_longest(rest, atoms, place))
    return max((end for end in ends if end is not None), default=None)


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The lexicon of the data files beside this module."""
    folder = files("core.answer.reading")
    return Lexicon(tomllib.loads(folder.joinpath(name).read_text(encoding="utf-8")) for name in _FILES)


class Signs:
    """The cues of one message, to be asked for by name or by family."""

    def __init__(self, found: Iterable[Found]) -> None:
        self.found = tuple(found)
        self._by_cue: dict[str, list[Found]] = defaultdict(list)
        for each in self.found:
            self._by_cue[each.cue].append(each)

    def __contains__(self, cue: str) -> bool:
        return cue in self._by_cue

    def of(self, cue: str) -> tuple[Found, ...]:
        return tuple(self._by_cue.get(cue, ()))

    def family(self, family: str) -> tuple[Found, ...]:
        """The cues of a family that stand apart from each other: the longer one wins, then the earlier."""
        rivals = [each for each in self.found if each.family == family]
        kept: list[Found] = []
        for each in sorted(rivals, key=lambda cue: (-len(cue.places), cue.places.start)):
            if not any(set(each.places) & set(other.places) for other in kept):
                kept.append(each)
        return tuple(sorted(kept, key=lambda cue: cue.places.start))

    def any(self, *cues: str) -> bool:
        return any(cue in self._by_cue for cue in cues)
