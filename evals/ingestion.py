"""`python -m evals.ingestion world|kill|nights|outage|throughput`: is what we read from Διαύγεια what is there?"""

import argparse
import asyncio
import json
import sys
import tempfile
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database
from evals import ingestion_proofs as proofs
from evals.bench import RESULTS, machine
from evals.ingestion_proofs import Databases, Result

PROOFS: Mapping[str, Callable[..., Awaitable[Result]]] = MappingProxyType(
    {
        "world": proofs.world,
        "kill": proofs.kill,
        "nights": proofs.nights,
        "outage": proofs.outage,
        "throughput": proofs.throughput,
    }
)
# As they are made by hand; the tests run a tenth of each.
WHOLE: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "world": {"decisions": 60_000, "years": 5, "share": 0.1},
        "kill": {"decisions": 4_000, "times": 20},
        "nights": {"decisions": 4_000, "times": 10, "each": 40},
        "outage": {"decisions": 4_000, "hours": 2},
        "throughput": {"decisions": 20_000},
    }
)


@asynccontextmanager
async def own_server() -> AsyncIterator[Databases]:
    """A database server of this run alone, as durable as any."""
    root = Path(tempfile.gettempdir()) / f"diafaneia-evals-{uuid.uuid4().hex[:12]}"
    embedded = EmbeddedPostgres(root, fallback=None)
    await asyncio.to_thread(embedded.start)
    numbers = iter(range(1, 1_000))

    async def new() -> str:
        name = f"proof_{next(numbers)}"
        await ensure_database(embedded.dsn(), name)
        return embedded.dsn(name)

    try:
        yield new
    finally:
        await asyncio.to_thread(embedded.destroy)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m evals.ingestion", description=__doc__)
    parser.add_argument("--label", help="name of the file in evals/results/; without it nothing is written")
    one_of = parser.add_subparsers(dest="proof", required=True)
    for name, options in WHOLE.items():
        one = one_of.add_parser(name, help=(PROOFS[name].__doc__ or "").splitlines()[0])
        for option, value in options.items():
            one.add_argument(f"--{option}", type=type(value), default=value)
        one.add_argument("--seed", type=int, default=1)
    return parser


async def _proven(name: str, options: Mapping[str, Any]) -> Result:
    async with own_server() as databases:
        return await PROOFS[name](databases, **options)


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 proven, 1 not."""
    asked = vars(_parser().parse_args(arguments))
    label, name = asked.pop("label"), asked.pop("proof")
    result = asyncio.run(_proven(name, asked))
    given = " ".join(f"--{option} {value}" for option, value in asked.items())
    told = {
        "command": f"python -m evals.ingestion {name} {given}",
        "measured_at": datetime.now(UTC).isoformat(),
        "machine": machine(),
        **result,
    }
    text = json.dumps(told, ensure_ascii=False, indent=2, default=str)
    if label:
        (RESULTS / f"{label}.json").write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(text + "\n")
    return 0 if result["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())
