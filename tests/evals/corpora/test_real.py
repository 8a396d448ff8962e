"""The raw files as entries: what counts, what was never read, and the topics of the real decisions."""

import tomllib
from datetime import date
from decimal import Decimal

import pytest

from evals.corpora import real
from evals.corpora.entries import Query
from evals.truth_money import Act


def act(ada: str, amount: str | None, *words: str, **more: object) -> Act:
    usual = {"organization": "1", "decision_type": "Δ.1", "issued_on": date(2024, 1, 2), "year": 2024}
    return Act(
        **{"ada": ada, "status": "PUBLISHED", "words": words, "amount": amount and Decimal(amount), **usual, **more}
    )


ACTS = (
    act("Α", "10", "καυσιμων"),
    act("Β", "20", "καυσιμα", "λιπαντικα"),
    act("Γ", "99900", "καυσιμων"),
    act("Δ", None, "καυσιμων", unread=True),
    act("Ε", "5", "καυσιμων", status="REVOKED"),
    act("Ζ", "-3", "καυσιμων", decision_type="Β.1.3"),
)
TOPICS = {"fuel": [["καυσιμα", "καυσιμων"]], "oil": [["λιπαντικ*"]]}
CORPUS = real.corpus_of(ACTS, suspects={"Γ"}, topics=TOPICS)


def test_suspects_and_revoked_acts_are_outside_of_totals_and_suspects_inside_of_counts() -> None:
    total = CORPUS.stages(Query(topic="fuel"))["award"]
    assert (total.net, total.adas, total.silent) == (Decimal(30), {"Α", "Β", "Δ"}, {"Δ"})
    assert CORPUS.acts(Query(topic="fuel", stage="award")) == {"Α", "Β", "Γ", "Δ"}
    assert CORPUS.unpublished == {"Ε"}


def test_a_reversal_is_taken_off_its_own_stage() -> None:
    assert CORPUS.stages(Query())["commitment"].net == Decimal(-3)


def test_more_than_half_unread_cannot_be_told() -> None:
    assert CORPUS.stages(Query())["award"].can_be_told
    unread = real.corpus_of([act(ada, None, unread=True) for ada in "ΑΒ"] + [act("Γ", "1")], suspects=(), topics={})
    assert not unread.stages(Query())["award"].can_be_told


def test_topics_are_joined_and_taken_away() -> None:
    assert CORPUS.acts(Query(topic="fuel", without="oil", stage="award")) == {"Α", "Γ", "Δ"}
    assert CORPUS.acts(Query(topic="oil|fuel", stage="award")) == {"Α", "Β", "Γ", "Δ"}


def test_a_ranking_leaves_out_suspects_and_puts_the_newest_of_equals_first() -> None:
    equals = [*ACTS, act("Η", "20", issued_on=date(2024, 6, 1))]
    corpus = real.corpus_of(equals, suspects={"Γ"}, topics=TOPICS)
    ranked = corpus.ranked(Query(stage="award"), largest=True, limit=3)
    assert ranked == [("Η", Decimal(20)), ("Β", Decimal(20)), ("Α", Decimal(10))]


def test_the_list_of_topics_can_be_read_and_every_suspect_has_its_reason() -> None:
    lists = tomllib.loads(real.TOPICS.read_text(encoding="utf-8"))
    assert all(row["ada"] and row["why"] for row in lists["suspect"])
    assert all(form == form.lower() for forms in lists["topics"].values() for word in forms for form in word)


@pytest.mark.shared
def test_every_suspect_of_the_list_is_held(shared_data) -> None:
    corpus = real.read(shared_data)
    assert len(corpus.subjects) == 37_780
    assert set(corpus.marked["suspect"]) <= set(corpus.subjects)
