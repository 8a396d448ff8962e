"""Random questions: the same seed asks the same, the hand rule of word forms, and a wrong figure is seen as such."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from core.domain.answer import Answer, Figure, Outcome
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import Unit
from evals.random_drawn import Drawn, Raw, Span, draw
from evals.random_questions import grade
from evals.random_words import Vocabulary
from evals.truth_money import Act

YEAR = Span(since=date(2023, 1, 1), until=date(2023, 12, 31), years=(2023,), words=" το 2023")
ASKED = Drawn(text="πόσα ανατέθηκαν το 2023", body="6179", stage="award", counts=False, span=YEAR)


def act(ada: str, words: str, amount: str | None = "100", day: date = date(2023, 5, 2)) -> Act:
    return Act(
        ada=ada,
        organization="6179",
        decision_type="Δ.1",
        issued_on=day,
        year=day.year,
        status="PUBLISHED",
        words=tuple(words.split()),
        amount=Decimal(amount) if amount else None,
        subject=words,
    )


ACTS = [
    *(act(f"Α{n}", "προμηθεια λαμπτηρων φωτισμου") for n in range(6)),
    act("Β1", "λαμπτηρεσ οδων", "40.5"),
    act("Β2", "λαμπτηρα και ανταλακτικων", None),
    *(act(f"Γ{n}", "ανταλλακτικα οχηματων", day=date(2022, 1, 3)) for n in range(9)),
]


@pytest.fixture
def raw() -> Raw:
    return Raw(acts=ACTS, left_out=frozenset({"Α0"}), own_numbers={}, vocabulary=Vocabulary(ACTS))


def told(value: str, acts: int, silent: int) -> Answer:
    figure = Figure(
        value=Decimal(value),
        unit=Unit.EURO,
        stage=Stage.AWARD,
        period=Period.year(2023),
        decisions=acts,
        without_amount=silent,
        label="net",
    )
    return Answer(outcome=Outcome.ANSWERED, text="ανέθεσε 540,50 €", figures=(figure,))


def test_forms_meet_by_their_endings_and_a_rare_slip_meets_the_word(raw: Raw) -> None:
    assert raw.vocabulary.forms("λαμπτηρων") >= {"λαμπτηρων", "λαμπτηρεσ", "λαμπτηρα"}
    assert "ανταλακτικων" in raw.vocabulary.forms("ανταλλακτικων")
    assert "οδων" not in raw.vocabulary.forms("οχηματων")


def test_the_figure_of_the_raw_acts_agrees_and_any_other_is_wrong(raw: Raw) -> None:
    assert grade(raw, ASKED, told("540.5", 7, 1)).verdict == "agrees"
    assert grade(raw, ASKED, told("640.5", 7, 1)).verdict == "wrong"
    assert grade(raw, ASKED, told("540.5", 8, 1)).verdict == "wrong"
    assert grade(raw, ASKED, told("540.5", 7, 0)).verdict == "wrong"
    assert grade(raw, ASKED, replace(told("540.5", 7, 1), text="ανέθεσε")).verdict == "misread"
    assert grade(raw, ASKED, Answer(outcome=Outcome.UNCLEAR, text="")).verdict == "refused"


def test_a_limit_and_a_period_bind(raw: Raw) -> None:
    above = replace(ASKED, least=Decimal("40.5"), strict=True)
    assert {each.ada for each in raw.fitting(above, [])} == {f"Α{n}" for n in range(6)}
    assert {each.ada for each in raw.fitting(replace(above, strict=False), [])} == {*(f"Α{n}" for n in range(6)), "Β1"}


def test_a_seed_asks_the_same_questions(raw: Raw) -> None:
    every = {(stage, body): ACTS for stage in ("award", "contract", "commitment", "approval") for body in BODIES}
    first, again, other = ([each.text for each in draw(replace(raw, slices=every), seed, 40)] for seed in (1, 1, 2))
    assert first == again != other
    assert len(set(first)) > 30 and not any("{" in text for text in first)


BODIES = ("50449", "6125", "6179", "6030", "6289", "6202")
