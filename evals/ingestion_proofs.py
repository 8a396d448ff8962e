"""The proofs of ingestion: each runs the operator's commands against a local source and compares with that source."""

import asyncio
import random
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

from core.domain.period import ATHENS
from evals.ingestion_bed import Bed, after, made, until
from ingest.world import World, build
from tests.diavgeia_server import Faults, Live

Databases = Callable[[], Awaitable[str]]  # names a new, empty database
Result = dict[str, Any]

_DAY = timedelta(days=1)
_MOST_RATIO = 1.3
_LEAST_RATE = 2_000
_MOST_MEMORY = 300
_RACERS = 3
_CHANGES = (date(2027, 3, 28), date(2027, 10, 31))  # of the clock
_NIGHT_READ = "SELECT count(*) FROM runs WHERE night = $1 AND state = 'done'"
_NIGHTS_READ = (
    "SELECT night, count(*) AS times FROM runs WHERE state = 'done' AND night >= $1 GROUP BY night ORDER BY 1"
)
_LAST_BACKFILL = "SELECT started_at, finished_at FROM runs WHERE kind = 'backfill' ORDER BY id DESC LIMIT 1"


async def world(databases: Databases, *, decisions: int, years: int, share: float, seed: int) -> Result:
    """A whole archive while the feed moves and requests fail; then the feed stands still, and one night is read."""
    invented = build(seed=seed, decisions=decisions, first_year=2027 - years, last_year=2026)
    faults = Faults.every(share, retry_after="1", stall_seconds=0.5)
    since = date(2027 - years, 1, 1)
    dsn, now = await databases(), after(invented)
    async with made(dsn, invented, now=now, since=since, live=Live(share=share), faults=faults, seed=seed) as bed:
        backfill = await bed.run("backfill")
        moved = len(bed.server.corpus.acts) - decisions
        before = await bed.difference()
        bed.server.freeze()
        bed.clock.now += _DAY
        nightly = await bed.run("nightly")
        difference, wrong, told = await bed.difference(), await bed.against_truth(invented), await bed.status()
        economy = bed.economy()
    ended = (backfill, nightly)
    return {
        "ok": difference.none and not wrong and economy["ratio"] <= _MOST_RATIO and not any(one.code for one in ended),
        "acts": len(bed.server.corpus.acts),
        "posted_meanwhile": moved,
        "after_backfill": before.counts(),
        "after_nightly": difference.counts(),
        "against_truth_wrong": len(wrong),
        "economy": economy,
        "faults": {kind.value: times for kind, times in bed.server.dice.befell.items()},
        "seconds": {"backfill": round(backfill.seconds, 1), "nightly": round(nightly.seconds, 1)},
        "memory_mb": round(max(one.memory_mb for one in ended)),
        "unread": [body["unread"] for body in told["bodies"]],
        "said": [one.said[-800:] for one in ended if one.code],
    }


async def kill(databases: Databases, *, decisions: int, times: int, seed: int) -> Result:
    """`kill -9` at a random moment of a backfill, then the same command again: always the same state in the end."""
    invented = build(seed=seed, decisions=decisions, first_year=2025, last_year=2026)
    dice = random.Random(seed)
    whole = await _killed(await databases(), invented, at=None, later=0)
    moments = [(dice.randrange(whole["requests"]), dice.random() * 0.3) for _ in range(times)]
    trials = [await _killed(await databases(), invented, at=at, later=later) for at, later in moments]
    digests = {one["digest"] for one in trials}
    return {
        "ok": digests == {whole["digest"]} and all(one["equal"] and one["again"] <= 1 for one in (whole, *trials)),
        "kills": sum(one["cut_off"] for one in trials),
        "other_states": len(digests - {whole["digest"]}),
        "not_equal_to_the_source": sum(not one["equal"] for one in trials),
        "windows_repeated_at_most": max(one["again"] for one in trials),
        "requests_of_a_whole_backfill": whole["requests"],
        "killed_after_request": [at for at, _ in moments],
    }


async def _killed(dsn: str, invented: World, *, at: int | None, later: float) -> Result:
    """What is held in the end, and how many windows were asked for again after the kill."""
    async with made(dsn, invented, now=after(invented), since=date(2025, 1, 1), latency=0.02) as bed:
        cut_off = False
        if at is not None:
            process = await bed.start("backfill")

            async def reached() -> bool:
                return len(bed.server.heard) >= at or process.returncode is not None

            await until(reached, seconds=120, every=0.002)
            await asyncio.sleep(later)
            if cut_off := process.returncode is None:
                process.kill()
            await process.communicate()
        heard = len(bed.server.heard)
        done = await bed.run("backfill")
        first = {one.parameters.get("q") for one in bed.server.heard[:heard]}
        again = {one.parameters.get("q") for one in bed.server.heard[heard:]}
        return {
            "digest": await bed.digest(),
            "equal": (await bed.difference()).none and not done.code,
            "requests": len(bed.server.heard),
            "again": len(first & again),
            "cut_off": cut_off,
        }


async def nights(databases: Databases, *, decisions: int, times: int, each: int, seed: int) -> Result:
    """Nights around both changes of the clock in 2027: what happens by day is there next morning, each night once."""
    invented = build(seed=seed, decisions=decisions, first_year=2025, last_year=2026)
    half = times // 2
    dates = [change + (n - half // 2) * _DAY for change in _CHANGES for n in range(half)]
    dice = random.Random(seed)
    mornings: list[Result] = []
    async with made(await databases(), invented, now=_athens(dates[0] - _DAY, 12), since=date(2025, 1, 1)) as bed:
        await bed.run("backfill")
        for night in dates:
            bed.clock.now = _athens(night - _DAY, 20)
            for _ in range(each):
                _happens(bed, dice, night)
            bed.clock.now = _athens(night, 4, 14) + timedelta(seconds=55)
            await _race(bed, night)
            mornings.append({"night": str(night)} | (await bed.difference()).counts())
        read = {row["night"]: row["times"] for row in await bed.pool.fetch(_NIGHTS_READ, dates[0])}
    exact = all(not (one["missing"] or one["extra"] or one["different"]) for one in mornings)
    return {
        "ok": exact and all(read.get(night) == 1 for night in dates),
        "schedulers": _RACERS,
        "changes_by_day": each,
        "mornings": mornings,
        "times_read": {str(night): times for night, times in read.items()},
    }


def _happens(bed: Bed, dice: random.Random, night: date) -> None:
    """A correction, a revocation, an act of a year ago posted now, or one issued in the last months."""
    ada = dice.choice(sorted(bed.server.corpus.acts))
    match dice.randrange(4):
        case 0:
            bed.server.correct(ada, subject=f"ΟΡΘΗ ΕΠΑΝΑΛΗΨΗ {night}")
        case 1:
            bed.server.revoke(ada)
        case 2:
            bed.server.insert_like(ada)
        case _:
            issued = _athens(night - timedelta(days=dice.randrange(200)), 0)
            bed.server.insert_like(ada, issueDate=int(issued.timestamp() * 1000))


async def _race(bed: Bed, night: date) -> None:
    """Several schedulers at once, until the night is read and a little longer."""
    racing = [await bed.start("schedule", "--every", "1", "--no-vectors") for _ in range(_RACERS)]

    async def read() -> bool:
        return bool(await bed.pool.fetchval(_NIGHT_READ, night))

    try:
        await until(read, seconds=180, every=0.2)
        await asyncio.sleep(2)
    finally:
        for process in racing:
            if process.returncode is None:
                process.terminate()
        await asyncio.gather(*(process.communicate() for process in racing))


async def outage(databases: Databases, *, decisions: int, hours: int, seed: int) -> Result:
    """For two days every search is refused: nothing is proven, the status says since when, and it ends by itself."""
    invented = build(seed=seed, decisions=decisions, first_year=2025, last_year=2026)
    began = _athens(invented.until + 2 * _DAY, 4, 20)
    async with made(await databases(), invented, now=began - _DAY, since=date(2025, 1, 1)) as bed:
        for command in ("backfill", "nightly"):
            await bed.run(command)
        before = await bed.status()
        bed.clock.now = began
        bed.server.outage()
        bed.server.insert_like(sorted(bed.server.corpus.acts)[0], issueDate=int(began.timestamp() * 1000))
        codes = []
        for _ in range(0, 48, hours):
            codes.append((await bed.run("nightly")).code)
            bed.clock.now += timedelta(hours=hours)
        during, said = await bed.status(), await _said_until(bed, invented.covered[0])
        bed.server.outage(on=False)
        await _race(bed, bed.clock().astimezone(ATHENS).date())
        difference, recovered = await bed.difference(), await bed.status()
    since = datetime.fromisoformat(during["failing_since"])
    moved = [body["held_until"] for body in before["bodies"]] != [body["held_until"] for body in during["bodies"]]
    held = began.astimezone(ATHENS).date() - 2 * _DAY
    told = abs(since - began) < timedelta(minutes=1) and said == [f"{held:%-d/%-m/%Y}"]
    ended = difference.none and recovered["failing_since"] is None
    return {
        "ok": set(codes) == {1} and not moved and told and ended,
        "tries": len(codes),
        "began": began.isoformat(),
        "failing_since": since.isoformat(),
        "held_until_moved": moved,
        "answers_say_until": said,
        "after_recovery": difference.counts(),
    }


async def _said_until(bed: Bed, uid: str) -> list[str]:
    answer = await bed.run("ask", "πόσες αποφάσεις εξέδωσε ο δήμος", "--org", uid, module="bot", clocked=False)
    return re.findall(r"Αναρτήσεις έως (\d+/\d+/\d+)", answer.out)


async def throughput(databases: Databases, *, decisions: int, seed: int) -> Result:
    """How fast a backfill is when the source is: pages of 500, no pause between requests."""
    invented = build(seed=seed, decisions=decisions, first_year=2024, last_year=2026)
    async with made(await databases(), invented, now=after(invented), since=date(2024, 1, 1)) as bed:
        done = await bed.run("backfill")
        difference = await bed.difference()
        run = await bed.pool.fetchrow(_LAST_BACKFILL)
    seconds = (run["finished_at"] - run["started_at"]).total_seconds()
    rate = decisions / seconds
    return {
        "ok": rate >= _LEAST_RATE and done.memory_mb <= _MOST_MEMORY and difference.none,
        "decisions_per_second": round(rate),
        "decisions_per_second_of_the_whole_command": round(decisions / done.seconds),
        "seconds_of_the_run": round(seconds, 2),
        "seconds_of_the_command": round(done.seconds, 2),
        "memory_mb": round(done.memory_mb),
        **difference.counts(),
    }


def _athens(day: date, hour: int, minute: int = 0) -> datetime:
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=ATHENS).astimezone(UTC)
