"""One walk through a window's pages: what it brought, and whether that adds up to what the source counts."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from ingest.batches import Parsed
from ingest.diavgeia.envelope import Page
from ingest.diavgeia.parse import Known, Reason, Rejection, parse

_PART = 250  # rows that are parsed, and stored, together
# Rows that tell no act apart: the act behind them has not been seen.
_UNSEEN = frozenset({Reason.SOURCE_ERROR, Reason.NOT_A_DECISION, Reason.BROKEN_JSON})

_Item = TypeVar("_Item")
Keep = Callable[[Sequence[Parsed]], Awaitable[None]]


@dataclass(slots=True, kw_only=True)
class Walk:
    """`seen` are the ΑΔΑs so far. The last part is kept back: it is stored with the window's closing.

    `first_total` and `last_total` are the source's counts on the first and the last page.
    """

    seen: set[str] = field(default_factory=set)
    first_total: int = -1
    last_total: int = -1
    pages: int = 0
    kept_back: Sequence[Parsed] = ()

    @property
    def adds_up(self) -> bool:
        return len(self.seen) == self.first_total == self.last_total

    def begin(self, page: Page) -> None:
        """What the source counts, as of this page."""
        if not self.pages:
            self.first_total = page.total
        self.last_total = page.total
        self.pages += 1


def _ada(row: Parsed) -> str | None:
    return None if isinstance(row, Rejection) and row.reason in _UNSEEN else row.ada


async def walk_whole(pages: AsyncIterator[Page], first: Page, *, known: Known, keep: Keep) -> Walk:
    """From the first page, which is there already, to the last: the next one is fetched while this one is stored."""
    walk = Walk()
    page: Page | None = first
    while page is not None:
        page = await _while_fetching(pages, _step(walk, page, known, keep))
    return walk


async def _step(walk: Walk, page: Page, known: Known, keep: Keep) -> bool:
    """Whether the page brought an act that was not seen before. One part of it is stored while the next is parsed."""
    walk.begin(page)
    before = len(walk.seen)
    for start in range(0, len(page.rows), _PART):
        parsing = asyncio.ensure_future(asyncio.to_thread(_parsed, page, start, known))
        try:
            await keep(walk.kept_back)
        finally:
            parsed = await parsing
        walk.kept_back = parsed
        walk.seen.update(ada for ada in map(_ada, parsed) if ada)
    return len(walk.seen) > before


def _parsed(page: Page, start: int, known: Known) -> list[Parsed]:
    part = slice(start, start + _PART)
    return [parse(row, raw, known=known) for row, raw in zip(page.rows[part], page.raw_rows[part], strict=True)]


async def walk_top(pages: AsyncIterator[Page], seen: set[str], *, known: Known, keep: Keep) -> Walk:
    """Over what moved meanwhile: whatever is posted or changed comes to the top, so it ends where nothing is new."""
    walk = Walk(seen=seen)
    async for page in pages:
        fresh = await _step(walk, page, known, keep)
        if not fresh or walk.adds_up:
            break
    return walk


async def _while_fetching(pages: AsyncIterator[Page], work: Awaitable[object]) -> Page | None:
    following = asyncio.ensure_future(anext(pages, None))
    try:
        await work
    except BaseException:
        following.cancel()
        await asyncio.wait({following})
        raise
    return await following
