"""One walk through a window's pages: what it brought, and whether that adds up to what the source counts."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field

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
    """From the first page, which is there already, to the last: the next one is fetched while this one is stored."""
    walk = Walk()
    page: Page | None = first
    while page is not None:
        page = await _while_fetching(pages, _step(walk, page, parser, keep))
    return walk


async def walk_top(pages: AsyncIterator[Page], seen: set[str], *, parser: Parser, keep: Keep) -> Walk:
    """Over what moved meanwhile: whatever is posted or changed comes to the top, so it ends where nothing is new."""
    walk = Walk(seen=seen)
    async for page in pages:
        fresh = await _step(walk, page, parser, keep)
        if not fresh or walk.adds_up:
            break
    return walk


async def _step(walk: Walk, page: Page, parser: Parser, keep: Keep) -> bool:
    """Whether the page brought an act that was not seen before. One part of it is stored while the next is parsed."""
    walk.begin(page)
    before = len(walk.seen)
    for start in range(0, len(page.rows), _PART):
        part = slice(start, start + _PART)
        parsing = asyncio.ensure_future(parser.batch(page, part))
        try:
            if walk.kept_back is not None:
                await keep(walk.kept_back)
        finally:
            batch = await parsing
        walk.kept_back = Part(batch=batch, again=parser.again(page, part))
        walk.seen.update(ada for ada in batch.adas if ada)
    return len(walk.seen) > before


async def _while_fetching(pages: AsyncIterator[Page], work: Awaitable[object]) -> Page | None:
    following = asyncio.ensure_future(anext(pages, None))
    try:
        await work
    except BaseException:
        following.cancel()
        await asyncio.wait({following})
        raise
    return await following
