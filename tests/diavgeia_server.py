"""A local Διαύγεια over HTTP that behaves like the real one, traps included (DIAVGEIA_API §17).

    async with DiavgeiaServer(decisions=world.decisions, organizations=world.organizations) as server:
        ...read from server.base_url...
        server.revoke(ada)
        server.order(Fault.HTML, times=2)

As a process: `python -m tests.diavgeia_server --jsonl FILE --port N`; its operator then writes to /__admin/….
"""

import argparse
import asyncio
import json
import random
import sys
import uuid
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from aiohttp import web

from core.domain.identifiers import ISSUER_ALPHABET, issuer_code
from ingest.world import World, build
from tests.diavgeia.acts import Act, Row, act_of
from tests.diavgeia.corpus import Corpus
from tests.diavgeia.faults import Dice, Fault, Faults
from tests.diavgeia.papers import Paper, paper_of
from tests.diavgeia.query import Node, milliseconds
from tests.diavgeia.routes import Routes, wait_until
from tests.diavgeia.structure import Structure

__all__ = ["DiavgeiaServer", "Fault", "Faults", "Live", "Paper"]

Source = Mapping[str, Any] | str | bytes


@dataclass(frozen=True, kw_only=True)
class Live:
    """The feed moves: at so many of the searches an act appears, is revoked, or is corrected, within what was asked."""

    share: float = 1.0
    changes: tuple[str, ...] = ("insert", "revoke", "correct")


class DiavgeiaServer:
    """`decisions` are rows or their JSON texts; `superseded` the versions before them.

    `now` is the source's clock; `most` the longest page; `default_status` what a simple search means without `status`
    (None: all); `latency` seconds before each answer. `arrivals` and `most_at_once` tell how polite its readers are.
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
        most: int = 500,
        latency: float = 0.0,
    ) -> None:
        self.structure = Structure(organizations, units, signers)
        self.corpus = Corpus(self.structure.uids_of)
        self.corpus.load(map(act_of, decisions))
        for old in map(act_of, superseded):
            if (current := self.corpus.acts.get(old.ada)) is not None:
                current.versions.append(old.version())
        self.dice = Dice(seed)
        self.dice.faults = faults or Faults()
        self.live = live
        self.now = now
        self.default_status = default_status
        self.most = most
        self.latency = latency
        self.is_out = False
        self.papers: dict[str, Paper] = {}
        self.requests: list[web.Request] = []
