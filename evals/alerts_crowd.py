"""Thousands of readers who come, leave and come back: each wish twice, for us and in plain words."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from core.domain.condition import Condition, WordGroup
from core.domain.subscription import Frequency, Wish
from core.greek.lexemes import lexemes
from core.store import subscriptions as kept
from core.store.pool import transaction
from evals.alerts_week import WORDS
from evals.ingestion_bed import Bed

# What is done about it, as a reader says it, and how every word that means it begins in the invented subjects.
_DONE = (
    *((None, None),) * 3,
    *(("προμήθεια", "προμηθει"), ("έγκριση", "εγκρισ"), ("ανάθεση", "αναθεσ"), ("πληρωμή", "πληρωμ")),
    *(("επισκευή", "επισκευ"), ("συντήρηση", "συντηρησ"), ("ανατροπή", "ανατροπ")),
)
_LEAST = (None, None, None, 2_000.0, 5_000.0, 15_000.0)
_OFTEN = (*[Frequency.DAILY] * 7, Frequency.WEEKLY, Frequency.IMMEDIATE)
_FIRST_CHAT = 10_001


@dataclass(slots=True, kw_only=True)
class Reader:
    """One subscription in plain words. `since`: source milliseconds; `until`: the day it was deleted or left on."""

    id: int
    chat: int
    title: str
    words: tuple[str, ...]
    body: str | None
    least: float | None
    since: int
    until: int | None = None
    gone: bool = False

    def as_json(self) -> dict[str, Any]:
        names = ("chat", "title", "words", "body", "least", "since", "until", "gone")
        return {name: getattr(self, name) for name in names}


class Crowd:
    """Who has subscribed to what, by chats."""

    def __init__(self, drawn: random.Random, bodies: Sequence[str], chats: int) -> None:
        self.readers: list[Reader] = []
        self._drawn, self._bodies, self._chats = drawn, bodies, chats
        self._titles: set[tuple[int, str]] = set()
        self._away: list[int] = []
        self._told = {"chats_that_left": 0, "of_them_came_back": 0, "chats_forgotten": 0, "subscriptions_deleted": 0}

    def told(self) -> dict[str, int]:
        return dict(self._told)

    async def join(self, bed: Bed, number: int) -> None:
        """New subscriptions, of chats that have not been deleted or left."""
        out = {reader.chat for reader in self.readers if reader.until is not None} | set(self._away)
        made = 0
        async with transaction(bed.pool) as db:
            while made < number:
                chat = _FIRST_CHAT + self._drawn.randrange(self._chats)
                wanted = self._wish()
                if chat in out or (chat, wanted[0]) in self._titles:
                    continue
                self._titles.add((chat, wanted[0]))
                await self._subscribe(db, bed, chat, *wanted)
                made += 1

    def leave(self, number: int, day: int) -> list[int]:
        """Half of them will come back."""
        chats = self._drawn.sample(self._present(), number)
        self._away += chats[::2]
        self._end(set(chats[1::2]), day)
        self._told["chats_that_left"] += number
        return chats

    def come_back(self) -> list[int]:
        back, self._away = self._away, []
        self._told["of_them_came_back"] += len(back)
        return back

    def close(self) -> None:
        """Who is away when all is over is owed nothing."""
        for reader in self.readers:
            reader.gone = reader.gone or reader.chat in self._away

    def forget(self, number: int, day: int) -> list[int]:
        chats = self._drawn.sample(self._present(), number)
        self._end(set(chats), day)
        self._told["chats_forgotten"] += number
        return chats

    def delete_one(self, number: int, day: int) -> list[Reader]:
        """One of several subscriptions of a chat."""
        present = set(self._present())
        chosen = self._drawn.sample(
            [each for each in self.readers if each.chat in present and each.until is None], number
        )
        for reader in chosen:
            reader.until = day
        self._told["subscriptions_deleted"] += number
        return chosen

    def _present(self) -> list[int]:
        gone = {reader.chat for reader in self.readers if reader.gone} | set(self._away)
        return sorted({reader.chat for reader in self.readers} - gone)

    def _end(self, chats: set[int], day: int) -> None:
        for reader in self.readers:
            if reader.chat in chats:
                reader.until, reader.gone = day, True

    def _wish(self) -> tuple[str, tuple[tuple[str, str], ...], str | None, float | None]:
        done = self._drawn.choice(_DONE)
        words = (self._drawn.choice(WORDS), *([done] if done[0] else []))
        body, least = self._drawn.choice((None, *self._bodies)), self._drawn.choice(_LEAST)
        said = " ".join(word for word, _ in words)
        title = " · ".join(part for part in (said, body, f"από {least:.0f}" if least else None) if part)
        return title, words, body, least

    async def _subscribe(
        self, db: Any, bed: Bed, chat: int, title: str, words: tuple[tuple[str, str], ...], body: Any, least: Any
    ) -> None:
        now = bed.clock()
        groups = tuple(WordGroup(shown=(word,), alternatives=(lexemes(word),)) for word, _ in words)
        wish = Wish(
            words=Condition(groups=groups),
            organizations=(body,) if body else (),
            decision_types=("Δ.1",) if least else (),
            least=Decimal(str(least)) if least else None,
        )
        subscription, _ = await kept.add(
            db,
            conversation=f"telegram:{chat}",
            title=title,
            wish=wish,
            frequency=self._drawn.choice(_OFTEN),
            weekday=self._drawn.randrange(7),
            at=now,
            news_from=now,
        )
        plain, since = tuple(beginning for _, beginning in words), int(now.timestamp() * 1000)
        reader = Reader(id=subscription.id, chat=chat, title=title, words=plain, body=body, least=least, since=since)
        self.readers.append(reader)
