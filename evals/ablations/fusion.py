"""How the legs are put together: each alone, k, weights, n-grams as a third voice; with and without an encoder."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from core.domain.search import Leg
from core.store.search import RRF_K
from evals.ablations.bed import Asked, Bed, fused, weighed
from evals.ablations.rows import Way, compared, way

_EQUAL = {Leg.WORDS: 1.0, Leg.DENSE: 1.0}
_WAYS: tuple[tuple[str, Mapping[Leg, float], int], ...] = (
    *((f"k = {k}", _EQUAL, k) for k in (1, 10, 30, 120)),
    ("words 2", {Leg.WORDS: 2.0, Leg.DENSE: 1.0}, RRF_K),
    *((f"words {more:g}", {Leg.WORDS: more, Leg.DENSE: 1.0}, RRF_K) for more in (1.1, 1.2, 1.3, 1.5)),
    ("words 1.5, k = 10", {Leg.WORDS: 1.5, Leg.DENSE: 1.0}, 10),
    ("words 2, n-grams a third voice, 0.5", {Leg.WORDS: 2.0, Leg.DENSE: 1.0, Leg.GRAMS: 0.5}, RRF_K),
    ("dense 2", {Leg.WORDS: 1.0, Leg.DENSE: 2.0}, RRF_K),
    ("dense 0.5", {Leg.WORDS: 1.0, Leg.DENSE: 0.5}, RRF_K),
    *((f"n-grams a third voice, {weight:g}", _EQUAL | {Leg.GRAMS: weight}, RRF_K) for weight in (0.25, 0.5, 1.0)),
    ("words and n-grams 0.5 (no encoder)", {Leg.WORDS: 1.0, Leg.GRAMS: 0.5}, RRF_K),
    ("words and n-grams 1 (no encoder)", {Leg.WORDS: 1.0, Leg.GRAMS: 1.0}, RRF_K),
    ("dense and n-grams 1 (no words)", {Leg.DENSE: 1.0, Leg.GRAMS: 1.0}, RRF_K),
)
_CUTS = (20, 30)


def _alone(leg: Leg, one: Asked) -> Sequence[int]:
    return one.legs[leg]


def _weighed(weights: Mapping[Leg, float], k: int, one: Asked) -> list[int]:
    return weighed(one.legs, weights, k)


def _built(most: int | None, one: Asked) -> list[int]:
    words, dense, grams = (one.legs[leg][:most] for leg in (Leg.WORDS, Leg.DENSE, Leg.GRAMS))
    return fused(words, dense, grams)


def _in_turn(one: Asked) -> list[int]:
    """All that words find, then what is near in meaning."""
    return list(dict.fromkeys([*one.legs[Leg.WORDS], *one.legs[Leg.DENSE]]))


def _ways(asked: Sequence[Asked]) -> list[Way]:
    ways = [way("words 1, dense 1, k = 60; n-grams 0.5 where a leg finds nothing", asked, partial(_built, None))]
    ways += [way(f"{leg} alone", asked, partial(_alone, leg)) for leg in Leg]
    ways += [way(name, asked, partial(_weighed, weights, k)) for name, weights, k in _WAYS]
    ways += [way(f"{most} candidates of a leg", asked, partial(_built, most)) for most in _CUTS]
    return [*ways, way("words first, then meaning", asked, _in_turn)]


async def fusion(bed: Bed) -> dict[str, Any]:
    """Over the stored rankings of the legs, 50 candidates each; questions with slips too."""
    return {"texts": len(bed.texts), "fused": compared(bed.asked, _ways(bed.asked))}
