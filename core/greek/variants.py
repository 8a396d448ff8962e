"""How else the same thing is called: everyday word → official one, acronym ↔ its words (variants.toml)."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from core.greek.fold import words as folded_words
from core.greek.lexemes import STOP_WORDS, lexemes, stem

Words = tuple[str, ...]
_Key = tuple[str, ...]  # lexemes, in order
_LONGEST = 8  # lexemes of an expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Widened:
    """Words [start, start+count) of what was asked, and the expressions that mean the same; their own words first."""

    start: int
    count: int
    alternatives: tuple[Words, ...]


def _ways(table: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """(expression, another one for it), in the order of the file."""
    for everyday, official in table["official"].items():
        yield from ((everyday, expression) for expression in official)
    for kin in table["same"]:
        yield from ((one, other) for one in kin for other in kin if one != other)
    for acronym, spelled_out in table["acronyms"].items():
        yield from ((acronym, spelled_out), (spelled_out, acronym))


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(files("core.greek").joinpath("variants.toml").read_text(encoding="utf-8"))


@cache
def _table() -> dict[_Key, tuple[Words, ...]]:
    found: dict[_Key, dict[_Key, Words]] = {}
    for expression, other in _ways(_file()):
        key, other_key = lexemes(expression), lexemes(other)
        if not set(key) <= set(other_key):  # what holds all the lexemes of the expression is found by them already
            found.setdefault(key, {}).setdefault(other_key, tuple(other.split()))
    return {key: tuple(others.values()) for key, others in found.items()}


@cache
def _broader_table() -> dict[_Key, tuple[Words, ...]]:
    return {lexemes(narrow): (tuple(whole.split()),) for narrow, whole in _file()["broader"].items()}


def _starting_at(stems: Sequence[str], start: int, table: Mapping[_Key, tuple[Words, ...]]) -> Widened | None:
    """The longest expression of the table that begins here; stop words inside it are passed over."""
    best, key = None, []
    for place in range(start, len(stems)):
        if stems[place]:
            key.append(stems[place])
        if len(key) > _LONGEST:
            break
        if stems[place] and (others := table.get(tuple(key))):
            best = Widened(start=start, count=place - start + 1, alternatives=others)
    return best


def phrases(words: Sequence[str]) -> tuple[Widened, ...]:
    """The words of a topic in turn, expressions of several words («κάδοι σκουπιδιών») taken whole; no word is lost."""
    return _taken(words, _table())


def _taken(words: Sequence[str], table: Mapping[_Key, tuple[Words, ...]]) -> tuple[Widened, ...]:
    folded = [" ".join(folded_words(word)) for word in words]
    stems = ["" if word in STOP_WORDS else stem(word) for word in folded]
    widened, place = [], 0
    while place < len(words):
        found = _starting_at(stems, place, table) if stems[place] else None
        count = found.count if found else 1
        others = found.alternatives if found else ()
        own = tuple(words[place : place + count])
        widened.append(Widened(start=place, count=count, alternatives=(own, *others)))
        place += count
    return tuple(widened)


def widen(word: str) -> tuple[Words, ...]:
    """The expressions that mean the same as one word, the word itself first."""
    return phrases([word])[0].alternatives


def broader(words: Sequence[str]) -> Words:
    """The topic with the whole that its words are part of («βενζίνη» → «καύσιμα»), once; () where there is none."""
    taken = _taken(words, _broader_table())
    if all(len(one.alternatives) == 1 for one in taken):
        return ()
    return tuple(dict.fromkeys(word for one in taken for word in one.alternatives[-1]))
