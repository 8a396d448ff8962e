"""What the operator is told that we hold."""

from typing import Any

from core.domain.decision import Status
from core.store import decisions, holdings
from tests.builders import OTHER_BODY, a_decision, an_award


async def test_what_is_held_is_counted_by_body_and_year_with_the_states_of_amounts(db: Any) -> None:
    acts = [an_award(5), an_award(None), a_decision(), a_decision(body=OTHER_BODY)]
    await decisions.save(db, decisions=acts)
    first, second = await holdings.by_year(db)
    assert (first.decisions, first.stated, first.unstated, first.unread, first.without_field) == (3, 1, 1, 0, 1)
    assert (second.uid, second.year, second.decisions, second.covered) == (OTHER_BODY, 2024, 1, False)
    held = await holdings.totals(db)
    assert (held.decisions, held.versions, held.texts, held.vectors, held.demo) == (4, 4, 1, 0, False)


async def test_acts_out_of_force_are_counted_apart(db: Any) -> None:
    await decisions.save(db, decisions=[an_award(5), an_award(6, status=Status.REVOKED)])
    assert [(row.decisions, row.not_published) for row in await holdings.by_year(db)] == [(2, 1)]
    assert (await holdings.totals(db)).not_published == 1
