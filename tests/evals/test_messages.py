"""How understanding is measured: what counts as the same slot, and the bars over the recorded messages."""

import json
from pathlib import Path

import pytest

from evals.messages import BAR, Line, Score, count, measure, read_lines, read_register, same, same_words
from tests.core.answer.messages import TODAY


@pytest.mark.parametrize(
    ("expected", "returned", "alike"),
    [
        ("καύσιμα", "καυσίμων", True),
        ("φωτισμός γηπέδου", "ΦΩΤΙΣΜΟ ΓΗΠΕΔΟΥ", True),
        ("σκουπίδια", "απορρίμματα", True),
        ("προμήθεια αντλιοστασίων", "προμιθεια αντλιωστασιον", True),
        ("καύσιμα", "φωτισμός", False),
        ("ναυαγοσώστες", "προσλήψεις εποχικών υπαλλήλων πυροσβεστών", False),
    ],
)
def test_keywords_by_lexemes_variants_and_sound(expected: str, returned: str, alike: bool) -> None:
    assert same_words(expected, returned) is alike


def test_types_by_their_code_and_lists_in_any_order() -> None:
    assert same("decision_type", "ΑΝΑΘΕΣΗ (Δ.1)", "ΑΝΑΘΕΣΗ ΕΡΓΩΝ (Δ.1)")
    assert not same("decision_type", "ΑΝΑΘΕΣΗ (Δ.1)", "ΚΑΤΑΚΥΡΩΣΗ (Δ.2.2)")
    assert same("org", ["Β", "Α"], ["Α", "Β"])
    assert same("amount_max", 30000, 30000.0)
    assert not same("stage", "payment", "award")


def test_a_slot_counts_where_it_is_expected_or_returned() -> None:
    line = Line(
        id="x", text="…", previous=(), today=TODAY, intent="records", also=(),
        slots={"keyword": "καύσιμα", "years": [2024], "stage": None},
    )  # fmt: skip
    score = Score()
    count(score, line, {"intent": "records", "slots": {"keyword": "καυσίμων", "years": [], "stage": "award"}})
    assert (score.right, score.hits, score.missed, score.extra) == (1, 1, 1, 1)
    assert score.f1 == pytest.approx(0.5)
    assert "years" in score.misses[0]


@pytest.mark.shared
def test_the_recorded_messages_are_understood(shared_data: Path) -> None:
    register = shared_data / "fixtures" / "organizations_active.json"
    uids = frozenset(row["uid"] for row in json.loads(register.read_text(encoding="utf-8"))["organizations"])
    whole, bar = measure(list(read_lines(shared_data / "messages.jsonl")), read_register(register), uids)
    assert bar.lines == sum(line.intent in BAR for line in read_lines(shared_data / "messages.jsonl"))
    assert bar.right / bar.lines >= 0.90, bar.misses
    assert bar.f1 >= 0.85, bar.misses
    assert whole.right / whole.lines >= 0.90, whole.misses
