"""An assistant over the demonstration bodies whose language model is the server on loopback."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import date

import pytest

from core.answer.assistant import Assistant
from core.app import SettingCache
from core.domain.answer import Answer, Question
from core.store.pool import Pool
from tests.chat_server import ChatServer

TODAY = date(2026, 10, 31)
SECONDS = 6.0


@dataclass
class Bench:
    """`worded`: with the model; `planned`: the same question without one, asked once."""

    server: ChatServer
    worded: Assistant
    planner: Assistant
    plans: dict[tuple[str, str], Answer] = field(default_factory=dict)
    asked: int = 0

    async def ask(self, text: str, organization: str) -> Answer:
        self.asked += 1
        return await self.worded.answer(self._question(text, organization, f"model:{self.asked}"))

    async def planned(self, text: str, organization: str) -> Answer:
        key = (text, organization)
        if key not in self.plans:
            self.plans[key] = await self.planner.answer(self._question(text, organization, f"plan:{len(self.plans)}"))
        return self.plans[key]

    @staticmethod
    def _question(text: str, organization: str, chat: str) -> Question:
        return Question(conversation=chat, text=text, asked_on=TODAY, organization_uid=organization)


@pytest.fixture(scope="session")
async def bench(world_pool: Pool) -> AsyncIterator[Bench]:
    setting = SettingCache(world_pool, home="6265")
    async with ChatServer() as server:
        chat = server.chat(seconds=1.5, silence=0.3)
        worded = Assistant(world_pool, embedder=None, setting=setting, seconds=SECONDS, chat=chat)
        yield Bench(server, worded, Assistant(world_pool, embedder=None, setting=setting, seconds=SECONDS))
        await chat.close()
