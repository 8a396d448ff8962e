"""`python -m evals.alerts matching|week`: are new acts matched fast enough, and is everything due told, once?"""

import argparse
import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from evals.alerts_matching import matching
from evals.alerts_week import week
from evals.bench import RESULTS, machine
from evals.ingestion import own_server

Result = dict[str, Any]
PROOFS: Mapping[str, Callable[..., Awaitable[Result]]] = MappingProxyType({"matching": matching, "week": week})
WHOLE: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "matching": {"subscriptions": 5_000, "decisions": 3_000},
        "week": {"subscriptions": 300, "decisions": 2_500, "chats": 120},
    }
)


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 proven, 1 not."""
    parser = argparse.ArgumentParser(prog="python -m evals.alerts", description=__doc__)
    parser.add_argument("--label", help="name of the file in evals/results/; without it nothing is written")
    one_of = parser.add_subparsers(dest="proof", required=True)
    for name, options in WHOLE.items():
        one = one_of.add_parser(name, help=(PROOFS[name].__doc__ or "").splitlines()[0])
        for option, value in {**options, "seed": 1}.items():
            one.add_argument(f"--{option}", type=int, default=value)
    asked = vars(parser.parse_args(arguments))
    label, name = asked.pop("label"), asked.pop("proof")
    result = asyncio.run(_proven(name, asked))
    given = " ".join(f"--{option} {value}" for option, value in asked.items())
    told = {
        "command": f"python -m evals.alerts {name} {given}",
        "measured_at": datetime.now(UTC).isoformat(),
        "machine": machine(),
        **result,
    }
    text = json.dumps(told, ensure_ascii=False, indent=2, default=str)
    if label:
        (RESULTS / f"{label}.json").write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(text + "\n")
    return 0 if result["ok"] else 1


async def _proven(name: str, options: Mapping[str, int]) -> Result:
    async with own_server() as databases:
        return await PROOFS[name](databases, **options)


if __name__ == "__main__":
    sys.exit(main())
