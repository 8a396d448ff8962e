"""A tenth of the random questions over the recorded decisions; whole runs are made by hand: evals/results/."""

import pytest

from core.answer.assistant import Assistant
from core.app import SettingCache
from core.domain.request import Request
from core.store import organizations
from core.store.pool import Pool
from evals import random_questions as questions
from evals.run import Door

pytestmark = pytest.mark.shared


async def test_an_independent_reading_of_the_raw_json_agrees(corpus: Pool) -> None:
    await organizations.cover_large(corpus, least=200, source="loaded")
    setting = SettingCache(corpus, home="6202")
    assistant = Assistant(corpus, embedder=None, setting=setting, seconds=60)

    async def read(text: str, previous: object, today: object) -> Request:
        raise AssertionError("questions are asked, not only read")

    raw = questions.raw_acts()
    graded = (await questions.ask(raw, Door(ask=assistant.answer, read=read), [1], 40))[1]
    apart = [(each.verdict, each.drawn.text, each.why) for each in graded if not each.verdict.startswith("agrees")]
    assert len(graded) == 40
    assert not apart
