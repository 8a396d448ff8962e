"""`python -m evals.ablations [NAME…]`: each choice of search beside what else it might be, on the same questions.

The database that is set up here is read, nothing is written to it; it must hold `../shared/data`, with vectors. Rows go
to `evals/results/ablations.json` (those of the ablations that ran; the others stay) and to the table of the README.
"""

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.app import open_embedder
from core.errors import DiafaneiaError, Misconfigured
from core.settings import Settings
from core.store import embeddings
from evals.ablations import bed, embedded_text, fusion, indexes, models, table, units, words_leg
from evals.ablations.bed import Bed
from evals.bench import RESULTS, machine
from evals.servers import opened_pool

ABLATIONS: Mapping[str, Callable[[Bed], Awaitable[dict[str, Any]]]] = {
    "fusion": fusion.fusion,
    "ranking": words_leg.ranking,
    "forms": words_leg.forms,
    "beside": units.beside,
    "rows": units.rows_of,
    "units": units.sentences_of,
    "text": embedded_text.text,
    "around": embedded_text.around,
    "type": embedded_text.typed,
    "prefixes": embedded_text.prefixes,
    "rounding": indexes.rounded,
    "kept": indexes.kept_in,
    "ef_search": indexes.ef_search,
    "models": models.models,
}


Done = Callable[[str, dict[str, Any]], None]


async def run(settings: Settings, *, names: Sequence[str], place: Path, most: int, done: Done) -> None:
    """`done` is told of each ablation as soon as it is measured: its name, its rows, when and on what."""
    async with opened_pool(settings) as pool:
        embedder = open_embedder(settings)
        if embedder is None or not await embeddings.has_vectors(pool):
            raise Misconfigured("Δεν υπάρχουν διανύσματα: «python -m ingest load ΑΡΧΕΙΟ», «python -m ingest embed».")
        laid = await bed.make(pool, embedder, place=place, most=most)
        for name in names:
            done(name, await _measured(name, laid))


async def _measured(name: str, laid: Bed) -> dict[str, Any]:
    told = await ABLATIONS[name](laid)
    questions = dict(Counter(one.of for one in laid.asked))
    return {"measured_at": datetime.now(UTC).isoformat(), "machine": machine(), "questions": questions, **told}


def keep(path: Path, readme: Path, name: str, told: Mapping[str, Any]) -> None:
    """Puts its rows beside those of the other ablations, in the file and in the table of the README."""
    before = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    both = {**before, name: told}
    every = {known: both[known] for known in ABLATIONS if known in both}
    path.write_text(json.dumps(every, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    table.write(readme, every)
    sys.stdout.write("\n".join(table.lines({name: told})) + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 no other way gains, 1 one does (it is printed), 2 not measured."""
    parser = argparse.ArgumentParser(prog="python -m evals.ablations", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(ABLATIONS))
    parser.add_argument("--vectors", type=Path, help="where vectors are kept between runs; else inside the data folder")
    parser.add_argument(
        "--texts", type=int, default=2_500, help="texts embedded anew, where they are embedded otherwise"
    )
    chosen = parser.parse_args(arguments)
    if unknown := sorted(set(chosen.names) - set(ABLATIONS)):
        sys.stderr.write(f"Δεν υπάρχει: {', '.join(unknown)}. Υπάρχουν: {', '.join(ABLATIONS)}.\n")
        return 2
    settings = Settings.read()
    place = chosen.vectors or settings.data_dir / "ablations"
    found: dict[str, dict[str, Any]] = {}

    def done(name: str, told: dict[str, Any]) -> None:
        found[name] = told
        keep(RESULTS / "ablations.json", table.README, name, told)

    names = chosen.names or list(ABLATIONS)
    try:
        asyncio.run(run(settings, names=names, place=place, most=chosen.texts, done=done))
    except DiafaneiaError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 1 if any(row["verdict"] == "gains" for told in found.values() for row in told["fused"]) else 0


if __name__ == "__main__":
    sys.exit(main())
