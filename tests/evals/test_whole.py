"""Whole answers: what must and must not stand in what a reader sees; each recorded message has its predicates."""

from datetime import date
from pathlib import Path

import pytest

from core.domain.answer import Answer, Choice, ChoiceKind, Citation, Outcome
from core.errors import InvalidInput
from evals import whole
from evals.cases import Case, Kind
from evals.checks import grade
from evals.graders.seed import seed_problems
from tests.evals.test_checks import CORPUS

ANSWER = Answer(
    outcome=Outcome.ANSWERED,
    text="Βρήκα 2 πράξεις για ΚΑΎΣΙΜΑ.",
    citations=(Citation(ada="6ΑΑΑΩ1Ρ-ΑΑΑ"),),
    choices=(Choice(label="Για λάδια", kind=ChoiceKind.ASK, text="αποφάσεις για λιπαντικά"),),
    milliseconds={"total": 1500},
)


def case(**more: object) -> Case:
    return Case(id="W", text="…", trap="…", kind=Kind.WHOLE, today=date(2026, 1, 1), **more)


def test_text_buttons_and_links_are_what_a_reader_sees() -> None:
    asked = case(must=("βρηκα 2 πραξεισ για καυσιμα", "για λιπαντικα", "decision/view/6ααα"))
    assert grade(asked, ANSWER, CORPUS).passed


def test_what_must_not_stand_there_breaks_the_bar_and_what_is_missing_does_not() -> None:
    lacks = grade(case(must=("πετρελαιο",), awaits="alerts"), ANSWER, CORPUS)
    holds = grade(case(must_not=("καυσιμα",)), ANSWER, CORPUS)
    assert (lacks.forbidden, lacks.problems) == (False, ["lacks 'πετρελαιο'", "awaits alerts"])
    assert (holds.forbidden, holds.passed) == (True, False)


def test_an_answer_that_comes_late_is_red() -> None:
    assert grade(case(seconds=2.0), ANSWER, CORPUS).passed
    assert not grade(case(seconds=1.0), ANSWER, CORPUS).passed


def test_names_in_a_message_are_replaced_the_longest_first() -> None:
    assert whole.bound("Ρόδου, Ρόδο", {"Ρόδο": "Χίο", "Ρόδου": "Σάμου"}) == "Σάμου, Χίο"


def test_a_message_without_predicates_or_a_reason_is_no_case(tmp_path: Path) -> None:
    lines, golden = tmp_path / "lines.jsonl", tmp_path / "golden.toml"
    lines.write_text(
        '{"id": "M-1", "text": "γεια", "prev": [], "as_of": "2026-10-05", "expected_intent": "smalltalk",'
        ' "also": [], "slots": {}}\n',
        encoding="utf-8",
    )
    golden.write_text('[replace]\n[[case]]\nid = "M-1"\n', encoding="utf-8")
    with pytest.raises(InvalidInput, match="neither predicates nor a reason"):
        whole.load(lines, golden)
    golden.write_text('[replace]\n[[case]]\nid = "M-2"\nmust = ["x"]\n', encoding="utf-8")
    with pytest.raises(InvalidInput, match="M-1"):
        whole.load(lines, golden)


@pytest.mark.shared
def test_every_recorded_message_has_its_case_and_none_of_its_text_is_copied() -> None:
    suite = whole.load()
    copied = (whole.GOLDEN / "whole_real.toml").read_text(encoding="utf-8")
    assert len(suite.cases) == 80
    assert not [case.id for case in suite.cases if len(case.text) > 25 and case.text in copied]


def test_the_first_seeds_rule_wants_one_expected_act_and_refusals_where_due() -> None:
    asked = Case(id="R", text="…", trap="…", kind=Kind.RECORDS, today=date(2026, 1, 1), relevant="καυσιμ", seed=True)
    assert seed_problems(asked, ANSWER, CORPUS) == []
    other = Answer(outcome=Outcome.ANSWERED, text="6ΑΑΒΩ1Ρ-ΑΑΒ")
    assert len(seed_problems(asked, other, CORPUS)) == 2  # not retrieved, and nothing expected was
    assert seed_problems(asked, Answer(outcome=Outcome.OUT_OF_SCOPE, text="", citations=ANSWER.citations), CORPUS)
