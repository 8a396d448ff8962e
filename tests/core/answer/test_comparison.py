"""What may stand side by side: equal periods, wholly held; everything else has its reason."""

from datetime import date

import pytest

from core.answer.comparison import Hindrance, Kind, comparison_of, shortfall
from core.answer.setting import Setting
from core.answer.steps import Situation
from core.answer.topics import Topic
from core.domain.condition import Condition
from core.domain.ledger import Stage
from core.domain.organization import Coverage, Organization
from core.domain.period import Period
from core.domain.request import Intent, OrganizationMention, Request, Sides
from core.greek.names import OrganizationIndex

ONE, OTHER = (Organization(uid=uid, label=f"ΔΗΜΟΣ {uid}", covered=True) for uid in ("1", "2"))
FIRST, LAST = date(2020, 1, 20), date(2026, 5, 15)


def coverage(uid: str = "1", *, first: date = FIRST, last: date = LAST, **more) -> Coverage:
    return Coverage(organization_uid=uid, label=uid, decisions=9, first_on=first, last_on=last, **more)


def situation(*periods: Period, held: tuple[Coverage, ...] = (coverage(),), **more) -> Situation:
    bodies = (ONE, OTHER)[: len(held)]
    setting = Setting(
        index=OrganizationIndex([]),
        organizations={body.uid: body for body in bodies},
        covered=bodies,
        coverage={each.organization_uid: each for each in held},
        home="1",
        demo=False,
    )
    request = Request(text="…", intent=Intent.COMPARE, sides=Sides(periods=periods), **more)
    return Situation(
        request=request, setting=setting, today=date(2026, 10, 31), topic=Topic(condition=Condition()), bodies=bodies
    )


def span(since: date, until: date) -> Period:
    return Period(since=since, until=until)


@pytest.mark.parametrize(
    ("periods", "why"),
    [
        ((Period.year(2023), Period.year(2024)), None),
        ((Period.year(2020), Period.year(2024)), None),  # begins in the month in which what we hold begins
        ((Period.year(2019), Period.year(2024)), Hindrance.BEGINS_LATER),
        ((Period.year(2024), Period.year(2027)), Hindrance.ENDS_EARLIER),
        ((Period.year(2024), span(date(2025, 1, 1), date(2025, 7, 1))), Hindrance.UNEQUAL),
        ((Period(until=date(2024, 1, 1)), Period(since=date(2025, 1, 1))), Hindrance.UNEQUAL),
        ((span(date(2024, 1, 1), date(2024, 4, 1)), span(date(2024, 4, 1), date(2024, 7, 1))), None),  # 91 and 91 days
        ((span(date(2025, 11, 1), date(2026, 5, 1)), span(date(2026, 1, 1), date(2026, 7, 1))), Hindrance.ENDS_EARLIER),
        ((Period.year(2023),), Hindrance.ONE_SIDE),
    ],
)
def test_only_equal_periods_that_are_wholly_held_are_compared(periods, why):
    assert comparison_of(situation(*periods)).hindrance is why


def test_a_year_that_is_not_over_is_cut_with_the_others_at_the_end_of_our_data():
    compared = comparison_of(situation(Period.year(2025), Period.year(2026)))
    assert compared.cut_on == LAST
    assert [each.side.where.period.last_day for each in compared.sides] == [date(2025, 5, 15), LAST]
    assert [each.label for each in compared.sides] == ["από 1/1/2025 έως 15/5/2025", "από 1/1/2026 έως 15/5/2026"]


def test_a_cut_that_leaves_a_few_days_is_no_comparison():
    held = (coverage(last=date(2026, 1, 12)),)
    assert comparison_of(situation(Period.year(2025), Period.year(2026), held=held)).hindrance is Hindrance.ENDS_EARLIER


def test_missing_months_and_unread_days_are_holes():
    year = Period.year(2023)
    assert shortfall(coverage(missing_months=("2023-06",)), year).why is Hindrance.HOLES
    assert shortfall(coverage(missing_months=("2022-06",)), year) is None
    unread = span(date(2023, 12, 31), date(2024, 2, 1))
    assert shortfall(coverage(unproven=(unread,)), year).why is Hindrance.HOLES
    assert shortfall(coverage(unproven=(span(date(2024, 1, 1), date(2024, 2, 1)),)), year) is None


def test_bodies_held_for_different_years_are_not_compared_when_named_and_left_out_when_all_are_asked():
    held = (coverage(), coverage("2", first=date(2015, 2, 1), last=date(2015, 10, 1)))
    named = tuple(OrganizationMention(words=uid, uids=(uid,)) for uid in "12")
    year = Period.year(2023)
    compared = comparison_of(situation(held=held, period=year, organizations=named))
    assert compared.hindrance is Hindrance.ENDS_EARLIER
    assert compared.short.coverage.organization_uid == "2"
    assert comparison_of(situation(held=held, period=year)).short is not None  # one body is left: no comparison


def test_without_a_period_named_bodies_are_compared_over_what_both_hold():
    held = (coverage(), coverage("2", first=date(2021, 3, 1), last=date(2025, 12, 30)))
    named = tuple(OrganizationMention(words=uid, uids=(uid,)) for uid in "12")
    compared = comparison_of(situation(held=held, organizations=named))
    assert (compared.kind, compared.period.since, compared.period.last_day) == (
        Kind.BODIES,
        date(2021, 3, 1),
        date(2025, 12, 30),
    )
    assert comparison_of(situation(held=held)).hindrance is Hindrance.NO_YEAR


def test_commitments_of_several_years_are_no_side():
    spans = (span(date(2021, 1, 1), date(2023, 1, 1)), span(date(2023, 1, 1), date(2025, 1, 1)))
    assert comparison_of(situation(*spans, stage=Stage.COMMITMENT)).hindrance is Hindrance.SPANS_YEARS
    assert comparison_of(situation(*spans, stage=Stage.AWARD)).hindrance is None


def test_two_things_at_once_are_asked_back():
    held = (coverage(), coverage("2"))
    assert comparison_of(situation(Period.year(2023), Period.year(2024), held=held)).hindrance is Hindrance.TWO_WAYS
