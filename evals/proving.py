"""Proofs made by hand (`python -m evals.ingestion NAME`, `python -m evals.alerts NAME`), each over its own server."""

import argparse
import asyncio
import json
import os
import signal
import sys
import tempfile
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database
from evals.bench import RESULTS, machine
from evals.ingestion_proofs import Result

Proofs = Mapping[str, Callable[..., Awaitable[Result]]]
Options = Mapping[str, Mapping[str, Any]]


class Server:
    """A database server of this run alone; called, it makes another empty database and gives its address."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._embedded = EmbeddedPostgres(root, fallback=None)
        self._numbers = iter(range(1, 1_000))

    async def __call__(self) -> str:
        name = f"proof_{next(self._numbers)}"
        await ensure_database(self._embedded.dsn(), name)
        return self._embedded.dsn(name)

    async def start(self) -> None:
        await asyncio.to_thread(self._embedded.start)

    async def kill(self, *, away: float = 1.0) -> None:
        """As a machine that loses its power: `kill -9`, then started again after so many seconds."""
        written = (self.root / "data" / "postmaster.pid").read_text(encoding="utf-8")
        os.kill(int(written.split("\n", 1)[0]), signal.SIGKILL)
        await asyncio.sleep(away)
        await self.start()

    async def destroy(self) -> None:
        await asyncio.to_thread(self._embedded.destroy)


@asynccontextmanager
async def own_server() -> AsyncIterator[Server]:
    """As durable as any."""
    server = Server(Path(tempfile.gettempdir()) / f"diafaneia-evals-{uuid.uuid4().hex[:12]}")
    await server.start()
    try:
        yield server
    finally:
        await server.destroy()


def prove(
    module: str, about: str | None, proofs: Proofs, whole: Options, arguments: Sequence[str] | None = None
) -> int:
    """The exit code: 0 proven, 1 not. `whole`: the options of each proof, as it is made by hand."""
    asked = vars(_parser(module, about, proofs, whole).parse_args(arguments))
    label, name = asked.pop("label"), asked.pop("proof")
    result = asyncio.run(_proven(proofs[name], asked))
    given = " ".join(f"--{option} {value}" for option, value in asked.items())
    told = {
        "command": f"python -m {module} {name} {given}",
        "measured_at": datetime.now(UTC).isoformat(),
        "machine": machine(),
        **result,
    }
    text = json.dumps(told, ensure_ascii=False, indent=2, default=str)
    if label:
        (RESULTS / f"{label}.json").write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(text + "\n")
    return 0 if result["ok"] else 1


def _parser(module: str, about: str | None, proofs: Proofs, whole: Options) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"python -m {module}", description=about)
    parser.add_argument("--label", help="name of the file in evals/results/; without it nothing is written")
    one_of = parser.add_subparsers(dest="proof", required=True)
    for name, options in whole.items():
        one = one_of.add_parser(name, help=(proofs[name].__doc__ or "").splitlines()[0])
        for option, value in {**options, "seed": 1}.items():
            one.add_argument(f"--{option}", type=type(value), default=value)
    return parser


async def _proven(proof: Callable[..., Awaitable[Result]], options: Mapping[str, Any]) -> Result:
    async with own_server() as databases:
        return await proof(databases, **options)
