"""«ποιος μήνας είχε τα περισσότερα;»: the span is named first, with its figure."""

import pytest

from core.domain.answer import plain
from core.domain.request import PEAK_LEAST, PEAK_MOST, Grouping, Metric
from tests.core.answer.conftest import TOWN, Talk
from tests.core.answer.messages import read


@pytest.mark.parametrize(
    ("text", "group_by", "metric", "note"),
    [
        ("ποιος μήνας είχε τις περισσότερες αναθέσεις το 2024;", Grouping.MONTH, Metric.COUNT, PEAK_MOST),
        ("ποιος μήνας είχε τα περισσότερα έξοδα το 2024;", Grouping.MONTH, Metric.SUM, PEAK_MOST),
        ("ποια χρονιά ανέθεσε τα λιγότερα;", Grouping.YEAR, Metric.SUM, PEAK_LEAST),
        ("ποιο τρίμηνο είχε το μεγαλύτερο ποσό αναθέσεων;", Grouping.QUARTER, Metric.SUM, PEAK_MOST),
        ("ποια χρονιά έκανε τις λιγότερες αναθέσεις;", Grouping.YEAR, Metric.COUNT, PEAK_LEAST),
    ],
)
def test_a_span_that_had_most_or_least_is_asked_for(text: str, group_by: Grouping, metric: Metric, note: str) -> None:
    request = read(text)
    assert (request.group_by, request.metric) == (group_by, metric)
    assert note in request.notes
    assert not request.topic


def test_the_largest_act_of_a_year_is_no_such_question() -> None:
    request = read("ποια χρονιά έγινε η μεγαλύτερη ανάθεση;")
    assert request.metric is Metric.LARGEST
    assert PEAK_MOST not in request.notes


async def test_the_first_sentence_names_the_month_with_its_sum(talk: Talk) -> None:
    by_month = await talk.ask("πόσα ανατέθηκαν ανά μήνα το 2024", organization=TOWN)
    sums = {
        each.label.removeprefix("net "): each.value for each in by_month.figures if each.label.startswith("net 2024-")
    }
    key = max(sums, key=lambda each: sums[each])
    told = plain((await talk.ask("ποιος μήνας του 2024 είχε τα περισσότερα σε αναθέσεις;", organization=TOWN)).text)
    first = told.splitlines()[0]
    months = "Ιανουάριος Φεβρουάριος Μάρτιος Απρίλιος Μάιος Ιούνιος Ιούλιος Αύγουστος Σεπτέμβριος Οκτώβριος Νοέμβριος"
    name = [*months.split(), "Δεκέμβριος"][int(key[5:]) - 1]
    assert f"στη Διαύγεια: {name} 2024, " in first
    assert f"{sums[key]:,.2f}".translate(str.maketrans(",.", ".,")) in first


async def test_after_a_single_month_it_is_asked_of_its_year(talk: Talk) -> None:
    await talk.ask("πόσα ανατέθηκαν τον Μάρτιο του 2024;", organization=TOWN)
    answer = await talk.ask("ποιος μήνας είχε τα περισσότερα;", organization=TOWN)
    period = answer.request.period
    assert period is not None and period.whole_year == 2024
    assert "το 2024 στη Διαύγεια: " in talk.text.splitlines()[0]


async def test_least_is_said_of_whole_spans_alone(talk: Talk) -> None:
    await talk.ask("ποια χρονιά είχε τις λιγότερες αναθέσεις;", organization=TOWN)
    assert talk.text.startswith("Το έτος με τις λιγότερες αναθέσεις")
    assert "(" not in talk.text.splitlines()[0].partition("στη Διαύγεια:")[2].partition(",")[0]
