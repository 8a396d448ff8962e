"""Is it the question that was asked? Ranges as instants, filters by value, nothing lost, nothing added."""

from datetime import UTC, date, datetime

import pytest

from ingest.diavgeia.client import EchoMismatch
from ingest.diavgeia.question import advanced, clauses_of, simple, verify
from ingest.plan import Window

_WINDOW = Window(organization_uid="6265", first=date(2025, 1, 1), last=date(2025, 3, 31))
_BODY = 'organizationUid:"6265"'
_DAYS = "issueDate:[DT(2025-01-01T00:00:00+02:00) TO DT(2025-03-31T23:59:59+03:00)]"
# Echoes of the real source, as recorded in April 2025.
_CLAMPED = (
    "submissionTimestamp:[DT(2023-04-20T00:00:00+03:00) TO DT(2025-04-21T00:00:00+03:00)] AND "
    "issueDate:[DT(2023-04-20T00:00:00+03:00) TO DT(2023-10-17T00:00:00+03:00)] AND "
    '(organizationUid:"51611" OR organizationLatinName:"nosokomeio_limnou") AND status:"Αναρτημένη"'
)
_INJECTED = (
    "submissionTimestamp:[DT(2025-04-20T00:00:00+03:00) TO DT(2025-04-21T00:00:00+03:00)] AND "
    'issueDate:[DT(2024-10-23T16:58:35+03:00) TO DT(2025-04-21T16:58:35+03:00)] AND status:"Αναρτημένη"'
)


def test_a_window_is_asked_as_whole_days_of_athens() -> None:
    assert advanced(_WINDOW).parameters["q"] == (
        'organizationUid:"6265" AND issueDate:[DT(2025-01-01T00:00:00) TO DT(2025-03-31T23:59:59)]'
    )


def test_a_sweep_names_the_offset_for_an_hour_may_come_twice() -> None:
    first = Window(
        organization_uid="6265",
        first=date(2010, 10, 1),
        last=date(2010, 12, 29),
        submitted_since=datetime(2026, 10, 25, 0, 30, 0, 777, tzinfo=UTC),
    )
    second = Window(
        organization_uid="6265",
        first=date(2010, 10, 1),
        last=date(2010, 12, 29),
        submitted_since=datetime(2026, 10, 25, 1, 30, tzinfo=UTC),
    )
    assert "submissionTimestamp:[DT(2026-10-25T03:30:00+03:00) TO DT(2099-" in advanced(first).parameters["q"]
    assert "submissionTimestamp:[DT(2026-10-25T03:30:00+02:00) TO DT(2099-" in advanced(second).parameters["q"]
    assert clauses_of(advanced(first).parameters["q"]) == advanced(first).clauses != advanced(second).clauses


@pytest.mark.parametrize(
    "echo",
    [
        f"{_BODY} AND {_DAYS}",
        f"{_DAYS} AND {_BODY}",
        f"{_BODY}  AND  issueDate:[DT(2025-01-01T00:00:00) TO DT(2025-03-31T23:59:59)]",
        f"{_BODY} AND issueDate:[DT(2024-12-31T22:00:00Z) TO DT(2025-03-31T20:59:59+00:00)]",
        f"({_BODY}) AND ( {_DAYS} )",
        "organizationUid:6265 AND issueDate: [ DT(2025-01-01T00:00:00.000+02:00) TO DT(2025-03-31T22:59:59+0200) ]",
    ],
)
def test_the_same_question_in_other_words_is_the_same(echo: str) -> None:
    verify(echo, advanced(_WINDOW))


@pytest.mark.parametrize(
    "echo",
    [
        "",
        _CLAMPED,
        _INJECTED,
        _BODY,
        _DAYS,
        f'organizationUid:"6266" AND {_DAYS}',
        f"{_BODY} AND issueDate:[DT(2025-01-01T00:00:00+02:00) TO DT(2025-03-31T00:00:00+03:00)]",
        f"{_BODY} AND issueDate:[DT(2025-01-01T00:00:00+03:00) TO DT(2025-03-31T23:59:59+03:00)]",
        f"{_BODY} AND issueDate:[DT(2024-12-01T00:00:00+02:00) TO DT(2025-03-31T23:59:59+03:00)]",
        f"{_BODY} AND issueDate:[DT(2025-13-01T00:00:00+02:00) TO DT(2025-03-31T23:59:59+03:00)]",
        f'{_BODY} AND {_DAYS} AND status:"Αναρτημένη"',
        f"{_BODY} AND {_DAYS} AND {_DAYS.replace('issueDate', 'submissionTimestamp')}",
        f"{_BODY} AND {_DAYS} AND {_DAYS}",
        f"{_BODY} OR {_DAYS}",
        f"{_BODY} {_DAYS}",
        f"({_BODY} AND {_DAYS} AND",
        f"({_BODY} AND {_DAYS})",
        f"{_BODY} AND {_DAYS}) ",
        f"NOT {_BODY} AND {_DAYS}",
    ],
)
def test_another_question_is_noticed(echo: str) -> None:
    with pytest.raises(EchoMismatch):
        verify(echo, advanced(_WINDOW))


def test_the_sentence_names_what_differs_in_hours_of_athens() -> None:
    echo = f"{_BODY} AND issueDate:[DT(2025-01-01T00:00:00+02:00) TO DT(2025-03-30T23:59:59+03:00)]"
    with pytest.raises(EchoMismatch) as caught:
        verify(echo, advanced(_WINDOW))
    assert str(caught.value) == (
        "Η Διαύγεια απάντησε σε άλλο ερώτημα: issueDate 2025-01-01T00:00:00+02:00 έως 2025-03-30T23:59:59+03:00"
        " αντί 2025-01-01T00:00:00+02:00 έως 2025-03-31T23:59:59+03:00."
    )


def test_the_simple_search_is_asked_for_one_day_more_and_for_every_status() -> None:
    question = simple(_WINDOW)
    assert question.parameters == {
        "org": "6265",
        "from_issue_date": "2025-01-01",
        "to_issue_date": "2025-04-01",
        "status": "all",
    }
    verify(f"issueDate:[DT(2025-01-01T00:00:00+02:00) TO DT(2025-04-01T00:00:00+03:00)] AND ({_BODY})", question)
    with pytest.raises(EchoMismatch):
        verify(f"{_DAYS} AND {_BODY}", question)
