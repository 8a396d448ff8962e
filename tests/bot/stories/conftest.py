"""One world, one bot as a process that polls, one local Bot API: shared by all stories, each in chats of its own.

With STORIES=DIR the transcripts are left there as text and as pictures, to be looked at.
"""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from core.alerts.matching import Matcher
from core.store import decisions, feeds
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.pool import Pool, open_pool, transaction
from ingest import demo
from tests.bot.conftest import OPERATOR, TOKEN
from tests.bot.stories.pictures import leave
from tests.builders import an_award
from tests.telegram_bridge import Bridge

ROOT = Path(__file__).resolve().parents[3]
TOWN = "700001"
QUESTIONS = 6  # that one person may ask in a minute


@dataclass
class Stage:
    """Everything that a story needs. `ahead`: how far the bot's clock is before ours."""

    bridge: Bridge
    pool: Pool
    environment: dict[str, str]
    ahead: timedelta = timedelta()
    process: asyncio.subprocess.Process | None = None
    chats: list[tuple[str, int]] = field(default_factory=list)

    @property
    def now(self) -> datetime:
        return datetime.now(UTC) + self.ahead

    def chat(self, story: str, *, group: bool = False) -> int:
        """A chat that nobody else is in."""
        number = len(self.chats) + 1
        self.chats.append((story, -1_000_700 - number if group else 700 + number))
        return self.chats[-1][1]

    async def start(self) -> None:
        command = (sys.executable, "-m", "tests.bot.stories.process")
        log = Path(self.environment["DATA_DIR"]).with_suffix(".log").open("ab")
        self.process = await asyncio.create_subprocess_exec(
            *command, cwd=ROOT, env=self.environment, stdout=log, stderr=log
        )
        log.close()

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        assert self.process is not None
        self.process.send_signal(number)
        async with asyncio.timeout(20):
            await self.process.wait()

    def forward(self, to: datetime) -> None:
        self.ahead = to - datetime.now(UTC)
        Path(self.environment["STORY_CLOCK"]).write_text(str(self.ahead.total_seconds()))

    async def arrive(self, subject: str) -> str:
        """An act that the source posts in the evening and the night brings; it is the next morning then."""
        evening = self.now.replace(hour=19, minute=0)
        act = replace(an_award("61200", subject, body=TOWN), published_at=evening)
        night = evening + timedelta(hours=8)
        self.forward(night)
        async with transaction(self.pool) as db:
            await decisions.save(db, decisions=[act], live=True)
            await Matcher().match_saved(db, at=night)
        self.forward(night.replace(hour=7, minute=1))
        return act.ada


@pytest.fixture(scope="module")
async def stage(
    server: EmbeddedPostgres, new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Stage]:
    name, place = new_database(), tmp_path_factory.mktemp("stories")
    await ensure_database(server.dsn(), name)
    await migrate(server.dsn(name))
    (place / "clock").write_text("0")
    async with await open_pool(server.dsn(name), max_size=4, command_seconds=60) as pool, Bridge() as bridge:
        await demo.fill(pool, watch=lambda _: None)
        await pool.execute("UPDATE instance SET demo = false")
        await feeds.add(pool, organization_uid=TOWN, since=date(2025, 1, 1), at=datetime.now(UTC))
        environment = {
            **{"PATH": os.environ["PATH"], "LANG": "C", "PYTHONPATH": str(ROOT), "INGEST": "off", "DEMO": "off"},
            **{"DATABASE_URL": server.dsn(name), "APP_DATABASE_URL": server.dsn(name, "diafaneia_app")},
            **{"TELEGRAM_TOKEN": TOKEN, "TELEGRAM_BASE_URL": bridge.url, "OPERATORS": str(OPERATOR)},
            **{"HOME_ORGANIZATION": TOWN, "DATA_DIR": str(place / "data"), "STORY_CLOCK": str(place / "clock")},
            **{"QUESTIONS_A_MINUTE": str(QUESTIONS)},
        }
        stage = Stage(bridge=bridge, pool=pool, environment=environment)
        await stage.start()
        yield stage
        await stage.stop()
        log = (place / "data.log").read_text(encoding="utf-8")
        assert "Traceback" not in log and TOKEN not in log
        if folder := os.environ.get("STORIES"):
            leave(Path(folder), bridge.seen, stage.chats)


@pytest.fixture(autouse=True)
def nothing_refused(stage: Stage) -> None:
    """No call is refused that the story did not ask to be."""
    before = len(stage.bridge.refused)
    yield
    assert stage.bridge.refused[before:] == []
