"""The client of chat completions against a real HTTP server that leaves out, repeats and breaks what others do."""

import io
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from decimal import Decimal
from typing import Any

import pytest

from core.ai.fallback_chat import FallbackChat
from core.ai.openai_chat import OpenAiChat, Provider
from core.errors import Unavailable
from core.log import Redaction
from core.ports import ChatMessage, ChatReply, Finish, Role, Tool, ToolCall
from tests.chat_server import KEY, USAGE, ChatServer, Step, call_json, calls, chunk, says

ASKED = (ChatMessage(role=Role.SYSTEM, text="σύστημα"), ChatMessage(role=Role.USER, text="ερώτηση"))
TOOLS = (
    Tool(name="total_spending", description="σύνολα", parameters={"type": "object", "properties": {}}),
    Tool(name="answer", description="απάντηση", parameters={"type": "object", "properties": {}}),
)
TOTAL = ("total_spending", {"since": "2024-01-01"})


@pytest.fixture
async def server() -> AsyncIterator[ChatServer]:
    async with ChatServer() as server:
        yield server


@asynccontextmanager
async def talking(server: ChatServer, **more: Any) -> AsyncIterator[OpenAiChat]:
    chat = server.chat(**more)
    try:
        yield chat
    finally:
        await chat.close()


async def reply(server: ChatServer, *steps: Step, **more: Any) -> ChatReply:
    server.script(*steps)
    async with talking(server, **more) as chat:
        return await chat.reply(ASKED, TOOLS)


async def test_a_streamed_text_comes_whole_with_its_price(server: ChatServer) -> None:
    got = await reply(server, says("Το 2024 ο δήμος πλήρωσε πολλά για καύσιμα και άλλα."))
    assert got.text == "Το 2024 ο δήμος πλήρωσε πολλά για καύσιμα και άλλα."
    assert (got.finish, got.tokens_in, got.tokens_out) == (Finish.WHOLE, 1000, 50)
    assert got.cost_eur == Decimal("0.0011")


async def test_what_is_sent_has_no_forced_choice_and_one_key(server: ChatServer) -> None:
    await reply(server, says("ναι"))
    assert "tool_choice" not in server.asked[0]
    assert [tool["function"]["name"] for tool in server.asked[0]["tools"]] == ["total_spending", "answer"]
    assert server.keys == [f"Bearer {KEY}"]


async def test_thinking_effort_is_sent_where_it_is_set(server: ChatServer) -> None:
    await reply(server, says("ναι"), effort="low")
    assert server.asked[0]["reasoning_effort"] == "low"
    assert "temperature" not in server.asked[0]


async def test_an_earlier_broken_call_goes_back_as_an_object(server: ChatServer) -> None:
    """Servers parse the arguments of the conversation, and end at half an object."""
    server.script(says("ναι"))
    said = ChatMessage(role=Role.ASSISTANT, calls=(ToolCall(id="1", name="answer", arguments='{"text": "μισ'),))
    async with talking(server) as chat:
        await chat.reply([*ASKED, said, ChatMessage(role=Role.TOOL, text="κόπηκε", call_id="1")], TOOLS)
    sent = server.asked[0]["messages"][2]["tool_calls"][0]["function"]["arguments"]
    assert sent.startswith('{"unreadable"')


def _pieces() -> Step:
    """Arguments letter by letter, two calls interleaved."""
    first, second = '{"since": "2024-01-01"}', '{"text": "ναι"}'
    deltas = [chunk(tool_calls=[call_json(0, "total_spending", ""), call_json(1, "answer", "")])]
    for place in range(max(len(first), len(second))):
        piece = [
            {"index": number, "function": {"arguments": text[place : place + 1]}}
            for number, text in ((0, first), (1, second))
        ]
        deltas.append(chunk(tool_calls=piece))
    return Step(chunks=[*deltas, chunk(finish="tool_calls"), USAGE])


def _without(*names: str) -> Step:
    call = {name: value for name, value in call_json(0, *TOTAL).items() if name not in names}
    return Step(chunks=[chunk(tool_calls=[call]), chunk(finish="tool_calls")])


def _null_first() -> Step:
    """The name with no arguments yet, as null; then the pieces."""
    first = call_json(0, "total_spending", "") | {"function": {"name": "total_spending", "arguments": None}}
    pieces = [{"index": 0, "function": {"arguments": piece}} for piece in ('{"since": ', '"2024-01-01"}')]
    return Step(chunks=[*(chunk(tool_calls=[each]) for each in (first, *pieces)), chunk(finish="tool_calls")])


def _at_once(arguments: object) -> Step:
    """A server that does not stream."""
    call = {"id": "a", "type": "function", "function": {"name": "total_spending", "arguments": arguments}}
    message = {"role": "assistant", "content": None, "reasoning_content": "σκέφτομαι 123 €", "tool_calls": [call]}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
    usage = {"prompt_tokens": 1000, "completion_tokens": 50, "total_tokens": 1050}
    return Step(whole={"id": "c", "object": "chat.completion", "choices": [choice], "usage": usage})


def _as_object() -> Step:
    call = call_json(0, "total_spending", "") | {"function": {"name": "total_spending", "arguments": TOTAL[1]}}
    return Step(chunks=[chunk(tool_calls=[call]), chunk(finish="tool_calls")])


CALLED = {
    "parallel": calls(TOTAL, ("answer", {"text": "ναι"})),
    "in pieces": _pieces(),
    "without id": _without("id"),
    "without index": _without("index", "id"),
    "arguments as an object": _as_object(),
    "arguments null at first": _null_first(),
    "not streamed": _at_once('{"since": "2024-01-01"}'),
    "not streamed, as an object": _at_once(TOTAL[1]),
    "after thinking": Step(
        chunks=[chunk(reasoning_content="σκέφτομαι 123 €"), *calls(TOTAL).chunks],
    ),
    "empty choices between": Step(chunks=[{"choices": []}, USAGE, *calls(TOTAL).chunks]),
    "finish says stop": calls(TOTAL, finish="stop"),
    "fenced in the text": says('```json\n{"name": "total_spending", "arguments": {"since": "2024-01-01"}}\n```'),
    "tagged in the text": says(
        '<tool_call>{"name": "total_spending", "arguments": {"since": "2024-01-01"}}</tool_call> Πλήρωσε 5 €.'
    ),
    "parameters in the text": says('{"name": "total_spending", "parameters": {"since": "2024-01-01"}}'),
    "a function in the text": says('{"function": {"name": "total_spending", "arguments": {"since": "2024-01-01"}}}'),
    "without a usage": Step(chunks=[chunk(tool_calls=[call_json(0, *TOTAL)]), chunk(finish="tool_calls")]),
}


@pytest.mark.parametrize("name", CALLED)
async def test_a_call_is_read_however_it_is_sent(server: ChatServer, name: str) -> None:
    got = await reply(server, CALLED[name])
    assert got.calls[0].name == "total_spending"
    assert got.calls[0].arguments.replace(" ", "") == '{"since":"2024-01-01"}'
    assert got.calls[0].id
    assert "123" not in got.text
    assert "5 €" not in got.text
    assert got.tokens_in > 0


async def test_other_json_in_a_text_is_no_call(server: ChatServer) -> None:
    got = await reply(server, says('Το {"name": "drop_table", "arguments": {}} δεν υπάρχει.'))
    assert not got.calls
    assert got.text.startswith("Το {")


async def test_braces_without_an_end_are_a_text(server: ChatServer) -> None:
    got = await reply(server, says('{"name":' * 3_000))
    assert not got.calls


ENDS = {
    "length": (says("Το 2024 ο δήμος", finish="length"), Finish.CUT),
    "filter": (says("", finish="content_filter"), Finish.FILTERED),
    "no end": (Step(chunks=[chunk(content="Το 2024 ο δή")]), Finish.CUT),
    "too long": (
        Step(status=400, error={"message": "This model's maximum context length is 8192 tokens", "code": "x"}),
        Finish.TOO_LONG,
    ),
}


@pytest.mark.parametrize("name", ENDS)
async def test_how_it_ended_is_told(server: ChatServer, name: str) -> None:
    step, finish = ENDS[name]
    assert (await reply(server, step)).finish is finish


FAILED = {
    "server error": (Step(status=503, error={"message": "busy"}), 2),
    "too many, at once again": (Step(status=429, error={"message": "slow"}, headers={"retry-after": "0"}), 2),
    "too many, in a minute": (Step(status=429, error={"message": "slow"}, headers={"retry-after": "60"}), 1),
    "nothing at all": (Step(), 2),
    "broken before a word": (Step(broken=True), 2),
    "broken in the middle": (Step(chunks=[chunk(content="Το 2024")], broken=True), 1),
    "silent": (Step(chunks=[chunk(content="Το"), chunk(content="τέλος")], stall=30), 1),
    "silent from the start": (Step(chunks=[chunk(content="Το")], stall=30), 1),
    "key refused": (Step(status=401, error={"message": f"Incorrect API key provided: {KEY}"}), 1),
    "no such model": (Step(status=404, error={"message": "model not found"}), 1),
    "refused": (Step(status=400, error={"message": "bad request"}), 1),
    "to be paid": (Step(status=402, error={"message": "Insufficient balance"}), 1),
    "a page of the web": (Step(page="<html>Welcome to nginx!</html>"), 1),
    "whole, and empty": (Step(whole={"choices": []}), 2),
    "whole, and a list": (Step(whole=[]), 2),
    "an error in the stream": (Step(chunks=[{"error": {"message": "overloaded"}}]), 2),
}


@pytest.mark.parametrize("name", FAILED)
async def test_no_answer_is_unavailable_and_asked_again_only_where_nothing_came(server: ChatServer, name: str) -> None:
    step, requests = FAILED[name]
    started = time.monotonic()
    with pytest.raises(Unavailable) as told:
        await reply(server, step, silence=0.4)
    assert time.monotonic() - started < 3
    assert len(server.asked) == requests
    assert KEY not in str(told.value)


SENTENCES = {
    "server error": "σφάλμα 503",
    "too many, in a minute": "άλλα αιτήματα",
    "silent": "εγκαίρως",
    "key refused": "LLM_API_KEY",
    "no such model": "LLM_MODEL",
    "refused": "δεν δέχτηκε",
    "to be paid": "υπόλοιπο",
    "a page of the web": "LLM_BASE_URL",
}


@pytest.mark.parametrize("name", SENTENCES)
async def test_each_failure_says_what_to_look_at(server: ChatServer, name: str) -> None:
    step, _ = FAILED[name]
    with pytest.raises(Unavailable, match=SENTENCES[name]):
        await reply(server, step, silence=0.4)


async def test_an_address_where_nobody_listens_is_named(server: ChatServer) -> None:
    address = server.base_url
    await server.__aexit__(None, None, None)
    chat = OpenAiChat(Provider(base_url=address, key="k", model="m", seconds=3.0))
    with pytest.raises(Unavailable, match="LLM_BASE_URL"):
        await chat.reply(ASKED, TOOLS)
    await chat.close()
    await server.__aenter__()


async def test_a_second_try_may_succeed(server: ChatServer) -> None:
    got = await reply(server, Step(status=500, error={"message": "oops"}), says("ναι"))
    assert got.text == "ναι"


@pytest.mark.parametrize("option", ["stream_options", "temperature"])
async def test_an_option_that_a_server_does_not_know_is_left_out(server: ChatServer, option: str) -> None:
    refused = Step(status=400, error={"message": f"Unknown parameter: {option}"})
    assert (await reply(server, refused, says("ναι"))).text == "ναι"
    assert option in server.asked[0]
    assert option not in server.asked[1]


async def test_a_model_may_be_silent_for_two_thirds_of_its_call(server: ChatServer) -> None:
    """One on our own processor says nothing until it has read its prompt, which may take a minute."""
    assert Provider(base_url="", key=None, model="", seconds=300.0).longest_silence == 200.0
    assert Provider(base_url="", key=None, model="", seconds=300.0, silence=8.0).longest_silence == 8.0
    server.script(Step(chunks=[chunk(content="ναι", finish="stop")], stall=0.6))
    chat = OpenAiChat(Provider(base_url=server.base_url, key="k", model="m", seconds=3.0))
    assert (await chat.reply(ASKED, TOOLS)).text == "ναι"
    await chat.close()


async def test_a_slow_stream_ends_with_the_call(server: ChatServer) -> None:
    """Words that drip forever are no silence."""
    server.script(Step(chunks=[chunk(content="α"), chunk(content="β"), chunk(content="γ")], stall=2))
    async with talking(server, seconds=0.5, silence=10) as chat:
        with pytest.raises(Unavailable):
            await chat.reply(ASKED, TOOLS)


async def test_a_refused_key_is_not_offered_again_at_once(server: ChatServer) -> None:
    server.script(Step(status=401, error={"message": "no"}))
    async with talking(server) as chat:
        for _ in range(3):
            with pytest.raises(Unavailable, match="LLM_API_KEY"):
                await chat.reply(ASKED, TOOLS)
    assert len(server.asked) == 1


async def test_the_second_provider_is_asked_when_the_first_gives_none(server: ChatServer) -> None:
    async with ChatServer() as other:
        server.script(Step(status=503, error={"message": "busy"}))
        other.script(says("ναι"))
        chat = FallbackChat(server.chat(), other.chat(model="second"))
        got = await chat.reply(ASKED, TOOLS)
        await chat.close()
    assert (got.text, got.model) == ("ναι", "second")


async def test_the_key_is_in_no_line_of_the_log(server: ChatServer) -> None:
    """The client's own lines at DEBUG, and the traceback of an error whose text holds the key."""
    kept = io.StringIO()
    handler = logging.StreamHandler(kept)
    handler.addFilter(Redaction([KEY]))
    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        await reply(server, Step(status=503, error={"message": f"with {KEY}"}))
    except Unavailable:
        logging.getLogger("a door").exception("no answer")
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
    assert "the model gave no answer" in kept.getvalue()
    assert "Traceback" in kept.getvalue()
    assert KEY not in kept.getvalue()
