"""What the proofs of ingestion stand on: a local source, a database, commands as processes, the truth to compare."""

import asyncio
import hashlib
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from core.store.migrate import migrate
from core.store.pool import Pool, open_pool
from ingest.world import World
from tests.diavgeia.lucene import parse
from tests.diavgeia_server import DiavgeiaServer

_ROOT = Path(__file__).resolve().parents[1]
_PAGE, _MOST = 500, 5_000  # acts of a page, and of a window that is not read in parts
_HELD = """
SELECT d.ada, d.version_id, d.status, d.issued_on, d.decision_type, v.raw
  FROM decisions d JOIN decision_versions v USING (organization_uid, ada, version_key) WHERE d.gone_at IS NULL"""
# What a database holds, whenever it was written: everything but clocks and numbers of ours.
_STATE = (
    "SELECT ada, encode(version_key, 'hex'), encode(reading_key, 'hex'), status, gone_at FROM decisions ORDER BY 1",
    "SELECT ada, encode(version_key, 'hex') FROM decision_versions ORDER BY 1, 2",
    "SELECT ada, seq, stage, amount, sign, state, suspect FROM money_lines ORDER BY 1, 2",
    "SELECT ada, seq, place, afm, name FROM line_payees ORDER BY 1, 2, 3",
    "SELECT ada, target_ada, kind FROM links ORDER BY 1, 2, 3",
    "SELECT ada, flag, other_ada FROM screened ORDER BY 1, 2",
    "SELECT encode(t.key, 'hex'), p.lexeme, p.tf FROM postings p JOIN texts t ON t.id = p.text_id ORDER BY 1, 2",
    "SELECT word, texts FROM vocabulary ORDER BY 1",
    "SELECT organization_uid, first_on, last_on, state, total FROM windows ORDER BY 1, 2",
)


@dataclass(slots=True)
class Clock:
    """The source's clock, set by hand; the commands are given the same moment."""

    now: datetime

    def __call__(self) -> datetime:
        return self.now


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a command ended. `memory_mb` is the most that it and its children held together."""

    code: int
    seconds: float
    memory_mb: float
    out: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """How the store differs from the source: ΑΔΑs."""

    missing: tuple[str, ...]
    extra: tuple[str, ...]
    different: tuple[str, ...]

    @property
    def none(self) -> bool:
        return not (self.missing or self.extra or self.different)

    def counts(self) -> dict[str, int]:
        return {"missing": len(self.missing), "extra": len(self.extra), "different": len(self.different)}


@dataclass(slots=True, kw_only=True)
class Bed:
    """One source, one database, and the commands that read the one into the other."""

    dsn: str
    pool: Pool
    server: DiavgeiaServer
    clock: Clock
    changed: set[str] = field(default_factory=set)

    def environment(self) -> dict[str, str]:
        kept = {"PATH": os.defpath, "HOME": str(Path.home())}
        return kept | {
            "DATABASE_URL": self.dsn,
            "DIAVGEIA_BASE_URL": self.server.base_url,
            "DIAVGEIA_SPACING_MS": "0",
            "LANG": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    async def start(self, *arguments: str, module: str = "ingest", clocked: bool = True) -> asyncio.subprocess.Process:
        now = ("--now", self.clock().isoformat()) if clocked else ()
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", module, *arguments, *now),
            cwd=_ROOT,
            env=self.environment(),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )

    async def run(self, *arguments: str, module: str = "ingest", clocked: bool = True) -> Ended:
        """A command from its beginning to its end."""
        began = time.monotonic()
        process = await self.start(*arguments, module=module, clocked=clocked)
        watching = asyncio.create_task(_peak(process.pid))
        out, said = await process.communicate()
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
        return Ended(
            code=process.returncode or 0,
            seconds=time.monotonic() - began,
            memory_mb=_PEAKS.pop(process.pid, 0) / 1024,
            out=out.decode(),
            said=said.decode(),
        )

    async def status(self) -> dict[str, Any]:
        """What `ingest status --json` says of the reading."""
        told: dict[str, Any] = json.loads((await self.run("status", "--json")).out)["reading"]
        return told

    async def difference(self) -> Difference:
        """The store against every act as the source has it: the whole JSON, not the ledger, not a count."""
        held = {row["ada"]: row["raw"] for row in await self.pool.fetch(_HELD)}
        truth = self.server.corpus.acts
        both = sorted(truth.keys() & held.keys())
        return Difference(
            missing=tuple(sorted(truth.keys() - held.keys())),
            extra=tuple(sorted(held.keys() - truth.keys())),
            different=tuple(ada for ada in both if held[ada] != json.loads(truth[ada].text, parse_float=Decimal)),
        )

    async def against_truth(self, world: World) -> tuple[str, ...]:
        """Acts that nobody has changed since, against what the generator planned."""
        held = {row["ada"]: row for row in await self.pool.fetch(_HELD)}
        original = {str(row["ada"]): row["versionId"] for row in world.decisions}
        wrong = []
        for act in world.truth.decisions:
            if act.ada in self.server.corpus.acts and self.server.corpus.acts[act.ada].version_id == original[act.ada]:
                row = held.get(act.ada)
                facts = (row["status"], row["issued_on"], row["decision_type"]) if row else None
                if facts != (act.status.value, act.issued_on, act.decision_type):
                    wrong.append(act.ada)
        return tuple(wrong)

    async def digest(self) -> str:
        """One line for everything that is held."""
        told = hashlib.sha256()
        for statement in _STATE:
            for row in await self.pool.fetch(statement):
                told.update(repr(tuple(row)).encode())
        return told.hexdigest()

    def economy(self) -> dict[str, float]:
        """Requests, without those that faults forced, against the pages of the windows that were planned."""
        asked = [heard.parameters["q"] for heard in self.server.heard if "q" in heard.parameters]
        totals = {query: len(self.server.corpus.search(parse(query))) for query in dict.fromkeys(asked)}
        pages = sum(_pages(total) for total in totals.values() if total <= _MOST)
        forced = sum(self.server.dice.befell.values())
        made = len(self.server.heard) - forced
        return {
            "requests": len(self.server.heard),
            "forced_by_faults": forced,
            "windows": len(totals),
            "planned_pages": pages,
            "ratio": round(made / pages, 3),
        }


def _pages(total: int) -> int:
    return max(1, -(-total // _PAGE))


_PEAKS: dict[int, int] = {}


async def _peak(pid: int) -> None:
    """Looks again and again: what the kernel remembers of a process is gone with it."""
    while True:
        held = sum(_kilobytes(each) for each in (pid, *_children(pid)))
        _PEAKS[pid] = max(_PEAKS.get(pid, 0), held)
        await asyncio.sleep(0.05)


def _children(pid: int) -> Iterable[int]:
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _kilobytes(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)


@asynccontextmanager
async def made(dsn: str, world: World, *, now: datetime, since: date, **options: Any) -> AsyncIterator[Bed]:
    """A bed over an empty database: the bodies of the world are followed, nothing is read yet."""
    await migrate(dsn)
    clock = Clock(now)
    async with (
        DiavgeiaServer.of_world(world, now=clock, **options) as server,
        await open_pool(dsn, max_size=2, command_seconds=600) as pool,
    ):
        bed = Bed(dsn=dsn, pool=pool, server=server, clock=clock)
        added = await bed.run("org", "add", *world.covered, "--since", since.isoformat())
        if added.code:
            raise RuntimeError(added.said)
        yield bed


async def until(true: Callable[[], Awaitable[bool]], *, seconds: float, every: float = 0.02) -> None:
    """Waits for what another process does. TimeoutError when it does not."""
    async with asyncio.timeout(seconds):
        while not await true():  # noqa: ASYNC110  (another process makes it true)
            await asyncio.sleep(every)


def after(world: World, *, hour: int = 4, minute: int = 30) -> datetime:
    """The first morning after the world's last day, in Athens or near it."""
    last = world.until
    return datetime(last.year, last.month, last.day, hour, minute, tzinfo=UTC)
