"""Reads what is not proven yet of the bodies that are followed, newest windows first, until nothing is left."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Whose archive is read, and how far back."""

    only: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()
    limit: int | None = None

    def __contains__(self, organization_uid: str) -> bool:
        return (not self.only or organization_uid in self.only) and organization_uid not in self.without


async def _never() -> bool:
    return False


async def read_archive(
    house: House,
    *,
    only: Collection[str] = (),
    without: Collection[str] = (),
    limit: int | None = None,
    interrupted: Interrupted = _never,
) -> RunState | None:
    """None when nothing was missing. Between two windows it asks whether something else is due, and gives way.

    `only`: uids, else every body that is followed, but those of `without`. `limit`: as many days back from today, of
    each body.
    """
    wanted = Wanted(only=frozenset(only), without=frozenset(without), limit=limit)
    if await next_window(house, wanted, ()) is None:
        return None
    async with running.opened(house, kind=RunKind.BACKFILL) as run:
        await _read(run, wanted, interrupted)
    return run.state


async def _read(run: Run, wanted: Wanted, interrupted: Interrupted) -> None:
    """A window that fails is left for another time, and the body's others are read."""
    house = run.house
    refreshed = house.clock()
    failed: set[Window] = set()
    while run.stopped is None and not await interrupted():
        found = await next_window(house, wanted, failed)
        if found is None:
            return
        feed, window = found
        if not await run.body(feed.organization_uid, _one(run, Errand(feed=feed, at=house.clock()), window)):
            failed.add(window)
        if house.clock() - refreshed >= _REFRESH_EVERY:
            await run.refresh()
            refreshed = house.clock()


async def _one(run: Run, errand: Errand, window: Window) -> None:
    await run.reader.read(errand, window)


async def next_window(house: House, wanted: Wanted, failed: Collection[Window]) -> tuple[Feed, Window] | None:
    """The newest window that is not proven; looked up anew each time, for bodies come and go meanwhile.

    A day that did not add up is the nights' to try again.
    """
    today = athens_day(house.clock())
    earliest = None if wanted.limit is None else today - timedelta(days=wanted.limit - 1)
    bodies = {feed.organization_uid: feed for feed in await feeds.followed(house.db) if feed.organization_uid in wanted}
    ledgers = await windows.ledgers(house.db, organization_uids=list(bodies))
    asked = [(uid, ledgers[uid], max(feed.since, earliest or feed.since)) for uid, feed in bodies.items()]
    planned = [window for window in plan.backfill(asked, today) if window not in failed]
    return (bodies[planned[0].organization_uid], planned[0]) if planned else None
