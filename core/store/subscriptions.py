"""Subscriptions as they are kept: a chat's own, all of them for matching, and the chat as an addressee."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from core.domain.condition import Condition, WordGroup
from core.domain.ledger import Stage
from core.domain.subscription import Frequency, News, Subscription, SubscriptionState, Wish
from core.store import sql
from core.store.pool import Connection, Db

STATEMENTS = sql.load(__name__)
_LOCK = 6_265_1013


async def wait_for_matching(db: Connection) -> None:
    """Before a subscription is made or deleted, in its transaction: no ingestion is between matching and its commit."""
    await db.fetchval(STATEMENTS.alone, _LOCK)


async def begin_matching(db: Connection) -> str:
    """Until the end of the ingestion's transaction no subscription is made or deleted. The version of those there."""
    await db.fetchval(STATEMENTS.together, _LOCK)
    return str(await db.fetchval(STATEMENTS.version))


async def watched(db: Db) -> list[Subscription]:
    """Every one that is looked for."""
    return [_read(row) for row in await db.fetch(STATEMENTS.watched)]


async def add(
    db: Connection,
    *,
    conversation: str,
    title: str,
    wish: Wish,
    frequency: Frequency,
    weekday: int,
    at: datetime,
    news_from: datetime,
) -> tuple[Subscription, bool]:
    """The subscription, and whether it is new: a chat that has the wish already keeps the one it has."""
    stored, key = wish_json(wish), _key(wish)
    await db.execute(STATEMENTS.greet, conversation)
    made = await db.fetchrow(STATEMENTS.add, conversation, title, stored, key, frequency.value, weekday, at, news_from)
    return (_read(made), True) if made else (_read(await db.fetchrow(STATEMENTS.same, conversation, key)), False)


async def of_chat(db: Db, *, conversation: str) -> list[Subscription]:
    return [_read(row) for row in await db.fetch(STATEMENTS.of_chat, conversation)]


async def find(db: Db, *, conversation: str, number: int) -> Subscription | None:
    """None when this chat has no such subscription: ids are never enough by themselves."""
    return _maybe(await db.fetchrow(STATEMENTS.find, conversation, number))


async def same(db: Db, *, conversation: str, wish: Wish) -> Subscription | None:
    return _maybe(await db.fetchrow(STATEMENTS.same, conversation, _key(wish)))


async def reword(
    db: Db, *, conversation: str, number: int, title: str, wish: Wish, news_from: datetime | None = None
) -> Subscription | None:
    """`news_from`: what was posted before is no news of the new wish; None where it only wants less."""
    stored, key = wish_json(wish), _key(wish)
    return _maybe(await db.fetchrow(STATEMENTS.reword, conversation, number, title, stored, key, news_from))


async def set_frequency(
    db: Db, *, conversation: str, number: int, frequency: Frequency, weekday: int
) -> Subscription | None:
    return _maybe(await db.fetchrow(STATEMENTS.pace, conversation, number, frequency.value, weekday))


async def set_state(
    db: Db,
    *,
    conversation: str,
    numbers: Sequence[int] | None,
    state: SubscriptionState,
    until: datetime | None = None,
) -> list[Subscription]:
    """Those that were in another state; without `numbers` all of the chat."""
    chosen = None if numbers is None else list(numbers)
    return [_read(row) for row in await db.fetch(STATEMENTS.set_state, conversation, chosen, state.value, until)]


async def wake(db: Db, *, at: datetime) -> None:
    """Ends the pauses whose time is over. Writes nothing where there is none, for matching reads anew after it."""
    if await db.fetchval(STATEMENTS.asleep, at):
        await db.execute(STATEMENTS.wake, at)


async def remove(db: Db, *, conversation: str, number: int) -> Subscription | None:
    return _maybe(await db.fetchrow(STATEMENTS.remove, conversation, number))


async def edit(db: Db, *, conversation: str, number: int | None) -> None:
    """The next message words this subscription anew; None: no longer."""
    await db.execute(STATEMENTS.edit, conversation, number)


async def rooms(db: Db, *, conversation: str) -> list[str]:
    """A chat and its parts («chat/part») that get letters."""
    return [row["conversation"] for row in await db.fetch(STATEMENTS.rooms, conversation)]


async def block(db: Db, *, conversation: str, at: datetime) -> None:
    await db.execute(STATEMENTS.block, conversation, at)


async def unblock(db: Db, *, conversation: str) -> bool:
    """Whether it was blocked."""
    return bool(await db.fetchval(STATEMENTS.unblock, conversation))


async def move(db: Connection, *, old: str, new: str) -> None:
    """A chat has another name now, and what both names have is one; inside the caller's transaction."""
    await wait_for_matching(db)
    await db.execute(STATEMENTS.move_alerts, old, new)
    await db.execute(STATEMENTS.join_digests, old, new)
    for statement in (STATEMENTS.move_subscriptions, STATEMENTS.move_digest, STATEMENTS.move_letters):
        await db.execute(statement, old, new)
    await forget(db, conversation=old)
    await db.execute(STATEMENTS.move_chat, old, new)
    await db.execute(STATEMENTS.move_answers, old, new)


async def forget(db: Db, *, conversation: str) -> None:
    """Deletes subscriptions, matches and letters of a chat."""
    await db.execute(STATEMENTS.forget, conversation)


async def horizon(db: Db, *, organizations: Sequence[str]) -> datetime | None:
    """Until when whatever these bodies posted is held; None where nothing is proven."""
    held: datetime | None = await db.fetchval(STATEMENTS.horizon, list(organizations) or None)
    return held


async def followed(db: Db, *, organizations: Sequence[str]) -> set[str]:
    """Which of these bodies, or of all, are read from the source."""
    return {row["organization_uid"] for row in await db.fetch(STATEMENTS.followed, list(organizations) or None)}


async def wanted_at_once(db: Db, *, at: datetime) -> set[str | None]:
    """Bodies that somebody wants to know of as soon as possible; None among them: all."""
    return {row["body"] for row in await db.fetch(STATEMENTS.at_once, at)}


def _maybe(row: Mapping[str, Any] | None) -> Subscription | None:
    return None if row is None else _read(row)


def _read(row: Mapping[str, Any]) -> Subscription:
    return Subscription(
        id=row["id"],
        conversation=row["conversation"],
        title=row["title"],
        wish=wish_of(row["wish"]),
        frequency=Frequency(row["frequency"]),
        state=SubscriptionState(row["state"]),
        created_at=row["created_at"],
        news_from=row["news_from"],
        weekday=row["weekday"],
        paused_until=row["paused_until"],
    )


_LISTS = ("organizations", "units", "decision_types", "without_types", "adas")


def wish_json(wish: Wish) -> dict[str, Any]:
    """As the store keeps it; `wish_of` reads it back."""
    stored: dict[str, Any] = {name: list(getattr(wish, name)) for name in _LISTS}
    return stored | {
        "groups": [_group(each) for each in wish.words.groups],
        "exclude": [_group(each) for each in wish.words.exclude],
        "title": wish.words.title,
        "stage": wish.stage.value if wish.stage else None,
        "payee_afm": wish.payee_afm,
        "kae": wish.kae,
        "cpv": wish.cpv,
        "least": None if wish.least is None else str(wish.least),
        "most": None if wish.most is None else str(wish.most),
        "direct_only": wish.direct_only,
        "only": [each.value for each in wish.only],
    }


def _key(wish: Wish) -> bytes:
    """Of what it asks: how it is shown makes no other wish of it."""
    asked = {name: value for name, value in wish_json(wish).items() if name != "title"}
    for name in ("groups", "exclude"):
        asked[name] = sorted(sorted(" ".join(phrase) for phrase in group[1]) for group in asked[name])
    return hashlib.sha256(json.dumps(asked, sort_keys=True, ensure_ascii=False).encode()).digest()


def _group(group: WordGroup) -> list[Any]:
    return [list(group.shown), [list(phrase) for phrase in group.alternatives]]


def _read_group(stored: Sequence[Any]) -> WordGroup:
    return WordGroup(shown=tuple(stored[0]), alternatives=tuple(tuple(phrase) for phrase in stored[1]))


def wish_of(stored: Mapping[str, Any]) -> Wish:
    words = Condition(
        groups=tuple(map(_read_group, stored["groups"])),
        exclude=tuple(map(_read_group, stored["exclude"])),
        title=stored["title"],
    )
    lists: dict[str, Any] = {name: tuple(stored[name]) for name in _LISTS}
    return Wish(
        words=words,
        stage=Stage(stored["stage"]) if stored["stage"] else None,
        payee_afm=stored["payee_afm"],
        kae=stored["kae"],
        cpv=stored["cpv"],
        least=None if stored["least"] is None else Decimal(stored["least"]),
        most=None if stored["most"] is None else Decimal(stored["most"]),
        direct_only=stored["direct_only"],
        only=tuple(map(News, stored["only"])),
        **lists,
    )
