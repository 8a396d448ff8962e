"""What the bench asks and how it sums up its times; speed itself is never a test."""

from datetime import date

from core.domain.answer import Answer, Outcome
from core.domain.organization import Coverage
from evals.bench import BARS, Bar, quantile, questions, summed_up

BODY = Coverage(
    organization_uid="1", label="ΔΗΜΟΣ ΕΠΙΔΕΙΞΗΣ", decisions=9, first_on=date(2023, 5, 1), last_on=date(2024, 5, 1)
)


def test_every_kind_of_work_has_questions_about_the_bodies_that_are_held():
    asked = questions([BODY], ["ΑΑΑΑΩΔΟ-ΔΟΚ"])

    assert asked.keys() == BARS.keys()
    assert asked["card"] == [("ΑΑΑΑΩΔΟ-ΔΟΚ", None)]
    assert all(uid == "1" for kind in ("search", "total", "ranking", "trend") for _, uid in asked[kind])
    assert {text[-4:] for text, _ in asked["total"] if text.endswith(("2023", "2024"))} == {"2023", "2024"}


def test_a_quantile_is_a_time_within_which_that_share_was_answered():
    times = [float(number) for number in range(1, 101)]

    assert (quantile(times, 0.95), quantile(times, 0.5), quantile([3.0], 0.95)) == (96.0, 51.0, 3.0)


def test_times_are_told_in_milliseconds_beside_their_bar():
    answers = [Answer(outcome=Outcome.ANSWERED, text=""), Answer(outcome=Outcome.PARTIAL, text="")]

    fast = summed_up([0.001, 0.003], answers, Bar(p50=5, p95=15))
    slow = summed_up([0.001, 0.030], answers, Bar(p50=50, p95=15))

    assert (fast.p50, fast.p95, fast.slowest, fast.met) == (2.0, 3.0, 3.0, True)
    assert not slow.met
    assert fast.outcomes == {"answered": 1, "partial": 1}
