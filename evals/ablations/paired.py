"""How one way of searching compares with another on the same questions, and what of it is noise."""

import math
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np

DEPTH = 50
_SAMPLES = 10_000
_TAILS = (0.005, 0.995)  # 99 %: some eighty ways are compared, and one in twenty would stand out by chance
_LEAST = 0.01  # a smaller difference decides nothing, however sure it is
_SEED = 20_261_130


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """One question: whether something relevant is in the first 1, 5, 10; the reciprocal rank of it; nDCG of ten."""

    success_1: float
    success_5: float
    success_10: float
    mrr: float
    ndcg: float


MEASURES = tuple(Marks.__dataclass_fields__)
DECIDING = ("mrr", "ndcg")  # the first answer, and how many of the first ten are answers


def marks(order: Sequence[int], relevant: AbstractSet[int]) -> Marks:
    """A text is relevant or it is not; the best order holds as many as there are, up to ten, in front."""
    places = [place for place, text_id in enumerate(order[:DEPTH], start=1) if text_id in relevant]
    first = places[0] if places else DEPTH + 1
    gained = sum(1 / math.log2(place + 1) for place in places if place <= 10)
    best = sum(1 / math.log2(place + 1) for place in range(1, min(10, len(relevant)) + 1))
    return Marks(
        success_1=float(first <= 1),
        success_5=float(first <= 5),
        success_10=float(first <= 10),
        mrr=1 / first if places else 0.0,
        ndcg=gained / best if best else 0.0,
    )


def means(scored: Sequence[Marks]) -> dict[str, float]:
    count = len(scored) or 1
    return {name: round(sum(getattr(one, name) for one in scored) / count, 3) for name in MEASURES}


@dataclass(frozen=True, slots=True, kw_only=True)
class Delta:
    """The mean difference of a measure, its 99 % interval over questions, questions won and lost, the sign test's p."""

    mean: float
    low: float
    high: float
    won: int
    lost: int
    p: float

    @property
    def is_noise(self) -> bool:
        return self.low <= 0 <= self.high or abs(self.mean) < _LEAST


def delta(built: Sequence[Marks], other: Sequence[Marks], measure: str) -> Delta:
    """`other` less `built`, question by question: a paired bootstrap, with a fixed seed."""
    differences = np.array(
        [getattr(theirs, measure) - getattr(ours, measure) for ours, theirs in zip(built, other, strict=True)]
    )
    drawn = np.random.default_rng(_SEED).integers(0, len(differences), (_SAMPLES, len(differences)))
    low, high = np.quantile(differences[drawn].mean(axis=1), _TAILS)
    won, lost = int((differences > 0).sum()), int((differences < 0).sum())
    return Delta(
        mean=round(float(differences.mean()), 3),
        low=round(float(low), 3),
        high=round(float(high), 3),
        won=won,
        lost=lost,
        p=round(sign_test(won, lost), 3),
    )


def sign_test(won: int, lost: int) -> float:
    """How likely so uneven a split is between equals (two sides; questions that tie say nothing)."""
    count = won + lost
    fewest = sum(math.comb(count, fewer) for fewer in range(min(won, lost) + 1))
    return min(1.0, float(2 * fewest) / float(2**count))


def verdict(pooled: Mapping[str, Delta], sets: Mapping[str, Sequence[Delta]]) -> str:
    """Gains or loses: beyond noise in a measure over all questions, and in no set the other way.

    Measure → its difference over all questions, and in each set. One measure up and another down is mixed.
    """
    sides = set()
    for measure, whole in pooled.items():
        side = math.copysign(1, whole.mean)
        if not whole.is_noise and all(one.mean * side >= 0 for one in sets[measure]):
            sides.add("gains" if side > 0 else "loses")
    return "mixed" if len(sides) > 1 else next(iter(sides), "noise")
