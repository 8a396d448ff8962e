"""What is a gain and what is noise: marks of a ranking, differences question by question."""

import pytest

from evals.ablations.paired import Delta, Marks, delta, marks, means, sign_test, verdict


def test_a_ranking_is_marked_by_what_comes_first_and_by_all_of_the_first_ten() -> None:
    found = marks([7, 1, 8, 2], frozenset({1, 2, 3}))
    assert (found.success_1, found.success_5, found.success_10, found.mrr) == (0, 1, 1, 0.5)
    assert found.ndcg == pytest.approx((1 / 1.58496 + 1 / 2.32193) / (1 + 1 / 1.58496 + 1 / 2), abs=1e-4)
    assert marks([1, 2, 3], frozenset({1, 2, 3})).ndcg == 1
    assert marks([7], frozenset({1})) == marks([], frozenset({1})) == marks([1], frozenset()) == of(0)


def of(mrr: float) -> Marks:
    return Marks(success_1=mrr, success_5=mrr, success_10=mrr, mrr=mrr, ndcg=mrr)


def test_means_are_over_questions() -> None:
    assert means([of(1), of(0.5)])["mrr"] == 0.75


def test_a_difference_that_a_few_questions_make_is_noise() -> None:
    few = delta([of(0.5)] * 40, [of(1)] * 2 + [of(0.5)] * 36 + [of(0)] * 2, "mrr")
    assert few.is_noise
    assert (few.won, few.lost, few.p) == (2, 2, 1)
    many = delta([of(0.5)] * 40, [of(1)] * 20 + [of(0.5)] * 20, "mrr")
    assert not many.is_noise
    assert many.low < many.mean < many.high


def test_the_sign_test_is_exact() -> None:
    assert sign_test(5, 0) == sign_test(0, 5) == 2 / 32
    assert sign_test(0, 0) == sign_test(3, 3) == 1


def a_delta(mean: float, low: float, high: float) -> Delta:
    return Delta(mean=mean, low=low, high=high, won=0, lost=0, p=1)


@pytest.mark.parametrize(
    ("mrr", "ndcg", "said"),
    [
        ((0.03, 0.01, 0.05), (0.01, -0.01, 0.03), "gains"),
        ((-0.03, -0.05, -0.01), (0.01, -0.01, 0.03), "loses"),
        ((0.02, -0.01, 0.05), (0.01, -0.01, 0.03), "noise"),
        ((0.02, 0.01, 0.05), (-0.02, -0.03, -0.01), "mixed"),
        ((0.004, 0.001, 0.008), (0.0, 0.0, 0.0), "noise"),
    ],
)
def test_a_gain_lies_beyond_noise_and_is_large_enough_to_matter(
    mrr: tuple[float, float, float], ndcg: tuple[float, float, float], said: str
) -> None:
    pooled = {"mrr": a_delta(*mrr), "ndcg": a_delta(*ndcg)}
    assert verdict(pooled, {name: [one, one] for name, one in pooled.items()}) == said


def test_a_gain_in_one_set_that_the_other_loses_is_noise() -> None:
    pooled = {"mrr": a_delta(0.03, 0.01, 0.05)}
    assert verdict(pooled, {"mrr": [a_delta(0.09, 0.05, 0.1), a_delta(-0.01, -0.02, 0.01)]}) == "noise"
