"""What the bench asks and how it sums up; one small bed, made and measured whole. Speed itself is never a test."""

import json
import os
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from core.domain.answer import Answer, Outcome
from core.domain.organization import Coverage
from core.errors import Misconfigured
from evals import __main__ as evals
from evals import bench
from evals.bench import lines, quantile, summed_up
from evals.scale import bed, beside, encoding, vectors
from evals.scale.questions import Bar, bars, questions, sampled

BODY = Coverage(
    organization_uid="1", label="ΔΗΜΟΣ ΕΠΙΔΕΙΞΗΣ", decisions=9, first_on=date(2023, 5, 1), last_on=date(2024, 5, 1)
)


def test_every_kind_of_work_has_questions_about_the_bodies_that_are_held():
    asked = questions([BODY], ["ΑΑΑΑΩΔΟ-ΔΟΚ"])

    assert asked.keys() == bars(40_000).keys() == bars(1_000_000).keys()
    assert asked["card"] == [("ΑΑΑΑΩΔΟ-ΔΟΚ", None)]
    assert all(uid == "1" for kind in ("search", "total", "ranking", "trend", "payees") for _, uid in asked[kind])
    assert all(asked.values())
    assert {text[-4:] for text, _ in asked["total"] if text.endswith(("2023", "2024"))} == {"2023", "2024"}


def test_bodies_of_every_size_are_asked_about():
    bodies = [
        Coverage(organization_uid=str(size), label="", decisions=size, first_on=None, last_on=None)
        for size in range(1, 101)
    ]

    assert [body.decisions for body in sampled(bodies)] == [100, 80, 60, 41, 21, 1]
    assert sampled([BODY]) == [BODY]


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


@pytest.fixture
def place() -> Iterator[Path]:
    """Outside of pytest's own directory, which the server's user cannot enter when we are root."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        os.chmod(name, 0o755)
        yield Path(name) / "bed"


def test_a_small_bed_is_made_measured_and_asked_again(place, tmp_path, monkeypatch, capsys):
    """Through the command itself: acts, vectors, every line; the second time nothing is made."""
    monkeypatch.setattr(bench, "RESULTS", tmp_path)
    for module, name, small in ((vectors, "_CENTRES", 40), (encoding, "_TEXTS", 64), (beside, "_QUESTIONS", 6)):
        monkeypatch.setattr(module, name, small)
    given = ["bench", "--at", "1500", "--data-dir", str(place), "--label", "small", "--cards", "5"]

    code = evals.main(given)
    told = json.loads((tmp_path / "small.json").read_text(encoding="utf-8"))
    note = (place / "bench.json").read_bytes()

    assert code in (0, 1), capsys.readouterr().err  # a slow machine misses bars, and is no failure of ours
    assert told["held"]["decisions"] == 1_500
    assert told["held"]["vectors"] == told["held"]["grams"] == told["held"]["texts"] > 300
    assert set(told["bars_met"]) == {*bars(1_500), "crowd", "encoding", "beside", "start", "at_rest"}
    assert told["works"]["card"]["outcomes"] == {"answered": 5}
    assert told["crowd"]["answered"] == told["crowd"]["chats"] == 200
    assert told["start"]["outcome"] == "answered"
    assert told["beside"]["ours"]["quality"]["fused"]["success_5"] > 0.5
    assert told["megabytes"]["database"] > 1
    assert not (place / "source").exists()

    with pytest.raises(Misconfigured, match="1500 πράξεις"):
        bench.asyncio.run(bed.make(place, decisions=1_600))
    assert (place / "bench.json").read_bytes() == note


def test_the_bar_of_a_load_holds_for_forty_thousand_decisions_alone():
    told = {
        "works": {},
        "crowd": {"met": True},
        "encoding": {"met": True},
        "bed": {"decisions": 40_000, "load": {"seconds": 61.0, "memory_mb": 90.0}},
    }

    assert lines(told) == {"crowd": True, "encoding": True, "load": False}
    told["bed"] |= {"decisions": 200_000}
    assert lines(told) == {"crowd": True, "encoding": True}
