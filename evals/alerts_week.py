"""A week of nights and mornings as processes: a source that moves, an outage of two days, kills, refusals, timeouts."""

import asyncio
import random
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from core.domain.condition import Condition, WordGroup
from core.domain.period import ATHENS
from core.domain.subscription import Frequency, Wish
from core.greek.lexemes import lexemes
from core.store import subscriptions as kept
from core.store.pool import transaction
from evals.alerts_truth import Reader, judged
from evals.ingestion_bed import Bed, after, made, until
from ingest.world import build
from tests.telegram_bridge import Bridge

_DAY = timedelta(days=1)
_NIGHTS = 7
_OUTAGE = (3, 4)  # nights without an answer of the source
_KILLED_NIGHT, _KILLED_MORNINGS, _LEAVING = 2, (1, 6), 2
# As a reader says them, and how every word that means them begins in the invented subjects.
WORDS = (
    *(("καύσιμα", "καυσιμ"), ("ύδρευση", "υδρευσ"), ("γραφικής", "γραφικ"), ("απορρίμματα", "απορριμματ")),
    *(("καθαριότητα", "καθαριοτητ"), ("παιδικών", "παιδικ"), ("φωτοαντιγραφικού", "φωτοαντιγραφικ")),
    *(("λογισμικό", "λογισμικ"), ("αδέσποτα", "αδεσποτ"), ("γήπεδα", "γηπεδ"), ("πετρέλαιο", "πετρελαι")),
    *(("εκδηλώσεις", "εκδηλωσ"), ("ελαστικά", "ελαστικ"), ("σχολικά", "σχολικ")),
)
_UNSENT = """
SELECT count(*) FROM outbox o JOIN alert_chats c USING (conversation)
 WHERE c.state = 'active' AND (o.state = 'sending' OR (o.state = 'pending' AND o.due_at <= $1))"""


async def week(
    databases: Callable[[], Awaitable[str]], *, subscriptions: int, decisions: int, chats: int, seed: int
) -> dict[str, Any]:
    """Every due pair is told, nothing old as new, nothing to who left; duplicates only where a send was cut off."""
    invented, drawn = build(seed=seed, decisions=decisions, first_year=2025, last_year=2026), random.Random(seed)
    began = after(invented)
    async with Bridge() as bridge, made(await databases(), invented, now=began, since=date(2025, 1, 1)) as bed:
        for command in ("backfill", "nightly"):
            await bed.run(command)
        bed.clock.now = began + timedelta(hours=6)
        readers = await _subscribe(bed, drawn, invented.covered, subscriptions, chats)
        mornings = [await _day(bed, bridge, drawn, readers, night) for night in range(1, _NIGHTS + 1)]
        left = {chat: got for morning in mornings for chat, got in morning.left.items()}
        unreadable = {row["ada"] for row in await bed.pool.fetch("SELECT DISTINCT ada FROM rejections")}
        acts = [dict(row) for ada, row in bed.server.rows().items() if ada not in unreadable]
        verdict = judged(readers, acts, _arrived(bridge), blocked=left)
        after_leaving = sum(_got(bridge, chat) - got for chat, got in left.items())
        rows = await bed.pool.fetch("SELECT state, count(*) FROM outbox GROUP BY 1 ORDER BY 1")
    ours = [call for call in bridge.refused if call.method.lower() == "sendmessage"]
    stalls, killed = sum(each.stalled for each in mornings), sum(each.in_flight for each in mornings)
    wrong = verdict.missing or verdict.undue or ours or after_leaving
    return {
        "ok": not wrong and verdict.duplicates <= stalls + killed,
        "nights": _NIGHTS,
        "nights_of_outage": len(_OUTAGE),
        "nights_killed": sum(each.night_killed for each in mornings),
        "subscriptions": len(readers),
        "chats": len({reader.chat for reader in readers}),
        "acts_that_cannot_be_read": len(unreadable),
        "chats_that_blocked": len(left),
        "messages_after_blocking": after_leaving,
        **verdict.told(),
        "sends_cut_off": {"timeouts": stalls, "in_flight_when_killed": killed},
        "refusals": {"429": sum(each.floods for each in mornings), "502": sum(each.gateways for each in mornings)},
        "refused_by_the_bot_api_for_our_fault": len(ours),
        "messages": len(_arrived(bridge)),
        "letters": {row["state"]: row["count"] for row in rows},
    }


@dataclass(slots=True)
class Morning:
    """What befell a night and the morning after it. `left`: chats that blocked us, and what they had got until then."""

    stalled: int = 0
    floods: int = 0
    gateways: int = 0
    in_flight: int = 0
    night_killed: bool = False
    left: dict[int, int] = field(default_factory=dict)


async def _day(bed: Bed, bridge: Bridge, drawn: random.Random, readers: list[Reader], night: int) -> Morning:
    began = bed.clock()
    bed.clock.now = began + timedelta(hours=2)
    _move(bed, drawn, began)
    bed.server.outage(night in _OUTAGE)
    bed.clock.now = _athens(began + _DAY, 4, 20)
    morning = Morning(night_killed=night == _KILLED_NIGHT)
    await _read(bed, cut=morning.night_killed)
    bed.clock.now = _athens(began + _DAY, 9, 1)
    if night not in _OUTAGE:
        _refuse(bridge, drawn, readers, morning, night)
    await _send(bed, bridge, morning, cut=night in _KILLED_MORNINGS)
    bed.clock.now = _athens(began + _DAY, 12, 0)
    return morning


def _move(bed: Bed, drawn: random.Random, began: datetime) -> None:
    """A day at the source: new acts, some of them issued long ago, an archive that appears, revocations, edits."""
    known = sorted(bed.server.corpus.acts)
    today = int(began.timestamp() * 1000)
    for place, ada in enumerate(drawn.sample(known, 60)):
        late = 45 * 86_400_000 if place % 10 == 0 else 0
        archive = {"publishTimestamp": today - 400 * 86_400_000} if place % 15 == 0 else {}
        bed.server.insert_like(ada, issueDate=today - late, **archive)
    for ada in drawn.sample(known, 3):
        bed.server.revoke(ada)
    for ada in drawn.sample(known, 3):
        if bed.server.corpus.acts[ada].status == "PUBLISHED":
            bed.server.edit(ada, protocolNumber="7/2026")


async def _read(bed: Bed, *, cut: bool) -> None:
    if cut:
        process, heard = await bed.start("nightly"), len(bed.server.heard)
        with suppress(TimeoutError):
            await until(lambda: _reached(bed, heard + 3, process), seconds=60, every=0.002)
        if process.returncode is None:
            process.kill()
        await process.communicate()
    await bed.run("nightly")


async def _reached(bed: Bed, heard: int, process: asyncio.subprocess.Process) -> bool:
    return len(bed.server.heard) >= heard or process.returncode is not None


def _refuse(bridge: Bridge, drawn: random.Random, readers: list[Reader], morning: Morning, night: int) -> None:
    """About one send in twenty goes wrong, each in its own way; on one morning two chats have blocked us."""
    chats = sorted({reader.chat for reader in readers})
    for chat in drawn.sample(chats, 3):
        bridge.fail("sendMessage", 429, "Too Many Requests: retry after 1", parameters={"retry_after": 1}, chat=chat)
        morning.floods += 1
    for chat in drawn.sample(chats, 3):
        bridge.fail("sendMessage", 502, "Bad Gateway", chat=chat)
        morning.gateways += 1
    for chat in drawn.sample(chats, 2):
        bridge.stall("sendMessage", 7, chat=chat)
    if night == _LEAVING:
        for chat in drawn.sample(chats, 2):
            bridge.fail("sendMessage", 403, "Forbidden: bot was blocked by the user", chat=chat, times=99)
            morning.left[chat] = _got(bridge, chat)


async def _send(bed: Bed, bridge: Bridge, morning: Morning, *, cut: bool) -> None:
    """Two senders at once, until nothing is due; `cut`: killed on the way, and begun again when their leases end."""
    if cut:
        senders = [await _sender(bed, bridge) for _ in range(2)]
        before = len(bridge.said)
        with suppress(TimeoutError):
            await until(lambda: _more(bridge, before + 5), seconds=60, every=0.005)
        for process in senders:
            process.kill()
            morning.stalled += await _timeouts(process)
        morning.in_flight = await bed.pool.fetchval("SELECT count(*) FROM outbox WHERE state = 'sending'")
        bed.clock.now += timedelta(minutes=3)
    senders = [await _sender(bed, bridge) for _ in range(2)]
    try:
        await until(lambda: _all_sent(bed), seconds=180, every=0.25)
    finally:
        for process in senders:
            process.send_signal(signal.SIGTERM)
            morning.stalled += await _timeouts(process)


async def _sender(bed: Bed, bridge: Bridge) -> asyncio.subprocess.Process:
    ahead = (bed.clock() - datetime.now(UTC)).total_seconds()
    arguments = (sys.executable, "-m", "tests.bot.sender_process", bed.dsn, bridge.url, str(ahead))
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(*arguments, env=bed.environment(), stderr=pipe)


async def _timeouts(process: asyncio.subprocess.Process) -> int:
    """How many sends of it were cut off, the machine's own slowness among the causes: each may have arrived."""
    _, said = await process.communicate()
    return said.count(b"TimedOut")


async def _more(bridge: Bridge, number: int) -> bool:
    return len(bridge.said) >= number


async def _all_sent(bed: Bed) -> bool:
    """What a refusal has put off for a moment, too."""
    return not await bed.pool.fetchval(_UNSENT, bed.clock() + timedelta(hours=2))


def _arrived(bridge: Bridge) -> list[tuple[int, str]]:
    return [(said.chat, said.text) for said in bridge.said.values()]


def _got(bridge: Bridge, chat: int) -> int:
    return sum(to == chat for to, _ in _arrived(bridge))


def _athens(day: datetime, hour: int, minute: int) -> datetime:
    here = day.astimezone(ATHENS)
    return datetime(here.year, here.month, here.day, hour, minute, tzinfo=ATHENS).astimezone(UTC)


async def _subscribe(bed: Bed, drawn: random.Random, bodies: Any, number: int, chats: int) -> list[Reader]:
    """The same wish twice over: as the store keeps it, and in plain words for the truth."""
    readers: dict[tuple[object, ...], Reader] = {}
    now = bed.clock()
    async with transaction(bed.pool) as db:
        while len(readers) < number:
            chat, (word, beginning) = drawn.randrange(1, chats + 1), drawn.choice(WORDS)
            body, least = drawn.choice((None, *bodies)), drawn.choice((None, None, 5_000.0))
            await kept.add(
                db,
                conversation=f"telegram:{chat}",
                title=f"{word} {body or ''} {least or ''}",
                wish=_wish(word, body, least),
                frequency=Frequency.DAILY,
                weekday=0,
                at=now,
                news_from=now,
            )
            readers[chat, word, body, least] = Reader(
                chat=chat, word=beginning, body=body, least=least, since=int(now.timestamp() * 1000)
            )
    return list(readers.values())


def _wish(word: str, body: str | None, least: float | None) -> Wish:
    group = WordGroup(shown=(word,), alternatives=(lexemes(word),))
    return Wish(
        words=Condition(groups=(group,)),
        organizations=(body,) if body else (),
        decision_types=("Δ.1",) if least else (),
        least=Decimal(str(least)) if least else None,
    )
