"""The ledger of completeness in the database: what is proven of each body's days, and which acts have vanished."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from core.domain.window import HeldWindow, Ledger, WindowState
from core.store import sql
from core.store.pool import Connection, Db

STATEMENTS = sql.load(__name__)


async def ledger(db: Db, *, organization_uid: str) -> Ledger:
    """What is proven of a body, by day."""
    return tuple(map(_window, await db.fetch(STATEMENTS.ledger, organization_uid)))


async def ledgers(db: Db, *, organization_uids: Sequence[str]) -> dict[str, Ledger]:
    """Of several bodies; an empty one for a body of which nothing was read."""
    found: dict[str, list[HeldWindow]] = {uid: [] for uid in organization_uids}
    for row in await db.fetch(STATEMENTS.ledgers, list(organization_uids)):
        found[row["organization_uid"]].append(_window(row))
    return {uid: tuple(windows) for uid, windows in found.items()}


async def change(db: Connection, *, organization_uid: str, by: Callable[[Ledger], Ledger]) -> Ledger:
    """The ledger as `by` makes it of what it is now. Inside the caller's transaction, which keeps other writers out."""
    await db.execute(STATEMENTS.lock, organization_uid)
    before = await ledger(db, organization_uid=organization_uid)
    after = by(before)
    if dropped := [window.first for window in before if window not in after]:
        await db.execute(STATEMENTS.drop, organization_uid, dropped)
    if written := [window for window in after if window not in before]:
        await db.execute(STATEMENTS.write, organization_uid, *_columns(written))
    return after


def _columns(windows: Sequence[HeldWindow]) -> tuple[list[Any], ...]:
    rows = [
        (
            window.first,
            window.last,
            window.state.value,
            window.held_until,
            window.walked_at,
            window.total,
            window.distinct,
        )
        for window in windows
    ]
    return tuple(map(list, zip(*rows, strict=True)))


async def unseen(db: Db, *, organization_uid: str, first: date, last: date, seen: Collection[str]) -> list[str]:
    """ΑΔΑs that we hold of these days and that a whole reading did not bring."""
    return [row["ada"] for row in await db.fetch(STATEMENTS.unseen, organization_uid, first, last, list(seen))]


async def mark_gone(db: Db, *, adas: Sequence[str], at: datetime) -> None:
    """Vanished at the source: out of every count, never deleted."""
    await db.execute(STATEMENTS.mark_gone, list(adas), at)


async def mark_back(db: Db, *, adas: Collection[str]) -> None:
    """Listed by the source again, as the very version that we hold."""
    await db.execute(STATEMENTS.mark_back, list(adas))


def _window(row: Mapping[str, Any]) -> HeldWindow:
    return HeldWindow(
        first=row["first_on"],
        last=row["last_on"],
        state=WindowState(row["state"]),
        held_until=row["held_until"],
        walked_at=row["walked_at"],
        total=row["total"],
        distinct=row["distinct_adas"],
    )
