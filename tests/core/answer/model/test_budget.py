"""LLM_DAILY_EUR binds on calls that brought nothing, too: a provider bills what it was sent."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import suppress
from decimal import Decimal

import pytest

from core.ai.fallback_chat import FallbackChat
from core.ai.openai_chat import OpenAiChat, Provider
from core.answer.assistant import Assistant
from core.answer.minds import Routing
from core.answer.model.budget import PaidChat
from core.answer.timing import STAGES
from core.app import SettingCache
from core.domain.answer import Question
from core.errors import Unavailable
from core.ports import ChatMessage, Role
from core.store import costs
from core.store.pool import Pool
from tests.chat_server import ChatServer, Step, chunk, says
from tests.core.answer.conftest import TOWN
from tests.core.answer.model.conftest import TODAY
from tests.core.answer.model.misbehaviours import after

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


@pytest.fixture
async def books(world_pool: Pool) -> Pool:
    """Nothing is spent yet."""
    await world_pool.execute("DELETE FROM model_costs")
    return world_pool


def an_assistant(pool: Pool, chat: OpenAiChat, daily: str, *, remember: bool = False) -> Assistant:
    return Assistant(
        pool,
        embedder=None,
        setting=SettingCache(pool, home="6265"),
        seconds=6,
        chat=chat,
        routing=Routing(daily_eur=Decimal(daily)),
        remember=remember,
    )


def payments(place: object) -> Question:
    text = "πόσα πλήρωσε ο δήμος το 2024"
    return Question(conversation=f"b{place}", text=text, asked_on=TODAY, organization_uid=TOWN)


async def test_the_daily_limit_binds_on_a_provider_that_stalls(provider: ChatServer, books: Pool) -> None:
    provider.script(STALLED)
    chat = provider.chat(seconds=0.6, silence=0.3)
    assistant = an_assistant(books, chat, "0.003")
    for place in range(3):
        assert (await assistant.answer(payments(place))).mind == "planner"
    assert len(provider.asked) == 1
    await chat.close()


HONEST = after("total_spending", "Το 2024 ο δήμος πλήρωσε {0.amount}.".format)


async def test_the_day_is_one_for_all_processes_and_restarts_and_another_day_is_anew(
    provider: ChatServer, books: Pool, caplog: pytest.LogCaptureFixture
) -> None:
    chats = [provider.chat() for _ in range(3)]
    minds = []
    for chat in chats:  # each as after a start
        provider.script(*HONEST)
        made = await an_assistant(books, chat, "0.002").answer(payments(len(minds)))
        minds.append(made.mind)
    assert minds == ["loopback", "planner", "planner"]
    assert (await costs.today(books)) == costs.Costs(calls=2, cost_eur=Decimal("0.0022"))
    assert [record.levelname for record in caplog.records if "budget" in record.message] == ["WARNING"]
    await books.execute("UPDATE model_costs SET day = day - 1")
    provider.script(*HONEST)
    assert (await an_assistant(books, chats[0], "0.002").answer(payments("next"))).mind == "loopback"
    assert (await costs.of_days(books, days=2)).calls == 4
    for chat in chats:
        await chat.close()


async def test_a_budget_that_ends_in_the_middle_of_an_answer_leaves_the_planners(
    provider: ChatServer, books: Pool
) -> None:
    provider.script(*HONEST)
    chat = provider.chat()
    made = await an_assistant(books, chat, "0.0005").answer(payments("middle"))
    assert (made.mind, len(provider.asked)) == ("planner", 1)
    assert made.cost_eur == Decimal("0.0011")
    await chat.close()


async def test_calls_are_booked_without_a_limit_and_when_they_are_cancelled(provider: ChatServer, books: Pool) -> None:
    chat = provider.chat(silence=5)
    paid = PaidChat(chat, books)
    provider.script(says("ναι"))
    await paid.reply(ASKED, [])
    provider.script(STALLED)
    call = asyncio.create_task(paid.reply(ASKED, []))
    await asyncio.sleep(0.4)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    booked = await costs.today(books)
    assert (booked.calls, booked.cost_eur) == (2, chat.spent_eur)
    assert booked.cost_eur > Decimal("0.0011")
    await paid.close()


async def test_books_that_cannot_be_written_are_written_later_and_unreadable_ones_ask_no_model(
    provider: ChatServer, books: Pool
) -> None:
    chat = provider.chat()
    paid, limited = PaidChat(chat, books), PaidChat(chat, books, daily_eur=Decimal(1))
    await books.execute("ALTER TABLE model_costs RENAME TO mislaid")
    try:
        provider.script(says("ναι"))
        with suppress(Exception):
            await paid.reply(ASKED, [])
        with suppress(Exception):
            assert not await limited.affords()
    finally:
        await books.execute("ALTER TABLE mislaid RENAME TO model_costs")
    await paid.settle()
    assert (await costs.today(books)).cost_eur == chat.spent_eur == Decimal("0.0011")
    await chat.close()


async def test_a_models_answer_is_given_again_without_asking_it_and_its_failure_is_not(
    provider: ChatServer, books: Pool
) -> None:
    await books.execute("DELETE FROM given_answers")
    chat = provider.chat(seconds=0.6, silence=0.3)
    assistant = an_assistant(books, chat, "0", remember=True)
    provider.script(STALLED)
    assert (await assistant.answer(payments("c0"))).mind == "planner"
    provider.script(*HONEST)
    first = await assistant.answer(payments("c1"))
    asked = len(provider.asked)
    again = await assistant.answer(payments("c2"))
    assert (first.mind, first.cached, first.model_calls) == ("loopback", False, 2)
    assert (again.mind, again.cached, again.model_calls, again.cost_eur) == ("loopback", True, 0, 0)
    assert again.text == first.text
    assert len(provider.asked) == asked
    assert first.milliseconds["model"] > 0
    stages = {name: spent for name, spent in first.milliseconds.items() if name != "total"}
    assert set(stages) == set(STAGES)
    assert sum(stages.values()) <= first.milliseconds["total"] + len(stages)
    await books.execute("DELETE FROM given_answers")
    await chat.close()
