"""`world`: saves acts as ingestion does, subscribes chats, and reads what waits; all in one transaction."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from core.alerts.matching import Matcher
from core.domain.condition import Condition, WordGroup
from core.domain.decision import Decision
from core.domain.digest import Told
from core.domain.subscription import Frequency, Subscription, SubscriptionState, Wish
from core.greek.lexemes import lexemes
from core.store import decisions, matches, subscriptions
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.pool import Pool, open_pool

CHAT = "telegram:55"
NOW = datetime(2026, 10, 5, 3, 0, tzinfo=UTC)  # Monday, 06:00 of Athens
BEGAN = NOW - timedelta(days=2)


def about(*words: str, without: tuple[str, ...] = (), **more: Any) -> Wish:
    def group(word: str) -> WordGroup:
        return WordGroup(shown=(word,), alternatives=(lexemes(word),))

    words_ = Condition(groups=tuple(map(group, words)), exclude=tuple(map(group, without)))
    return Wish(words=words_, **more)


def posted(act: Decision, at: datetime = NOW - timedelta(hours=1)) -> Decision:
    return replace(act, published_at=at, submitted_at=at)


@dataclass
class World:
    db: Any
    matcher: Matcher
    now: datetime = NOW

    async def subscribe(
        self,
        wish: Wish,
        *,
        chat: str = CHAT,
        frequency: Frequency = Frequency.DAILY,
        weekday: int = 0,
        news_from: datetime = BEGAN,
    ) -> Subscription:
        made, _ = await subscriptions.add(
            self.db,
            conversation=chat,
            title="δοκιμή",
            wish=wish,
            frequency=frequency,
            weekday=weekday,
            at=BEGAN,
            news_from=news_from,
        )
        return made

    async def pause(self, until: datetime | None = None) -> None:
        await subscriptions.set_state(
            self.db, conversation=CHAT, numbers=None, state=SubscriptionState.PAUSED, until=until
        )

    async def arrive(self, *acts: Decision, at: datetime | None = None) -> int:
        await decisions.save(self.db, decisions=acts, live=True)
        return await self.matcher.match_saved(self.db, at=at or self.now)

    async def found(self) -> list[tuple[str, str]]:
        rows = await self.db.fetch("SELECT ada, news FROM matches WHERE told_at IS NULL ORDER BY id")
        return [(row["ada"], row["news"]) for row in rows]

    async def waiting(self) -> dict[str, datetime]:
        rows = await self.db.fetch("SELECT conversation, due_at FROM outbox WHERE state = 'pending' ORDER BY id")
        return {row["conversation"]: row["due_at"] for row in rows}

    async def tell(self) -> list[Told]:
        """As a sender would: all that waits goes into a letter, which arrives."""
        letter = await self.db.fetchval("UPDATE outbox SET state = 'sent' WHERE state = 'pending' RETURNING id")
        await self.db.execute("UPDATE matches SET letter_id = $1, told_at = $2 WHERE told_at IS NULL", letter, NOW)
        return await matches.of_letter(self.db, letter=letter)


@pytest.fixture
def world(db: Any) -> World:
    return World(db=db, matcher=Matcher())


@pytest.fixture
async def own(server: EmbeddedPostgres, new_database: Callable[[], str]) -> AsyncIterator[Pool]:
    """A database of its own: who claims commits."""
    name = new_database()
    await ensure_database(server.dsn(), name)
    await migrate(server.dsn(name))
    async with await open_pool(server.dsn(name)) as pool:
        yield pool
