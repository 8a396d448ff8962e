"""Changed rules: everything held is read again by itself, once, and nothing else about it moves."""

import pytest

from core.store.decisions import Saved
from core.store.pool import Pool
from ingest import reread
from ingest.reread import Reread
from tests.ingest.rows import a_row, an_ada
from tests.ingest.test_load import load_rows

HELD = "SELECT ada, seq, amount, state, flags, suspect FROM money_lines ORDER BY ada, seq"
DECISIONS = (
    "SELECT ada, reading_key, version_key, amount_state, fidelity, first_seen_at, changed_at "
    "FROM decisions ORDER BY ada"
)


def rows() -> list[dict]:
    """An amount that was not fetched, one that the source does not state, and plain ones."""
    silent = {"awardAmount": {"amount": None, "currency": "EUR"}, "person": []}
    return [
        *(a_row(number) for number in range(1_100)),
        a_row(1_200, extraFieldValues=silent, _detail_fetched=False, _fidelity="rebuilt"),
        a_row(1_201, extraFieldValues={}, _detail_fetched=True, _fidelity="rebuilt"),
    ]


async def state(pool: Pool) -> tuple[list, list, int]:
    return (
        await pool.fetch(HELD),
        await pool.fetch(DECISIONS),
        await pool.fetchval("SELECT count(*) FROM decision_versions"),
    )


async def older_rules(pool: Pool) -> None:
    """The database as rules that knew no suspects would have left it."""
    await pool.execute("UPDATE money_lines SET flags = '{hundredfold}', suspect = true")
    await pool.execute("UPDATE decisions SET flags = '{hundredfold}', reading_key = 'older'")
    await pool.execute("UPDATE loads SET source = 'rules older' WHERE starts_with(source, 'rules ')")


async def test_an_archive_read_by_older_rules_is_read_again_by_itself(fresh: Pool) -> None:
    await load_rows(fresh, rows())
    before = await state(fresh)
    await older_rules(fresh)
    assert await fresh.fetchval("SELECT count(*) FROM countable_lines") == 0
    await load_rows(fresh, [])
    assert await state(fresh) == before
    assert await fresh.fetchval("SELECT count(*) FROM countable_lines") == len(rows())


async def test_rules_that_stand_read_nothing(fresh: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    await load_rows(fresh, rows())
    monkeypatch.setattr(reread, "_read_all", lambda *_: pytest.fail("read again"))
    await load_rows(fresh, [a_row(5_000)])


async def test_a_reading_that_was_cut_short_is_done_anew(fresh: Pool) -> None:
    await load_rows(fresh, rows())
    await older_rules(fresh)
    async with fresh.acquire() as db:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(reread, "_BATCH", 100)
            patched.setattr(reread.store, "screen", _stop)
            with pytest.raises(KeyboardInterrupt):
                await reread.if_owed(db)
        assert await reread.if_owed(db) == Reread(saved=Saved(unchanged=len(rows())))
        assert await reread.if_owed(db) == Reread()
    assert await fresh.fetchval("SELECT bool_or(suspect) FROM money_lines") is False


async def _stop(_: object) -> None:
    raise KeyboardInterrupt


async def test_what_left_the_source_stays_gone(fresh: Pool) -> None:
    await load_rows(fresh, rows())
    await fresh.execute("UPDATE decisions SET gone_at = now() WHERE ada = $1", an_ada(7))
    await older_rules(fresh)
    await load_rows(fresh, [])
    assert await fresh.fetchval("SELECT gone_at IS NOT NULL FROM decisions WHERE ada = $1", an_ada(7))
