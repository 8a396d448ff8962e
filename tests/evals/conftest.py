"""The invented world, loaded in a database of its own, and the application over it: what the suites ask."""

from collections.abc import AsyncIterator, Callable, Sequence
from datetime import date

import pytest

from core.answer.assistant import Assistant
from core.app import SettingCache
from core.domain.answer import Question
from core.domain.request import Request
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.pool import open_pool
from evals.corpora import invented
from evals.corpora.entries import Corpus
from evals.run import Door
from ingest import demo
from ingest.world import build


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    return invented.corpus_of(build())


@pytest.fixture(scope="session")
async def door(server: EmbeddedPostgres, new_database: Callable[[], str]) -> AsyncIterator[Door]:
    """Without vectors: words and fixed rules must do."""
    name = new_database()
    await ensure_database(server.dsn(), name)
    await migrate(server.dsn(name))
    async with await open_pool(server.dsn(name), min_size=1, max_size=4, command_seconds=60) as pool:
        await demo.fill(pool, watch=lambda _: None)
        setting = SettingCache(pool, home="700001")
        assistant = Assistant(pool, embedder=None, setting=setting, seconds=30)

        async def read(text: str, previous: Sequence[str], today: date) -> Request:
            asked = Question(conversation="", text=text, asked_on=today, previous=tuple(previous))
            return assistant.read(asked, await setting())

        yield Door(ask=assistant.answer, read=read)
