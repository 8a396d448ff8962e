"""The texts that hold a topic's words, found once an answer: every statement that counts acts begins with them."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from core.domain.condition import DecisionFilter
from core.store import sql
from core.store.pool import Db

STATEMENTS = sql.load(__name__)
_Asked = tuple[str, tuple[str, ...]]  # words, bodies


@dataclass(slots=True)
class _Found:
    texts: dict[_Asked, list[int]] = field(default_factory=dict)
    turns: defaultdict[_Asked, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))


_found: ContextVar[_Found | None] = ContextVar("found", default=None)


@contextmanager
def remembered() -> Iterator[None]:
    """While one answer is made: acts that come meanwhile are in none of its figures that ask for words, not in some."""
    token = _found.set(_Found())
    try:
        yield
    finally:
        _found.reset(token)


async def texts(db: Db, *, where: DecisionFilter) -> list[int] | None:
    """Ids of the texts that hold the words, of these bodies where some are asked; None: no words are asked."""
    if where.tsquery is None:
        return None
    found, asked = _found.get(), (where.tsquery, tuple(where.organizations))
    if found is None:
        return await _texts(db, asked)
    async with found.turns[asked]:
        if asked not in found.texts:
            found.texts[asked] = await _texts(db, asked)
    return found.texts[asked]


async def _texts(db: Db, asked: _Asked) -> list[int]:
    words, organizations = asked
    return await db.fetchval(STATEMENTS.texts, list(organizations) or None, words) or []
