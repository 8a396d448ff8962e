"""The assistant over the demonstration bodies: the whole way from a question to an answer, on a real database."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

import pytest

from core.answer.alerting.flow import Alerts
from core.answer.assistant import Assistant
from core.app import SettingCache
from core.domain.answer import Answer, Question, plain
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.pool import Pool, open_pool
from ingest import demo
from ingest.world import World, build

TODAY = date(2026, 10, 31)
NOW = datetime(2026, 10, 31, 9, tzinfo=UTC)
TOWN, OTHER_TOWN, WATER = "700001", "700002", "700003"


@dataclass
class Talk:
    """One chat with the assistant; each test has its own."""

    assistant: Assistant
    world: World
    pool: Pool
    conversation: str
    answers: list[Answer] = field(default_factory=list)

    async def ask(self, text: str, *, organization: str | None = None) -> Answer:
        question = Question(conversation=self.conversation, text=text, asked_on=TODAY, organization_uid=organization)
        self.answers.append(await self.assistant.answer(question))
        return self.answers[-1]

    async def press(self, label: str, *, conversation: str | None = None) -> Answer:
        last = self.answers[-1]
        index = next(place for place, choice in enumerate(last.choices) if choice.label.startswith(label))
        pressed = await self.assistant.choose(conversation or self.conversation, last.receipt, index, TODAY)
        self.answers.append(pressed)
        return pressed

    @property
    def text(self) -> str:
        return plain(self.answers[-1].text)


@pytest.fixture(scope="session")
async def world_pool(server: EmbeddedPostgres, new_database: Callable[[], str]) -> AsyncIterator[Pool]:
    name = new_database()
    await ensure_database(server.dsn(), name)
    await migrate(server.dsn(name))
    pool = await open_pool(server.dsn(name), min_size=1, max_size=6, command_seconds=60)
    await demo.fill(pool, watch=lambda _: None)
    yield pool
    await pool.close()


@pytest.fixture(scope="session")
def world() -> World:
    return build()


@pytest.fixture
def talk(world_pool: Pool, world: World, request: pytest.FixtureRequest) -> Talk:
    setting = SettingCache(world_pool, home="6265")
    alerts = Alerts(world_pool, clock=lambda: NOW)
    assistant = Assistant(world_pool, embedder=None, setting=setting, seconds=30, alerts=alerts)
    return Talk(assistant=assistant, world=world, pool=world_pool, conversation=f"test:{request.node.name}")
