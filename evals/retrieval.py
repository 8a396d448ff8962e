"""`python -m evals.retrieval`: recall@1, 5, 10, MRR and nDCG@10 of each leg and of all fused, by slice.

Questions and relevant texts are those of `evals.search`. recall@k is of what k places can hold.
"""

import argparse
import asyncio
import json
import math
import random
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any

from core.answer import searching, topics
from core.app import open_embedder
from core.domain.condition import DecisionFilter
from core.domain.search import Leg
from core.errors import DiafaneiaError, Misconfigured
from core.greek.fold import fold
from core.settings import Settings
from core.store import embeddings, search
from core.store.pool import Pool
from evals.bench import RESULTS, machine
from evals.search import GOLDEN, Case, misspelled, read_cases
from evals.servers import opened_pool

FUSED = "fused"
_NAMES = {Leg.WORDS: "lexical", Leg.GRAMS: "n-gram", Leg.DENSE: "dense"}
_TEXTS = "SELECT id, sample FROM texts"
_TEXTS_OF = "SELECT DISTINCT text_id FROM decisions WHERE organization_uid = $1"
_BODY = "6202"
_PLACES = 10
Order = Sequence[int]  # ids of texts, the best first


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """Means over questions, each 0 to 1."""

    questions: int
    recall_1: float
    recall_5: float
    recall_10: float
    mrr: float
    ndcg_10: float


def recall(order: Order, relevant: frozenset[int], places: int) -> float:
    return len(relevant & set(order[:places])) / min(places, len(relevant))


def reciprocal(order: Order, relevant: frozenset[int]) -> float:
    return next((1 / place for place, text in enumerate(order[:50], start=1) if text in relevant), 0.0)


def ndcg(order: Order, relevant: frozenset[int]) -> float:
    """A relevant text at a place is worth 1 / log2(1 + place); over the best that ten places can hold."""
    gained = sum(1 / math.log2(1 + place) for place, text in enumerate(order[:_PLACES], start=1) if text in relevant)
    return gained / sum(1 / math.log2(1 + place) for place in range(1, min(_PLACES, len(relevant)) + 1))


def measures(asked: Sequence[tuple[Order, frozenset[int]]]) -> Measures:
    """Questions that have relevant texts alone."""
    count = len(asked) or 1

    def mean(values: Iterable[float]) -> float:
        return round(sum(values) / count, 3)

    return Measures(
        questions=len(asked),
        recall_1=mean(recall(order, relevant, 1) for order, relevant in asked),
        recall_5=mean(recall(order, relevant, 5) for order, relevant in asked),
        recall_10=mean(recall(order, relevant, 10) for order, relevant in asked),
        mrr=mean(reciprocal(order, relevant) for order, relevant in asked),
        ndcg_10=mean(ndcg(order, relevant) for order, relevant in asked),
    )


async def orders(pool: Pool, embedder: Any, case: Case, where: DecisionFilter) -> dict[str, Order]:
    """The question by each leg alone, and as the store itself ranks and fuses."""
    scope = await search.scope_of(pool, where=where)
    topic = await topics.resolve(pool, words=case.words, exclude=())
    readings = searching.readings_of(" ".join(case.words), topic)
    vectors = await searching.vectors_of(embedder, readings)
    query = replace(searching.query_of(readings, topic), vectors=vectors)
    legs = await search.every_leg(pool, query=query, scope=scope)
    found: dict[str, Order] = {_NAMES[leg]: [each.text_id for each in candidates] for leg, candidates in legs.items()}
    return found | {FUSED: search.fuse(await search.rank(pool, query=query, scope=scope))}


def sliced(cases: Sequence[Case], within: frozenset[int]) -> list[tuple[str, Case, DecisionFilter]]:
    """Each kind; each question of plain spelling misspelled, and asked of one body alone."""
    rng = random.Random(20_261_130)
    everywhere, of_body = DecisionFilter(), DecisionFilter(organizations=(_BODY,))
    asked = [(case.kind, case, everywhere) for case in cases]
    spelled = [case for case in cases if case.kind not in ("greeklish", "ear", "typo")]
    asked += [("misspelled", replace(case, words=misspelled(case.words, rng)), everywhere) for case in spelled]
    asked += [("filters", replace(case, relevant=case.relevant & within), of_body) for case in spelled]
    return [each for each in asked if each[1].relevant]


async def measure(pool: Pool, embedder: Any) -> dict[str, dict[str, dict[str, Any]]]:
    """Leg → slice → measures; «all» holds the questions as they are typed."""
    golden = tomllib.loads(GOLDEN.read_text(encoding="utf-8"))
    texts = {record["id"]: fold(record["sample"]) for record in await pool.fetch(_TEXTS)}
    within = frozenset(record["text_id"] for record in await pool.fetch(_TEXTS_OF, _BODY))
    cells: dict[str, dict[str, list[tuple[Order, frozenset[int]]]]] = {}
    for name, case, where in sliced(read_cases(golden, texts), within):
        for leg, order in (await orders(pool, embedder, case, where)).items():
            for slice_ in (name,) if name in ("misspelled", "filters") else (name, "all"):
                cells.setdefault(leg, {}).setdefault(slice_, []).append((order, case.relevant))
    return {leg: {name: asdict(measures(asked)) for name, asked in found.items()} for leg, found in cells.items()}


def table(told: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> list[str]:
    lines = [f"{'leg':9} {'slice':12} {'n':>4}  r@1   r@5   r@10  mrr   ndcg"]
    for leg, found in told.items():
        for name, row in sorted(found.items()):
            values = "  ".join(f"{row[key]:.2f}" for key in ("recall_1", "recall_5", "recall_10", "mrr", "ndcg_10"))
            lines.append(f"{leg:9} {name:12} {row['questions']:4}  {values}")
    return lines


async def run(settings: Settings) -> dict[str, Any]:
    async with opened_pool(settings) as pool:
        if not await embeddings.has_vectors(pool):
            raise Misconfigured("Δεν υπάρχουν διανύσματα: «python -m ingest embed».")
        return await measure(pool, open_embedder(settings))


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 measured, 2 not measured."""
    parser = argparse.ArgumentParser(prog="python -m evals.retrieval", description=__doc__)
    parser.add_argument("--label", default="retrieval", help="name of the file in evals/results/")
    parser.add_argument("--json", action="store_true", help="one object instead of the table")
    asked = parser.parse_args(arguments)
    try:
        told = asyncio.run(run(Settings.read()))
    except DiafaneiaError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    result = {"measured_at": datetime.now(UTC).isoformat(), "machine": machine(), "legs": told}
    text = json.dumps(result, indent=1, ensure_ascii=False)
    (RESULTS / f"{asked.label}.json").write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(text + "\n" if asked.json else "\n".join(table(told)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
