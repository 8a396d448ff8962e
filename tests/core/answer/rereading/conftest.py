"""An assistant over the demonstration bodies whose language model is the server on loopback; and one without any."""

import itertools
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import date

import pytest

from core.answer.assistant import Assistant
from core.app import SettingCache
from core.domain.answer import Answer, Question
from core.store.pool import Pool
from tests.chat_server import ChatServer, Step, calls
from tests.core.answer.conftest import TOWN

TODAY = date(2026, 10, 31)
SECONDS = 6.0
_NUMBERS = itertools.count()


def anew(*questions: str) -> Step:
    """The message written anew, as the one tool takes it."""
    return calls(("questions", {"questions": list(questions)}))


@dataclass
class Reader:
    """`helped`: with the model; `rules`: without one. Each question is a conversation of its own."""

    server: ChatServer
    helped: Assistant
    rules: Assistant

    async def ask(self, text: str, *previous: str, by: Assistant | None = None, chat: str = "") -> Answer:
        return await (by or self.helped).answer(
            Question(
                conversation=chat or f"reread:{next(_NUMBERS)}",
                text=text,
                asked_on=TODAY,
                organization_uid=TOWN,
                previous=previous,
            )
        )

    async def plainly(self, text: str, *previous: str) -> Answer:
        return await self.ask(text, *previous, by=self.rules)


@pytest.fixture(scope="session")
def setting(world_pool: Pool) -> SettingCache:
    return SettingCache(world_pool, home="6265")


@pytest.fixture
async def reader(world_pool: Pool, setting: SettingCache) -> AsyncIterator[Reader]:
    """A model of its own for each test: one whose key was refused is asked no more."""
    async with ChatServer() as server:
        chat = server.chat(seconds=1.5, silence=0.3)
        helped = Assistant(world_pool, embedder=None, setting=setting, seconds=SECONDS, chat=chat)
        yield Reader(server, helped, Assistant(world_pool, embedder=None, setting=setting, seconds=SECONDS))
        await chat.close()
