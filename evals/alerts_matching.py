"""How long it takes to match a night's acts with everybody's subscriptions, inside the transaction that stores them."""

import random
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from core.alerts.matching import Matcher
from core.domain.subscription import Frequency
from core.store import decisions as store
from core.store import subscriptions as kept
from core.store.migrate import migrate
from core.store.pool import Pool, open_pool, transaction
from evals.alerts_drawn import a_wish, an_act, subjects_of, topics_of
from ingest.world import build

_MOST_SECONDS = 5.0
_PART = 250  # acts of a batch, as nights store them
_NOW = datetime(2026, 11, 30, 2, 30, tzinfo=UTC)


async def matching(
    databases: Callable[[], Awaitable[str]], *, subscriptions: int, decisions: int, seed: int
) -> dict[str, Any]:
    """One batch of all the acts, and the same number again in the batches of a night."""
    made, drawn = build(seed=seed, decisions=6_000, first_year=2025, last_year=2026), random.Random(seed)
    subjects, bodies = subjects_of(made), made.covered
    dsn = await databases()
    await migrate(dsn)
    async with await open_pool(dsn, command_seconds=120) as pool:
        await _subscribe(pool, drawn, topics_of(subjects), bodies, subscriptions)
        whole = await _stored(pool, Matcher(), drawn, subjects, bodies, sizes=[decisions])
        parts = await _stored(pool, Matcher(), drawn, subjects, bodies, sizes=[_PART] * (decisions // _PART))
    return {
        "ok": max(whole["matching_seconds"], parts["matching_seconds"]) <= _MOST_SECONDS,
        "bar_seconds": _MOST_SECONDS,
        "subscriptions": subscriptions,
        "in_one_batch": whole,
        f"in_batches_of_{_PART}": parts,
    }


async def _subscribe(pool: Pool, drawn: random.Random, topics: Any, bodies: Any, number: int) -> None:
    async with transaction(pool) as db:
        made = 0
        while made < number:
            _, new = await kept.add(
                db,
                conversation=f"telegram:{1 + made % (number * 2 // 3 + 1)}",
                title="δοκιμή",
                wish=a_wish(drawn, topics, bodies),
                frequency=drawn.choice((*[Frequency.DAILY] * 7, Frequency.WEEKLY, Frequency.IMMEDIATE)),
                weekday=0,
                at=_NOW - timedelta(days=1),
                news_from=_NOW - timedelta(days=1),
            )
            made += new


async def _stored(
    pool: Pool, matcher: Matcher, drawn: random.Random, subjects: Any, bodies: Any, *, sizes: list[int]
) -> dict[str, Any]:
    spent, saving, ours, found = 0.0, 0.0, 0.0, 0
    for size in sizes:
        acts = [an_act(drawn, subjects, bodies, posted=_NOW - timedelta(hours=2)) for _ in range(size)]
        async with transaction(pool) as db:
            started = time.perf_counter()
            await store.save(db, decisions=acts, live=True)
            saved, begun = time.perf_counter(), time.process_time()
            found += await matcher.match_saved(db, at=_NOW)
            spent, saving = spent + time.perf_counter() - saved, saving + saved - started
            ours += time.process_time() - begun
    return {
        "decisions": sum(sizes),
        "matches": found,
        "matching_seconds": round(spent, 2),
        "of_it_processor_seconds_here": round(ours, 2),
        "saving_seconds": round(saving, 2),
    }
