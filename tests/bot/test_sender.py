"""Letters over HTTP to a local Bot API: each once, at Telegram's pace, whatever it answers."""

import asyncio
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from telegram import Bot
from telegram.request import HTTPXRequest

from bot.sender import Sender
from core.alerts.matching import Matcher
from core.answer.assistant import Assistant
from core.app import SettingCache
from core.domain.subscription import Frequency
from core.letters import Letters
from core.store import decisions, outbox, subscriptions
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.pool import Pool, open_pool, transaction
from tests.bot.conftest import TOKEN
from tests.builders import an_award
from tests.core.alerts.conftest import about
from tests.telegram_bridge import Bridge

# python-telegram-bot warns about its own attribute whenever it makes a RetryAfter.
pytestmark = pytest.mark.filterwarnings("ignore:.*retry_after.*")

_UNSETTLED = """
SELECT count(*) FROM outbox o JOIN alert_chats c USING (conversation)
 WHERE o.state = 'sending' OR (o.state = 'pending' AND c.state = 'active')"""


async def until(true: Callable[[], Awaitable[bool]], *, seconds: float) -> None:
    async with asyncio.timeout(seconds):
        while True:
            if await true():
                return
            await asyncio.sleep(0.05)


@dataclass
class Post:
    """An outbox, and senders of it. `ahead`: how far its clock is from the machine's."""

    pool: Pool
    dsn: str
    bridge: Bridge
    ahead: timedelta = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self.ahead

    @property
    def letters(self) -> Letters:
        setting = SettingCache(self.pool, home="6265")
        return Letters(
            self.pool, Assistant(self.pool, embedder=None, setting=setting, seconds=9), setting, clock=self.now
        )

    async def subscribe(self, *chats: int, word: str = "καύσιμα") -> None:
        async with transaction(self.pool) as db:
            for chat in chats:
                await subscriptions.add(
                    db,
                    conversation=f"telegram:{chat}",
                    title=word,
                    wish=about(word),
                    frequency=Frequency.IMMEDIATE,
                    weekday=0,
                    at=self.now(),
                    news_from=self.now() - timedelta(days=1),
                )

    async def arrive(self, *subjects: str) -> list[str]:
        """New acts, and their digests due now whatever the hour."""
        acts = [replace(an_award("100", each), published_at=self.now()) for each in subjects]
        async with transaction(self.pool) as db:
            await decisions.save(db, decisions=acts, live=True)
            await Matcher().match_saved(db, at=self.now())
            for table in ("matches", "outbox"):
                await db.execute(f"UPDATE {table} SET due_at = $1 WHERE due_at > $1", self.now())  # noqa: S608
        return [act.ada for act in acts]

    @asynccontextmanager
    async def sender(self, *, read_timeout: float = 2) -> AsyncIterator[Sender]:
        request = HTTPXRequest(read_timeout=read_timeout, connect_timeout=2)
        async with Bot(TOKEN, base_url=f"{self.bridge.url}/bot", request=request) as bot:
            sender = Sender(self.letters, bot, jitter=lambda low, high: 0.02)
            task = asyncio.create_task(sender.run())
            try:
                yield sender
            finally:
                task.cancel()
                await asyncio.wait({task})

    async def settled(self, *, seconds: float = 20) -> None:
        """Nothing is due or under way any more; blocked chats aside."""

        async def is_settled() -> bool:
            return not await self.pool.fetchval(_UNSETTLED)

        await until(is_settled, seconds=seconds)

    async def states(self) -> Counter[str]:
        return Counter(row["state"] for row in await self.pool.fetch("SELECT state FROM outbox"))

    def arrived(self) -> Counter[int]:
        """Messages that each chat has got."""
        return Counter(said.chat for said in self.bridge.said.values())


@pytest.fixture
async def post(bridge: Bridge, server: EmbeddedPostgres, new_database: Callable[[], str]) -> AsyncIterator[Post]:
    dsn = server.dsn(name := new_database())
    await ensure_database(server.dsn(), name)
    await migrate(dsn)
    async with await open_pool(dsn, max_size=12) as pool:
        yield Post(pool=pool, dsn=dsn, bridge=bridge)


async def test_a_digest_arrives_with_its_acts_and_buttons_and_once(post: Post, bridge: Bridge) -> None:
    await post.subscribe(55)
    one, two = await post.arrive("Προμήθεια καυσίμων <Α> & Β", "Καύσιμα σχολείων")
    async with post.sender():
        said = await bridge.reply()
        await post.settled()
        await bridge.silence(seconds=1.5)
    assert "2 νέες πράξεις για «καύσιμα»" in said.text
    assert one in said.text and two in said.text and "<Α> & Β" in said.text
    assert said.labels == ["Όχι τέτοιες (1)", "Όχι τέτοιες (2)", "Παύση", "Αλλαγή", "Διαγραφή"]
    assert await post.states() == {"sent": 1}
    assert await post.pool.fetchval("SELECT count(*) FROM matches WHERE told_at IS NOT NULL") == 2


async def test_ten_are_listed_and_the_others_counted_behind_a_button(post: Post, bridge: Bridge) -> None:
    await post.subscribe(55)
    await post.arrive(*[f"Καύσιμα οχήματος {number}" for number in range(34)])
    async with post.sender():
        said = await bridge.reply()
    assert "34 νέες πράξεις" in said.text and "και 24 άλλες" in said.text and "10. " in said.text
    assert "11. " not in said.text
    assert "Οι άλλες 24" in said.labels


async def test_what_waits_joins_one_digest(post: Post, bridge: Bridge) -> None:
    await post.subscribe(55)
    await post.subscribe(55, word="μελάνια")
    for subject in ("Καύσιμα", "Μελάνια", "Καύσιμα και μελάνια"):
        await post.arrive(subject)
    async with post.sender():
        said = await bridge.reply()
        await post.settled()
        await bridge.silence(seconds=1.5)
    assert said.text.count("Καύσιμα και μελάνια") == 1 and "και για «μελάνια»" in said.text


async def test_flood_control_is_obeyed_and_burns_no_try(post: Post, bridge: Bridge) -> None:
    await post.subscribe(55, 66)
    bridge.fail("sendMessage", 429, "Too Many Requests: retry after 2", parameters={"retry_after": 2}, chat=55)
    await post.arrive("Καύσιμα")
    started = time.monotonic()
    async with post.sender():
        await bridge.reply(chat=66)
        await bridge.reply(chat=55)
        assert time.monotonic() - started >= 2
        await post.settled()
    assert {row["attempts"] for row in await post.pool.fetch("SELECT attempts FROM outbox")} == {1}


async def test_who_blocked_us_gets_nothing_more_and_is_asked_when_back(post: Post, bridge: Bridge) -> None:
    await post.subscribe(55, 66)
    bridge.fail("sendMessage", 403, "Forbidden: bot was blocked by the user", chat=55)
    await post.arrive("Καύσιμα")
    async with post.sender():
        await bridge.reply(chat=66)
        await post.settled()
        await post.arrive("Καύσιμα ξανά")
        await bridge.reply(chat=66)
        await post.settled()
        await bridge.silence(chat=55, seconds=1.5)
        assert await post.letters.returned("telegram:55") == 2
        await bridge.silence(chat=55, seconds=1.5)
    assert await post.pool.fetchval("SELECT count(*) FROM matches WHERE told_at IS NULL AND due_at IS NULL") == 2


async def test_a_group_that_moved_gets_its_letters_where_it_is_now(post: Post, bridge: Bridge) -> None:
    await post.subscribe(-10)
    moved = {"migrate_to_chat_id": -100777}
    bridge.fail("sendMessage", 400, "Bad Request: group chat was upgraded to a supergroup chat", parameters=moved)
    await post.arrive("Καύσιμα")
    async with post.sender():
        await bridge.reply(chat=-100777)
        await post.settled()
    assert await post.pool.fetchval("SELECT conversation FROM subscriptions") == "telegram:-100777"


async def test_a_broken_gateway_is_tried_again(post: Post, bridge: Bridge) -> None:
    await post.subscribe(55)
    bridge.fail("sendMessage", 502, "Bad Gateway", times=3)
    await post.arrive("Καύσιμα")
    async with post.sender():
        await bridge.reply()
        await post.settled()
    assert post.arrived() == {55: 1}


async def test_a_timeout_may_cost_a_duplicate_and_never_a_series(post: Post, bridge: Bridge) -> None:
    await post.subscribe(55)
    bridge.stall("sendMessage", 1.5)
    await post.arrive("Καύσιμα")
    async with post.sender(read_timeout=0.5):
        await bridge.reply()
        await bridge.reply()
        await post.settled()
        await bridge.silence(seconds=2)
    assert post.arrived() == {55: 2}


async def test_what_telegram_refuses_three_times_is_a_dead_letter_and_others_go_on(post: Post, bridge: Bridge) -> None:
    await post.subscribe(55, 66)
    bridge.fail("sendMessage", 400, "Bad Request: something is wrong", times=9, chat=55)
    await post.arrive("Καύσιμα")
    async with post.sender():
        await bridge.reply(chat=66)
        await post.settled()
    assert await post.states() == {"sent": 1, "dead": 1}
    assert (await post.letters.standing()).dead == 1


async def test_html_that_is_refused_goes_out_as_plain_text(post: Post, bridge: Bridge) -> None:
    await post.subscribe(55)
    bridge.fail("sendMessage", 400, "Bad Request: can't parse entities: unclosed tag")
    await post.arrive("Καύσιμα")
    async with post.sender():
        said = await bridge.reply()
    assert said.parse_mode is None and "<" not in said.markup


async def test_a_paused_outbox_sends_nothing_and_loses_nothing(post: Post, bridge: Bridge) -> None:
    await post.subscribe(55)
    await post.pool.execute("UPDATE sending_pace SET paused = true")
    await post.arrive("Καύσιμα")
    async with post.sender():
        await bridge.silence(seconds=1.5)
        await post.pool.execute("UPDATE sending_pace SET paused = false")
        await bridge.reply()


async def test_two_senders_send_each_letter_once_at_twenty_a_second_in_all(post: Post, bridge: Bridge) -> None:
    await post.subscribe(*range(1, 81))
    await post.arrive("Καύσιμα")
    started = time.monotonic()
    async with post.sender(), post.sender():
        await post.settled(seconds=60)
    assert post.arrived() == dict.fromkeys(range(1, 81), 1)
    assert time.monotonic() - started >= 3  # 80 letters: three whole seconds after the first twenty


async def test_one_chat_gets_its_letters_a_second_apart(post: Post, bridge: Bridge) -> None:
    await post.subscribe(55)
    for number in range(3):
        keys = {"telegram:55": f"notice:{number}"}
        await outbox.notify(post.pool, keys=keys, payload={"text": f"νέο {number}"}, due_at=post.now(), at=post.now())
    keys = {"telegram:55": "notice:2"}
    assert await outbox.notify(post.pool, keys=keys, payload={"text": "ξανά"}, due_at=post.now(), at=post.now()) == 0
    moments = []
    async with post.sender():
        for number in range(3):
            assert (await bridge.reply()).text == f"νέο {number}"
            moments.append(time.monotonic())
    assert min(after - before for before, after in pairwise(moments)) >= 1.0


async def test_a_sender_that_is_killed_between_sending_and_marking_costs_one_duplicate_a_letter_at_most(
    post: Post, bridge: Bridge
) -> None:
    """As a process, with kill -9, while letters are on their way; whoever comes after it sends the rest."""
    await post.subscribe(*range(1, 41))
    await post.arrive("Καύσιμα")
    bridge.stall("sendMessage", 30, times=10)  # obeyed, and never heard of: ten are sent and cannot be marked
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bot.sender_process", post.dsn, bridge.url, env={**os.environ, "PYTHONPATH": "."}
    )

    async def ten_have_arrived() -> bool:
        return sum(post.arrived().values()) >= 10

    await until(ten_have_arrived, seconds=120)
    os.kill(child.pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        await child.wait()
    killed = post.arrived()
    post.ahead = timedelta(minutes=3)  # its leases have ended
    async with post.sender():
        await post.settled(seconds=60)
    twice = {chat for chat, times in post.arrived().items() if times > 1}
    assert set(post.arrived()) == set(range(1, 41)) and max(post.arrived().values()) == 2
    assert 1 <= len(twice) <= sum(killed.values())
    assert await post.states() == {"sent": 40}
