"""Single acts that readers asked for: heard at once, fetched, stored, told."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress

from core.domain.decision import Decision
from core.errors import DiafaneiaError, InvalidInput, Unavailable
from core.store import counting, organizations, requests
from core.store.pool import Pool, is_lost, transaction
from core.store.requests import Fetched
from ingest.batches import Parsed, save_act
from ingest.diavgeia.client import Client
from ingest.diavgeia.parse import Known, parse
from ingest.diavgeia.rows import decode
from ingest.documents.fetch import Papers
from ingest.documents.wishes import hand_over
from ingest.nights.parsing import known_of

log = logging.getLogger(__name__)

_AT_ONCE = 4
_SECONDS = 25.0  # the reader is told after three; the act is still wanted a little longer
_LOOK_EVERY = 60.0  # for wishes whose call went unheard


async def fetch_wishes(pool: Pool, client: Client, *, owed: Callable[[], None] = lambda: None) -> None:
    """For ever: whoever holds the source answers what readers ask for. `owed`: the operator asks for work."""
    called = asyncio.Event()
    while True:
        try:
            async with pool.acquire() as ears, requests.hearing(ears, wished=called.set, owed=owed):
                while not is_lost(ears):
                    await fetch_waiting(pool, client)
                    with suppress(TimeoutError):
                        async with asyncio.timeout(_LOOK_EVERY):
                            await called.wait()
                    called.clear()
        except* DiafaneiaError as errors:
            log.warning("wishes are not heard: %s", errors.exceptions[0])
            await asyncio.sleep(_LOOK_EVERY / 10)


async def answer_wishes(
    pool: Pool, client: Client, papers: Papers | None, *, owed: Callable[[], None] = lambda: None
) -> None:
    """For ever: acts, and where there are `papers` their PDFs and pages, to those who wait for them."""
    async with asyncio.TaskGroup() as group:
        group.create_task(fetch_wishes(pool, client, owed=owed))
        if papers is not None:
            group.create_task(hand_over(pool, papers))


async def fetch_waiting(pool: Pool, client: Client) -> int:
    """All that is wished for now, the latest wish first. How many."""
    fetched = 0
    while wished := await requests.waiting(pool, limit=_AT_ONCE):
        known = known_of(await organizations.afms(pool))
        async with asyncio.TaskGroup() as group:
            for ada in wished:
                group.create_task(_answered(pool, client, ada, known))
        fetched += len(wished)
    return fetched


async def _answered(pool: Pool, client: Client, ada: str, known: Known) -> None:
    """A fault of ours over one act must not come back with it: the wish has failed."""
    try:
        await _fetch(pool, client, ada, known)
    except (DiafaneiaError, asyncio.CancelledError):
        raise
    except BaseException:
        await _finish(pool, ada, Fetched.FAILED)
        raise


async def _fetch(pool: Pool, client: Client, ada: str, known: Known) -> None:
    try:
        async with asyncio.timeout(_SECONDS):
            text = await client.decision(ada)
    except (Unavailable, TimeoutError) as error:
        log.info("wish failed: %s", str(error) or "no answer in time")
        await _finish(pool, ada, Fetched.FAILED)
        return
    row = decode(text) if text is not None else None
    if isinstance(row, Mapping):
        await _store(pool, ada, parse(row, text or "", known=known))
    else:
        await _finish(pool, ada, Fetched.ABSENT)


async def _store(pool: Pool, ada: str, act: Parsed) -> None:
    if not isinstance(act, Decision):
        log.warning("a wished act is no decision: %s", act.reason)
        await _finish(pool, ada, Fetched.FAILED)
        return
    try:
        async with transaction(pool) as db:
            await save_act(db, act)
            await counting.count(db, adas=[ada])
            await requests.finish(db, ada=ada, outcome=Fetched.STORED)
    except InvalidInput as error:
        log.warning("a wished act is not stored: %s", error)
        await _finish(pool, ada, Fetched.FAILED)


async def _finish(pool: Pool, ada: str, outcome: Fetched) -> None:
    async with transaction(pool) as db:
        await requests.finish(db, ada=ada, outcome=outcome)
