"""Acts of a period whose contract counts on a day outside of it."""

from datetime import date
from typing import Any

from core.domain.condition import DecisionFilter
from core.domain.ledger import Stage
from core.domain.period import Period
from core.store import counted_elsewhere, decisions, spending
from tests.builders import BODY, an_award

TITLE = "«Προμήθεια και εγκατάσταση συστήματος ύδρευσης»"
YEAR = Period(since=date(2024, 1, 1), until=date(2025, 1, 1))
WHERE = DecisionFilter(organizations=(BODY,), period=YEAR)


async def _found(db: Any, where: DecisionFilter) -> list[counted_elsewhere.Elsewhere]:
    aside = await spending.set_aside(db, where=where)
    return await counted_elsewhere.find(db, where=where, stage=Stage.AWARD, aside=aside)


async def test_the_act_that_counts_is_named_with_its_day(db: Any) -> None:
    minutes = an_award("427311.39", f"Έγκριση πρακτικού διαγωνισμού {TITLE}", issued_on=date(2023, 11, 7))
    contract = an_award("427311.39", f"Σύμβαση: {TITLE}", issued_on=date(2024, 4, 26))
    await decisions.save(db, decisions=[minutes, contract])
    await decisions.screen(db)
    assert await _found(db, WHERE) == [
        counted_elsewhere.Elsewhere(ada=contract.ada, counted_by=minutes.ada, counted_on=date(2023, 11, 7))
    ]
    assert await _found(db, DecisionFilter(organizations=(BODY,))) == [], "no period: everything counts inside"
    taken_out = DecisionFilter(organizations=(BODY,), period=YEAR, without=(contract.ada,))
    assert await _found(db, taken_out) == []


async def test_a_contract_that_counts_within_the_period_is_not_elsewhere(db: Any) -> None:
    award = an_award("427311.39", f"Ανάθεση {TITLE}", issued_on=date(2024, 2, 7))
    contract = an_award("427311.39", f"Σύμβαση: {TITLE}", issued_on=date(2024, 4, 26))
    await decisions.save(db, decisions=[award, contract])
    await decisions.screen(db)
    assert await _found(db, WHERE) == []
