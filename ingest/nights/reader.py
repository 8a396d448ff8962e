"""Reads windows of Διαύγεια until they add up, and writes what is proven: pages, then the closing with the last one."""

import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import cast

from core.domain.period import athens_day
from core.domain.window import HeldWindow, Ledger, WindowState, advanced, compacted, doubted, laid, unproven
from core.errors import Unavailable
from core.store import feeds, loads, windows
from core.store.decisions import Saved
from core.store.feeds import Feed
from core.store.pool import Connection, transaction
from ingest import plan
from ingest.batches import Parsed, batch_of, store_batch
from ingest.diavgeia.client import Client, Page
from ingest.diavgeia.failures import NoAnswer, Untrue
from ingest.diavgeia.parse import Rejection, issue_day, parse
from ingest.diavgeia.rows import decode
from ingest.nights.parsing import Parser
from ingest.nights.walk import Part, Walk, walk_top, walk_whole
from ingest.plan import Window

log = logging.getLogger(__name__)

_WALKS = 3
MOST_VANISHED = 200  # of one window; so many are no deletions, unless the operator says so
_UNLISTED = "Η αναζήτηση της Διαύγειας δεν δίνει πια πράξεις που έχουμε"
_MOST_OMITTED = 5  # acts of one window that are there and that its search leaves out


@dataclass(slots=True, kw_only=True)
class Done:
    """What a reader has done so far. `doubts`: days that did not add up."""

    rows: int = 0
    windows: int = 0
    saved: Saved = field(default_factory=Saved)
    rejected: int = 0
    gone: int = 0
    doubts: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """Whose windows are read, and what may be said afterwards: held is what was posted until `at`, a moment before the
    first request. Without `record` the ledger says nothing of it."""

    feed: Feed
    at: datetime
    record: bool = True


@dataclass(slots=True, kw_only=True)
class Reader:
    """One run's reading. `db` is the connection that holds the source; `closed` hears of each window that is done.

    `most`: acts of one window. `most_vanished`: acts that may be gone from one.
    """

    db: Connection
    client: Client
    parser: Parser
    load: int
    closed: Callable[[Window], None] = lambda _: None
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    most: int = plan.MOST
    most_vanished: int = MOST_VANISHED
    done: Done = field(default_factory=Done)
    _refused: list[Rejection] = field(default_factory=list)

    async def read(self, errand: Errand, window: Window) -> set[str]:
        """Until the window is closed, or the days of it that never add up are marked. The ΑΔΑs that it holds.

        Raises Unavailable when the source gives no answer at all, or one that cannot be right. A window that alone
        gets none is asked for in halves (DIAVGEIA_API §11).
        """
        try:
            return await self._read(errand, window)
        except NoAnswer:
            if not await self.client.canary():
                raise
        log.warning("%s gets no answer, while the source answers others", _named(window))
        if halves := plan.halves(window):
            return await self._parts(errand, window, halves, total=None)
        await self._doubt(errand, window)
        return set()

    async def _read(self, errand: Errand, window: Window) -> set[str]:
        """Each walk anew: an act that left the window meanwhile must not stand for one that was never served."""
        seen: set[str] = set()
        total = 0
        for _ in range(_WALKS):
            self._refused.clear()
            walk = await self._walk(window)
            if isinstance(walk, int):
                return await self._parts(errand, window, plan.split(window, walk, most=self.most), total=walk)
            if walk.adds_up:
                await self._close(errand, window, walk)
                return walk.seen
            log.info("%s adds up to %d of %d", _named(window), len(walk.seen), walk.last_total)
            await self._keep(walk.kept_back)
            seen, total = walk.seen, walk.last_total
        if halves := plan.halves(window):
            return await self._parts(errand, window, halves, total=total)
        await self._doubt(errand, window)
        return seen

    async def _walk(self, window: Window) -> Walk | int:
        """The source's count alone when it is too much for one window."""
        pages = cast(AsyncGenerator[Page, None], self.client.pages(window))
        async with aclosing(pages):
            first = await anext(pages)
            if len(plan.split(window, first.total, most=self.most)) > 1:
                return first.total
            return await walk_whole(pages, first, parser=self.parser, keep=self._keep)

    async def _walk_top(self, window: Window, seen: set[str]) -> Walk:
        """Only over what moved since `seen`."""
        pages = cast(AsyncGenerator[Page, None], self.client.pages(window))
        async with aclosing(pages):
            return await walk_top(pages, seen, parser=self.parser, keep=self._keep)

    async def _parts(self, errand: Errand, window: Window, parts: Sequence[Window], *, total: int | None) -> set[str]:
        """Each by itself; together they must hold what the whole was said to hold, or what it holds now."""
        doubts, seen = self.done.doubts, set[str]()
        for part in parts:
            seen |= await self.read(errand, part)
        if total not in (None, len(seen)) and doubts == self.done.doubts:
            walk = await self._walk_top(window, seen)
            await self._keep(walk.kept_back)
            if not walk.adds_up:
                log.warning("the parts of %s hold %d of %d", _named(window), len(walk.seen), walk.last_total)
        return seen

    async def _keep(self, part: Part | None) -> None:
        if part is not None:
            async with transaction(self.db):
                await self._store(part, hasten=True)  # the closing of the window waits for all of it

    async def _store(self, part: Part, *, hasten: bool = False) -> None:
        """Inside a transaction, in turn with loads of files."""
        await loads.take_turn(self.db, hasten=hasten)
        first = self.done.rows + 1
        stored = await store_batch(
            self.db, part.batch, again=part.again, load=self.load, first=first, live=True, at=self.clock()
        )
        self.done.rows += part.batch.rows
        self.done.saved += stored.saved
        self.done.rejected += len(stored.refused)
        self._refused += stored.refused

    async def _close(self, errand: Errand, window: Window, walk: Walk) -> None:
        """The last page and what it proves, in one transaction."""
        gone, moved = await self._vanished(window, walk.seen) if window.whole and errand.record else ([], [])
        async with transaction(self.db):
            for part in (walk.kept_back, Part(batch=batch_of(moved), again=lambda: moved) if moved else None):
                if part is not None:
                    await self._store(part)
            await windows.mark_back(self.db, adas=walk.seen)
            await windows.mark_gone(self.db, adas=gone, at=errand.at)
            if errand.record:
                await self._record(errand, lambda ledger: self._proven(ledger, errand, window, walk))
        self.done.gone += len(gone)
        self.done.windows += 1
        self.closed(window)

    def _proven(self, ledger: Ledger, errand: Errand, window: Window, walk: Walk) -> Ledger:
        """All days of the window, but those of acts that could not be read: these stay incomplete."""
        ledger = _closed(ledger, errand, window, walk)
        for day in {_day_of(refused, window) for refused in self._refused}:
            log.warning("%s: an act of %s cannot be read", _named(window), day)
            ledger = doubted(ledger, day, errand.at)
        return ledger

    async def _record(self, errand: Errand, by: Callable[[Ledger], Ledger]) -> None:
        feed = errand.feed
        ledger = await windows.change(self.db, organization_uid=feed.organization_uid, by=by)
        if any(window.closed for window in ledger):
            proven = not unproven(ledger, feed.since, athens_day(errand.at))
            await feeds.cover(self.db, organization_uid=feed.organization_uid, proven=proven)

    async def _vanished(self, window: Window, seen: set[str]) -> tuple[list[str], list[Parsed]]:
        """Held acts that the search no longer lists there: those that the source no longer knows, and those that moved.

        Each is asked for by itself. A search that leaves out acts which are there proves nothing: Unavailable.
        """
        unseen = await windows.unseen(
            self.db, organization_uid=window.organization_uid, first=window.first, last=window.last, seen=seen
        )
        gone: list[str] = []
        found: list[Parsed] = []
        for ada in unseen:
            text = await self.client.decision(ada)
            row = decode(text) if text is not None else None
            if isinstance(row, Mapping):
                found.append(parse(row, text or "", known=self.parser.known))
            else:
                gone.append(ada)
            omitted = sum(_belongs(act, window) for act in found)
            if omitted > _MOST_OMITTED:
                raise Untrue(f"{_UNLISTED} ({_named(window)}): {omitted} υπάρχουν ακόμη. Το διάστημα μένει όπως ήταν.")
            if len(gone) > self.most_vanished:
                raise Unavailable(
                    f"{_UNLISTED} ({_named(window)}): πάνω από {self.most_vanished} δεν υπάρχουν. Το διάστημα μένει "
                    f"όπως ήταν. Αν αφαιρέθηκαν: python -m ingest nightly --accept-vanished {window.organization_uid}"
                )
        return gone, found

    async def _doubt(self, errand: Errand, window: Window) -> None:
        """A single day that never adds up: what was seen is stored, and the ledger says that it is not all."""
        self.done.doubts += 1
        self.done.windows += 1
        log.warning("%s does not add up", _named(window))
        if errand.record:
            async with transaction(self.db):
                await self._record(errand, lambda ledger: doubted(ledger, window.first, errand.at))
        self.closed(window)


def _closed(ledger: Ledger, errand: Errand, window: Window, walk: Walk) -> Ledger:
    if window.whole:
        read = HeldWindow(
            first=window.first,
            last=window.last,
            state=WindowState.CLOSED,
            held_until=errand.at,
            walked_at=errand.at,
            total=walk.last_total,
            distinct=len(walk.seen),
        )
        return compacted(laid(ledger, read), longest=plan.LONGEST)
    return compacted(advanced(ledger, window.first, window.last, errand.at), longest=plan.LONGEST)


def _day_of(refused: Rejection, window: Window) -> date:
    """Its day of issue where that can be read, else the first day of the window: some day has to say it."""
    day = issue_day(refused.raw)
    return day if day is not None and window.first <= day <= window.last else window.first


def _belongs(act: Parsed, window: Window) -> bool:
    """A search for the window should have listed it."""
    if isinstance(act, Rejection) or act.organization_uid != window.organization_uid:
        return False
    return window.first <= act.issued_on <= window.last


def _named(window: Window) -> str:
    changed = "" if window.whole else f", αλλαγές από {window.submitted_since:%Y-%m-%d %H:%M}"
    return f"{window.organization_uid} {window.first} – {window.last}{changed}"
