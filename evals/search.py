"""`python -m evals.search`: what search finds over real subjects: by leg, fused, misspelled, absent; and how fast."""

import argparse
import asyncio
import json
import random
import re
import sys
import time
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.answer import searching, topics
from core.app import open_embedder
from core.domain.condition import DecisionFilter
from core.domain.search import Leg
from core.errors import DiafaneiaError, Misconfigured
from core.greek.fold import fold
from core.settings import Settings
from core.store import embeddings, search, search_legs
from core.store.pool import Pool
from core.store.search_legs import Candidate, Scope
from evals.scale.measured import RESULTS, machine, quantile
from evals.servers import opened_pool

GOLDEN = Path(__file__).parent / "golden" / "search_real.toml"
HELDOUT = GOLDEN.with_name("search_heldout.toml")
_TEXTS = "SELECT id, sample FROM texts"
_TEXT_OF = "SELECT ada, text_id FROM decisions WHERE ada = ANY($1)"
_NOWHERE = 10_000  # the rank of what was not found
_LOOKS_AHEAD = re.compile(r"(?:^|(?<=\|))(?=\(\?=\.\*)")  # once, from the start, is as good as from every letter
_LETTERS = "αβγδεζηθικλμνξοπρστυφχψω"
MISSPELLED_ALREADY = frozenset({"greeklish", "ear", "typo"})
# (name, legs, their weights, k): what `core.store.search` does, and what else was tried.
_WEIGHTS = (
    *((1, 0, 1), (1, 0.25, 1), (1, 0.5, 1), (1, 1, 1), (2, 0.5, 1), (1, 0, 2), (2, 0, 1)),  # with an encoder
    *((1, 0.5, 0), (1, 1, 0), (0, 1, 1)),  # without one, and without words
)
_FUSIONS = tuple(
    (f"words {words} + grams {grams} + dense {dense}, k={k}", {Leg.WORDS: words, Leg.GRAMS: grams, Leg.DENSE: dense}, k)
    for k in (10, 60)
    for words, grams, dense in _WEIGHTS
)


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
        wanted = re.compile(_LOOKS_AHEAD.sub("^", row["relevant"]))
        unwanted = re.compile(_LOOKS_AHEAD.sub("^", row["unless"])) if "unless" in row else None
        held = {
            text_id
            for text_id, text in texts.items()
            if wanted.search(text) and not (unwanted and unwanted.search(text))
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
    return rng.choice(
        (head + tail[1:], head + tail[1] + tail[0] + tail[2:], head + letter + tail[1:], head + letter + tail)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What a measurement works with."""

    pool: Pool
    embedder: Any  # core.ports.Embedder, or None: without an encoder
    wide: Scope
    exact: Scope


async def rankings(bench: Bench, words: Sequence[str], *, exact: bool) -> dict[Leg, list[Candidate]]:
    """Every leg, whatever `search.rank` would leave out."""
    topic = await topics.resolve(bench.pool, words=words, exclude=())
    readings = searching.readings_of(" ".join(words), topic)
    query = searching.query_of(readings, topic)
    vectors = await searching.vectors_of(bench.embedder, readings) if bench.embedder else ()
    asked = replace(query, vectors=vectors)
    found = await search.every_leg(bench.pool, query=asked, scope=bench.exact if exact else bench.wide)
    return (
        found if not exact else found | {Leg.WORDS: await search_legs.words(bench.pool, query=query, scope=bench.wide)}
    )


async def compared(bench: Bench, cases: Sequence[Case], *, exact: bool = False) -> dict[str, Score]:
    """Each leg alone and every fusion of `_FUSIONS`."""
    found = [(case, await rankings(bench, case.words, exact=exact)) for case in cases]
    alone = {
        f"{leg} alone": score(
            [first_relevant((one.text_id for one in legs[leg]), case.relevant) for case, legs in found]
        )
        for leg in Leg
    }
    fused = {}
    for name, weights, k in _FUSIONS:
        used = [(case, {leg: legs[leg] for leg in Leg if weights[leg]}) for case, legs in found]
        fused[name] = score(
            [first_relevant(search.fuse(legs, k=k, weights=weights), case.relevant) for case, legs in used]
        )
    return {**alone, **fused}


async def as_built(bench: Bench, cases: Sequence[Case]) -> tuple[dict[str, Any], list[float]]:
    """What `core.answer.searching.find` gives, and how long it takes, encoding included."""
    ranks: list[int] = []
    times: list[float] = []
    for case in cases:
        topic = await topics.resolve(bench.pool, words=case.words, exclude=())
        started = time.perf_counter()
        page = await searching.find(
            bench.pool, embedder=bench.embedder, words=case.words, topic=topic, where=DecisionFilter(), limit=50
        )
        times.append(time.perf_counter() - started)
        records = await bench.pool.fetch(_TEXT_OF, [row.ada for row in page.rows])
        texts = {record["ada"]: record["text_id"] for record in records}
        ranks.append(first_relevant((texts[row.ada] for row in page.rows), case.relevant))
    return _summed_up(cases, ranks), times


def _summed_up(cases: Sequence[Case], ranks: Sequence[int]) -> dict[str, Any]:
    kinds: dict[str, list[int]] = {}
    for case, rank in zip(cases, ranks, strict=True):
        kinds.setdefault(case.kind, []).append(rank)
    late = [case for case, rank in zip(cases, ranks, strict=True) if rank > 5]
    return {
        "all": asdict(score(ranks)),
        "by_kind": {kind: {"questions": len(found)} | asdict(score(found)) for kind, found in sorted(kinds.items())},
        "beyond_five": [case.id for case in late],
        "required_beyond_five": [case.id for case in late if case.first],
    }


async def recalled(bench: Bench, cases: Sequence[Case]) -> dict[str, float]:
    """How much of the exact first 50 and 10 the indexes give, a leg."""
    shares: dict[str, list[float]] = {}
    for case in cases:
        near, all_of = [await rankings(bench, case.words, exact=exact) for exact in (False, True)]
        for leg in (Leg.GRAMS, Leg.DENSE):
            for most in (10, 50):
                wanted = {one.text_id for one in all_of[leg][:most]}
                given = {one.text_id for one in near[leg][:most]}
                shares.setdefault(f"{leg} recall@{most}", []).append(len(wanted & given) / max(1, len(wanted)))
    return {name: round(sum(found) / len(found), 3) for name, found in shares.items()}


async def absent(bench: Bench, questions: Sequence[str]) -> dict[str, int]:
    """Questions (of what no subject holds) → how many texts count as found: only those with some."""
    counted = {}
    for text in questions:
        topic = await topics.resolve(bench.pool, words=[text], exclude=())
        page = await searching.find(
            bench.pool, embedder=bench.embedder, words=[text], topic=topic, where=DecisionFilter(), limit=1
        )
        counted[text] = page.matched
    return {text: number for text, number in counted.items() if number}


async def held_out(bench: Bench, texts: Mapping[int, str]) -> dict[str, Any]:
    """Questions on which nothing was set; which of them count as not found; what is absent and counts as found."""
    golden = tomllib.loads(HELDOUT.read_text(encoding="utf-8"))
    cases = read_cases(golden, texts)
    found = await absent(bench, [" ".join(case.words) for case in cases])
    return {
        "questions": len(cases),
        "as_built": (await as_built(bench, cases))[0],
        "as_built_without_encoder": (await as_built(replace(bench, embedder=None), cases))[0],
        "there_yet_not_found": [case.id for case in cases if " ".join(case.words) not in found],
        "absent_yet_found": await absent(bench, [row["text"] for row in golden["absent"]]),
    }


def _milliseconds(times: Sequence[float]) -> dict[str, float]:
    return {f"p{int(share * 100)}": round(quantile(times, share) * 1000, 1) for share in (0.5, 0.95)}


async def measure(pool: Pool, embedder: Any) -> dict[str, object]:
    golden = tomllib.loads(GOLDEN.read_text(encoding="utf-8"))
    texts = {record["id"]: fold(record["sample"]) for record in await pool.fetch(_TEXTS)}
    cases = read_cases(golden, texts)
    wide = await search.scope_of(pool, where=DecisionFilter())
    bench = Bench(pool=pool, embedder=embedder, wide=wide, exact=replace(wide, ids=list(texts)))
    rng = random.Random(20_261_130)
    plain = [case for case in cases if case.kind not in MISSPELLED_ALREADY]
    slips = [replace(case, words=misspelled(case.words, rng)) for case in plain for _ in range(2)]
    await as_built(bench, cases[:5])  # warms up
    built, times = await as_built(bench, cases)
    slipped, _ = await as_built(bench, slips)
    return {
        "texts": len(texts),
        "questions": len(cases),
        "as_built": built,
        "as_built_without_encoder": (await as_built(replace(bench, embedder=None), cases))[0],
        "as_built_every_word_misspelled": {"questions": len(slips)} | slipped["all"],
        "milliseconds_encoder_included": _milliseconds(times),
        "compared": {name: asdict(found) for name, found in (await compared(bench, cases)).items()},
        "compared_exact": {name: asdict(found) for name, found in (await compared(bench, cases, exact=True)).items()},
        "compared_misspelled": {name: asdict(found) for name, found in (await compared(bench, slips)).items()},
        "index_recall": await recalled(bench, cases),
        "absent_yet_found": await absent(bench, [row["text"] for row in golden["absent"]]),
        "held_out": await held_out(bench, texts),
    }


async def run(settings: Settings) -> dict[str, object]:
    async with opened_pool(settings) as pool:
        if not await embeddings.has_vectors(pool):
            raise Misconfigured("Δεν υπάρχουν διανύσματα: «python -m ingest load ΑΡΧΕΙΟ», «python -m ingest embed».")
        return {"machine": machine(), **await measure(pool, open_embedder(settings))}


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 the required questions find their answer in the first five, 1 some do not, 2 not measured."""
    parser = argparse.ArgumentParser(prog="python -m evals.search", description=__doc__)
    parser.add_argument("--label", default="search_real", help="name of the file in evals/results/")
    label = parser.parse_args(arguments).label
    try:
        result = asyncio.run(run(Settings.read()))
    except DiafaneiaError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    text = json.dumps({"measured_at": datetime.now(UTC).isoformat(), **result}, indent=2, ensure_ascii=False)
    (RESULTS / f"{label}.json").write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(text + "\n")
    built = result["as_built"]
    return 1 if isinstance(built, dict) and built["required_beyond_five"] else 0


if __name__ == "__main__":
    sys.exit(main())
