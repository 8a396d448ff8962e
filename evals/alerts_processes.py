"""The processes of a simulated month: the bot and another sender, by a clock that is set; started, killed, watched."""

import asyncio
import os
import signal
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from core.errors import DiafaneiaError
from evals.alerts_loopback import Loopback
from evals.ingestion_bed import Bed

_TOKEN = "42:AAtestTokenOfTheBridgeNotOfTelegram0000"

_STILL = 25.0  # seconds without any change: whoever holds what is being sent is dead
_UNSENT = """
SELECT o.id, o.state, o.attempts FROM outbox o JOIN alert_chats c USING (conversation)
 WHERE c.state = 'active' AND (o.state = 'sending' OR (o.state = 'pending' AND o.due_at <= $1)) ORDER BY 1"""


@dataclass(slots=True, kw_only=True)
class Processes:
    """`cut`: chats that a send may have reached unheard, when its sender was killed."""

    bed: Bed
    telegram: Loopback
    folder: Path
    befell: Counter[str] = field(default_factory=Counter)
    cut: list[dict[str, int]] = field(default_factory=list)
    _running: dict[str, asyncio.subprocess.Process] = field(default_factory=dict)

    async def start(self, name: str) -> None:
        clock = str(self.folder / "clock")
        module = (
            ("tests.bot.clocked_bot", clock)
            if name == "bot"
            else ("tests.bot.sender_process", self.bed.dsn, self.telegram.url, clock)
        )
        environment = self.bed.environment() | {
            "TELEGRAM_TOKEN": _TOKEN,
            "TELEGRAM_BASE_URL": self.telegram.url,
            "INGEST": "off",
            "HOME_ORGANIZATION": "700001",
            "DEMO": "off",
            "LOG_LEVEL": "WARNING",
        }
        with (self.folder / f"{name}.log").open("ab") as log:
            self._running[name] = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", *module), env=environment, stdin=asyncio.subprocess.DEVNULL, stderr=log
            )

    async def stop(self) -> None:
        for process in self._running.values():
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGTERM)
        for process in self._running.values():
            await process.communicate()

    async def supervise(self) -> None:
        """What has ended by itself is started again, as any machine does it."""
        for name, process in self._running.items():
            if process.returncode is not None:
                self.befell[f"{name}_had_ended"] += 1
                await self.start(name)

    async def kill(self, *names: str) -> None:
        for name in names:
            self._running[name].kill()
            await self._running[name].wait()
            self.befell[f"{name}_killed"] += 1
        flying = await self.asked("SELECT conversation FROM outbox WHERE state = 'sending'")
        self.cut += [{"day": self.telegram.day, "chat": int(row["conversation"].split(":")[1])} for row in flying]
        for name in names:
            await self.start(name)

    async def restart(self, name: str) -> None:
        """Stopped as an operator stops it."""
        self._running[name].terminate()
        await self._running[name].wait()
        self.befell[f"{name}_restarted"] += 1
        await self.start(name)

    def tick(self) -> None:
        """The bots' clock runs on from here."""
        ahead = (self.bed.clock() - datetime.now(UTC)).total_seconds()
        new = self.folder / "clock.new"
        new.write_text(str(ahead), encoding="ascii")
        os.replace(new, self.folder / "clock")

    async def asked(self, statement: str, *arguments: object) -> list[Any]:
        """The database may be away for a moment."""
        while True:
            try:
                return list(await self.bed.pool.fetch(statement, *arguments))
            except DiafaneiaError:
                await asyncio.sleep(0.2)

    async def all_sent(self) -> None:
        """What a refusal has put off, too. What a dead sender holds waits for the end of its lease."""
        seen: list[tuple[Any, ...]] = []
        since = time.monotonic()
        async with asyncio.timeout(600):
            while True:
                await self.supervise()
                rows = await self.asked(_UNSENT, self.bed.clock() + timedelta(hours=2))
                now = [tuple(row) for row in rows]
                if not now:
                    return
                if now != seen:
                    seen, since = now, time.monotonic()
                elif time.monotonic() - since > _STILL:
                    self.bed.clock.now += timedelta(minutes=3)
                    self.tick()
                    since = time.monotonic()
                await asyncio.sleep(0.25)
