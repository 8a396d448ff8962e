"""Parses pages beside the loop: in a thread, and in a process of its own once there is much to parse."""

import asyncio
import gc
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor

from ingest.batches import Batch, Parsed, batch_of
from ingest.diavgeia.envelope import Page
from ingest.diavgeia.parse import Known, parse
from ingest.diavgeia.rows import decode

log = logging.getLogger(__name__)

_MANY = 3_000  # rows after which a second process pays: it takes a second to start

Afms = Mapping[str, str | None]


def known_of(afms: Afms) -> Known:
    return Known(registered=afms.__contains__, issuer_afm=afms.get)


class Parser:
    """One run's parsing. `afms`: of every body of the register. Close it."""

    def __init__(self, *, afms: Afms, many: int = _MANY) -> None:
        self.known = known_of(afms)
        self._afms = afms
        self._many = many
        self._rows = 0
        self._here = _Place(ThreadPoolExecutor(1, thread_name_prefix="parser"))  # two would wait for one another
        self._there: _Place | None = None

    async def batch(self, page: Page, part: slice) -> Batch:
        """Some rows of a page, ready to be stored."""
        self._rows += len(page.rows[part])
        if self._there is None and self._rows > self._many:
            self._there = _Place(_second_process(self._afms))
        there = self._there
        if there is not None and there.ready:
            try:
                return await there.run(lambda pool: pool.submit(_batch_of_texts, page.raw_rows[part]))
            except BrokenExecutor:
                log.warning("the second process ended; its work is done here")
                await self._do_without()
        return await self._here.run(lambda pool: pool.submit(lambda: batch_of(self.parsed(page, part))))

    async def _do_without(self) -> None:
        """Memory is short, perhaps: for the rest of the run there is no second process."""
        self._many = sys.maxsize
        there, self._there = self._there, None
        if there is not None:
            await asyncio.to_thread(there.pool.shutdown, wait=False, cancel_futures=True)

    def parsed(self, page: Page, part: slice) -> list[Parsed]:
        """The same rows, as decisions and rejections."""
        rows = zip(page.rows[part], page.raw_rows[part], strict=True)
        return [parse(row, raw, known=self.known) for row, raw in rows]

    def again(self, page: Page, part: slice) -> Callable[[], Sequence[Parsed]]:
        return lambda: self.parsed(page, part)

    async def close(self) -> None:
        for place in (self._here, self._there):
            if place is not None:
                await asyncio.to_thread(place.pool.shutdown, cancel_futures=True)


class _Place:
    """Where parsing runs."""

    def __init__(self, pool: Executor) -> None:
        self.pool = pool
        self._begun = pool.submit(_nothing)

    @property
    def ready(self) -> bool:
        return self._begun.done() and self._begun.exception() is None

    async def run(self, submit: Callable[[Executor], Future[Batch]]) -> Batch:
        return await asyncio.wrap_future(submit(self.pool))


def _second_process(afms: Afms) -> Executor:
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(1, mp_context=context, initializer=_begin, initargs=(dict(afms),))


# What runs in the other process.

_AFMS: dict[str, str | None] = {}


def _begin(afms: dict[str, str | None]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who stops us is our parent
    _AFMS.update(afms)
    gc.freeze()  # what is loaded stays; what is made of a page holds no cycles
    gc.set_threshold(100_000, 50, 50)
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
