"""Which forms a Greek word takes in the raw subjects, by a hand rule of endings: no stemmer, nothing of `core`."""

import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from evals.truth_money import Act, bare

WORDING = Path(__file__).parent / "golden" / "random_questions.toml"
_SHORTEST_REST = 2
_GREEK = re.compile("[α-ω]{5,}")
_TYPED = re.compile("[Ά-ώΐΰ]+")
_ACCENTED = re.compile("[άέήίόύώΐΰ]")
_HEARD = (
    (re.compile(r"(.)\1"), r"\1"),
    (re.compile("αι"), "ε"),
    (re.compile("ει|οι|υι|η|(?<![αεο])υ"), "ι"),
    (re.compile("ω"), "ο"),
)
_HEARD_FROM = 6  # letters: shorter words that sound alike are others
_RARER = 5  # times: of two that are heard alike and are as frequent, neither is a slip

Forms = frozenset[str]


@cache
def wording() -> dict[str, Any]:
    return tomllib.loads(WORDING.read_text(encoding="utf-8"))


class Vocabulary:
    """The words of the raw subjects; how they change, and how they are written with accents."""

    def __init__(self, acts: Iterable[Act]) -> None:
        self._held: Counter[str] = Counter()
        typed: dict[str, Counter[str]] = defaultdict(Counter)
        for act in acts:
            self._held.update(set(act.words))
            for word in _TYPED.findall(act.subject):
                if word == word.lower() and len(_ACCENTED.findall(word)) == 1:
                    typed[bare(word)][word] += 1
        self._alike: dict[str, list[str]] = defaultdict(list)
        for word in self._held:
            self._alike[_heard(word)].append(word)
        self._typed = {word: written.most_common(1)[0][0] for word, written in typed.items()}

    def forms(self, word: str) -> Forms:
        """The forms of one bare word that some subject holds, misspelled ones that sound alike too; itself always."""
        forms = self._own(word)
        return frozenset(forms | set(self._slips(forms)))

    def _own(self, word: str) -> set[str]:
        return {form for form in _inflected(word) if form in self._held} | {word}

    def _slips(self, forms: set[str]) -> Iterator[str]:
        """Forms of a word that is heard like this one, where one of the two is far rarer."""
        heard = {other for form in forms if len(form) >= _HEARD_FROM for other in self._alike.get(_heard(form), ())}
        for other in heard - forms:
            few, many = sorted((self._frequency(forms), self._frequency(self._own(other))))
            if many >= _RARER * few:
                yield other

    def _frequency(self, forms: Iterable[str]) -> int:
        return sum(self._held[form] for form in forms)

    def written(self, word: str) -> str:
        """With its accent where some subject has it; as people type where none does."""
        final = f"{word[:-1]}ς" if word.endswith("σ") else word
        return self._typed.get(word, final)

    def phrase(self, text: str) -> list[Forms]:
        """Each word of a printed expression with its forms; small words bind nothing."""
        small = wording()["words"]["small"].split()
        return [self.forms(word) for word in re.findall(r"[^\W_]+", bare(text)) if word not in small]

    def drawable(self, act: Act) -> list[str]:
        """The words of a subject that a question may be about, in their order."""
        never, small = tuple(wording()["words"]["never"].split()), wording()["words"]["small"].split()
        return [
            word
            for word in act.words
            if _GREEK.fullmatch(word) and word not in small and not word.startswith(never) and len(self.forms(word)) > 1
        ]


def _heard(word: str) -> str:
    for written, sound in _HEARD:
        word = written.sub(sound, word)
    return word


def _inflected(word: str) -> Iterator[str]:
    rule = wording()["words"]
    adjective = tuple(rule["adjective_rests"])
    for paradigm in (*rule["nouns"], *rule["adjectives"]):
        for rest, endings in _rests(word, paradigm.split()):
            if paradigm in rule["nouns"] or rest.endswith(adjective):
                yield from (rest + ending for ending in endings)


def _rests(word: str, endings: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    for ending in endings:
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= _SHORTEST_REST:
            yield rest, endings
