"""PDFs and pages that readers wait for: heard at once, fetched, drawn in the worker, handed over, told."""

import asyncio
import logging
import tempfile
from contextlib import suppress
from pathlib import Path

from core.domain.paper import FILE, PaperWish
from core.errors import DiafaneiaError
from core.store import papers as store
from core.store import requests
from core.store.papers import PaperState
from core.store.pool import Pool, is_lost, transaction
from ingest.documents.fetch import Papers
from ingest.documents.reader import Reader

log = logging.getLogger(__name__)

_AT_ONCE = 2
_SECONDS = 30.0  # the reader has gone by then
_DRAWING = 5.0
_LOOK_EVERY = 60.0  # for wishes whose call went unheard


async def hand_over(pool: Pool, papers: Papers) -> None:
    """For ever: whoever holds the source gives readers what they ask to see."""
    called = asyncio.Event()
    async with Reader(seconds=_DRAWING) as reader:
        while True:
            try:
                async with pool.acquire() as ears, requests.hearing(ears, wished=called.set, owed=lambda: None):
                    while not is_lost(ears):
                        await hand_over_waiting(pool, papers, reader)
                        with suppress(TimeoutError):
                            async with asyncio.timeout(_LOOK_EVERY):
                                await called.wait()
                        called.clear()
            except* DiafaneiaError as errors:
                log.warning("wishes for documents are not heard: %s", errors.exceptions[0])
                await asyncio.sleep(_LOOK_EVERY / 10)


async def hand_over_waiting(pool: Pool, papers: Papers, reader: Reader) -> int:
    """All that is wished for now, the latest wish first. How many."""
    done = 0
    while wished := await store.waiting(pool, limit=_AT_ONCE):
        async with asyncio.TaskGroup() as group:
            for wish in wished:
                group.create_task(_answered(pool, papers, reader, wish))
        done += len(wished)
    return done


async def _answered(pool: Pool, papers: Papers, reader: Reader, wish: PaperWish) -> None:
    """A fault of ours over one document must not come back with it: the wish has failed."""
    try:
        async with asyncio.timeout(_SECONDS):
            content, marked = await _made(pool, papers, reader, wish)
    except (TimeoutError, OSError) as error:
        log.warning("a document for a reader failed: %s", error or "too late")
        content, marked = b"", False
    state = PaperState.READY if content else PaperState.FAILED
    async with transaction(pool) as db:
        await store.finish(db, wish, state=state, content=content, marked=marked)


async def _made(pool: Pool, papers: Papers, reader: Reader, wish: PaperWish) -> tuple[bytes, bool]:
    """Nothing where the act is withheld, the source gives no PDF, or the page cannot be drawn."""
    standing = await store.standing(pool, ada=wish.ada)
    if standing is None or standing.withheld:
        return b"", False
    found = await papers.fetch(wish.ada)
    if found.state is not None or wish.page == FILE:
        return found.body, False
    with tempfile.TemporaryDirectory(prefix="diafaneia-page-") as place:
        path = Path(place) / "document.pdf"
        await asyncio.to_thread(path.write_bytes, found.body)
        return await reader.shown(path, wish.page, wish.quote)
