"""The assistant over the demonstration bodies: the whole way from a question to an answer, on a real database."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

import pytest

from core.answer.alerting.flow import Alerts
from core.answer.assistant import Assistant
from core.app import SettingCache
from core.domain.answer import Answer, Question, plain
from core.domain.document import FileState, Page
from core.store import documents
from core.store.documents import NewDocument
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.pool import Pool, open_pool, transaction
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


AN_ACT = """
SELECT d.ada FROM decisions d JOIN money_lines l USING (organization_uid, ada)
 WHERE d.status = 'PUBLISHED' AND NOT d.private AND l.stage = $1
   AND NOT EXISTS (SELECT FROM documents f WHERE f.ada = d.ada)
 ORDER BY d.ada LIMIT 1
"""


class Act:
    """A published act of the demonstration bodies whose PDF nobody read; `hold` gives it pages."""

    def __init__(self, pool: Pool, ada: str) -> None:
        self.pool, self.ada = pool, ada

    async def hold(self, *pages: Page, state: FileState = FileState.READ, total: int = 0) -> FileState:
        count = total or len(pages)
        document = NewDocument(ada=self.ada, state=state, source="file", pages_total=count, pages=tuple(pages))
        async with transaction(self.pool) as db:
            return await documents.save(db, document=document)


@pytest.fixture
async def act(talk):
    made = Act(talk.pool, await talk.pool.fetchval(AN_ACT, "award"))
    yield made
    await talk.pool.execute("DELETE FROM documents WHERE ada = $1", made.ada)
