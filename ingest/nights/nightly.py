"""One night: the last issue days anew, what changed in the archive, doubtful days, a share of the monthly audit."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from core.domain.period import ATHENS, athens_day
from core.domain.window import Ledger, unproven
from core.errors import Unavailable
from core.store import runs, windows
from core.store.feeds import Feed
from core.store.pool import is_lost
from core.store.runs import RunKind, RunState
from ingest import plan
from ingest.diavgeia.failures import Outage, Untrue
from ingest.nights import run as running
from ingest.nights.reader import MOST_VANISHED, Errand
from ingest.nights.run import House, Run
from ingest.plan import Window

BEGINS = time(4, 15)  # of Athens; never between 03:00 and 03:59, which some nights have twice or not at all
LATE = time(9)


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """Windows that are held until `fresh` or later are not read again; `everything`: the whole archive is audited."""

    fresh: datetime
    everything: bool = False
    most_vanished: int = MOST_VANISHED


def night_of(now: datetime) -> date:
    """The night that is owed now: today's from 04:15 on, before that still yesterday's."""
    here = now.astimezone(ATHENS)
    return here.date() if here.time() >= BEGINS else here.date() - timedelta(days=1)


def begins_at(night: date) -> datetime:
    return datetime.combine(night, BEGINS, tzinfo=ATHENS).astimezone(UTC)


def late_at(night: date) -> datetime:
    """From when on the operator is told that the night has not been read."""
    return datetime.combine(night, LATE, tzinfo=ATHENS).astimezone(UTC)


async def read_night(house: House, *, night: date, feeds: Sequence[Feed]) -> RunState:
    """Reads what this night still owes: no body that an earlier run of it has read, no window that it closed."""
    done = await runs.bodies_done(house.db, night=night)
    owed = [feed for feed in feeds if feed.organization_uid not in done]
    return await _read(house, owed, night=night, asked=Again(fresh=begins_at(night)))


async def read_again(
    house: House, *, feeds: Sequence[Feed], everything: bool, most_vanished: int = MOST_VANISHED
) -> RunState:
    """The same by hand, whatever was read before; `everything`: the whole archive is audited."""
    asked = Again(fresh=house.clock(), everything=everything, most_vanished=most_vanished)
    return await _read(house, feeds, night=None, asked=asked)


async def read_frontier(house: House, *, feeds: Sequence[Feed]) -> RunState:
    """The last days of some bodies alone, between nights: somebody wants to know at once."""
    async with running.opened(house, kind=RunKind.FRONTIER) as run:
        for feed in feeds:
            now = house.clock()
            windows_ = plan.frontier(feed.organization_uid, feed.since, athens_day(now))
            await run.body(feed.organization_uid, _windows(run, Errand(feed=feed, at=now), windows_))
            if run.stopped:
                break
    return run.state


async def _windows(run: Run, errand: Errand, windows_: Iterable[Window]) -> None:
    for window in windows_:
        await run.reader.read(errand, window)
        await run.beat()


async def _read(house: House, feeds: Sequence[Feed], *, night: date | None, asked: Again) -> RunState:
    async with running.opened(house, kind=RunKind.NIGHTLY, night=night) as run:
        run.reader.most_vanished = asked.most_vanished
        for feed in feeds:
            work = read_body(run, feed, now=house.clock(), fresh=asked.fresh, everything=asked.everything)
            await run.body(feed.organization_uid, work)
            if run.stopped:
                break
    return run.state


async def read_body(run: Run, feed: Feed, *, now: datetime, fresh: datetime, everything: bool) -> None:
    """One body of one night. What fails is left out, and the rest is read: corrections of old acts do not wait for a
    window that cannot be had. Raises Unavailable with the reasons in the end."""
    reader, reasons = run.reader, dict[str, None]()

    async def read(windows_: Iterable[Window], *, record: bool = True) -> None:
        for window in windows_:
            try:
                await reader.read(Errand(feed=feed, at=now, record=record), window)
            except (Untrue, Outage):
                raise
            except Unavailable as error:
                if is_lost(reader.db) or not await run.house.client.canary():
                    raise
                reasons[str(error)] = None
            await run.beat()

    uid, today = feed.organization_uid, athens_day(now)
    ledger = await windows.ledger(reader.db, organization_uid=uid)
    await read(window for window in plan.frontier(uid, feed.since, today) if not _is_fresh(ledger, window, fresh))
    await read([plan.ahead(uid, today)], record=False)
    edge = today - timedelta(days=plan.FRONTIER - 1)
    await read(plan.sweep(uid, await windows.ledger(reader.db, organization_uid=uid), before=edge, until=fresh))
    ledger = await windows.ledger(reader.db, organization_uid=uid)
    await read(plan.doubtful(uid, ledger, before=edge))
    await read(plan.audit(uid, ledger, before=edge, now=now, everything=everything))
    if reasons:
        raise Unavailable(" · ".join(reasons))


def _is_fresh(ledger: Ledger, window: Window, fresh: datetime) -> bool:
    held = [each for each in ledger if each.held_until >= fresh]
    return not unproven(held, window.first, window.last)
