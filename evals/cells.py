"""`python -m evals.cells`: every cell of the invented world's truth table, asked of the lookup that totals stand on.

The world is written to files, loaded by the operator's own commands into a server of this run alone, and asked as a
plan asks: words of a topic resolved over the vocabulary, then `total_spending`.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.answer import topics
from core.answer.lookups.store import LookupStore
from core.errors import Unavailable
from core.greek.names import OrganizationIndex
from core.store.pool import Pool, open_pool
from evals.bench import RESULTS, machine
from evals.cells_asked import AT_ONCE, Graded, Loaded, grade
from evals.cells_truth import Table
from evals.proving import own_server
from evals.report import revision
from ingest.world import World, as_source_text, build

_ROOT = Path(__file__).resolve().parents[1]
_SHOWN = 20


async def prove(dsn: str, *, decisions: int, empty: int, seed: int) -> dict[str, Any]:
    """Builds a world, loads it into the database of `dsn`, and asks it; `wrong` shows the first of them."""
    world = build(seed=seed, decisions=decisions)
    began = time.monotonic()
    await _load(dsn, world)
    loading = time.monotonic() - began
    graded = Graded()
    async with await open_pool(dsn, min_size=1, max_size=AT_ONCE, command_seconds=60) as pool:
        await grade(await _over(pool, world), graded, empty=empty, seed=seed)
    return {
        "ok": not graded.wrong,
        "decisions": len(world.decisions),
        "dirty_cases": len({case for act in world.truth.decisions for case in act.cases}),
        "cells_with_acts": graded.cells,
        "empty_cells": graded.empty,
        "figures": graded.figures,
        "questions": graded.questions,
        "refused_private": graded.refused,
        "wrong": len(graded.wrong),
        "wrong_shown": graded.wrong[:_SHOWN],
        "seconds_loading": round(loading, 1),
        "seconds_asking": round(time.monotonic() - began - loading, 1),
    }


async def _over(pool: Pool, world: World) -> Loaded:
    rows = world.truth.rows
    named = {row.topic for row in rows if row.named and row.topic}
    asked = {topic: await topics.resolve(pool, words=world.truth.topics[topic].split(), exclude=()) for topic in named}
    return Loaded(
        table=Table(rows),
        store=LookupStore(pool=pool, embedder=None, today=world.until, demo=False, index=OrganizationIndex([])),
        months=tuple(sorted({row.month for row in rows})),
        years=tuple(sorted({row.year for row in rows})),
        conditions={topic: found.condition for topic, found in asked.items()},
    )


async def _load(dsn: str, world: World) -> None:
    """Earlier versions first, as they would have been seen."""
    with tempfile.TemporaryDirectory(prefix="diafaneia-cells-") as place:
        folder = Path(place)
        world.write(folder)
        earlier = "".join(f"{as_source_text(row)}\n" for row in world.superseded)
        (folder / "earlier.jsonl").write_text(earlier, encoding="utf-8")
        await _ingest(dsn, "register", folder / "organizations.json")
        await _ingest(dsn, "load", folder / "earlier.jsonl", folder / "decisions.jsonl.gz")


async def _ingest(dsn: str, *arguments: object) -> None:
    command = (sys.executable, "-m", "ingest", *map(str, arguments))
    kept = {"DATABASE_URL": dsn, "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    process = await asyncio.create_subprocess_exec(*command, cwd=_ROOT, env=kept, stderr=asyncio.subprocess.PIPE)
    _, said = await process.communicate()
    if process.returncode:
        raise Unavailable(f"Ο εικονικός κόσμος δεν φορτώθηκε: {said.decode(errors='replace')[-400:]}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m evals.cells", description=__doc__)
    parser.add_argument("--decisions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--empty", type=int, default=-1, help="of the cells without acts, how many to ask; -1 is all")
    parser.add_argument("--label", help="name of the file in evals/results/; without it nothing is written")
    return parser


async def _proven(decisions: int, empty: int, seed: int) -> dict[str, Any]:
    async with own_server() as databases:
        return await prove(await databases(), decisions=decisions, empty=empty, seed=seed)


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 every cell is right, 1 some is not."""
    asked = _parser().parse_args(arguments)
    result = asyncio.run(_proven(asked.decisions, asked.empty, asked.seed))
    told = {
        "command": f"python -m evals.cells --decisions {asked.decisions} --seed {asked.seed} --empty {asked.empty}",
        "measured_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "revision": revision(),
        "machine": machine(),
        **result,
    }
    text = json.dumps(told, ensure_ascii=False, indent=2)
    if asked.label:
        (RESULTS / f"{asked.label}.json").write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(text + "\n")
    return 0 if result["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())
