"""`ingest flags`: what is counted, and a sample that the seed alone decides."""

import io

from rich.console import Console

from core.domain.ledger import Flag
from core.store import flags
from core.store.pool import Pool
from ingest.flags import show_counts, show_sample
from tests.ingest.rows import a_row
from tests.ingest.test_load import load_rows

CONTRACT = {"contractAmount": {"amount": 50.25, "currency": "EUR"}, "person": []}


def rows() -> list[dict]:
    let = [a_row(number, decisionTypeId="Γ.3.4", subject="Παραχώρηση χρήσης αιγιαλού") for number in range(12)]
    bought = [a_row(number, decisionTypeId="Γ.3.4", subject=f"Προμήθεια {number}") for number in range(20, 50)]
    for place, row in enumerate([*let, *bought]):
        row["extraFieldValues"] = CONTRACT | {"contractAmount": {"amount": 50.25 + place, "currency": "EUR"}}
    return [*let, *bought, a_row(60, status="REVOKED", decisionTypeId="Γ.3.4", subject="Παραχώρηση χρήσης αιγιαλού")]


async def test_flags_are_counted_with_their_euro_and_whether_they_count(fresh: Pool) -> None:
    await load_rows(fresh, rows())
    counted = {each.flag: each for each in await flags.counts(fresh)}
    out, inside = counted[Flag.NOT_EXPENDITURE], counted[Flag.SUPPLY]
    assert (out.decisions, out.outside, inside.decisions, inside.outside) == (12, True, 30, False)
    assert out.amount == sum(50.25 + place for place in range(12))


async def test_a_rare_flag_is_drawn_as_often_as_a_common_one_and_the_same_acts_again(fresh: Pool) -> None:
    await load_rows(fresh, rows())
    drawn = await flags.sample(fresh, seed=3, limit=9)
    assert drawn == await flags.sample(fresh, seed=3, limit=9)
    assert drawn != await flags.sample(fresh, seed=4, limit=9)
    assert len({each.ada for each in drawn}) == 9
    assert {Flag.SUPPLY, Flag.REVENUE} & {each.flag for each in drawn[:3]}


async def test_what_is_shown_is_not_cut(fresh: Pool) -> None:
    await load_rows(fresh, rows())
    console = Console(file=io.StringIO(), width=60)
    show_counts(console, await flags.counts(fresh))
    show_sample(console, drawn := await flags.sample(fresh, seed=3, limit=5))
    said = console.file.getvalue()  # type: ignore[attr-defined]
    assert all(each.ada in said and each.subject in said for each in drawn)
    assert "not_expenditure" in said and "όχι" in said
