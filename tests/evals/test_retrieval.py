"""The measures of a ranking, and which questions are asked in which slice."""

import math

import pytest

from evals.retrieval import FUSED, measures, ndcg, recall, reciprocal, sliced, table
from evals.search import Case

RELEVANT = frozenset({1, 2, 3})


def test_recall_is_of_what_the_places_can_hold() -> None:
    assert recall([1, 9, 2], RELEVANT, 1) == 1.0
    assert recall([9, 1, 2, 8, 7], RELEVANT, 5) == pytest.approx(2 / 3)
    assert recall([], RELEVANT, 10) == 0.0


def test_the_reciprocal_rank_is_of_the_first_relevant_text() -> None:
    assert reciprocal([9, 8, 2, 1], RELEVANT) == pytest.approx(1 / 3)
    assert reciprocal([9, 8], RELEVANT) == 0.0


def test_ndcg_is_one_when_the_relevant_come_first_and_less_when_late() -> None:
    assert ndcg([3, 1, 2, 9], RELEVANT) == pytest.approx(1.0)
    best = 1 + 1 / math.log2(3) + 0.5
    assert ndcg([9, 1], RELEVANT) == pytest.approx((1 / math.log2(3)) / best)


def test_measures_are_means_and_stand_in_the_table() -> None:
    told = measures([([1], RELEVANT), ([9], RELEVANT)])
    assert (told.questions, told.recall_1, told.mrr) == (2, 0.5, 0.5)
    row = {"questions": 2, "recall_1": 0.5, "recall_5": 0.5, "recall_10": 0.5, "mrr": 0.5, "ndcg_10": 0.25}
    assert table({FUSED: {"all": row}})[1].split() == [FUSED, "all", "2", "0.50", "0.50", "0.50", "0.50", "0.25"]


def test_a_question_is_asked_of_one_body_only_where_that_body_has_an_answer() -> None:
    case = Case(id="a", words=("ελαστικά",), kind="plain", relevant=RELEVANT, first=False)
    heard = Case(id="b", words=("elastika",), kind="greeklish", relevant=RELEVANT, first=False)
    asked = {name: each.relevant for name, each, _ in sliced([case, heard], frozenset({2}))}
    assert asked == {"plain": RELEVANT, "greeklish": RELEVANT, "misspelled": RELEVANT, "filters": frozenset({2})}
    assert "filters" not in {name for name, _, _ in sliced([case], frozenset({9}))}
