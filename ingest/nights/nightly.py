"""One night: the last issue days anew, what changed in the archive, doubtful days, a share of the monthly audit."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta

from core.domain.period import ATHENS, athens_day
from core.domain.window import Ledger, unproven
from core.store import runs, windows
from core.store.feeds import Feed
from core.store.runs import RunKind, RunState
from ingest import plan
from ingest.nights import run as running
from ingest.nights.reader import Errand, Reader
from ingest.nights.run import House
from ingest.plan import Window

BEGINS = time(4, 15)  # of Athens; never between 03:00 and 03:59, which some nights have twice or not at all
LATE = time(9)


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
    return await _read(house, owed, night=night, fresh=begins_at(night), everything=False)


async def read_again(house: House, *, feeds: Sequence[Feed], everything: bool) -> RunState:
    """The same by hand, whatever was read before; `everything`: the whole archive is audited."""
    return await _read(house, feeds, night=None, fresh=house.clock(), everything=everything)


async def _read(
    house: House, feeds: Sequence[Feed], *, night: date | None, fresh: datetime, everything: bool
) -> RunState:
    """Windows that are held until `fresh` or later are not read again."""
    async with running.opened(house, kind=RunKind.NIGHTLY, night=night) as run:
        for feed in feeds:
            work = read_body(run.reader, feed, now=house.clock(), fresh=fresh, everything=everything)
            await run.body(feed.organization_uid, work)
            if run.stopped:
                break
    return run.state


async def read_body(reader: Reader, feed: Feed, *, now: datetime, fresh: datetime, everything: bool) -> None:
    """One body of one night."""
    uid, today = feed.organization_uid, athens_day(now)
    errand = Errand(feed=feed, at=now)
    ledger = await windows.ledger(reader.db, organization_uid=uid)
    for window in plan.frontier(uid, feed.since, today):
        if not _is_fresh(ledger, window, fresh):
            await reader.read(errand, window)
    await reader.read(Errand(feed=feed, at=now, record=False), plan.ahead(uid, today))
    edge = today - timedelta(days=plan.FRONTIER - 1)
    ledger = await windows.ledger(reader.db, organization_uid=uid)
    for window in plan.sweep(uid, ledger, before=edge, until=fresh):
        await reader.read(errand, window)
    ledger = await windows.ledger(reader.db, organization_uid=uid)
    doubtful = plan.doubtful(uid, ledger, before=edge)
    for window in (*doubtful, *plan.audit(uid, ledger, before=edge, now=now, everything=everything)):
        await reader.read(errand, window)


def _is_fresh(ledger: Ledger, window: Window, fresh: datetime) -> bool:
    held = [each for each in ledger if each.held_until >= fresh]
    return not unproven(held, window.first, window.last)
