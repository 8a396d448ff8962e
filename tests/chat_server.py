"""An OpenAI-compatible endpoint on loopback, scripted per test; it misbehaves as real ones do (MODELS §5).

    async with ChatServer() as server:
        server.script(calls(("total_spending", {})), says("…"))
        chat = server.chat()

A step is a list of chunks to stream, or a function (request) → step, so that a script may answer what it was told.
"""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Self

from aiohttp import web

from core.ai.openai_chat import OpenAiChat, Provider

KEY = "sk-loopback-0123456789abcdef"
Chunk = Mapping[str, Any]
USAGE: Chunk = {"choices": [], "usage": {"prompt_tokens": 1000, "completion_tokens": 50, "total_tokens": 1050}}


@dataclass(frozen=True, kw_only=True)
class Step:
    """What one request gets: an HTTP error, or chunks; `stall` seconds of silence before the last of them."""

    chunks: Sequence[Chunk] = ()
    status: int = 200
    error: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    stall: float = 0.0
    broken: bool = False  # the connection ends without a word
    page: str = ""  # of the web, instead of an API
    whole: object = None  # a completion that is not streamed


Script = Step | Callable[[Mapping[str, Any]], Step]


def chunk(finish: str | None = None, **delta: Any) -> Chunk:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def says(text: str, *, finish: str = "stop", **more: Any) -> Step:
    """A text in pieces, as they come."""
    pieces = [text[place : place + 40] for place in range(0, len(text), 40)] or [""]
    chunks = [chunk(role="assistant", content="", **more), *(chunk(content=piece) for piece in pieces)]
    return Step(chunks=[*chunks, chunk(finish=finish), USAGE])


def call_json(place: int, name: str, arguments: object, **more: Any) -> Chunk:
    sent = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return {
        "index": place,
        "id": f"id_{place}",
        "type": "function",
        "function": {"name": name, "arguments": sent},
    } | more


def calls(*wanted: tuple[str, object], text: str = "", finish: str = "tool_calls") -> Step:
    """Calls of tools, in parallel where there are several; with a text beside them."""
    made = [chunk(tool_calls=[call_json(place, name, sent)]) for place, (name, sent) in enumerate(wanted)]
    return Step(chunks=[chunk(role="assistant", content=text), *made, chunk(finish=finish), USAGE])


def answers(text: str) -> Step:
    return calls(("answer", {"text": text}))


class ChatServer:
    """`asked` holds every request body, `keys` the keys that came with them. After the script the last step repeats."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self._script: list[Script] = []
        self._runner: web.AppRunner | None = None
        self._address = ""

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.router.add_post("/v1/chat/completions", self._complete)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self._address = f"http://{host}:{port}/v1"
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._runner is not None
        await self._runner.cleanup()

    @property
    def base_url(self) -> str:
        return self._address

    def script(self, *steps: Script) -> None:
        self._script, self.asked, self.keys = list(steps), [], []

    def chat(self, *, seconds: float = 3.0, silence: float = 1.0, **more: Any) -> OpenAiChat:
        prices = {"price_in": Decimal(1), "price_out": Decimal(2)}
        provider = {"base_url": self._address, "key": KEY, "model": "loopback", **prices, **more}
        return OpenAiChat(Provider(seconds=seconds, silence=silence, **provider))

    async def _complete(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.asked.append(body)
        self.keys.append(request.headers.get("Authorization", ""))
        step = self._script.pop(0) if len(self._script) > 1 else self._script[0]
        made = step if isinstance(step, Step) else step(body)
        if made.status != 200:
            return web.json_response({"error": dict(made.error)}, status=made.status, headers=dict(made.headers))
        if made.page:
            return web.Response(text=made.page, content_type="text/html")
        if made.whole is not None:
            return web.json_response(made.whole)
        with suppress(ConnectionResetError):  # a client that waits no longer
            return await self._stream(request, made)
        return web.Response()

    @staticmethod
    async def _stream(request: web.Request, step: Step) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        for place, each in enumerate(step.chunks):
            if step.stall and place == len(step.chunks) - 1:
                await asyncio.sleep(step.stall)
            whole = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "loopback", **each}
            await response.write(f"data: {json.dumps(whole, ensure_ascii=False)}\n\n".encode())
        if step.broken:
            assert request.transport is not None
            request.transport.abort()
            return response
        await response.write(b"data: [DONE]\n\n")
        return response
