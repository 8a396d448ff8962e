"""A filter as matching_decisions() takes it."""

from datetime import date

import pytest

from core.domain.condition import DecisionFilter
from core.domain.ledger import Stage
from core.domain.period import Period
from core.store.filters import matching


def test_no_limit_is_null_and_all_time() -> None:
    assert matching(DecisionFilter()) == (
        None,
        date.min,
        date.max,
        None,
        None,
        ["Β.1.2", "Β.1.3"],
        *(None,) * 8,
    )


@pytest.mark.parametrize(
    ("period", "years"),
    [
        (Period.year(2024), (2024, 2024)),
        (Period(since=date(2023, 1, 1)), (2023, 9999)),
        (Period(until=date(2024, 1, 1)), (0, 2023)),
        (Period(since=date(2024, 1, 1), until=date(2024, 7, 1)), (None, None)),
        (Period(), (None, None)),
    ],
)
def test_whole_years_are_fiscal_years_of_commitments(period: Period, years: tuple[int | None, int | None]) -> None:
    assert matching(DecisionFilter(period=period, stage=Stage.COMMITMENT))[3:5] == years
    assert matching(DecisionFilter(period=period, decision_types=("Β.1.3",)))[3:5] == years
    assert matching(DecisionFilter(period=period), as_money=True)[3:5] == years
    assert matching(DecisionFilter(period=period))[3:5] == (None, None)


@pytest.mark.parametrize(
    ("stage", "types", "meant"),
    [
        (None, (), None),
        (None, ("Δ.1",), ["Δ.1"]),
        (Stage.AWARD, (), ["Δ.1", "Δ.2.2"]),
        (Stage.AWARD, ("Δ.1", "Β.2.2"), ["Δ.1"]),
        (Stage.AWARD, ("Β.2.2",), [""]),
    ],
)
def test_a_stage_means_its_types(stage: Stage | None, types: tuple[str, ...], meant: list[str] | None) -> None:
    assert matching(DecisionFilter(stage=stage, decision_types=types))[6] == meant


@pytest.mark.parametrize(
    ("cpv", "prefix"), [("45233000-9", "45233"), ("45000000-7", "45"), ("09134100", "091341"), (None, None), ("", None)]
)
def test_a_cpv_stands_for_everything_under_it(cpv: str | None, prefix: str | None) -> None:
    assert matching(DecisionFilter(cpv=cpv))[12] == prefix
