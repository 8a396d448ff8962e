"""Cards, pages, and what is near an ΑΔΑ that we do not hold."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from core.domain.condition import Condition, DecisionFilter, WordGroup
from core.domain.decision import Decision, LinkKind, Status
from core.domain.ledger import AmountState, Flag, Stage
from core.domain.period import Period
from core.store import decisions, organizations
from core.store.organizations import RegisterEntry
from tests.builders import BODY, COMPANY, OTHER_BODY, PERSON, a_commitment, a_decision, an_award

ADA = "ΑΒΓΔΩΔΟ-1ΔΟ"
ANY = DecisionFilter()


async def save(db: Any, *arrived: Decision) -> None:
    await decisions.save(db, decisions=arrived)


async def found(db: Any, where: DecisionFilter = ANY, **more: Any) -> list[str]:
    rows = await decisions.rows(db, where=where, **{"newest_first": True, "limit": 50} | more)
    return [row.ada for row in rows]


async def test_only_what_we_hold_is_held(db: Any) -> None:
    await save(db, an_award(ada=ADA))
    assert await decisions.held(db, adas=[ADA, "ΩΩΩΩΩ1Ρ-1ΔΟ"]) == {ADA}
    assert await decisions.held(db, adas=[]) == set()


async def test_a_card_names_its_body_by_the_register_or_by_its_number(db: Any) -> None:
    await save(db, an_award(ada=ADA))
    assert (await decisions.cards(db, adas=[ADA]))[ADA].organization == f"Φορέας {BODY}"
    await organizations.upsert_register(db, entries=[RegisterEntry(uid=BODY, label="ΔΗΜΟΣ ΔΟΚΙΜΗΣ")])
    assert (await decisions.cards(db, adas=[ADA]))[ADA].organization == "ΔΗΜΟΣ ΔΟΚΙΜΗΣ"


async def test_an_ada_that_we_do_not_hold_has_no_card(db: Any) -> None:
    assert await decisions.cards(db, adas=["ΩΩΩΩΩ1Ρ-1ΔΟ"]) == {}


async def test_a_card_shows_its_links_both_ways(db: Any) -> None:
    commitment = a_commitment(120, issued_on=date(2024, 1, 5))
    award = an_award(100, ada=ADA, links=(commitment.ada, "ΩΩΩΩΩ1Ρ-1ΔΟ"))
    later = an_award(50, links=(ADA,), issued_on=date(2024, 6, 1))
    await save(db, commitment, award, later)
    related = (await decisions.cards(db, adas=[ADA]))[ADA].related
    assert [(each.ada, each.outgoing, each.decision_type, each.amount, each.held) for each in related] == [
        (commitment.ada, True, "Β.1.3", 120, True),
        ("ΩΩΩΩΩ1Ρ-1ΔΟ", True, None, None, False),
        (later.ada, False, "Δ.1", 50, True),
    ]
    assert {each.kind for each in related} == {LinkKind.RELATED}
    assert related[2].issued_on == date(2024, 6, 1)


def corrected(amount: int, submitted_at: datetime, corrects: str | None) -> Decision:
    """A version with the source's own JSON, which the previous amount is read from."""
    values = {"awardAmount": {"amount": amount, "currency": "EUR"}}
    raw = {"decisionTypeId": "Δ.1", "subject": "Προμήθεια", "extraFieldValues": values, "amount": amount}
    key = str(amount).encode().ljust(32)
    award = an_award(amount, ada=ADA, submitted_at=submitted_at, corrects=corrects)
    return replace(award, raw=json.dumps(raw), version_key=key)


async def test_a_correction_shows_what_the_amount_was(db: Any) -> None:
    first, second = datetime(2024, 3, 15, tzinfo=UTC), datetime(2024, 4, 2, tzinfo=UTC)
    await save(db, corrected(8120, first, None), corrected(9120, second, "fe1c4753"))
    card = (await decisions.cards(db, adas=[ADA]))[ADA]
    assert (card.lines[0].amount, card.previous_amount, card.corrected, card.versions) == (9120, 8120, True, 2)


async def test_an_act_never_corrected_has_no_previous_amount(db: Any) -> None:
    await save(db, an_award(ada=ADA))
    card = (await decisions.cards(db, adas=[ADA]))[ADA]
    assert (card.previous_amount, card.corrected, card.versions) == (None, False, 1)


async def test_a_card_carries_the_flags_of_the_screens(db: Any) -> None:
    award = an_award(ada=ADA)
    await save(db, award)
    await db.execute("INSERT INTO screened VALUES ($1, $2, 'same_again', 'ΧΧΧΧΩΔΟ-1ΔΟ', false)", BODY, ADA)
    assert (await decisions.cards(db, adas=[ADA]))[ADA].screened == ((Flag.SAME_AGAIN, "ΧΧΧΧΩΔΟ-1ΔΟ"),)


async def test_several_cards_come_at_once(db: Any) -> None:
    acts = [a_decision() for _ in range(3)]
    await save(db, *acts)
    cards = await decisions.cards(db, adas=[act.ada for act in acts])
    assert set(cards) == {act.ada for act in acts}
    assert all(card.lines == () and card.amount_state is None for card in cards.values())


@pytest.mark.parametrize(
    "typed",
    ["ΑΒΓΔΩΔ0-1ΔΟ", "ΑΒΓΔΩΔΟ-ΙΔΟ", "ΑΒΓΩΔΟ-1ΔΟ", "ΑΒΓΔΩΔΟ-1ΔΟΚ", "ΒΑΓΔΩΔΟ-1ΔΟ", "ΑΒΓΔΩΔΟ-1ΜΟ", "ΑΒΓΔΩΔΟ-1Ο"],
)
async def test_a_slip_of_one_character_finds_the_ada_that_is_meant(db: Any, typed: str) -> None:
    await save(db, an_award(ada=ADA), an_award(ada="ΑΒΗΔΩΔΟ-7ΚΛ"))
    assert (await decisions.near_adas(db, ada=typed, limit=3))[0] == ADA


async def test_lookalike_letters_come_before_other_slips(db: Any) -> None:
    await save(db, an_award(ada="ΑΒΓΔΩΔΟ-1ΔΜ"), an_award(ada="ΑΒΓΔΩΔΟ-ΙΔΟ"))
    assert (await decisions.near_adas(db, ada=ADA, limit=2)) == ["ΑΒΓΔΩΔΟ-ΙΔΟ", "ΑΒΓΔΩΔΟ-1ΔΜ"]


async def test_nothing_near_is_nothing_and_an_ada_is_not_near_itself(db: Any) -> None:
    await save(db, an_award(ada=ADA))
    assert await decisions.near_adas(db, ada="ΩΩΩΩΩ1Ρ-9ΩΩ", limit=3) == []
    assert await decisions.near_adas(db, ada=ADA, limit=3) == []


async def test_a_page_is_in_order_and_the_next_one_goes_on(db: Any) -> None:
    acts = [an_award(issued_on=date(2024, month, 1)) for month in (3, 1, 2)]
    await save(db, *acts)
    newest = [acts[0].ada, acts[2].ada, acts[1].ada]
    assert await found(db) == newest
    assert await found(db, newest_first=False) == newest[::-1]
    assert await found(db, limit=1, offset=1) == newest[1:2]


async def test_every_limit_of_a_filter_binds(db: Any) -> None:
    wanted = an_award(500, "Προμήθεια καυσίμων", payees=(COMPANY,), cpvs=("09134100-8",))
    others = [
        an_award(500, "Προμήθεια καυσίμων", payees=(COMPANY,), cpvs=("09134100-8",), body=OTHER_BODY),
        an_award(500, "Προμήθεια καυσίμων", payees=(COMPANY,), cpvs=("09134100-8",), issued_on=date(2025, 1, 1)),
        an_award(500, "Προμήθεια γάλακτος", payees=(COMPANY,), cpvs=("09134100-8",)),
        an_award(500, "Προμήθεια καυσίμων", payees=(PERSON,), cpvs=("09134100-8",)),
        an_award(499, "Προμήθεια καυσίμων", payees=(COMPANY,), cpvs=("09134100-8",)),
        an_award(501, "Προμήθεια καυσίμων", payees=(COMPANY,), cpvs=("09134100-8",)),
        an_award(500, "Προμήθεια καυσίμων", payees=(COMPANY,), cpvs=("45000000-7",)),
        an_award(500, "Προμήθεια καυσίμων", payees=(COMPANY,), cpvs=("09134100-8",), status=Status.REVOKED),
        a_commitment(500, "Προμήθεια καυσίμων"),
    ]
    await save(db, wanted, *others)
    where = DecisionFilter(
        organizations=(BODY,),
        period=Period.year(2024),
        stage=Stage.AWARD,
        condition=Condition(groups=(WordGroup(shown=("καύσιμα",), alternatives=(("καυσιμ",),)),)),
        payee_afm=COMPANY.afm,
        amount_min=Decimal(500),
        amount_max=Decimal(500),
        cpv="09130000-9",
        status="PUBLISHED",
    )
    assert await found(db, where) == [wanted.ada]
    assert len(await found(db)) == 10


async def test_a_kae_finds_its_lines(db: Any) -> None:
    act, other = a_commitment(kae="10-6041.001"), a_commitment(kae="20-6041.001")
    await save(db, act, other)
    assert await found(db, DecisionFilter(kae="10-6041")) == [act.ada]


async def test_a_type_outside_of_the_stage_matches_nothing(db: Any) -> None:
    await save(db, an_award())
    assert await found(db, DecisionFilter(stage=Stage.AWARD, decision_types=("Β.2.2",))) == []


async def test_a_commitment_belongs_to_its_fiscal_year_when_a_whole_year_is_asked(db: Any) -> None:
    early = a_commitment(fiscal_year=2024, issued_on=date(2023, 12, 20))
    await save(db, early, a_commitment(fiscal_year=2025, issued_on=date(2024, 12, 20)))
    assert await found(db, DecisionFilter(period=Period.year(2024), stage=Stage.COMMITMENT)) == [early.ada]
    assert await found(db, DecisionFilter(period=Period.year(2024))) != [early.ada]  # acts of every kind: day of issue
    december = Period(since=date(2023, 12, 1), until=date(2024, 1, 1))
    assert await found(db, DecisionFilter(period=december)) == [early.ada]


async def test_a_row_is_fit_to_be_shown(db: Any) -> None:
    private, company = an_award(100, payees=(PERSON,)), an_award(None, payees=(COMPANY,), issued_on=date(2024, 1, 1))
    await save(db, private, company)
    rows = await decisions.rows(db, where=ANY, newest_first=True, limit=2)
    assert [(row.amount, row.amount_state, row.stage) for row in rows] == [
        (100, AmountState.STATED, Stage.AWARD),
        (None, AmountState.UNSTATED, Stage.AWARD),
    ]
    assert not any(PERSON.afm in shown for row in rows for shown in row.payees if PERSON.afm)
    assert any(str(COMPANY.afm) in shown for shown in rows[1].payees)
    assert rows[0].version == private.version_key.hex()


async def test_an_afm_typed_as_a_persons_amount_is_not_printed(db: Any) -> None:
    await save(db, an_award(123456783, payees=(PERSON,), flags=(Flag.AFM_AS_AMOUNT,)))
    (row,) = await decisions.rows(db, where=ANY, newest_first=True, limit=1)
    assert (row.amount, row.flags) == (None, ("afm_as_amount",))


async def test_a_reversal_keeps_its_sign_in_a_list(db: Any) -> None:
    await save(db, a_commitment(90, reverses=True))
    (row,) = await decisions.rows(db, where=ANY, newest_first=True, limit=1)
    assert (row.amount, row.sign, row.flags) == (90, -1, ("reversal",))
