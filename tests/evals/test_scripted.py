"""The world's suites with a language model in front of the planner: the same figures, or the planner's own answer."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from datetime import date

import pytest

from core.answer.assistant import Assistant
from core.app import SettingCache
from core.domain.answer import Answer, Outcome, Question, plain
from core.domain.request import Request
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.pool import Pool, open_pool
from evals import report
from evals.cases import load
from evals.corpora.entries import Corpus
from evals.run import Door, run_suite
from evals.scripted import NAMES, ScriptedChat
from ingest import demo
from tests.evals.test_suites import BARS

ASKED = [
    *((suite, name) for suite in ("totals", "rank", "compare") for name in NAMES),
    *((suite, name) for suite in ("refuse", "records", "followup") for name in NAMES if name != "right"),
    *((suite, "much") for suite in ("average", "share", "delay", "near", "seed17")),
]
FALSE = frozenset({"liar", "astray", "elsewhere"})  # none of their figures is of what was asked
LEAST_ACCEPTED = {"totals": 0.7, "rank": 0.6, "records": 0.6, "compare": 0.3}


@pytest.fixture(scope="module")
async def world(server: EmbeddedPostgres, new_database: Callable[[], str]) -> AsyncIterator[Pool]:
    name = new_database()
    await ensure_database(server.dsn(), name)
    await migrate(server.dsn(name))
    async with await open_pool(server.dsn(name), min_size=1, max_size=6, command_seconds=60) as pool:
        await demo.fill(pool, watch=lambda _: None)
        yield pool


class Heard:
    """A door whose answers are kept, to see which mind they came from."""

    def __init__(self, pool: Pool, name: str) -> None:
        self._name = name
        self._setting = SettingCache(pool, home="700001")
        self._assistant = Assistant(pool, embedder=None, setting=self._setting, seconds=30, chat=ScriptedChat(name))
        self.answers: list[Answer] = []

    async def ask(self, question: Question) -> Answer:
        """In a chat of this mind alone: what another one was asked is no earlier turn."""
        own = replace(question, conversation=f"{self._name}:{question.conversation}")
        self.answers.append(await self._assistant.answer(own))
        return self.answers[-1]

    async def read(self, text: str, previous: Sequence[str], today: date) -> Request:
        asked = Question(conversation="", text=text, asked_on=today, previous=tuple(previous))
        return self._assistant.read(asked, await self._setting())

    @property
    def worded(self) -> float:
        """The share of the planner's answers above which the model's sentences went out."""
        asked = [each for each in self.answers if each.model_calls]
        return sum(each.mind != "planner" for each in asked) / len(asked) if asked else 0.0


def asked_of_it(answer: Answer) -> bool:
    """The body that «elsewhere» looks up was the question's own: then it told the truth."""
    asked = answer.findings[-1].asked
    return asked is not None and asked.where.organizations == ("700002",)


@pytest.mark.parametrize(("suite_name", "name"), ASKED)
async def test_a_scripted_model_breaks_no_gate_and_holds_the_bar(
    suite_name: str, name: str, world: Pool, corpus: Corpus
) -> None:
    heard, suite = Heard(world, name), load(suite_name, corpus)
    results = await run_suite(suite, Door(ask=heard.ask, read=heard.read), corpus)
    red = {result.case.text: result.verdict.problems for result in results if not result.verdict.passed}
    assert set(report.gates({suite_name: (suite, results)}).values()) == {0}, red
    assert report.score(suite, results).passed >= BARS[suite_name] * len(results), red
    if name in FALSE and suite_name in ("totals", "rank", "compare"):
        assert not [
            plain(each.text)[:200] for each in heard.answers if each.mind != "planner" and not asked_of_it(each)
        ]
    elif suite_name in LEAST_ACCEPTED and name not in FALSE:
        assert heard.worded >= LEAST_ACCEPTED[suite_name], heard.worded
    assert all(each.mind == "planner" for each in heard.answers if each.outcome is not Outcome.ANSWERED)
