"""A source that answers what a test tells it to, over HTTP; and time that passes only when somebody sleeps."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

Answer = web.Response | dict[str, Any]
Script = Callable[[web.Request], Answer]


@asynccontextmanager
async def scripted(script: Script) -> AsyncIterator[str]:
    """The base URL of a server that answers by the script; a dict is sent as JSON."""

    async def handle(request: web.Request) -> web.Response:
        answer = script(request)
        return web.json_response(answer) if isinstance(answer, dict) else answer

    app = web.Application()
    app.router.add_get("/{path:.*}", handle)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/opendata"
    await runner.cleanup()


def envelope(echo: str | None, rows: list[dict[str, Any]], *, number: int = 0, size: int = 500, **info: Any) -> Answer:
    """A page of results; `info` replaces what it says about itself."""
    told = {"query": echo, "page": number, "size": size, "actualSize": len(rows), "total": len(rows), "order": "recent"}
    return web.Response(
        body=json.dumps({"decisions": rows, "info": told | info}, ensure_ascii=False).encode(),
        content_type="application/json",
    )


@dataclass
class FakeTime:
    """`slept` are the waits so far."""

    now: float = 1000.0
    slept: list[float] = field(default_factory=list)

    def clock(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)
