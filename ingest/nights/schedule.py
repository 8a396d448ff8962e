"""`python -m ingest schedule`: the clock of the house, beside it the vectors of what has come."""

import asyncio
import logging
import sys
from datetime import UTC, datetime
from typing import Any

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from core.domain.period import ATHENS
from core.errors import DiafaneiaError
from core.store import embeddings
from core.store.pool import Pool
from ingest.diavgeia.client import Client
from ingest.documents.background import read_on
from ingest.documents.fetch import Papers
from ingest.nights import bodies
from ingest.nights.keeper import Keeper
from ingest.nights.run import Clock

log = logging.getLogger(__name__)

_TICK_SECONDS = 300
_STOP_SECONDS = 10.0
_SAID = 400  # characters of what a child said last
_JOB: dict[str, Any] = {"misfire_grace_time": None, "coalesce": True, "max_instances": 1}


async def keep_current(
    pool: Pool,
    client: Client,
    *,
    clock: Clock,
    tick_seconds: float = _TICK_SECONDS,
    vectors: bool = True,
    papers: Papers | None = None,
    documents: bool = True,
) -> None:
    """Until it is cancelled. The scheduler only says when to look; what is owed is the database's to say.

    `vectors`: fills those that are missing, too. `papers`: where PDFs are fetched from, at the pace of all the
    rest, for readers who wait for one and, with `documents`, all of them by and by.
    """
    due = asyncio.Event()
    keeper = Keeper(pool, client, clock=clock, seeds=bodies.seeds(), owed=due.set, papers=papers)

    async def look() -> None:
        due.set()

    scheduler = AsyncIOScheduler(timezone=ATHENS)
    now = datetime.now(UTC)
    scheduler.add_job(look, "interval", seconds=tick_seconds, next_run_time=now, **_JOB)
    scheduler.add_job(keeper.watch, "interval", seconds=tick_seconds, **_JOB)  # not before the first look had its time
    scheduler.start()
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(_work(keeper, due))
            if vectors:
                group.create_task(_fill_vectors(pool, keeper, tick_seconds))
            if papers is not None and documents:
                group.create_task(read_on(pool, papers, may=lambda: keeper.holds_source, rest=tick_seconds))
    finally:
        scheduler.shutdown(wait=False)
        await keeper.close()


async def _work(keeper: Keeper, due: asyncio.Event) -> None:
    while True:
        await due.wait()
        due.clear()
        await keeper.tick()


async def _fill_vectors(pool: Pool, keeper: Keeper, tick_seconds: float) -> None:
    """In a process of its own: a model takes memory and time that reading must not wait for."""
    while True:
        try:
            if keeper.holds_source and (await embeddings.missing(pool, idf_texts=0)).vectors:
                await _embed()
        except DiafaneiaError as error:
            log.warning("vectors are not filled: %s", error)
        await asyncio.sleep(tick_seconds)


async def _embed() -> None:
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "ingest", "embed", stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
    )
    try:
        _, said = await child.communicate()
        if child.returncode:
            log.warning("`ingest embed` ended with %d: %s", child.returncode, said.decode(errors="replace")[-_SAID:])
    finally:
        if child.returncode is None:
            child.terminate()
            try:
                async with asyncio.timeout(_STOP_SECONDS):
                    await child.wait()
            except TimeoutError:
                child.kill()
