"""Polling that hangs is begun again, and the readers who wrote meanwhile are answered."""

import asyncio
import urllib.error
import urllib.request
from datetime import UTC, datetime
from typing import Any

from bot.application import build, polling
from bot.door import Door
from bot.guard import Guard
from bot.watching.health import health
from bot.watching.heard import Heard
from core.errors import Unavailable
from core.letters import Standing
from tests.bot.conftest import TOKEN
from tests.bot.fake_app import FakeApp
from tests.telegram_bridge import Bridge


class Hanging(Bridge):
    """Holds requests for updates, as a line that has gone dead does."""

    dead = False

    async def _take_updates(self, params: dict[str, Any]) -> list[dict[str, Any]]:
        if self.dead:
            await asyncio.sleep(60)
        return await super()._take_updates(params)


async def test_polling_that_hangs_is_begun_again_and_nothing_is_lost() -> None:
    heard = Heard(wait=0.3, stale=1.0, every=0.1)
    app: Any = FakeApp()
    door = Door(app=app, guard=Guard(), seconds=5)
    async with Hanging() as bridge, polling(build(door, token=TOKEN, base_url=bridge.url, heard=heard), heard):
        await bridge.write("ένα")
        await bridge.reply()
        bridge.dead = True
        await asyncio.sleep(0.5)
        await bridge.write("δύο")
        await bridge.silence(seconds=0.3)
        bridge.dead = False
        assert "δύο" in (await bridge.reply(seconds=5)).text
        assert heard.restarts == 1
        assert heard.is_alive


class _Letters:
    broken = False

    async def standing(self) -> Standing:
        if self.broken:
            raise Unavailable
        return Standing(waiting=3, oldest=self.now(), paused=False, dead=1, blocked=2, subscriptions=4)

    def now(self) -> datetime:
        return datetime(2026, 10, 5, tzinfo=UTC)


def _got(port: int | None, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


async def test_healthz_says_what_is_wrong_with_the_database_and_with_polling() -> None:
    app: Any = FakeApp()
    app.letters = _Letters()
    heard = Heard()
    async with health(app, heard, host="127.0.0.1", port=_free_port()) as port:
        status, said = await asyncio.to_thread(_got, port, "/healthz")
        assert (status, '"ok": true' in said) == (200, True)
        app.letters.broken = True
        status, said = await asyncio.to_thread(_got, port, "/healthz")
        assert (status, '"database": false' in said) == (503, True)
        app.letters.broken, heard.answered = False, heard.answered - 500
        status, said = await asyncio.to_thread(_got, port, "/healthz")
        assert (status, '"polling": false' in said) == (503, True)
        assert (await asyncio.to_thread(_got, port, "/secret"))[0] == 404


def _free_port() -> int:
    import socket

    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
