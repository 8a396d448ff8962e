"""The words of a message that turn a question round when they are lost: limits, ends, exclusions, stages. Pure."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from core.answer.rereading.said import Said, in_greek_digits, plain_number
from core.greek.fold import fold
from core.greek.greeklish import readings

_PART = re.compile(r"\d[\d.,]*|[^\W\d_]+|[€–—/-]")
_YEAR = re.compile(r"(?:19|20)\d\d")
_EURO = frozenset({"€", "euro", "euros", "ευρω", "eur"})
_TIMES = ("χιλιαδ", "χιλιαρ", "εκατομ", "δισεκ", "thousand", "million", "billion", "k", "m", "bn")
_NEAR = 5  # words between «until» and its month
_ENDS = frozenset({"until", "before", "after", "since", "from", "above", "below", "most", "least", "between", "about"})


@dataclass(frozen=True, slots=True)
class Point:
    """An amount as `plain_number` writes it, or a year and a month; all None: not said in a form that we hold."""

    amount: str | None = None
    year: int | None = None
    month: int | None = None

    @property
    def timely(self) -> bool:
        return self.year is not None or self.month is not None


@dataclass(frozen=True, slots=True)
class Mark:
    """`kind`: a key of `held.toml`; `points`: what it bounds, two of a range."""

    kind: str
    place: int
    points: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """Of one message. `parts`: its words, each in all the ways that it may be read."""

    parts: tuple[frozenset[str], ...]
    found: tuple[Mark, ...]

    def of(self, *kinds: str) -> tuple[Mark, ...]:
        return tuple(mark for mark in self.found if mark.kind in kinds)

    def has(self, *kinds: str) -> bool:
        return bool(self.of(*kinds))


def marks_of(said: Said) -> Marks:
    text = in_greek_digits(said.own.text) if said.english else said.own.text
    typed = _PART.findall(fold(text))
    parts = tuple(_ways(each, english=said.english) for each in typed)
    bare = list(_bare(parts))
    return Marks(parts=parts, found=tuple(_bound(typed, bare, mark) for mark in bare))


def _ways(word: str, *, english: bool) -> frozenset[str]:
    if english or not word.isascii() or not word.isalpha():
        return frozenset({word})
    return frozenset({word, *map(fold, readings(word))})


def _bare(parts: Sequence[frozenset[str]]) -> Iterator[Mark]:
    place = 0
    while place < len(parts):
        length, kind = max(
            ((len(phrase), kind) for kind, phrase in _phrases() if stands(phrase, parts, place)), default=(0, "")
        )
        if length:
            yield Mark(kind, place)
        place += max(length, 1)


def stands(phrase: Sequence[str], parts: Sequence[frozenset[str]], place: int) -> bool:
    """Whether the phrase is at that place, «*» for any ending."""
    here = parts[place : place + len(phrase)]
    return len(here) == len(phrase) and all(
        any(way.startswith(word[:-1]) if word.endswith("*") else way == word for way in ways)
        for word, ways in zip(phrase, here, strict=True)
    )


def _bound(typed: Sequence[str], marks: Sequence[Mark], mark: Mark) -> Mark:
    """The mark with what stands after it (before it, for «or more»); of a range, with both."""
    if mark.kind.endswith("_after"):
        before = [place for place in range(mark.place) if typed[place][0].isdigit()]
        kind = mark.kind.removesuffix("_after")
        return Mark(kind, mark.place, (_number(typed, before[-1]),) if before else ())
    if mark.kind not in _ENDS:
        return mark
    months = {each.place: int(each.kind) for each in marks if each.kind.isdigit()}
    stop = min((each.place for each in marks if each.place > mark.place and _stops(each, mark)), default=len(typed))
    first = _point(typed, months, mark.place + 1, stop)
    if first is None:
        return mark
    point, after = first
    second = _second(typed, marks, months, after) if mark.kind in ("from", "between", "since") else None
    return Mark(mark.kind, mark.place, (point, second) if second else (point,))


def _stops(other: Mark, mark: Mark) -> bool:
    return other.kind in _ENDS and not (mark.kind in ("until", "since") and other.kind == "from")


def _second(typed: Sequence[str], marks: Sequence[Mark], months: dict[int, int], after: int) -> Point | None:
    joins = {each.place for each in marks if each.kind in ("to", "until")}
    joins |= {place for place, word in enumerate(typed) if word in ("and", "και", "-", "–", "—")}
    near = next((place for place in range(after, min(after + 3, len(typed))) if place in joins), None)
    found = _point(typed, months, near + 1, len(typed)) if near is not None else None
    return found[0] if found else None


def _point(typed: Sequence[str], months: dict[int, int], start: int, stop: int) -> tuple[Point, int] | None:
    """What is said next, and the place after it."""
    for place in range(start, min(start + _NEAR, stop)):
        if place in months:
            near = range(place + 1, min(place + 4, stop))
            year = next((each for each in near if _YEAR.fullmatch(typed[each].rstrip(".,"))), None)
            if year is None:
                return Point(month=months[place]), place + 1
            return Point(month=months[place], year=int(typed[year][:4])), year + 1
        if typed[place][0].isdigit() and not any(each in months for each in range(place + 1, place + 4)):
            return _number(typed, place), place + 1
    return None


def _number(typed: Sequence[str], place: int) -> Point:
    word = typed[place].rstrip(".,")
    after = typed[place + 1] if place + 1 < len(typed) else ""
    money = after in _EURO or (place > 0 and typed[place - 1] in _EURO)
    if _YEAR.fullmatch(word) and not money:
        return Point(year=int(word))
    times = after.startswith(_TIMES[:7]) or after in _TIMES
    return Point() if times else Point(amount=plain_number(word))


@cache
def _phrases() -> tuple[tuple[str, tuple[str, ...]], ...]:
    named = ("limit", "end", "turn", "stage", "months")
    return tuple((kind, phrase) for name in named for kind, said in held()[name].items() for phrase in said)


@cache
def held() -> dict[str, dict[str, tuple[tuple[str, ...], ...]]]:
    """`held.toml`, folded: section → key → phrases, each a tuple of words."""
    text = files("core.answer.rereading").joinpath("held.toml").read_text(encoding="utf-8")
    return {
        name: {key: tuple(tuple(fold(each).split()) for each in line.split("|")) for key, line in section.items()}
        for name, section in tomllib.loads(text).items()
    }
