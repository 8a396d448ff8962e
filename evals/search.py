"""`python -m evals.search`: what search finds over real subjects: each leg, their fusions, typos, what is absent, speed."""

import argparse
import asyncio
import json
import random
import re
import sys
import time
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.answer import searching, topics
from core.app import open_embedder
from core.domain.condition import DecisionFilter
from core.domain.search import Leg
from core.errors import DiafaneiaError, Misconfigured
from core.greek.fold import fold
from core.ports import Embedder
from core.settings import Settings
from core.store import embeddings, search, search_legs
from core.store.pool import Pool, open_pool
from core.store.search_legs import Candidate, Scope
from core.store.server import open_server
from evals.bench import RESULTS, machine, quantile

GOLDEN = Path(__file__).parent / "golden" / "search_real.toml"
_TEXTS = "SELECT id, sample FROM texts"
_NOWHERE = 10_000  # the rank of what was not found
_LETTERS = "αβγδεζηθικλμνξοπρστυφχψω"
_MISSPELLED_ALREADY = frozenset({"greeklish", "ear", "typo"})
# (name, legs, their weights, k): what `core.store.search` does, and what else was tried.
_FUSIONS = tuple(
    (f"words {words} + grams {grams} + dense {dense}, k={k}", {Leg.WORDS: words, Leg.GRAMS: grams, Leg.DENSE: dense}, k)
    for k in (10, 60)
    for words, grams, dense in ((1, 0, 1), (1, 0.25, 1), (1, 0.5, 1), (1, 1, 1), (2, 0.5, 1), (1, 0, 2), (2, 0, 1), (1, 0.5, 0), (1, 1, 0), (0, 1, 1))
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One question and the ids of the texts that answer it."""

    id: str
    words: tuple[str, ...]
    kind: str
    relevant: frozenset[int]
    first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Over questions: something relevant in the first 1, 5, 10; the mean reciprocal rank (of the first 50)."""

    success_1: float
    success_5: float
    success_10: float
    mrr: float


def score(ranks: Sequence[int]) -> Score:
    count = len(ranks) or 1
    within = [sum(rank <= most for rank in ranks) / count for most in (1, 5, 10)]
    mrr = sum(1 / rank for rank in ranks if rank <= 50) / count
    return Score(
        success_1=round(within[0], 3), success_5=round(within[1], 3), success_10=round(within[2], 3), mrr=round(mrr, 3)
    )


def first_relevant(order: Iterable[int], relevant: frozenset[int]) -> int:
    return next((place for place, text_id in enumerate(order, start=1) if text_id in relevant), _NOWHERE)


def read_cases(golden: Mapping[str, Any], texts: Mapping[int, str]) -> list[Case]:
    """`texts`: folded subjects by id."""
    cases = []
    for row in golden["case"]:
        wanted = re.compile(row["relevant"])
        unwanted = re.compile(row["unless"]) if "unless" in row else None
        held = {
            text_id for text_id, text in texts.items() if wanted.search(text) and not (unwanted and unwanted.search(text))
        }
        cases.append(
            Case(
                id=row["id"],
                words=tuple(row.get("topic", [row["text"]])),
                kind=row["kind"],
                relevant=frozenset(held),
                first=row.get("first", False),
            )
        )
    return cases


def misspelled(words: Sequence[str], rng: random.Random) -> tuple[str, ...]:
    """Each word of five letters or more with one slip inside: a letter lost, doubled with another, changed, swapped."""
    return tuple(_slip(word, rng) for text in words for word in text.split())


def _slip(word: str, rng: random.Random) -> str:
    if len(word) < 5:
        return word
    place = rng.randrange(1, len(word) - 1)
    head, tail, letter = word[:place], word[place:], rng.choice(_LETTERS)
    return rng.choice((head + tail[1:], head + tail[1] + tail[0] + tail[2:], head + letter + tail[1:], head + letter + tail))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What a measurement works with."""

    pool: Pool
    embedder: Embedder
    wide: Scope
    exact: Scope


async def rankings(bench: Bench, words: Sequence[str], *, exact: bool) -> dict[Leg, list[Candidate]]:
    """Every leg, whatever `search.rank` would leave out."""
    topic = await topics.resolve(bench.pool, words=words, exclude=())
    readings = searching.readings_of(" ".join(words), topic)
    query = searching.query_of(readings, topic)
    vectors = await searching.vectors_of(bench.embedder, readings)
    scope = bench.exact if exact else bench.wide
    return {
        Leg.WORDS: await search_legs.words(bench.pool, query=query, scope=bench.wide),
        Leg.GRAMS: await search_legs.grams(bench.pool, query=query, scope=scope),
        Leg.DENSE: await search_legs.dense(bench.pool, query=search.with_vectors(query, vectors), scope=scope),
    }


async def compared(bench: Bench, cases: Sequence[Case], *, exact: bool = False) -> dict[str, Score]:
    """Each leg alone and every fusion of `_FUSIONS`."""
    found = [(case, await rankings(bench, case.words, exact=exact)) for case in cases]
    alone = {
        f"{leg} alone": score([first_relevant((one.text_id for one in legs[leg]), case.relevant) for case, legs in found])
        for leg in Leg
    }
    fused = {}
    for name, weights, k in _FUSIONS:
        used = [(case, {leg: legs[leg] for leg in Leg if weights[leg]}) for case, legs in found]
        fused[name] = score([first_relevant(search.fuse(legs, k=k, weights=weights), case.relevant) for case, legs in used])
    return {**alone, **fused}


async def as_built(bench: Bench, cases: Sequence[Case]) -> tuple[dict[str, Any], list[float]]:
    """What `core.answer.searching.find` gives, and how long it takes, encoding included."""
    ranks, times, kinds = {}, [], {}
    for case in cases:
        topic = await topics.resolve(bench.pool, words=case.words, exclude=())
        started = time.perf_counter()
        page = await searching.find(
            bench.pool, embedder=bench.embedder, words=case.words, topic=topic, where=DecisionFilter(), limit=50
        )
        times.append(time.perf_counter() - started)
        rows = await bench.pool.fetch("SELECT ada, text_id FROM decisions WHERE ada = ANY($1)", [row.ada for row in page.rows])
        texts = {record["ada"]: record["text_id"] for record in rows}
        ranks[case.id] = first_relevant((texts[row.ada] for row in page.rows), case.relevant)
        kinds.setdefault(case.kind, []).append(ranks[case.id])
    result = {
        "all": asdict(score(list(ranks.values()))),
        "by_kind": {kind: asdict(score(found)) | {"questions": len(found)} for kind, found in sorted(kinds.items())},
        "beyond_five": sorted(case.id for case in cases if ranks[case.id] > 5),
        "required_beyond_five": sorted(case.id for case in cases if case.first and ranks[case.id] > 5),
    }
    return result, times
