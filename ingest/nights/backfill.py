"""Reads what is not proven yet of the bodies that are followed, newest windows first, until nothing is left."""

from collections.abc import Awaitable, Callable, Collection
from datetime import timedelta

from core.domain.period import athens_day
from core.store import feeds, windows
from core.store.feeds import Feed
from core.store.runs import RunKind, RunState
from ingest import plan
from ingest.nights import run as running
from ingest.nights.reader import Errand
from ingest.nights.run import House, Run
from ingest.plan import Window

_REFRESH_EVERY = timedelta(minutes=15)  # so that search finds what a long backfill has brought so far

Interrupted = Callable[[], Awaitable[bool]]


async def _never() -> bool:
    return False


async def read_archive(
    house: House, *, only: Collection[str] = (), limit: int | None = None, interrupted: Interrupted = _never
) -> RunState | None:
    """None when nothing was missing. Between two windows it asks whether something else is due, and gives way.

    `only`: uids, else every body that is followed. `limit`: as many days back from today, of each body.
    """
    if await next_window(house, only, (), limit) is None:
        return None
    async with running.opened(house, kind=RunKind.BACKFILL) as run:
        await _read(run, only, limit, interrupted)
    return run.state


async def _read(run: Run, only: Collection[str], limit: int | None, interrupted: Interrupted) -> None:
    house = run.house
    refreshed = house.clock()
    while run.stopped is None and not await interrupted():
        found = await next_window(house, only, run.failed, limit)
        if found is None:
            return
        feed, window = found
        await run.body(feed.organization_uid, _one(run, Errand(feed=feed, at=house.clock()), window))
        if house.clock() - refreshed >= _REFRESH_EVERY:
            await run.refresh()
            refreshed = house.clock()


async def _one(run: Run, errand: Errand, window: Window) -> None:
    await run.reader.read(errand, window)


async def next_window(
    house: House, only: Collection[str], failed: Collection[str], limit: int | None
) -> tuple[Feed, Window] | None:
    """The newest window that is not proven; looked up anew each time, for bodies come and go meanwhile.

    A day that did not add up is the nights' to try again.
    """
    today = athens_day(house.clock())
    earliest = None if limit is None else today - timedelta(days=limit - 1)
    bodies = {feed.organization_uid: feed for feed in await feeds.followed(house.db)}
    wanted = [uid for uid in bodies if (not only or uid in only) and uid not in failed]
    ledgers = await windows.ledgers(house.db, organization_uids=wanted)
    asked = [(uid, ledgers[uid], max(bodies[uid].since, earliest) if earliest else bodies[uid].since) for uid in wanted]
    planned = plan.backfill(asked, today)
    return (bodies[planned[0].organization_uid], planned[0]) if planned else None
