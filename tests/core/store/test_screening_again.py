"""Screens of what changed, however it arrives, find what screening everything finds."""

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from core.domain.decision import Decision
from core.store import decisions, organizations, windows
from core.store.organizations import RegisterEntry
from ingest.diavgeia.parse import Known, parse
from ingest.world import build
from tests.builders import BODY, COMPANY, OTHER_BODY, an_award

SCREENED = "SELECT organization_uid, ada, flag, other_ada, suspect FROM screened ORDER BY 1, 2, 3"
OTHER_SAMPLES = """UPDATE texts SET sample = 'Άλλο ' || sample, accents = accents + 1
                    WHERE id IN (SELECT text_id FROM decisions WHERE ada = ANY($1))"""
NOW = datetime(2026, 11, 1, tzinfo=UTC)


async def everything(db: Any) -> list[Any]:
    """What a run over all bodies finds that knows nothing of earlier ones."""
    work = db.transaction()
    await work.start()
    await db.execute("DELETE FROM screened")
    await db.execute("UPDATE screening SET rules = NULL")
    await decisions.screen(db)
    found = await db.fetch(SCREENED)
    await work.rollback()
    return list(found)


def acts_of(seed: int) -> list[Decision]:
    world = build(seed=seed)
    afms = {row["uid"]: row["vatNumber"] for row in world.organizations}
    known = Known(registered=afms.__contains__, issuer_afm=afms.get)
    read = [parse(row, known=known) for row in world.decisions]
    return [each for each in read if isinstance(each, Decision)]


def pieces(acts: Sequence[Decision], rng: random.Random) -> Iterator[list[Decision]]:
    """In any order, a few at a time, of one body or of all; some arrive again."""
    left = [*acts, *rng.sample(list(acts), 60)]
    rng.shuffle(left)
    while left:
        uids = {left[0].organization_uid} if rng.random() < 0.5 else {each.organization_uid for each in left}
        piece = [each for each in left if each.organization_uid in uids][: rng.choice((1, 5, 40, 150, 300))]
        yield piece
        taken = set(map(id, piece))
        left = [each for each in left if id(each) not in taken]


async def something_else(db: Any, rng: random.Random) -> None:
    """What changes acts that are held: posted no more, vanished, listed again; another ΑΦΜ of the body, other words."""
    held = [row["ada"] for row in await db.fetch("SELECT ada FROM decisions ORDER BY ada")]
    some = rng.sample(held, min(len(held), 6))
    match rng.randrange(7):
        case 0:
            await db.execute("UPDATE decisions SET status = 'REVOKED' WHERE ada = ANY($1)", some)
        case 1:
            await windows.mark_gone(db, adas=some, at=NOW)
        case 2:
            await windows.mark_back(db, adas=held)
        case 3:
            uid = await db.fetchval("SELECT organization_uid FROM decisions WHERE ada = $1", some[0])
            afm = await db.fetchval("SELECT afm FROM line_payees WHERE organization_uid = $1 LIMIT 1", uid)
            await organizations.upsert_register(db, entries=[RegisterEntry(uid=uid, label="ΔΗΜΟΣ", afm=afm)])
        case 5:
            await db.execute("UPDATE decisions SET subject = subject || ' (σύμβαση)' WHERE ada = ANY($1)", some)
        case 6:
            await db.execute(OTHER_SAMPLES, some)
        case 4:
            await db.execute("DELETE FROM decisions WHERE ada = ANY($1)", some)


@pytest.mark.parametrize("seed", range(1, 4))
async def test_small_pieces_in_any_order_are_screened_like_the_whole(db: Any, seed: int) -> None:
    rng, screened, flags = random.Random(seed), [], set()
    for piece in pieces(acts_of(seed), rng):
        await decisions.save(db, decisions=piece)
        if rng.random() < 0.5:
            await something_else(db, rng)
        screened.append(len(await decisions.screen(db)))
        found = await db.fetch(SCREENED)
        flags |= {row["flag"] for row in found}
        assert list(found) == await everything(db)
    bodies = await db.fetchval("SELECT count(DISTINCT organization_uid) FROM decisions")
    assert 1 in screened and max(screened) == bodies
    assert flags >= {"hundredfold", "same_contract", "several_acts", "same_again", "posted_twice"}


async def test_a_body_that_did_not_change_is_not_screened(db: Any) -> None:
    await decisions.save(db, decisions=[an_award(500), an_award(500, body=OTHER_BODY)])
    assert await decisions.screen(db) == [BODY, OTHER_BODY]
    assert await decisions.screen(db) == [] and not await decisions.is_owed(db)
    await decisions.save(db, decisions=[an_award(700)])
    assert await decisions.is_owed(db)
    assert await decisions.screen(db) == [BODY]


async def test_other_rules_are_owed_to_every_body(db: Any) -> None:
    await decisions.save(db, decisions=[an_award(500), an_award(500, body=OTHER_BODY)])
    await decisions.screen(db)
    await db.execute("UPDATE screening SET rules = 'older'")
    assert await decisions.is_owed(db)
    assert await decisions.screen(db) == [BODY, OTHER_BODY]


async def test_contracts_that_stand_are_not_read_again(db: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    signed = [an_award(70_001, title) for title in ("Απευθείας ανάθεση καθαρισμού", "Σύμβαση καθαρισμού")]
    await decisions.save(db, decisions=signed)
    await decisions.screen(db)
    before = await db.fetch(SCREENED)
    monkeypatch.setattr("core.store.screening.contracts", lambda acts: pytest.fail("read again"))
    other = an_award(5, "Προμήθεια γάλακτος", payees=())
    await decisions.save(db, decisions=[other])
    assert await decisions.screen(db) == [BODY]
    assert await db.fetch(SCREENED) == before and before


async def test_an_act_that_is_left_to_its_contract_repeats_no_other(db: Any) -> None:
    """The act that comes has another subject than those whose flags it changes."""
    signed = "Σύμβαση καθαρισμού"
    await decisions.save(db, decisions=[an_award(70_001, signed), an_award(70_001, signed)])
    await decisions.screen(db)
    assert {row["flag"] for row in await db.fetch(SCREENED)} == {"same_again"}
    await decisions.save(db, decisions=[an_award(70_001, "Απευθείας ανάθεση καθαρισμού")])
    await decisions.screen(db)
    found = await db.fetch(SCREENED)
    assert {row["flag"] for row in found} == {"same_contract", "several_acts"}
    assert list(found) == await everything(db)


async def test_two_subjects_are_compared_once(db: Any) -> None:
    usual = [an_award(f"{100 + number}.37", f"Προμήθεια υλικών, είδος {number}") for number in range(9)]
    await decisions.save(db, decisions=[*usual, an_award(269628, "Προμήθεια υλικών")])
    await decisions.screen(db)
    await db.execute("UPDATE compared_subjects SET alike = 2")
    await decisions.save(db, decisions=[an_award(5, "Προμήθεια γάλακτος")])
    await decisions.screen(db)
    alike = [row["alike"] for row in await db.fetch("SELECT alike FROM compared_subjects ORDER BY alike DESC")]
    assert alike[:9] == [2] * 9 and len(alike) == 10 and alike[9] < 1


async def test_a_subject_better_accented_elsewhere_is_asked_anew(db: Any) -> None:
    await decisions.save(db, decisions=[an_award(500, "ΠΡΟΜΗΘΕΙΑ ΧΑΡΤΙΟΥ"), an_award(9, "ΑΛΛΟ", payees=(COMPANY,))])
    await decisions.screen(db)
    await decisions.save(db, decisions=[an_award(500, "Προμήθεια χαρτιού", body=OTHER_BODY)])
    assert await decisions.screen(db) == [BODY, OTHER_BODY]
