"""Changed rules: everything held is read again by itself, once, and nothing else about it moves."""

import asyncio
import json
from typing import Any

import pytest

from core.domain.decision import Decision
from core.store import loads
from core.store.decisions import Saved, save
from core.store.pool import Pool, transaction
from ingest import reread
from ingest.diavgeia.parse import Known, Reason, parse, rejection
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


FUEL = "«Προμήθεια καυσίμων κίνησης οχημάτων»"
COUNTED = "SELECT sum(amount) FROM countable_lines"


async def test_totals_do_not_double_while_it_is_read_again(fresh: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    subjects = [f"Έγκριση πρακτικού διαγωνισμού για {FUEL}", f"Ανάθεση {FUEL}"]
    payee = {"afm": "800579607", "afmType": "EL", "afmCountry": "EL", "name": "ΔΟΚΙΜΗ Ε.Ε."}
    amount = {"awardAmount": {"amount": 1000, "currency": "EUR"}, "person": [payee]}
    acts = [a_row(n, subject=subject, extraFieldValues=amount) for n, subject in enumerate(subjects)]
    await load_rows(fresh, acts)
    assert await fresh.fetchval(COUNTED) == 1000
    await fresh.execute("UPDATE decisions SET reading_key = 'older'")
    await fresh.execute("UPDATE loads SET source = 'rules older' WHERE starts_with(source, 'rules ')")
    monkeypatch.setattr(reread.store, "screen", _stop)
    async with fresh.acquire() as db:
        with pytest.raises(KeyboardInterrupt):
            await reread.if_owed(db)
    assert await fresh.fetchval("SELECT count(*) FROM decisions WHERE reading_key = 'older'") == 0
    assert await fresh.fetchval(COUNTED) == 1000
    monkeypatch.undo()
    await load_rows(fresh, [])
    assert await fresh.fetchval(COUNTED) == 1000


async def test_the_version_that_stands_is_read_though_a_later_arrival_is_as_old(fresh: Pool) -> None:
    """A revocation that was refused: the source went back to an earlier version of the same moment."""
    await load_rows(fresh, [a_row(1)])
    await load_rows(fresh, [a_row(1, status="REVOKED")])
    standing = "UPDATE decisions SET version_key = (SELECT version_key FROM decision_versions WHERE status = $1)"
    await fresh.execute(standing, "PUBLISHED")
    await older_rules(fresh)
    await load_rows(fresh, [])
    row = await fresh.fetchrow("SELECT status, reading_key FROM decisions")
    assert (row["status"], row["reading_key"] != b"older") == ("PUBLISHED", True)


async def test_a_page_is_read_after_its_turn_was_taken(fresh: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another run wrote while this one waited is what is read."""
    await load_rows(fresh, [a_row(1)])
    await older_rules(fresh)
    newer = a_row(1, extraFieldValues={"awardAmount": {"amount": 900, "currency": "EUR"}, "person": []})
    async with fresh.acquire() as db, fresh.acquire() as other:
        async with transaction(other):
            await loads.take_turn(other)
            waiting = asyncio.create_task(reread.if_owed(db))
            await asyncio.sleep(0.3)
            assert not waiting.done()
            made = parse(newer, json.dumps(newer), known=Known(registered=lambda _: True, issuer_afm=lambda _: None))
            assert isinstance(made, Decision)
            await save(other, decisions=[made])
        await waiting
    assert await fresh.fetchval(COUNTED) == 900


async def test_what_new_rules_refuse_is_told_and_counts_as_it_did(fresh: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    await load_rows(fresh, [a_row(1), a_row(2)])
    await fresh.execute("UPDATE loads SET source = 'rules older' WHERE starts_with(source, 'rules ')")
    real = reread.parse

    def stricter(row: Any, raw: str, *, known: Known) -> Any:
        return (
            rejection(Reason.BAD_DATE, raw, ada=row["ada"]) if row["ada"] == an_ada(1) else real(row, raw, known=known)
        )

    monkeypatch.setattr(reread, "parse", stricter)
    report = await load_rows(fresh, [])
    assert report.refused_again == 1
    assert await fresh.fetchval("SELECT ada FROM rejections") == an_ada(1)
    assert await fresh.fetchval(COUNTED) == 101.5 + 102.5
