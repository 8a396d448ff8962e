"""A month of nights and mornings as processes: bot, sender, ingestion and Postgres, all of them killed."""

import asyncio
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from core.domain.period import ATHENS
from core.store import subscriptions as kept
from core.store.pool import transaction
from evals.alerts_crowd import Crowd
from evals.alerts_loopback import Loopback
from evals.alerts_processes import Processes
from evals.ingestion_bed import Bed, after, made, until
from evals.proving import Server
from ingest.world import build

_DAY = timedelta(days=1)
_OUTAGE = (12, 13)  # nights without an answer of the source
_NIGHTS_KILLED, _NIGHT_WITHOUT_POSTGRES = (3, 9, 17), (6, 20)
_BOT_KILLED, _BOTH_KILLED, _POSTGRES_KILLED, _RESTARTED = (2, 10, 21), (5, 16), (4, 11, 19), (7, 14, 23)
_LEAVING, _RETURNING, _FORGETTING, _JOINING = (3, 8, 15), (6, 12, 18), (5, 13, 20), (4, 9, 18)
_DOUBTFUL = "SELECT DISTINCT ada FROM money_lines WHERE suspect UNION SELECT ada FROM rejections"
_TRUTH = Path(__file__).with_name("alerts_month_truth.py")


async def month(
    databases: Server, *, subscriptions: int, decisions: int, chats: int, nights: int, minutes: int, seed: int
) -> dict[str, Any]:
    """Every due pair is told through all of it; duplicates only where a send was cut off; `minutes`: ends by itself."""
    invented = build(seed=seed, decisions=6_000, first_year=2025, last_year=2026)
    folder, ends = databases.root.parent / f"{databases.root.name}-month", time.monotonic() + minutes * 60
    folder.mkdir()
    began = after(invented)
    async with (
        Loopback(drawn=random.Random(seed)) as telegram,
        made(await databases(), invented, now=began, since=date(2025, 1, 1)) as bed,
    ):
        for command in ("backfill", "nightly"):
            await bed.run(command)
        bed.clock.now = began + timedelta(hours=6)
        crowd = Crowd(random.Random(seed), invented.covered, chats)
        run, drawn = Processes(bed=bed, telegram=telegram, folder=folder), random.Random(seed)
        play = Play(bed=bed, telegram=telegram, crowd=crowd, server=databases, run=run, folder=folder, drawn=drawn)
        try:
            await play.prepare(subscriptions - len(_JOINING) * (subscriptions // 20), decisions // nights)
            while play.day < nights and time.monotonic() < ends:
                await play.night()
                await play.morning()
            for _ in range(7):  # what is told weekly
                await play.quiet_day()
        finally:
            await play.run.stop()
        verdict = await play.verdict()
        rows = await bed.pool.fetch("SELECT state, count(*) FROM outbox GROUP BY 1 ORDER BY 1")
    return _result(play, verdict, {row["state"]: row["count"] for row in rows}, nights)


def _result(play: "Play", verdict: dict[str, Any], letters: dict[str, int], nights: int) -> dict[str, Any]:
    wrong = ("missing", "not_due", "after_deletion", "unexcused_duplicates")
    refused = sorted({str(call.error) for call in play.telegram.refused})
    whole = play.day == nights and not refused and not play.telegram.sent_after_leaving
    return {
        "ok": whole and not any(verdict[name] for name in wrong),
        "nights": play.day,
        **play.told(),
        **verdict,
        "faults": dict(sorted(play.telegram.faults.items())),
        "sends_to_chats_that_had_left": play.telegram.sent_after_leaving,
        "refused_by_the_bot_api_for_our_fault": refused,
        "letters": letters,
    }


@dataclass(slots=True, kw_only=True)
class Play:
    """The month as it goes on. `day` counts its nights; files in `folder` are what the truth is computed from."""

    bed: Bed
    telegram: Loopback
    crowd: Crowd
    server: Server
    run: Processes
    folder: Path
    drawn: random.Random
    day: int = 0
    spent: Counter[str] = field(default_factory=Counter)
    _before: frozenset[str] = frozenset()
    _known: list[str] = field(default_factory=list)
    _by_day: int = 0
    _joining: int = 0
    _new: int = 0
    _some: int = 0

    async def prepare(self, subscriptions: int, by_day: int) -> None:
        """Readers subscribe; acts to be copied are those that say plainly what they cost."""
        doubtful = {row["ada"] for row in await self.bed.pool.fetch(_DOUBTFUL)}
        self._known = sorted(ada for ada in self.bed.server.corpus.acts if ada not in doubtful)
        self._before = frozenset(self.bed.server.corpus.acts)  # held when the readers came, whenever it was posted
        self._by_day, self._joining = by_day, subscriptions // 20
        await self.crowd.join(self.bed, subscriptions)
        self._some = max(3, len({reader.chat for reader in self.crowd.readers}) // 12)
        self.run.tick()
        for name in ("bot", "sender"):
            await self.run.start(name)

    async def night(self) -> None:
        """A day at the source, and the night that reads it."""
        self.day += 1
        bed, began = self.bed, self.bed.clock()
        bed.clock.now = began + timedelta(hours=2)
        self._move(began)
        bed.server.outage(self.day in _OUTAGE)
        bed.clock.now = _athens(began + _DAY, 4, 20)
        started = time.monotonic()
        if self.day in _NIGHTS_KILLED:
            await self._cut_night(self._kill_night, "nights_killed")
        if self.day in _NIGHT_WITHOUT_POSTGRES:
            await self._cut_night(self._kill_postgres, "postgres_killed")
        await bed.run("nightly")
        self.spent["nights"] += round(time.monotonic() - started)

    async def morning(self) -> None:
        started = time.monotonic()
        self.bed.clock.now = _athens(self.bed.clock(), 9, 1)
        self.telegram.begin(self.day)
        await self.run.supervise()
        await self._people()
        self.telegram.faulty = True
        self.run.tick()
        before = len(self.telegram.arrived)
        befalls: tuple[tuple[tuple[int, ...], Callable[[], Awaitable[None]]], ...] = (
            (_BOT_KILLED, partial(self.run.kill, "bot")),
            (_BOTH_KILLED, partial(self.run.kill, "bot", "sender")),
            (_POSTGRES_KILLED, partial(self._kill_postgres, None)),
            (_RESTARTED, partial(self.run.restart, "bot")),
        )
        for days, act in befalls:
            if self.day in days:
                with suppress(TimeoutError):
                    await until(lambda: self._more(before + self._some), seconds=20, every=0.005)
                await act()
        await self.run.all_sent()
        self.telegram.faulty = False
        self.spent["mornings"] += round(time.monotonic() - started)
        sent = len(self.telegram.arrived) - before
        sys.stderr.write(f"day {self.day}: {sent} messages, {dict(self.spent)}, {dict(self.run.befell)}\n")

    async def quiet_day(self) -> None:
        """A morning without a night before it."""
        self.bed.clock.now = _athens(self.bed.clock() + _DAY, 9, 1)
        self.telegram.begin(self.day + 1)
        self.run.tick()
        await self.run.all_sent()

    def told(self) -> dict[str, Any]:
        return {
            "subscriptions": len(self.crowd.readers),
            "chats": len({reader.chat for reader in self.crowd.readers}),
            "new_decisions": self._new,
            "nights_of_outage": len(_OUTAGE),
            **self.crowd.told(),
            "befell": dict(self.run.befell),
            "messages": len(self.telegram.arrived),
            "seconds": dict(self.spent),
        }

    async def verdict(self) -> dict[str, Any]:
        """By a script of its own, from files."""
        self.crowd.close()
        since = min(reader.since for reader in self.crowd.readers)
        unreadable = {row["ada"] for row in await self.bed.pool.fetch("SELECT DISTINCT ada FROM rejections")}
        rows = self.bed.server.rows()
        acts = (dict(row) for ada, row in rows.items() if ada not in unreadable and ada not in self._before)
        fields = (
            "ada",
            "subject",
            "organizationId",
            "decisionTypeId",
            "publishTimestamp",
            "status",
            "extraFieldValues",
        )
        files: dict[str, list[dict[str, Any]]] = {
            "readers": [each.as_json() for each in self.crowd.readers],
            "acts": [{name: row[name] for name in fields} for row in acts if row["publishTimestamp"] >= since],
            "arrived": [{"day": day, "chat": chat, "text": text} for day, chat, text in self.telegram.arrived],
            "cut": [*self.run.cut, *({"day": day, "chat": chat} for day, chat in self.telegram.stalled)],
        }
        for name, listed in files.items():
            lines = (json.dumps(row, ensure_ascii=False, default=str) + "\n" for row in listed)
            (self.folder / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")
        script = await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", str(_TRUTH), str(self.folder)), stdout=asyncio.subprocess.PIPE
        )
        out, _ = await script.communicate()
        judged: dict[str, Any] = json.loads(out)
        return {
            **judged,
            "sends_cut_off": {"timeouts": len(self.telegram.stalled), "in_flight_when_killed": len(self.run.cut)},
        }

    def _move(self, began: datetime) -> None:
        """New acts, some of them issued long ago, an archive that appears; corrections, edits, revocations."""
        server, today = self.bed.server, int(began.timestamp() * 1000)
        for place in range(self._by_day):
            late = 45 * 86_400_000 if place % 10 == 0 else 0
            archive = {"publishTimestamp": today - 400 * 86_400_000} if place % 15 == 0 else {}
            server.insert_like(self.drawn.choice(self._known), issueDate=today - late, **archive)
        self._new += self._by_day
        for ada in self.drawn.sample(sorted(server.corpus.acts), 12):
            act = server.corpus.acts[ada]
            if act.status != "PUBLISHED" or ada in self._known:
                continue
            match self.drawn.randrange(3):
                case 0:
                    server.revoke(ada)
                case 1:
                    server.edit(ada, protocolNumber="7/2026")
                case _:
                    server.correct(ada, subject=f"ΟΡΘΗ ΕΠΑΝΑΛΗΨΗ {act.row()['subject']}")

    async def _people(self) -> None:
        """Some leave, some come back and ask for what they missed, some have everything deleted, some are new."""
        number = max(2, len(self.crowd.readers) // 250)
        if self.day in _LEAVING:
            self.telegram.gone |= set(self.crowd.leave(number, self.day))
        if self.day in _RETURNING:
            for chat in self.crowd.come_back():
                self.telegram.gone.discard(chat)
                await self._say(chat, "/start", "Στείλτε τις σε μία σύνοψη")
        if self.day in _FORGETTING:
            for chat in self.crowd.forget(number, self.day):
                await self._say(chat, "/forget", "Ναι, σβήστε τα")
            async with transaction(self.bed.pool) as db:
                for reader in self.crowd.delete_one(number, self.day):
                    await kept.remove(db, conversation=f"telegram:{reader.chat}", number=reader.id)
        if self.day in _JOINING:
            await self.crowd.join(self.bed, self._joining)

    async def _say(self, chat: int, text: str, button: str) -> None:
        """To the bot, which answers; then a button of its answer. Who missed nothing is offered none."""
        bridge = self.telegram.bridge
        bridge.read_all(chat)
        await bridge.write(text, chat=chat, user=chat)
        said = await bridge.reply(chat=chat, seconds=30)
        for each in (each for row in said.buttons for each in row if each["text"] == button):
            await bridge.press(each["callback_data"], said, user=chat)
            await bridge.reply(chat=chat, seconds=30)

    async def _kill_postgres(self, _: object) -> None:
        await self.server.kill()
        self.run.befell["postgres_killed_and_started"] += 1

    async def _kill_night(self, process: asyncio.subprocess.Process) -> None:
        if process.returncode is None:
            process.kill()

    async def _cut_night(self, cut: Any, name: str) -> None:
        process, heard = await self.bed.start("nightly"), len(self.bed.server.heard)
        with suppress(TimeoutError):
            await until(lambda: self._reading(heard + 4, process), seconds=60, every=0.002)
        self.run.befell[f"{name}_on_the_way"] += process.returncode is None
        await cut(process)
        await process.communicate()

    async def _reading(self, heard: int, process: asyncio.subprocess.Process) -> bool:
        return len(self.bed.server.heard) >= heard or process.returncode is not None

    async def _more(self, number: int) -> bool:
        return len(self.telegram.arrived) >= number


def _athens(day: datetime, hour: int, minute: int) -> datetime:
    here = day.astimezone(ATHENS)
    return datetime(here.year, here.month, here.day, hour, minute, tzinfo=ATHENS).astimezone(UTC)
