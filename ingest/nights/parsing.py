"""Parses pages beside the loop: in a thread, and in a process of its own once there is much to parse."""

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field

from ingest.batches import Batch, Parsed, batch_of
from ingest.diavgeia.envelope import Page
from ingest.diavgeia.parse import Known, parse
from ingest.diavgeia.rows import decode

_MANY = 3_000  # rows after which a second process pays: it takes a second to start

Afms = Mapping[str, str | None]


def known_of(afms: Afms) -> Known:
    return Known(registered=afms.__contains__, issuer_afm=afms.get)


@dataclass(slots=True, kw_only=True)
class Parser:
    """One run's parsing. `afms`: of every body of the register. Close it."""

    afms: Afms
    many: int = _MANY
    _rows: int = 0
    _pool: ProcessPoolExecutor | None = None
    _ready: Future[None] | None = field(default=None)

    @property
    def known(self) -> Known:
        return known_of(self.afms)

    async def batch(self, page: Page, part: slice) -> Batch:
        """Some rows of a page, ready to be stored."""
        self._rows += len(page.rows[part])
        if self._pool is None and self._rows > self.many:
            self._start()
        if self._pool is not None and self._ready is not None and self._ready.done():
            work = asyncio.get_running_loop().run_in_executor(self._pool, _batch_of_texts, page.raw_rows[part])
            return await work
        return await asyncio.to_thread(lambda: batch_of(self.parsed(page, part)))

    def parsed(self, page: Page, part: slice) -> list[Parsed]:
        """The same rows, as decisions and rejections."""
        rows = zip(page.rows[part], page.raw_rows[part], strict=True)
        return [parse(row, raw, known=self.known) for row, raw in rows]

    def again(self, page: Page, part: slice) -> Callable[[], Sequence[Parsed]]:
        return lambda: self.parsed(page, part)

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_begin, initargs=(dict(self.afms),))
        self._ready = self._pool.submit(_nothing)

    async def close(self) -> None:
        if self._pool is not None:
            pool, self._pool = self._pool, None
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)


# What runs in the other process.

_AFMS: dict[str, str | None] = {}


def _begin(afms: dict[str, str | None]) -> None:
    _AFMS.update(afms)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A parent that is killed tells nobody."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def _nothing() -> None:
    """Done once the process is there."""


def _batch_of_texts(texts: Sequence[str]) -> Batch:
    known = known_of(_AFMS)
    rows = ((decode(text), text) for text in texts)
    return batch_of([parse(row, text, known=known) for row, text in rows if isinstance(row, Mapping)])
