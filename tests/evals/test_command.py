"""The command as people type it: what it refuses in words, what its exit code says of outages, runs and models."""

import json
from collections.abc import Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date
from decimal import Decimal

import asyncpg
import pytest

from core.answer.assistant import Assistant
from core.app import SettingCache
from core.domain.answer import Answer, Outcome, Question
from core.errors import Unavailable
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.pool import open_pool
from evals import __main__ as evals
from evals.cases import Case, Kind, Suite
from evals.corpora.entries import Corpus
from evals.run import Door, run_suite
from ingest import demo

REFUSAL = Case(
    id="R-1", text="τι καιρό θα κάνει αύριο", trap="out of scope", kind=Kind.REFUSAL, today=date(2026, 11, 30)
)


def refused(text: str = "Δεν το βρίσκω εδώ.", **more: object) -> Answer:
    return replace(Answer(outcome=Outcome.OUT_OF_SCOPE, text=text), **more)


def door_of(*said: Answer | Exception) -> Door:
    """Says these, one after the other, and then the last again."""
    left = list(said)

    async def ask(question: Question) -> Answer:
        now = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(now, Exception):
            raise now
        return now

    async def read(text: str, previous: Sequence[str], today: date) -> object:
        raise AssertionError("nothing here is only read")

    return Door(ask=ask, read=read)  # type: ignore[arg-type]


def laid(monkeypatch: pytest.MonkeyPatch, corpus: Corpus, door: Door, *cases: Case) -> None:
    """The command asks this door these cases."""

    @asynccontextmanager
    async def opened(*_: object, **__: object):
        yield door

    monkeypatch.setattr(evals, "build", lambda: None)
    monkeypatch.setattr(evals.invented, "corpus_of", lambda _: corpus)
    monkeypatch.setattr(evals, "load", lambda name, _: Suite(name=name, corpus="world", cases=cases))
    monkeypatch.setattr(evals, "opened", opened)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["nosuch"], "Δεν υπάρχει: nosuch. Υπάρχουν: ada, records,"),
        ([], "Πείτε ποια: ada,"),
        (["ada", "bench"], "«python -m evals bench»"),
        (["ada", "--runs", "0"], "Το --runs θέλει ακέραιο από 1 και πάνω, όχι 0."),
    ],
)
def test_what_cannot_be_measured_is_said_in_one_line(
    given: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        evals.main(given)
    told = capsys.readouterr().err
    assert stopped.value.code == 2
    assert said in told and told.count("\n") == 1


def test_an_outage_fails_the_run_though_no_gate_is_broken(
    monkeypatch: pytest.MonkeyPatch, corpus: Corpus, capsys: pytest.CaptureFixture[str]
) -> None:
    laid(monkeypatch, corpus, door_of(Unavailable("Η βάση δεν απαντά.")), REFUSAL)
    assert evals.main(["refuse", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    suite = told["suites"]["refuse"]
    assert (suite["cases"], suite["passed"], suite["failed"], suite["errors"]) == (1, 0, ["R-1"], 1)
    assert not any(told["gates"].values())


def test_a_run_that_is_answered_and_right_ends_well_in_one_object(
    monkeypatch: pytest.MonkeyPatch, corpus: Corpus, capsys: pytest.CaptureFixture[str]
) -> None:
    laid(monkeypatch, corpus, door_of(refused()), REFUSAL)
    assert evals.main(["refuse", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {"cases", "passed", "failed", "pending"} <= set(told["suites"]["refuse"])
    assert {"gates", "milliseconds", "cost_eur"} <= set(told)


def test_a_live_run_that_the_planner_answered_alone_is_not_measured(
    monkeypatch: pytest.MonkeyPatch, corpus: Corpus, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(evals, "settings_of", lambda *, live: None)
    laid(monkeypatch, corpus, door_of(refused()), REFUSAL)
    assert evals.main(["refuse", "--live"]) == 2
    assert "δεν μετρήθηκε" in capsys.readouterr().err
    laid(monkeypatch, corpus, door_of(refused(mind="a-model")), REFUSAL)
    assert evals.main(["refuse", "--live"]) == 0


async def test_of_several_runs_the_worst_stands_at_the_cost_of_all(corpus: Corpus) -> None:
    cost = Decimal("0.01")
    said = (refused(cost_eur=cost), Unavailable("Η βάση δεν απαντά."), refused(cost_eur=cost))
    suite = Suite(name="refuse", corpus="world", cases=(REFUSAL,))
    (result,) = await run_suite(suite, door_of(*said), corpus, runs=3)
    assert (result.is_error, result.cost) == (True, 2 * cost)


async def test_a_broken_gate_is_worse_than_many_lesser_faults(corpus: Corpus) -> None:
    case = replace(REFUSAL, must=("αυτό", "εκείνο", "και το άλλο"))
    suite = Suite(name="refuse", corpus="world", cases=(case,))
    answered = Answer(outcome=Outcome.ANSWERED, text="Αυτό, εκείνο και το άλλο: 12,00 €.")
    (result,) = await run_suite(suite, door_of(answered, refused()), corpus, runs=2)
    assert result.verdict.answered_refusal


async def test_with_the_database_gone_every_case_is_red(
    corpus: Corpus, server: EmbeddedPostgres, new_database: Callable[[], str]
) -> None:
    """Refusals too, which ask little of it."""
    name = new_database()
    await ensure_database(server.dsn(), name)
    await migrate(server.dsn(name))
    async with await open_pool(server.dsn(name), min_size=1, max_size=4, command_seconds=5) as pool:
        await demo.fill(pool, watch=lambda _: None)
        setting = SettingCache(pool, home="700001")
        assistant = Assistant(pool, embedder=None, setting=setting, seconds=30)
        await setting()
        door = replace(door_of(refused()), ask=assistant.answer)
        suite = Suite(name="refuse", corpus="world", cases=(REFUSAL,))
        (before,) = await run_suite(suite, door, corpus)
        other = await asyncpg.connect(server.dsn())
        await other.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
        await other.close()
        (after,) = await run_suite(suite, door, corpus)
    assert before.verdict.passed and not after.verdict.passed
    assert after.is_error
