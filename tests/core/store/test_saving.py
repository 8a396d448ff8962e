"""Saving: every version kept, the newest one read, the same again changes nothing (DESIGN §8)."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import asyncpg
import pytest

from core.domain.decision import Decision, Status
from core.domain.ledger import AmountState, Flag
from core.errors import InvalidInput
from core.greek.lexemes import tsvector
from core.store import decisions
from core.store.decisions import Saved
from tests.builders import BODY, OTHER_BODY, PERSON, a_decision, a_line, an_award

EARLY, LATE = datetime(2024, 3, 15, 9, tzinfo=UTC), datetime(2024, 5, 2, 9, tzinfo=UTC)


def version(amount: int, submitted_at: datetime | None, fidelity: str | None = "api-verbatim", **more: Any) -> Decision:
    """One version of the same act, told apart by its amount."""
    award = an_award(amount, ada="ΑΒΓΔΩΔΟ-1ΔΟ", **more)
    key = f"{amount}{submitted_at}".encode().ljust(32)
    return replace(
        award, submitted_at=submitted_at, fidelity=fidelity, version_key=key, raw=json.dumps({"amount": amount})
    )


async def save(db: Any, *arrived: Decision) -> Saved:
    return await decisions.save(db, decisions=arrived)


async def amount_held(db: Any) -> int:
    return int(await db.fetchval("SELECT sum(amount) FROM money_lines WHERE ada = 'ΑΒΓΔΩΔΟ-1ΔΟ'"))


async def test_a_new_decision_is_held_with_all_that_it_says(db: Any) -> None:
    lines = (
        a_line(100, payees=(PERSON,), kae="10.6", cpvs=("50000000-5",)),
        a_line(None, seq=2, flags=(Flag.PAYROLL,)),
    )
    act = a_decision("Προμήθεια καυσίμων", decision_type="Δ.1", lines=lines, links=("9ΒΜΣΩ1Ρ-ΣΝ3",), fiscal_year=2024)
    assert await save(db, act) == Saved(new=1)
    card = (await decisions.cards(db, adas=[act.ada]))[act.ada]
    assert (card.lines, card.subject, card.fiscal_year) == (lines, "Προμήθεια καυσίμων", 2024)
    assert [(link.ada, link.held, link.outgoing) for link in card.related] == [("9ΒΜΣΩ1Ρ-ΣΝ3", False, True)]
    assert card.version_key == act.version_key


async def test_the_same_again_changes_nothing(db: Any) -> None:
    acts = [an_award(number) for number in range(3)]
    await save(db, *acts)
    seen = await db.fetch("SELECT ada, first_seen_at, changed_at, xmin::text FROM decisions ORDER BY ada")
    assert await save(db, *acts) == Saved(unchanged=3)
    assert await db.fetch("SELECT ada, first_seen_at, changed_at, xmin::text FROM decisions ORDER BY ada") == seen


async def test_the_greatest_submission_time_is_the_newest_whatever_comes_last(db: Any) -> None:
    assert await save(db, version(2, LATE)) == Saved(new=1)
    assert await save(db, version(1, EARLY)) == Saved(unchanged=1)
    assert await amount_held(db) == 2
    assert await db.fetchval("SELECT count(*) FROM decision_versions WHERE ada = 'ΑΒΓΔΩΔΟ-1ΔΟ'") == 2
    assert await save(db, version(3, LATE.replace(month=6))) == Saved(changed=1)
    assert await amount_held(db) == 3


async def test_two_versions_in_one_batch_leave_the_newest(db: Any) -> None:
    assert await save(db, version(2, LATE), version(1, EARLY)) == Saved(new=1, unchanged=1)
    assert await amount_held(db) == 2


async def test_an_undated_version_never_replaces_a_dated_one(db: Any) -> None:
    await save(db, version(1, EARLY, fidelity="db-reconstructed"))
    assert await save(db, version(9, None)) == Saved(unchanged=1)
    assert await amount_held(db) == 1


async def test_a_dated_version_replaces_an_undated_one(db: Any) -> None:
    await save(db, version(9, None))
    assert await save(db, version(1, EARLY, fidelity="flat")) == Saved(changed=1)


async def test_of_undated_versions_the_sources_own_beats_a_rebuilt_one_and_then_the_later(db: Any) -> None:
    await save(db, version(1, None, fidelity="flat"))
    assert await save(db, version(2, None)) == Saved(changed=1)
    assert await save(db, version(3, None, fidelity="flat-reconstructed")) == Saved(unchanged=1)
    assert await save(db, version(4, None, fidelity=None)) == Saved(changed=1)
    assert await amount_held(db) == 4


async def test_loading_the_same_undated_versions_again_does_not_swing_back(db: Any) -> None:
    first, second = version(1, None, fidelity="flat"), version(2, None, fidelity="flat")
    await save(db, first)
    await save(db, second)
    assert await save(db, first) == Saved(unchanged=1)
    assert await save(db, second) == Saved(unchanged=1)
    assert await amount_held(db) == 2


async def test_a_changed_rule_reads_a_held_version_anew_without_calling_it_changed(db: Any) -> None:
    held = version(1, EARLY)
    await save(db, held)
    before = await db.fetchrow("SELECT changed_at, first_seen_at FROM decisions WHERE ada = $1", held.ada)
    await db.execute("UPDATE decisions SET changed_at = '2020-01-01', first_seen_at = '2020-01-01'")
    read_anew = replace(held, lines=(a_line(1, flags=(Flag.PLACEHOLDER,)),), flags=frozenset({Flag.PLACEHOLDER}))
    assert await save(db, read_anew) == Saved(reread=1)
    row = await db.fetchrow("SELECT flags, changed_at, first_seen_at FROM decisions WHERE ada = $1", held.ada)
    assert row["flags"] == ["placeholder"]
    assert row["changed_at"].year == row["first_seen_at"].year == 2020
    assert before["changed_at"].year > 2020
    assert await db.fetchval("SELECT count(*) FROM decision_versions WHERE ada = $1", held.ada) == 1


async def test_a_reading_that_fetched_the_amounts_is_not_replaced_by_one_that_did_not(db: Any) -> None:
    fetched = replace(version(1, EARLY), lines=(a_line(None),), amount_state=AmountState.UNSTATED)
    unread = replace(fetched, lines=(a_line(None, state=AmountState.UNREAD),), amount_state=AmountState.UNREAD)
    await save(db, unread)
    assert await save(db, fetched) == Saved(reread=1)
    assert await save(db, unread) == Saved(unchanged=1)
    assert await save(db, unread, fetched, unread) == Saved(unchanged=3)
    assert await db.fetchval("SELECT amount_state FROM decisions WHERE ada = $1", fetched.ada) == "unstated"


async def test_a_revocation_is_a_new_version_of_the_same_act(db: Any) -> None:
    await save(db, version(1, EARLY))
    assert await save(db, version(1, LATE, status=Status.REVOKED)) == Saved(changed=1)
    assert await db.fetchval("SELECT count(*) FROM countable_lines") == 0
    assert await db.fetchval("SELECT status FROM decisions") == "REVOKED"


async def test_an_act_that_moves_to_another_body_stays_one(db: Any) -> None:
    await save(db, version(1, EARLY, links=("9ΒΜΣΩ1Ρ-ΣΝ3",)))
    assert await save(db, version(2, LATE, body=OTHER_BODY)) == Saved(changed=1)
    assert await db.fetch("SELECT organization_uid FROM decisions") == [(OTHER_BODY,)]
    assert await db.fetchval("SELECT count(*) FROM links") == 0
    assert await amount_held(db) == 2


async def test_history_cannot_be_rewritten(db: Any) -> None:
    await save(db, version(1, EARLY))
    with pytest.raises(asyncpg.RaiseError):
        await db.execute("UPDATE decision_versions SET status = 'REVOKED'")


async def test_a_value_that_the_database_refuses_is_invalid_input(db: Any) -> None:
    async with db.transaction():
        pass
    with pytest.raises(InvalidInput):
        async with db.transaction():
            await save(db, an_award(1), replace(an_award(2), protocol_number="a\x00b"))
    assert await db.fetchval("SELECT count(*) FROM decisions WHERE organization_uid = $1", BODY) == 0


async def test_subjects_that_differ_in_form_only_are_one_text_kept_in_its_best_form(db: Any) -> None:
    await save(db, a_decision("ΠΡΟΜΗΘΕΙΑ  ΚΑΥΣΙΜΩΝ"))
    await save(db, a_decision("Προμήθεια καυσίμων"), a_decision("Προμηθεια Kαυσιμων"))
    texts = await db.fetch("SELECT sample, length, lexemes::text FROM texts")
    assert [tuple(text) for text in texts] == [("Προμήθεια καυσίμων", 2, tsvector("Προμήθεια καυσίμων"))]


async def test_new_search_words_replace_old_ones_and_drop_what_was_made_of_them(db: Any) -> None:
    await save(db, a_decision("Προμήθεια καυσίμων"))
    await db.execute("UPDATE texts SET lexemes = '''παλια'':1'")
    await db.execute("INSERT INTO postings SELECT 'παλια', id, 1 FROM texts")
    await db.execute("INSERT INTO text_vectors SELECT id, array_fill(0.5, ARRAY[384])::halfvec FROM texts")
    assert (await save(db, a_decision("Προμήθεια καυσίμων"))).texts == 1
    assert await db.fetchval("SELECT lexemes::text FROM texts") == tsvector("Προμήθεια καυσίμων")
    assert await db.fetchval("SELECT count(*) FROM postings") == 0
    assert await db.fetchval("SELECT count(*) FROM text_vectors") == 0


async def test_a_thousand_at_once_are_a_thousand(db: Any) -> None:
    acts = [an_award(number, f"Προμήθεια υλικών αριθμός {number % 50}") for number in range(1_000)]
    assert await save(db, *acts) == Saved(new=1_000)
    assert await db.fetchval("SELECT count(*) FROM texts") == 50
    assert await db.fetchval("SELECT sum(amount) FROM countable_lines") == sum(range(1_000))
