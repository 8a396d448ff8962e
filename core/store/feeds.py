"""The bodies that we read from Διαύγεια: which, since when, and what is held of each."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from core.store import sql
from core.store.pool import Db

STATEMENTS = sql.load(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Feed:
    """A body that is followed, back to the issue day `since`."""

    organization_uid: str
    label: str
    since: date
    added_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedHoldings:
    """A body's windows summed up. `held_until`: whatever was posted until then for its closed windows is held."""

    organization_uid: str
    label: str
    since: date
    added_at: datetime
    closed: int
    incomplete: int
    held_until: datetime | None
    last_on: date | None
    decisions: int


async def followed(db: Db) -> list[Feed]:
    return [_feed(row) for row in await db.fetch(STATEMENTS.followed)]


async def add(db: Db, *, organization_uid: str, label: str = "", since: date | None, at: datetime) -> Feed:
    """Follows a body, or reaches further back; without `since` from where it stood, or from the beginning.

    `label` is for a body that no register names.
    """
    return _feed(await db.fetchrow(STATEMENTS.add, organization_uid, label, since, at))


async def is_empty(db: Db) -> bool:
    """No body was ever followed."""
    return bool(await db.fetchval(STATEMENTS.is_empty))


async def remove(db: Db, *, organization_uid: str, at: datetime) -> bool:
    """Follows it no longer; what was read stays. False when it was not followed. Inside the caller's transaction."""
    if await db.fetchval(STATEMENTS.remove, organization_uid, at) is None:
        return False
    await db.execute(STATEMENTS.keep_as_archive, organization_uid)
    return True


async def cover(db: Db, *, organization_uid: str, proven: bool) -> None:
    """Makes a body that has a closed window a covered one; `proven`: nothing of it is left unread."""
    await db.execute(STATEMENTS.cover, organization_uid, proven)


async def rename(db: Db) -> None:
    """After the register was refreshed."""
    await db.execute(STATEMENTS.name_feeds)


async def holdings(db: Db) -> list[FeedHoldings]:
    return [FeedHoldings(**row) for row in await db.fetch(STATEMENTS.holdings)]


def _feed(row: Mapping[str, Any]) -> Feed:
    return Feed(
        organization_uid=row["organization_uid"], label=row["label"], since=row["since"], added_at=row["added_at"]
    )
