"""`bridge`: a local Bot API that fails the test if it refused something. `telegram`: starts the bot against it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

from bot.application import build, polling
from bot.door import Door
from bot.files.stamped import Papers
from bot.guard import Guard
from tests.bot.fake_app import TODAY, FakeApp
from tests.telegram_bridge import Bridge

OPERATOR = 900900
TOKEN = "42:AAtestTokenOfTheBridgeNotOfTelegram0000"


@pytest.fixture
async def bridge() -> AsyncIterator[Bridge]:
    async with Bridge() as bridge:
        yield bridge
    assert not bridge.refused


@pytest.fixture
async def telegram(bridge: Bridge) -> AsyncIterator[Callable[..., Awaitable[FakeApp]]]:
    async with AsyncExitStack() as stack:

        async def start(
            app: FakeApp | None = None, *, patience: float = 0.2, seconds: float = 5, papers: Papers | None = None
        ) -> FakeApp:
            app = app or FakeApp()
            door = Door(
                app=app,
                guard=Guard(patience=patience),
                seconds=seconds,
                operators=frozenset({OPERATOR}),
                today=lambda: TODAY,
                papers=papers or Papers(),
            )
            await stack.enter_async_context(polling(build(door, token=TOKEN, base_url=bridge.url)))
            return app

        yield start
