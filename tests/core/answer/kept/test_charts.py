"""Pictures: every span of the time asked stands on the axis, what is partial or absent is said."""

from datetime import date
from decimal import Decimal

from core.answer.kept.files import Files
from core.answer.kept.spans import axis, days_held
from core.domain.ledger import Stage
from core.domain.organization import Coverage
from core.domain.period import Period
from core.domain.request import Grouping
from tests.core.answer.conftest import TOWN, Talk
from tests.core.answer.kept.test_tables import is_in

ALL = Period()


def held(first: date, last: date, *missing: str) -> Coverage:
    return Coverage(
        organization_uid="1", label="ΔΗΜΟΣ", decisions=1, first_on=first, last_on=last, missing_months=missing
    )


async def test_bars_are_the_years_of_the_world(talk: Talk, files: Files) -> None:
    answer = await talk.ask("πόσα ανατέθηκαν ανά έτος", organization=TOWN)
    chart = await files.chart(talk.conversation, answer.receipt)
    rows = [row for row in talk.world.truth.rows if (row.organization_uid, row.stage) == (TOWN, Stage.AWARD)]
    years = {str(row.year) for row in rows if is_in(row) and row.amount is not None}
    expected = {
        year: sum(
            (row.sign * row.amount for row in rows if is_in(row) and str(row.year) == year and row.amount is not None),
            Decimal(0),
        )
        for year in years
    }
    assert {bar.label: bar.value for bar in chart.bars if bar.value is not None} == expected
    assert chart.demo
    assert chart.in_time
    outside = next(note for note in chart.notes if note.startswith("Έξω από το γράφημα: "))
    assert outside.removeprefix("Έξω από το γράφημα: ").removesuffix(".") in answer.text


async def test_a_picture_of_counts_is_of_counts(talk: Talk, files: Files) -> None:
    answer = await talk.ask("πόσες αποφάσεις ανά μήνα το 2024", organization=TOWN)
    chart = await files.chart(talk.conversation, answer.receipt)
    counts = talk.world.truth.counts("organization_uid", "month")
    assert len(chart.bars) == 12
    for place, bar in enumerate(chart.bars, 1):
        assert (bar.value or 0) == counts.get((TOWN, f"2024-{place:02d}"), 0)


async def test_a_ranking_is_drawn_in_its_order(talk: Talk, files: Files) -> None:
    answer = await talk.ask("οι 4 μεγαλύτερες αναθέσεις το 2024", organization=TOWN)
    chart = await files.chart(talk.conversation, answer.receipt)
    values = [bar.value for bar in chart.bars]
    assert len(values) == 4
    assert values == sorted(values, reverse=True)
    assert not chart.in_time


def test_months_without_acts_keep_their_place() -> None:
    keys = axis(["2024-02", "2024-05"], Grouping.MONTH, period=ALL, held=[held(date(2024, 1, 3), date(2024, 6, 30))])
    assert keys == [f"2024-{month:02d}" for month in range(1, 7)]


def test_quarters_and_years_are_spans_too() -> None:
    coverage = [held(date(2023, 1, 1), date(2024, 12, 31))]
    assert axis(["2023-Q4"], Grouping.QUARTER, period=Period.year(2023), held=coverage) == [
        f"2023-Q{quarter}" for quarter in range(1, 5)
    ]
    assert axis(["2024"], Grouping.YEAR, period=ALL, held=coverage) == ["2023", "2024"]


def test_a_span_is_whole_only_if_our_data_reach_over_it() -> None:
    coverage = [held(date(2023, 1, 2), date(2024, 5, 15), "2023-07")]
    assert days_held("2024-03", period=ALL, held=coverage) == (True, True)
    assert days_held("2024-05", period=ALL, held=coverage) == (True, False)
    assert days_held("2023-07", period=ALL, held=coverage) == (False, False)
    assert days_held("2023", period=ALL, held=coverage) == (True, False)
    assert days_held("2024-06", period=ALL, held=coverage) == (False, False)


def test_a_period_that_cuts_a_span_makes_it_partial() -> None:
    coverage = [held(date(2023, 1, 2), date(2024, 12, 31))]
    cut = Period(since=date(2024, 3, 10), until=date(2024, 6, 1))
    assert days_held("2024-03", period=cut, held=coverage) == (True, False)
    assert days_held("2024-04", period=cut, held=coverage) == (True, True)
