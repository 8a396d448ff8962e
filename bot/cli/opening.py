"""Opens the application with something to talk about; for a conversation, with the process that keeps it current."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path

from bot.cli.ingesting import reading_beside
from bot.replies.catalog import REPLIES
from core.app import App
from core.errors import Misconfigured
from core.settings import Settings

Opener = Callable[[Settings], AbstractAsyncContextManager[App]]


@asynccontextmanager
async def open_to_talk(open_app: Opener, settings: Settings, *, log_path: Path | None = None) -> AsyncIterator[App]:
    """For as long as a conversation lasts. `log_path`: where the process beside logs to, else standard error."""
    async with AsyncExitStack() as stack:
        app = await stack.enter_async_context(open_with_data(open_app, settings))
        if settings.ingest == "on":
            await stack.enter_async_context(reading_beside(log_path=log_path))
        await stack.enter_async_context(_warming_up(app))
        yield app


@asynccontextmanager
async def _warming_up(app: App) -> AsyncIterator[None]:
    """Beside the first questions, which do not wait for it."""
    task = asyncio.create_task(app.assistant.warm())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})


@asynccontextmanager
async def open_with_data(open_app: Opener, settings: Settings) -> AsyncIterator[App]:
    """The ingest process writes; this one never does, and so it closes what it holds in the meantime."""
    async with open_app(settings) as app:
        if (settings.demo == "off" and settings.ingest == "off") or not await app.is_empty():
            yield app
            return
    code = await _make_first_data("first" if settings.ingest == "on" else "demo")
    async with open_app(settings) as app:
        if code and settings.demo != "off" and await app.is_empty():
            raise Misconfigured(REPLIES.first_start_failed.format(code=code))
        yield app  # also if the child failed after the decisions were in, while it filled vectors: answers come without


async def _make_first_data(command: str) -> int:
    """The exit code of a child process that shows its own progress, on stderr: stdout may be carrying JSON."""
    sys.stderr.write(f"{REPLIES.first_start}\n")
    sys.stderr.flush()
    child = await asyncio.create_subprocess_exec(sys.executable, "-m", "ingest", command, stdout=sys.stderr)
    try:
        return await child.wait()
    finally:
        if child.returncode is None:
            child.terminate()
            await child.wait()
