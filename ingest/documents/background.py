"""PDFs read on and on beside the nights, a few at a time, while this process holds the source."""

import asyncio
import logging
from collections.abc import Callable

from core.errors import DiafaneiaError
from core.store.pool import Pool
from ingest.documents import facts
from ingest.documents.fetch import Papers
from ingest.documents.reader import Reader
from ingest.documents.run import Errand, Report, fetch_all

log = logging.getLogger(__name__)
_AT_A_TIME = 50


async def read_on(pool: Pool, papers: Papers, *, may: Callable[[], bool], rest: float) -> None:
    """For ever. `may`: whether the source is ours to ask. Rests `rest` seconds when nothing is missing, or it fails."""
    async with Reader() as reader:
        await _fill_facts(pool)
        while True:
            if not may() or not await _some(pool, papers, reader):
                await asyncio.sleep(rest)


async def _fill_facts(pool: Pool) -> None:
    """Of what was read before: needs no source."""
    try:
        if filled := await facts.fill(pool):
            log.info("facts of documents read again: %d", filled)
    except DiafaneiaError as error:
        log.warning("facts of documents are not read: %s", error)


async def _some(pool: Pool, papers: Papers, reader: Reader) -> bool:
    """Whether there may be more."""
    errand = Errand(pool=pool, reader=reader, report=Report(), watch=lambda _: None)
    try:
        await fetch_all(errand, papers, organizations=None, since=None, limit=_AT_A_TIME)
    except DiafaneiaError as error:
        log.warning("documents are not read: %s", error)
        return False
    told = ", ".join(f"{state}: {files}" for state, files in errand.report.states.items())
    if errand.report.done:
        log.info("documents read: %d (%s)", errand.report.done, told)
    return errand.report.done == _AT_A_TIME
