"""Words of a question that are no button, no topic and no new question; and what they ask of the turn before."""

import pytest

from core.domain.ledger import Stage
from core.domain.request import Grouping, Intent, Metric
from tests.core.answer.messages import read

AWARDS = "αναθέσεις για καύσιμα το 2024 του δήμου Ρόδου"
COUNTED = "πόσες αναθέσεις ανά μήνα το 2024"
FUEL = "πόσα δώσαμε για καύσιμα το 2025;"


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        ("ποιοι ανάδοχοι πήραν τα περισσότερα;", Metric.SUM),
        ("ποιοι πήραν τα περισσότερα λεφτά;", Metric.SUM),
        ("poioi piran ta perissotera", Metric.SUM),
        ("ποιος ανάδοχος έχει τις περισσότερες;", Metric.COUNT),
    ],
)
def test_who_got_most_is_a_question_and_no_next_page(text: str, metric: Metric) -> None:
    request = read(text, AWARDS)
    assert (request.ask, request.metric, request.group_by) == (None, metric, Grouping.PAYEE)
    assert (request.stage, request.topic, request.years) == (Stage.AWARD, ("καύσιμα",), (2024,))
    assert request.organizations[0].uids == ("6265",)


@pytest.mark.parametrize("text", ["περισσότερα", "δείξε μου περισσότερες", "ποιες είναι οι υπόλοιπες;", "κι άλλα"])
def test_more_alone_turns_the_page(text: str) -> None:
    assert read(text, AWARDS).ask == "more"


def test_which_month_or_year_had_most_is_the_same_list_by_time() -> None:
    month = read("ποιος μήνας είχε τα περισσότερα;", COUNTED)
    assert (month.metric, month.group_by, month.years, month.topic) == (Metric.COUNT, Grouping.MONTH, (2024,), ())
    year = read("ποια χρονιά τα περισσότερα", COUNTED)
    assert (year.metric, year.group_by, year.period) == (Metric.COUNT, Grouping.YEAR, None)
    by_number = read("ποιος μήνας είχε τις περισσότερες αναθέσεις;", "αναθέσεις ανά μήνα το 2024")
    assert (by_number.metric, by_number.group_by, by_number.years) == (Metric.COUNT, Grouping.MONTH, (2024,))
