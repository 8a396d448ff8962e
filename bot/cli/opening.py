"""Opens the application with something to talk about: on a first start, the demonstration bodies are made first."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from bot.replies.catalog import REPLIES
from core.app import App
from core.errors import Misconfigured
from core.settings import Settings

Opener = Callable[[Settings], AbstractAsyncContextManager[App]]


@asynccontextmanager
async def open_with_data(open_app: Opener, settings: Settings) -> AsyncIterator[App]:
    """The ingest process writes; this one never does, and so it closes what it holds in the meantime."""
    async with open_app(settings) as app:
        if settings.demo == "off" or not await app.is_empty():
            yield app
            return
    code = await _make_demonstration()
    async with open_app(settings) as app:
        if code and await app.is_empty():
            raise Misconfigured(REPLIES.first_start_failed.format(code=code))
        yield app  # also if the child failed after the decisions were in, while it filled vectors: answers come without


async def _make_demonstration() -> int:
    """The exit code of a child process that shows its own progress, on stderr: stdout may be carrying JSON."""
    sys.stderr.write(f"{REPLIES.first_start}\n")
    sys.stderr.flush()
    child = await asyncio.create_subprocess_exec(sys.executable, "-m", "ingest", "demo", stdout=sys.stderr)
    try:
        return await child.wait()
    finally:
        if child.returncode is None:
            child.terminate()
            await child.wait()
