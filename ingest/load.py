"""Loads decisions: parsed row by row, saved batch by batch, what cannot be read kept as a rejection (DESIGN §2, §8)."""

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from core.store import decisions as store
from core.store import loads, organizations
from core.store.pool import Connection, Pool, transaction
from ingest import reread
from ingest.batches import Parsed, batch_of, store_batch
from ingest.diavgeia.parse import Known, Reason, parse, rejection
from ingest.files import FileRow

COVERED_FROM = 200  # acts that make a body covered (DESIGN §2)
_BATCH = 1_000


@dataclass(slots=True, kw_only=True)
class Report:
    """How far a run is, and at its end what it did. Every row read is in exactly one of `saved` and `rejected`.

    `refused_again`: acts held already that changed rules refuse.
    """

    read: int = 0
    saved: store.Saved = field(default_factory=store.Saved)
    rejected: Counter[Reason] = field(default_factory=Counter)
    covered: list[str] = field(default_factory=list)
    screened: dict[str, int] = field(default_factory=dict)
    refused_again: int = 0
    seconds: float = 0.0

    @property
    def refused(self) -> int:
        return self.rejected.total()

    @property
    def progress(self) -> loads.Progress:
        saved = self.saved
        return loads.Progress(
            read=self.read, new=saved.new, changed=saved.changed + saved.reread, rejected=self.refused
        )


Watch = Callable[[Report], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Rows by the name that the log keeps. `covers`: how bodies become covered by them («loaded», «demo»)."""

    name: str
    rows: Iterable[FileRow]
    cover: tuple[str, ...] = ()
    covers: str = "loaded"


async def load(pool: Pool, source: Source, *, watch: Watch) -> Report:
    """One run. Killed at any moment it leaves whole batches behind, and the next run completes it."""
    started = time.monotonic()
    report = Report()
    async with pool.acquire() as db, loads.alone(db):
        report.refused_again = (await reread.if_owed(db)).refused
        number = await loads.start(db, source=source.name)
        run = _Run(db=db, number=number, known=await _known(db), report=report)
        await run.take_all(iter(source.rows), watch)
        await _conclude(db, number, source, report)
    report.seconds = time.monotonic() - started
    return report


async def _known(db: Connection) -> Known:
    afms = await organizations.afms(db)
    return Known(registered=afms.__contains__, issuer_afm=afms.get)


async def _conclude(db: Connection, number: int, source: Source, report: Report) -> None:
    """What only the whole set tells: covered bodies, screens, the counts of search."""
    async with transaction(db):
        report.covered += await organizations.cover(db, uids=source.cover, source=source.covers)
        report.covered += await organizations.cover_large(db, least=COVERED_FROM, source=source.covers)
        await store.screen(db)
        saved = report.saved
        if saved.written or saved.texts or await loads.counts_are_stale(db, load=number):
            await store.refresh_statistics(db)
        report.screened = await store.flagged(db)
        await loads.finish(db, load=number)


@dataclass(slots=True, kw_only=True)
class _Run:
    db: Connection
    number: int
    known: Known
    report: Report

    async def take_all(self, rows: Iterator[FileRow], watch: Watch) -> None:
        """The next batch is read and parsed while the last one is stored."""
        batch = await asyncio.to_thread(self._next, rows)
        while batch:
            following = asyncio.create_task(asyncio.to_thread(self._next, rows))
            try:
                await self._store(batch)
            finally:
                batch = await following
            watch(self.report)

    async def _store(self, parsed: Sequence[Parsed]) -> None:
        """One batch, one transaction: decisions, rejections and how far the run is."""
        async with transaction(self.db):
            first = self.report.read + 1
            stored = await store_batch(self.db, batch_of(parsed), again=lambda: parsed, load=self.number, first=first)
            self.report.read += len(parsed)
            self.report.saved += stored.saved
            self.report.rejected.update(stored.rejected)
            await loads.advance(self.db, load=self.number, progress=self.report.progress)

    def _next(self, rows: Iterator[FileRow]) -> list[Parsed]:
        return [
            rejection(row.reason or Reason.NOT_A_DECISION, row.raw)
            if row.row is None
            else parse(row.row, row.raw, known=self.known)
            for row in itertools.islice(rows, _BATCH)
        ]
