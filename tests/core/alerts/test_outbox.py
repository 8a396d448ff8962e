"""Which letters may go, and what becomes of those that come back."""

from datetime import datetime, timedelta

from core.alerts.matching import Matcher
from core.domain.subscription import Frequency
from core.store import outbox, subscriptions
from core.store.outbox import Letter
from core.store.pool import Pool, transaction
from tests.builders import an_award
from tests.core.alerts.conftest import CHAT, NOW, World, about, posted

MORNING = NOW + timedelta(hours=4)


async def claimed(pool: Pool, at: datetime = MORNING, *, most: int = 20) -> list[Letter]:
    return await outbox.claim(pool, prefix="telegram:", most=most, a_second=20.0, at=at)


async def notices(pool: Pool, *chats: str, due: datetime) -> None:
    for chat in chats:
        await pool.execute("INSERT INTO alert_chats (conversation) VALUES ($1) ON CONFLICT DO NOTHING", chat)
    keys = {chat: f"notice:{chat}" for chat in chats}
    await outbox.notify(pool, keys=keys, payload={"text": "νέο"}, due_at=due, at=due)


async def found_of_two_paces(pool: Pool) -> None:
    """A chat with something due on Monday at nine and something due on Friday."""
    async with transaction(pool) as db:
        world = World(db=db, matcher=Matcher())
        await world.subscribe(about("καύσιμα"))
        await world.subscribe(about("μελάνια"), frequency=Frequency.WEEKLY, weekday=4)
        await world.arrive(posted(an_award(subject="Καύσιμα")), posted(an_award(subject="Μελάνια")))


async def test_chats_that_left_do_not_stand_before_the_others(own: Pool) -> None:
    left = [f"telegram:{number}" for number in range(1, 31)]
    await notices(own, *left, due=NOW - timedelta(days=1))
    for chat in left:
        await subscriptions.block(own, conversation=chat, at=NOW)
    await notices(own, CHAT, due=NOW)
    assert [each.conversation for each in await claimed(own, most=2)] == [CHAT]


async def test_chats_that_may_not_be_written_to_yet_do_not_stand_before_the_others(own: Pool) -> None:
    held = [f"telegram:{number}" for number in range(1, 31)]
    await notices(own, *held, due=NOW - timedelta(days=1))
    for chat in held:
        await outbox.hold_chat(own, conversation=chat, until=MORNING + timedelta(minutes=1))
    await notices(own, CHAT, due=NOW)
    assert [each.conversation for each in await claimed(own, most=2)] == [CHAT]


async def test_a_digest_that_comes_back_is_not_put_off_to_the_weekly_one(own: Pool) -> None:
    await found_of_two_paces(own)
    (letter,) = await claimed(own)
    again = MORNING + timedelta(seconds=30)
    await outbox.put_back(own, letter=letter, due_at=again, error="RetryAfter", counts=False)
    (second,) = await claimed(own, again)
    await outbox.mark_sent(own, letter=second, at=again)
    assert await own.fetchval("SELECT count(*) FROM matches WHERE told_at IS NOT NULL") == 1
    friday = NOW + timedelta(days=4, hours=3)
    assert await own.fetchval("SELECT due_at FROM outbox WHERE state = 'pending'") == friday
    assert len(await claimed(own, friday)) == 1


async def test_a_sender_that_died_puts_nothing_off_either(own: Pool) -> None:
    await found_of_two_paces(own)
    await claimed(own)
    assert len(await claimed(own, MORNING + timedelta(minutes=3))) == 1
