"""One walk through a window's pages: what it brought, and whether that adds up to what the source counts."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from ingest.batches import Batch, Parsed
from ingest.diavgeia.envelope import Page
from ingest.nights.parsing import Parser

_PART = 250  # rows that are parsed, and stored, together


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Some rows of a page. `again` parses them anew, should the database refuse one."""

    batch: Batch
    again: Callable[[], Sequence[Parsed]]


Keep = Callable[[Part], Awaitable[None]]


@dataclass(slots=True, kw_only=True)
class Walk:
    """`seen` are the ΑΔΑs so far. The last part is kept back: it is stored with the window's closing.

    `first_total` and `last_total` are the source's counts on the first and the last page.
    """

    seen: set[str] = field(default_factory=set)
    first_total: int = -1
    last_total: int = -1
    pages: int = 0
    kept_back: Part | None = None

    @property
    def adds_up(self) -> bool:
        return len(self.seen) == self.first_total == self.last_total

    def begin(self, page: Page) -> None:
        """What the source counts, as of this page."""
        if not self.pages:
            self.first_total = page.total
        self.last_total = page.total
        self.pages += 1


async def walk_whole(pages: AsyncIterator[Page], first: Page, *, parser: Parser, keep: Keep) -> Walk:
    """From the first page, which is there already, to the last: what comes next is fetched and parsed meanwhile."""
    walk = Walk()
    async with aclosing(_ahead(pages, first, parser)) as parsed:
        async for page, parts in parsed:
            await _take(walk, page, parts, keep)
    return walk


async def walk_top(pages: AsyncIterator[Page], seen: set[str], *, parser: Parser, keep: Keep) -> Walk:
    """Over what moved meanwhile: whatever is posted or changed comes to the top, so it ends where nothing is new."""
    walk = Walk(seen=seen)
    async for page in pages:
        known = len(seen)
        parts = _parsing(page, parser)
        try:
            await _take(walk, page, parts, keep)
        finally:
            await _ended(made for _, made in parts)
        if len(seen) == known or walk.adds_up:
            break
    return walk


Parsing = Sequence[tuple[Callable[[], Sequence[Parsed]], asyncio.Future[Batch]]]


def _parsing(page: Page, parser: Parser) -> Parsing:
    """The parts of a page, all begun."""
    parts = [slice(start, start + _PART) for start in range(0, len(page.rows), _PART)]
    return [(parser.again(page, part), asyncio.ensure_future(parser.batch(page, part))) for part in parts]


async def _take(walk: Walk, page: Page, parts: Parsing, keep: Keep) -> None:
    walk.begin(page)
    for again, made in parts:
        if walk.kept_back is not None:
            await keep(walk.kept_back)
        batch = await made
        walk.kept_back = Part(batch=batch, again=again)
        walk.seen.update(ada for ada in batch.adas if ada)


async def _ahead(pages: AsyncIterator[Page], first: Page, parser: Parser) -> AsyncGenerator[tuple[Page, Parsing], None]:
    """Each page with its parts begun; meanwhile the next one is fetched, and begun as soon as it is there."""
    begun: list[asyncio.Future[Batch]] = []
    following: asyncio.Task[tuple[Page, Parsing] | None] | None = None

    def begin(page: Page) -> Parsing:
        parts = _parsing(page, parser)
        begun[:] = [each for each in begun if not each.done()] + [made for _, made in parts]
        return parts

    async def fetch() -> tuple[Page, Parsing] | None:
        page = await anext(pages, None)
        return (page, begin(page)) if page is not None else None

    current: tuple[Page, Parsing] | None = (first, begin(first))
    try:
        while current is not None:
            following = asyncio.ensure_future(fetch())
            yield current
            current = await following
    finally:
        if following is not None:
            following.cancel()
            await _ended([following])
        await _ended(begun)


async def _ended(work: Iterable[asyncio.Future[Any]]) -> None:
    """Nothing goes on behind our back, whatever came of it."""
    left = list(work)
    if left:
        await asyncio.wait(left)
