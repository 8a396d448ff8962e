"""What every ablation works with: the questions, what the legs find for them, the texts, the encoder."""

import random
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.answer import searching, topics
from core.answer.topics import Topic
from core.domain.condition import DecisionFilter
from core.domain.search import Leg, SearchQuery
from core.errors import Unavailable
from core.greek.fold import fold
from core.store import search
from core.store.pool import Pool
from core.store.search_legs import Candidate, Scope
from evals.search import GOLDEN, HELDOUT, MISSPELLED_ALREADY, Case, misspelled, read_cases

SETS = ("golden", "heldout")
SLIPS = "slips"
_SEED = 20_261_130
Choose = Callable[[Mapping[int, str]], Sequence[tuple[str, Case]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question of one of the sets, as the legs take it (vectors too), and the texts that each finds, best first."""

    case: Case
    of: str
    topic: Topic
    readings: tuple[str, ...]
    query: SearchQuery
    legs: Mapping[Leg, Sequence[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bed:
    """`texts`: subjects as published, by id. `place`: where vectors are kept from one run to the next."""

    pool: Pool
    embedder: Any  # core.ports.Embedder
    scope: Scope
    texts: Mapping[int, str]
    asked: Sequence[Asked]
    place: Path
    most: int

    def of(self, *sets: str) -> list[Asked]:
        return [one for one in self.asked if one.of in sets]


def fused(words: Iterable[int], dense: Iterable[int], grams: Iterable[int]) -> list[int]:
    """Ids in the order of the application (`search.rank`): n-grams stand in where another leg finds nothing."""
    legs = {Leg.WORDS: _candidates(words), Leg.DENSE: _candidates(dense)}
    if not all(legs.values()):
        legs[Leg.GRAMS] = _candidates(grams)
    return search.fuse(legs)


def weighed(legs: Mapping[Leg, Iterable[int]], weights: Mapping[Leg, float], k: int) -> list[int]:
    taken = {leg: _candidates(found) for leg, found in legs.items() if weights.get(leg)}
    return search.fuse(taken, k=k, weights=weights)


def _candidates(found: Iterable[int]) -> list[Candidate]:
    return [Candidate(text_id=text_id, counts=False) for text_id in found]


def questions(texts: Mapping[int, str]) -> list[tuple[str, Case]]:
    """Both sets, and the plain ones of both with a slip in every word. `texts`: folded subjects by id."""
    read = []
    for name, path in zip(SETS, (GOLDEN, HELDOUT), strict=True):
        read += [(name, case) for case in read_cases(tomllib.loads(path.read_text(encoding="utf-8")), texts)]
    rng = random.Random(_SEED)
    plain = [case for _, case in read if case.kind not in MISSPELLED_ALREADY]
    slips = [(SLIPS, replace(case, words=misspelled(case.words, rng))) for case in plain]
    return read + slips


async def _ask(pool: Pool, embedder: Any, scope: Scope, of: str, case: Case) -> Asked:
    topic = await topics.resolve(pool, words=case.words, exclude=())
    readings = searching.readings_of(" ".join(case.words), topic)
    vectors = await searching.vectors_of(embedder, readings)
    if len(vectors) != len(readings):
        raise Unavailable("Το μοντέλο της αναζήτησης δεν απάντησε: χωρίς το σκέλος του τίποτα δεν συγκρίνεται.")
    query = replace(searching.query_of(readings, topic), vectors=vectors)
    found = await search.every_leg(pool, query=query, scope=scope)
    legs = {leg: [one.text_id for one in candidates] for leg, candidates in found.items()}
    return Asked(case=case, of=of, topic=topic, readings=readings, query=query, legs=legs)


async def make(pool: Pool, embedder: Any, *, place: Path, most: int, choose: Choose = questions) -> Bed:
    """`most`: how many texts are embedded anew, where a text is embedded in another way."""
    records = await pool.fetch("SELECT id, sample FROM texts ORDER BY id")
    texts = {record["id"]: record["sample"] for record in records}
    scope = await search.scope_of(pool, where=DecisionFilter())
    folded = {text_id: fold(text) for text_id, text in texts.items()}
    asked = [await _ask(pool, embedder, scope, of, case) for of, case in choose(folded)]
    return Bed(pool=pool, embedder=embedder, scope=scope, texts=texts, asked=asked, place=place, most=most)
