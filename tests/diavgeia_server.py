"""A local Διαύγεια over HTTP that behaves like the real one, traps included (DIAVGEIA_API §17).

    async with DiavgeiaServer(decisions=world.decisions, organizations=world.organizations) as server:
        ...read from server.base_url...
        server.revoke(ada)
        server.order(Fault.HTML, times=2)

As a process: `python -m tests.diavgeia_server --jsonl FILE --port N`; its operator then writes to /__admin/….
"""

import argparse
import asyncio
import gzip
import json
import random
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from aiohttp import web

from ingest.world import World, build
from tests.diavgeia.acts import Row, Version, act_of
from tests.diavgeia.changes import Changes
from tests.diavgeia.corpus import Corpus
from tests.diavgeia.faults import Dice, Fault, Faults
from tests.diavgeia.papers import Paper, paper_of
from tests.diavgeia.query import Node, milliseconds
from tests.diavgeia.routes import Routes, wait_until
from tests.diavgeia.structure import Structure

__all__ = ["DiavgeiaServer", "Fault", "Faults", "Heard", "Live", "Paper"]

Source = Mapping[str, Any] | str | bytes


@dataclass(frozen=True, kw_only=True)
class Live:
    """The feed moves: at so many of the searches an act among those asked for is revoked, is corrected, leaves for
    another day, or a new one appears."""

    share: float = 1.0
    changes: tuple[str, ...] = ("insert", "revoke", "correct", "leave")


@dataclass(frozen=True, kw_only=True)
class Heard:
    """One request, as its reader sent it; `at` is of the monotonic clock."""

    path: str
    parameters: Mapping[str, str]
    user_agent: str
    at: float


class DiavgeiaServer:
    """`decisions` are rows or their JSON texts; `superseded` the versions before them.

    `now` is the source's clock; `most` its longest page; `default_status` what a simple search means without `status`
    (None: all), `advanced_status` the same of the advanced one; `latency` the seconds before each answer. `heard` and
    `most_at_once` tell how polite its readers are.
    """

    def __init__(
        self,
        *,
        decisions: Iterable[Source] = (),
        organizations: Iterable[Mapping[str, Any]] = (),
        units: Iterable[Mapping[str, Any]] = (),
        signers: Iterable[Mapping[str, Any]] = (),
        superseded: Iterable[Source] = (),
        live: Live | None = None,
        faults: Faults | None = None,
        seed: int = 1,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        default_status: str | None = "PUBLISHED",
        advanced_status: str | None = None,
        most: int = 500,
        latency: float = 0.0,
        port: int = 0,
    ) -> None:
        self.structure = Structure(organizations, units, signers)
        self.corpus = Corpus(self.structure.uids_of)
        self.corpus.load(map(act_of, decisions))
        for old in map(act_of, superseded):
            self.corpus.acts[old.ada].versions.append(old.version())
        self.dice = Dice(seed)
        self.dice.faults = faults or Faults()
        self.live = live
        self.now = now
        self.default_status = default_status
        self.advanced_status = advanced_status
        self.most = most
        self.latency = latency
        self.is_out = False
        self.papers: dict[str, Paper] = {}
        self.files: dict[str, bytes] = {}  # bytes of a test's own behind /doc/{ada}
        self.coding = ""  # and how they say that they are packed
        self.moved: dict[str, str] = {}  # where /doc/{ada} sends its reader
        self.heard: list[Heard] = []
        self.most_at_once = 0
        self._changes = Changes(self.corpus, seed=seed)
        self._random = random.Random(seed)
        self._port = port
        self._open = 0
        self._released = asyncio.Event()

    @classmethod
    def of_world(cls, world: World, **options: Any) -> Self:
        """Serves all of an invented world."""
        return cls(
            decisions=world.lines(),
            organizations=world.organizations,
            units=world.units,
            signers=world.signers,
            superseded=world.superseded,
            **options,
        )

    async def __aenter__(self) -> Self:
        app = web.Application()
        Routes(self).add_to(app)
        self._released.clear()
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self._port).start()
        self.root_url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        self.base_url = f"{self.root_url}/opendata"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._released.set()
        await self._runner.cleanup()

    # What its operator does.

    def insert(self, row: Mapping[str, Any]) -> str:
        """Posts an act and returns its ΑΔΑ; what the row lacks is made up."""
        return self._changes.insert(row, self._now_ms())

    def insert_like(self, ada: str, **changes: Any) -> str:
        """Posts another act like this one, with these fields changed."""
        return self._changes.insert_like(ada, self._now_ms(), **changes)

    def ask_revocation(self, ada: str) -> None:
        self._changes.ask_revocation(ada, self._now_ms())

    def revoke(self, ada: str) -> None:
        self._changes.revoke(ada, self._now_ms())

    def correct(self, ada: str, **changes: Any) -> None:
        """A corrected copy with these fields changed."""
        self._changes.correct(ada, self._now_ms(), changes)

    def edit(self, ada: str, **changes: Any) -> None:
        """An edit of the metadata: a new version that names no other."""
        self._changes.edit(ada, self._now_ms(), changes)

    def vanish(self, ada: str) -> None:
        """The act is gone from the source as if it had never been there."""
        self.corpus.drop(ada)

    def outage(self, on: bool = True) -> None:
        """Every search is refused; single acts are still found."""
        self.is_out = on

    def freeze(self) -> None:
        """The feed stands still and nothing fails any more."""
        self.live = None
        self.dice.faults = Faults()
        self.dice.ordered.clear()

    def order(self, *faults: Fault, times: int = 1) -> None:
        """The next requests fail so, one after the other."""
        self.dice.ordered.extend(faults * times)

    # What it holds: the truth that a reader is checked against.

    def rows(self) -> dict[str, Row]:
        """Every act as it stands."""
        return {ada: act.row() for ada, act in self.corpus.acts.items()}

    def versions(self, ada: str) -> list[Version]:
        """All states of an act, the oldest first, that of today included."""
        act = self.corpus.acts[ada]
        return [*act.versions, act.version()]

    def paper(self, ada: str) -> Paper:
        """What stands behind /doc/{ada}; `papers` says otherwise where a test wants it."""
        if ada not in self.corpus.acts:
            return Paper.MISSING
        return self.papers.get(ada) or paper_of(self.corpus.acts[ada])

    # What its handlers ask of it.

    @asynccontextmanager
    async def visit(self, request: web.Request) -> AsyncIterator[None]:
        agent = request.headers.get("User-Agent", "")
        self.heard.append(Heard(path=request.path, parameters=request.query, user_agent=agent, at=time.monotonic()))
        self._open += 1
        self.most_at_once = max(self.most_at_once, self._open)
        try:
            if self.latency:
                await asyncio.sleep(self.latency)
            yield
        finally:
            self._open -= 1

    def live_before(self, query: Node, page: int) -> None:
        """Between two pages of a walk."""
        if page:
            self._move(query, share=0.5)

    def live_after(self, query: Node, page: int) -> None:
        """Behind a reader's back; between two pages it is one or the other."""
        self._move(query, share=0.5 if page else 1.0)

    def _move(self, query: Node, share: float) -> None:
        if self.live is None or self._random.random() >= self.live.share * share:
            return
        if found := self.corpus.search(query):
            self._changes.at_random(self._random.choice(found), self._random.choice(self.live.changes), self._now_ms())

    async def stalled(self, seconds: float) -> None:
        await wait_until(self._released, seconds)

    def wished(self, wish: str, body: Mapping[str, Any]) -> Row:
        """The operator's POST /__admin/{wish}; `ada` names the act, other members are fields to change."""
        ada, changes = str(body.get("ada")), {name: value for name, value in body.items() if name != "ada"}
        match wish:
            case "insert":
                return {"ada": self.insert(body)}
            case "correct":
                self.correct(ada, **changes)
            case "revoke":
                self.revoke(ada)
            case "vanish":
                self.vanish(ada)
            case "outage":
                self.outage(bool(body.get("on", True)))
            case "freeze":
                self.freeze()
            case "faults":
                self.dice.faults = Faults.every(float(body["share"]))
            case "live":
                self.live = Live(share=float(body["share"]))
            case "truth":
                return {"versions": {ada: act.version_id for ada, act in self.corpus.acts.items()}}
            case _:
                raise web.HTTPNotFound
        return {"requests": len(self.heard), "faults": dict(self.dice.befell)}

    def _now_ms(self) -> int:
        return milliseconds(self.now())


def _lines(path: Path) -> list[str]:
    data = path.read_bytes()
    text = (gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data).decode()
    return [line for line in text.splitlines() if line.strip()]


async def _serve(wanted: argparse.Namespace) -> None:
    options: dict[str, Any] = {"port": wanted.port, "seed": wanted.seed, "latency": wanted.latency}
    if wanted.faults:
        options["faults"] = Faults.every(wanted.faults)
    if wanted.live:
        options["live"] = Live(share=wanted.live)
    if wanted.jsonl:
        listed = json.loads(wanted.organizations.read_text())["organizations"] if wanted.organizations else []
        server = DiavgeiaServer(decisions=_lines(wanted.jsonl), organizations=listed, **options)
    else:
        server = DiavgeiaServer.of_world(build(seed=wanted.seed, decisions=wanted.world), **options)
    async with server:
        sys.stdout.write(f"{server.base_url}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.diavgeia_server", description="A local Διαύγεια.")
    parser.add_argument("--jsonl", type=Path, help="decisions to serve, one a line, perhaps gzipped")
    parser.add_argument("--organizations", type=Path, help="their register")
    parser.add_argument("--world", type=int, default=1500, help="else an invented world of so many decisions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--faults", type=float, default=0.0, help="share of requests that fail")
    parser.add_argument("--live", type=float, default=0.0, help="share of searches after which the feed moves")
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before each answer")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        asyncio.run(_serve(_arguments()))
    except KeyboardInterrupt:
        sys.exit(0)
