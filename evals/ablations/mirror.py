"""The words leg once more, in memory, for any way of cutting a word down: BM25 as `search.sql` has it."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.greek.fold import words
from core.greek.lexemes import STOP_WORDS
from core.greek.variants import phrases
from evals.ablations.bed import Asked
from evals.ablations.paired import DEPTH

Cut = Callable[[str], str]  # a folded word → its lexeme; empty for none
Phrase = tuple[str, ...]
Group = Sequence[Phrase]
_K1, _B = 1.2, 0.75
_WIDENED, _ENOUGH = 0.8, 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class How:
    """What of the leg is at work: the phrase and the whole first, the weights of BM25 and its two constants."""

    phrase: bool = True
    whole: bool = True
    k1: float = _K1
    b: float = _B


class Mirror:
    """Texts by lexeme, exact over all of them."""

    def __init__(self, texts: Mapping[int, str], cut: Cut) -> None:
        self._cut = cut
        self.sequences: dict[int, list[str]] = {}
        self.postings: defaultdict[str, dict[int, int]] = defaultdict(dict)
        for text_id, text in texts.items():
            lexemes = self.lexemes(words(text))
            self.sequences[text_id] = lexemes
            for lexeme, times in Counter(lexemes).items():
                self.postings[lexeme][text_id] = times
        self._mean = sum(map(len, self.sequences.values())) / max(1, len(self.sequences))

    def lexemes(self, folded: Iterable[str]) -> list[str]:
        return [lexeme for word in folded if word not in STOP_WORDS and (lexeme := self._cut(word))]

    def holds(self, phrase: Phrase) -> bool:
        return bool(phrase) and all(lexeme in self.postings for lexeme in phrase)

    def groups(self, one: Asked, *, widen: bool = True) -> list[Group]:
        """The question's words as they were read, each with what means the same."""
        read = [word for word in words(one.readings[-1]) if word not in STOP_WORDS]
        found: dict[tuple[Phrase, ...], None] = {}
        for expression in phrases(read):
            own = [expression.alternatives] if expression.count == 1 else []
            whole = self._alternatives(expression.alternatives)
            if expression.count > 1 and not any(map(self.holds, whole)):
                single = read[expression.start : expression.start + expression.count]
                own = [each.alternatives for word in single for each in phrases([word])]
            for ways in own or [expression.alternatives]:
                alternatives = self._alternatives(ways if widen else ways[:1])
                if alternatives:
                    found[alternatives] = None
        return list(found)

    def _alternatives(self, ways: Iterable[Sequence[str]]) -> tuple[Phrase, ...]:
        cut = (tuple(self.lexemes(words(" ".join(way)))) for way in ways)
        return tuple(dict.fromkeys(phrase for phrase in cut if phrase))

    def rarity(self, lexeme: str) -> float:
        held = len(self.postings.get(lexeme, ()))
        return math.log(1 + (len(self.sequences) - held + 0.5) / (held + 0.5))

    def ranked(self, groups: Sequence[Group], phrase: Sequence[str], how: How) -> list[int]:
        """A phrase before all the words, all before half of their weight; then BM25; then the newer."""
        weights = [min(max(map(self.rarity, way)) for way in group) for group in groups]
        held = [any(map(self.holds, group)) for group in groups]
        enough = _ENOUGH * sum(weight for weight, known in zip(weights, held, strict=True) if known)
        scores: defaultdict[int, dict[int, float]] = defaultdict(dict)
        for place, group in enumerate(groups):
            for text_id, score in self._scores(group, weights[place], how).items():
                scores[text_id][place] = score
        keyed = []
        for text_id, found in scores.items():
            if not enough or sum(weights[place] for place in found) < enough:
                continue
            whole = len(found) == len(groups)
            inside = how.phrase and whole and self._inside(text_id, phrase)
            keyed.append((inside, how.whole and whole, sum(found.values()), text_id))
        return [text_id for *_, text_id in sorted(keyed, reverse=True)[:DEPTH]]

    def _scores(self, group: Group, weight: float, how: How) -> dict[int, float]:
        best: dict[int, float] = {}
        for place, way in enumerate(group):
            share = weight * (_WIDENED if place else 1.0) / len(set(way))
            holders = set.intersection(*(set(self.postings.get(lexeme, ())) for lexeme in way))
            for text_id in holders:
                score = sum(share * self._frequency(lexeme, text_id, how) for lexeme in set(way))
                best[text_id] = max(score, best.get(text_id, 0.0))
        return best

    def _frequency(self, lexeme: str, text_id: int, how: How) -> float:
        times = self.postings[lexeme][text_id]
        length = len(self.sequences[text_id]) / self._mean
        return times * (how.k1 + 1) / (times + how.k1 * (1 - how.b + how.b * length))

    def _inside(self, text_id: int, phrase: Sequence[str]) -> bool:
        if len(phrase) < 2:
            return False
        neighbours = set(pairwise(self.sequences[text_id]))
        return all(pair in neighbours for pair in pairwise(phrase))

    def find(self, one: Asked, how: How, *, widen: bool = True) -> list[int]:
        return self.ranked(self.groups(one, widen=widen), self.lexemes(words(one.readings[-1])), how)
