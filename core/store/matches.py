"""What was found for whom: acts as matching looks at them, matches of an ingestion, the acts of a letter."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from core.domain.answer import Row
from core.domain.digest import Told
from core.domain.subscription import News, SeenLine, Sighting
from core.store import sql
from core.store.pool import Connection, Db
from core.store.rows import as_row

STATEMENTS = sql.load(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Something to be told to one subscription. `version` tells apart what may happen to one act several times.

    `due_at`: None while it is held back.
    """

    subscription: int
    ada: str
    news: News = News.NEW
    version: str = ""
    unstated: bool = False
    facts: str = ""
    by_ada: str | None = None
    due_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """The last that a subscription found of an act; `told`: a letter holds it already."""

    id: int
    subscription: int
    ada: str
    news: News
    facts: str
    told: bool


async def arrived(db: Connection) -> list[Sighting]:
    """What the batch that was just saved brought or changed; inside its transaction."""
    await db.execute(STATEMENTS.create_seen)
    return [_sighting(row) for row in await db.fetch(STATEMENTS.arrived)]


async def posted(
    db: Db,
    *,
    organizations: Sequence[str],
    since: datetime,
    until: datetime,
    words: str | None = None,
    adas: Sequence[str] | None = None,
) -> list[Sighting]:
    """Acts that were posted in [since, until), the newest first; empty `organizations` are all, `words` a tsquery."""
    chosen = None if adas is None else list(adas)
    found = await db.fetch(STATEMENTS.posted, list(organizations) or None, since, until, words, chosen)
    return [_sighting(row) for row in found]


async def last_posted(db: Db, *, organizations: Sequence[str]) -> datetime | None:
    moment: datetime | None = await db.fetchval(STATEMENTS.last_posted, list(organizations) or None)
    return moment


async def payments(db: Db, *, adas: Sequence[str], watched: Sequence[str]) -> list[tuple[str, str]]:
    """(payment, watched act), for those that are linked over at most three acts."""
    return [(row["payment"], row["ada"]) for row in await db.fetch(STATEMENTS.payments, list(adas), list(watched))]


async def known(db: Db, *, adas: Sequence[str]) -> list[Known]:
    found = await db.fetch(STATEMENTS.known, list(adas))
    return [
        Known(
            id=row["id"],
            subscription=row["subscription_id"],
            ada=row["ada"],
            news=News(row["news"]),
            facts=row["facts"],
            told=row["told"],
        )
        for row in found
    ]


async def overtake(db: Connection, *, facts: Mapping[str, str]) -> None:
    """Changes that wait are forgotten where the act has become another since; `facts` by ΑΔΑ."""
    await db.execute(STATEMENTS.overtake, list(facts), list(facts.values()))


async def untold(db: Db, *, subscription: int) -> tuple[list[str], list[str]]:
    """ΑΔΑs of new acts that wait for it, and of those that other words of it took back."""
    rows = await db.fetch(STATEMENTS.untold, subscription)
    return [row["ada"] for row in rows if not row["taken"]], [row["ada"] for row in rows if row["taken"]]


async def take_back(db: Connection, *, subscription: int, adas: Sequence[str], at: datetime) -> None:
    """These are not told to it after all, unless it is worded so that it wants them again."""
    await db.execute(STATEMENTS.take_back, subscription, list(adas), at)


async def give_back(db: Connection, *, subscription: int, adas: Sequence[str], at: datetime | None) -> datetime | None:
    """They wait again; without `at` until they are asked for. When the first is due; None where none is."""
    found = await db.fetch(STATEMENTS.give_back, subscription, list(adas), at)
    return min((row["due_at"] for row in found if row["due_at"] is not None), default=None)


async def retell(db: Connection, *, facts: Mapping[int, str]) -> None:
    """What waits will be told as the act is now."""
    await db.execute(STATEMENTS.retell, list(facts), list(facts.values()))


async def add(db: Connection, *, matches: Sequence[Match], at: datetime) -> list[tuple[int, datetime | None, int]]:
    """Of those that were not there, by subscription: when the first is due, and how many they are."""
    columns = zip(
        *((m.subscription, m.ada, m.news.value, m.version, m.unstated, m.facts, m.by_ada, m.due_at) for m in matches),
        strict=True,
    )
    found = await db.fetch(STATEMENTS.add, *map(list, columns), at)
    return [(row["subscription_id"], row["due_at"], row["found"]) for row in found]


async def watch(db: Connection, *, subscription: int, acts: Sequence[Sighting], at: datetime) -> None:
    """Single acts as the reader sees them now: what happens to them later is news."""
    await db.execute(STATEMENTS.watch, subscription, [act.ada for act in acts], [act.facts for act in acts], at)


async def held_back(db: Db, *, conversation: str, numbers: Sequence[int] | None = None) -> int:
    """How many acts wait until they are asked for."""
    return int(await db.fetchval(STATEMENTS.held_back, conversation, _ids(numbers)))


async def release(db: Db, *, conversation: str, numbers: Sequence[int] | None, due_at: datetime) -> int:
    """How many of these are told after all."""
    return len(await db.fetch(STATEMENTS.release, conversation, _ids(numbers), due_at))


async def hold_back(db: Db, *, conversation: str, numbers: Sequence[int] | None = None) -> None:
    await db.execute(STATEMENTS.hold_back, conversation, _ids(numbers))


async def drop(db: Db, *, conversation: str, numbers: Sequence[int] | None, held: bool) -> None:
    """What waits is not told any more; `held`: only what is held back."""
    await db.execute(STATEMENTS.drop, conversation, _ids(numbers), held)


async def of_letter(db: Db, *, letter: int) -> list[Told]:
    """Subscription by subscription; new acts before what happened to others, the largest amounts first."""
    return [
        Told(
            subscription=row["subscription_id"],
            title=row["title"],
            news=News(row["news"]),
            unstated=row["unstated"],
            by_ada=row["by_ada"],
            posted_at=row["published_at"],
            row=as_row(row, one_body=False),
        )
        for row in await db.fetch(STATEMENTS.of_letter, letter)
    ]


async def rows(db: Db, *, adas: Sequence[str]) -> list[Row]:
    """These acts as lists show them, in this order; those that we do not hold are left out."""
    return [as_row(row, one_body=False) for row in await db.fetch(STATEMENTS.rows, list(adas))]


def _ids(numbers: Sequence[int] | None) -> list[int] | None:
    return None if numbers is None else list(numbers)


def _sighting(row: Mapping[str, Any]) -> Sighting:
    return Sighting(
        ada=row["ada"],
        organization_uid=row["organization_uid"],
        decision_type=row["decision_type"],
        lexemes=frozenset(row["lexemes"]),
        posted_at=row["posted_at"],
        status=row["status"],
        version=row["version"],
        facts=_facts(row),
        units=tuple(row["unit_uids"]),
        lines=tuple(map(_line, row["lines"] or ())),
        carries_amount=row["carries_amount"],
        fresh=row["fresh"],
    )


def _facts(row: Mapping[str, Any]) -> str:
    """Changes when the status, the type, the subject or the amount does: what a reader was told, and nothing else."""
    said = (row["status"], row["decision_type"], row["subject_key"], str(row["net"]))
    return hashlib.sha256("\x00".join(said).encode()).hexdigest()[:16]


def _line(stored: Sequence[Any]) -> SeenLine:
    amount, kae, cpvs, afms = stored
    return SeenLine(
        amount=None if amount is None else Decimal(amount),
        kae=kae,
        cpvs=tuple(cpvs or ()),
        afms=tuple(afms or ()),
    )
