"""`files`: what can be had of the answers of `talk`. `town`: a small body of its own, whose acts a test may change."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

import pytest

from core.answer.assistant import Assistant
from core.answer.kept.files import Files
from core.app import SettingCache
from core.domain.answer import Answer, Question
from core.domain.decision import Decision
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.pool import Pool, open_pool, transaction
from core.store.saving import save
from core.store.statistics import refresh_statistics
from tests.builders import BODY
from tests.core.answer.conftest import TODAY, Talk


@pytest.fixture
def files(talk: Talk) -> Files:
    return Files(talk.pool, SettingCache(talk.pool, home="6265"))


@dataclass
class Town:
    """One covered body, its files, and someone who asks about it."""

    assistant: Assistant
    files: Files
    pool: Pool

    async def ask(self, text: str) -> Answer:
        return await self.assistant.answer(
            Question(conversation="test:town", text=text, asked_on=TODAY, organization_uid=BODY)
        )

    async def post(self, *decisions: Decision) -> None:
        async with transaction(self.pool) as db:
            await save(db, decisions=list(decisions))
            await refresh_statistics(db)


@pytest.fixture(scope="session")
async def town_pool(server: EmbeddedPostgres, new_database: Callable[[], str]) -> AsyncIterator[Pool]:
    name = new_database()
    await ensure_database(server.dsn(), name)
    await migrate(server.dsn(name))
    async with await open_pool(server.dsn(name), min_size=1, max_size=4, command_seconds=60) as pool:
        yield pool


@pytest.fixture
async def town(town_pool: Pool) -> AsyncIterator[Town]:
    await town_pool.execute(
        "INSERT INTO organizations (uid, label, source) VALUES ($1, 'ΔΗΜΟΣ ΔΟΚΙΜΗΣ', 'loaded') ON CONFLICT DO NOTHING",
        BODY,
    )
    setting = SettingCache(town_pool, home=BODY)
    assistant = Assistant(town_pool, embedder=None, setting=setting, seconds=30)
    yield Town(assistant=assistant, files=Files(town_pool, setting), pool=town_pool)
    await town_pool.execute("DELETE FROM answers")
    await town_pool.execute("DELETE FROM decisions")
