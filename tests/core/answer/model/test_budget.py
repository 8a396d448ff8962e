"""LLM_DAILY_EUR binds on calls that brought nothing, too: a provider bills what it was sent."""

import asyncio
import socket
from collections.abc import AsyncIterator
from decimal import Decimal

import pytest

from core.ai.fallback_chat import FallbackChat
from core.ai.openai_chat import OpenAiChat, Provider
from core.answer.assistant import Assistant
from core.answer.minds import Routing
from core.app import SettingCache
from core.domain.answer import Question
from core.errors import Unavailable
from core.ports import ChatMessage, Role
from core.store.pool import Pool
from tests.chat_server import ChatServer, Step, chunk, says
from tests.core.answer.conftest import TOWN
from tests.core.answer.model.conftest import TODAY

ASKED = [ChatMessage(role=Role.USER, text="α" * 2_000)]
STALLED = Step(chunks=[chunk(role="assistant", content="α" * 4_000), chunk(finish="stop")], stall=5.0)
LEAST = Decimal("0.001")  # a thousand tokens at one euro a million
MORE = Decimal("0.004")  # 2,000 tokens that came, at two


@pytest.fixture
async def provider() -> AsyncIterator[ChatServer]:
    async with ChatServer() as server:
        yield server


async def cut_off(chat: OpenAiChat, after: float) -> None:
    call = asyncio.create_task(chat.reply(ASKED, []))
    await asyncio.sleep(after)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call


async def test_silence_a_deadline_and_a_cancellation_are_paid(provider: ChatServer) -> None:
    for seconds, silence in ((3.0, 0.3), (0.3, 3.0)):
        provider.script(STALLED)
        chat = provider.chat(seconds=seconds, silence=silence)
        with pytest.raises(Unavailable):
            await chat.reply(ASKED, [])
        assert LEAST + MORE <= chat.spent_eur < 2 * (LEAST + MORE)
        await chat.close()
    chat = provider.chat()
    await cut_off(chat, 0.4)
    assert LEAST + MORE <= chat.spent_eur < 2 * (LEAST + MORE)
    await chat.close()


async def test_a_reply_is_paid_once_and_what_was_refused_or_not_heard_is_free(provider: ChatServer) -> None:
    provider.script(Step(status=500), says("ναι"))
    chat = provider.chat()
    reply = await chat.reply(ASKED, [])
    assert chat.spent_eur == reply.cost_eur == Decimal("0.0011")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        closed = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    absent = OpenAiChat(Provider(base_url=closed, key="k", model="m", price_in=Decimal(1), price_out=Decimal(2)))
    both = FallbackChat(absent, chat)
    provider.script(says("ναι"))
    await both.reply(ASKED, [])
    assert (absent.spent_eur, both.spent_eur) == (Decimal(0), Decimal("0.0022"))
    await both.close()


async def test_the_daily_limit_binds_on_a_provider_that_stalls(provider: ChatServer, world_pool: Pool) -> None:
    provider.script(STALLED)
    chat = provider.chat(seconds=0.6, silence=0.3)
    assistant = Assistant(
        world_pool,
        embedder=None,
        setting=SettingCache(world_pool, home="6265"),
        seconds=6,
        chat=chat,
        routing=Routing(daily_eur=Decimal("0.003")),
    )
    for place in range(3):
        text = "πόσα πλήρωσε ο δήμος το 2024"
        asked = Question(conversation=f"b{place}", text=text, asked_on=TODAY, organization_uid=TOWN)
        assert (await assistant.answer(asked)).mind == "planner"
    assert len(provider.asked) == 1
    await chat.close()
