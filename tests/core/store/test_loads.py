"""The log of loads: one row a run, refused rows kept once, one run at a time."""

import asyncio
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest

from core.errors import Unavailable
from core.store import decisions, loads
from core.store.loads import Progress, Refused
from core.store.pool import Pool
from tests.builders import a_decision

BAD = Refused(row=7, ada="Χ", reason="broken_json", raw='{"ada": "Χ"')


async def test_a_run_is_logged_as_it_advances(db: Any) -> None:
    load = await loads.start(db, source="pages.jsonl.gz")
    await loads.advance(db, load=load, progress=Progress(read=10, new=7, changed=1, rejected=2))
    row = await db.fetchrow("SELECT * FROM loads WHERE id = $1", load)
    assert (row["source"], row["read_rows"], row["new_rows"], row["changed_rows"], row["rejected_rows"]) == (
        "pages.jsonl.gz",
        10,
        7,
        1,
        2,
    )
    assert row["finished_at"] is None
    await loads.finish(db, load=load)
    assert await db.fetchval("SELECT finished_at IS NOT NULL FROM loads WHERE id = $1", load)


async def test_counts_are_stale_until_a_run_has_finished(db: Any) -> None:
    first = await loads.start(db, source="a")
    assert await loads.counts_are_stale(db, load=first)
    await loads.finish(db, load=first)
    killed = await loads.start(db, source="b")
    assert not await loads.counts_are_stale(db, load=killed)
    after = await loads.start(db, source="b")
    assert await loads.counts_are_stale(db, load=after)
    await loads.finish(db, load=after)
    assert not await loads.counts_are_stale(db, load=await loads.start(db, source="b"))


async def test_a_row_refused_again_for_the_same_reason_is_kept_once(db: Any) -> None:
    first, second = await loads.start(db, source="a"), await loads.start(db, source="a")
    await loads.refuse(db, load=first, rows=[BAD])
    await loads.refuse(db, load=second, rows=[BAD, Refused(row=8, ada=None, reason="bad_ada", raw=BAD.raw)])
    await loads.refuse(db, load=second, rows=[])
    assert await loads.rejected(db) == {"bad_ada": 1, "broken_json": 1}
    row = await db.fetchrow("SELECT load_id, row, ada, raw FROM rejections WHERE reason = 'broken_json'")
    assert tuple(row) == (first, 7, "Χ", BAD.raw)


async def test_two_runs_at_once_are_refused(pool: Pool) -> None:
    async with pool.acquire() as one, pool.acquire() as other:
        async with loads.alone(one):
            with pytest.raises(Unavailable):
                async with loads.alone(other, patience=0.3):
                    pass
        async with loads.alone(other):
            pass


async def test_a_run_waits_for_the_lock_of_one_that_has_just_died(pool: Pool) -> None:
    async with pool.acquire() as one, pool.acquire() as other:
        dying = loads.alone(one)
        await dying.__aenter__()
        async with asyncio.TaskGroup() as group:
            group.create_task(_let_go(dying))
            async with loads.alone(other):
                pass


async def _let_go(held: AbstractAsyncContextManager[None]) -> None:
    await asyncio.sleep(0.3)
    await held.__aexit__(None, None, None)


async def test_a_database_without_decisions_is_empty(db: Any) -> None:
    assert await loads.is_empty(db)
    await decisions.save(db, decisions=[a_decision()])
    assert not await loads.is_empty(db)
