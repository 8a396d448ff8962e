"""The bodies and their coverage are read again by one question; the others go on with what is known."""

import asyncio

import pytest

from core import app
from core.answer.setting import Setting
from core.app import SettingCache
from core.store.pool import Pool


async def test_one_question_waits_for_the_reading_and_no_other(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = SettingCache(pool, home="6265")
    first = await cache()
    reading, done = asyncio.Event(), asyncio.Event()
    read = SettingCache._read

    async def slow(self: SettingCache) -> Setting:
        reading.set()
        await done.wait()
        return await read(self)

    monkeypatch.setattr(SettingCache, "_read", slow)
    monkeypatch.setattr(app, "_SETTING_SECONDS", -1.0)
    waiting = asyncio.create_task(cache())
    await reading.wait()
    async with asyncio.timeout(5):
        assert await cache() is first
    done.set()
    assert await waiting is not first
