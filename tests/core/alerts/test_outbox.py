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


async def test_looking_for_letters_does_not_make_matching_read_all_alerts_again(own: Pool) -> None:
    async with transaction(own) as db:
        await World(db=db, matcher=Matcher()).subscribe(about("καύσιμα"))
        before = await subscriptions.begin_matching(db)
    await claimed(own)
    async with transaction(own) as db:
        assert await subscriptions.begin_matching(db) == before


async def test_a_pause_that_has_ended_is_ended_by_who_looks_for_letters(own: Pool) -> None:
    async with transaction(own) as db:
        world = World(db=db, matcher=Matcher())
        await world.subscribe(about("καύσιμα"))
        await world.pause(NOW)
    await claimed(own)
    assert await own.fetchval("SELECT state FROM subscriptions") == "active"


async def test_a_group_that_moves_to_a_chat_with_alerts_gets_what_both_have_once(own: Pool) -> None:
    old, new = "telegram:-10", "telegram:-100777"
    async with transaction(own) as db:
        world = World(db=db, matcher=Matcher())
        for chat, word in ((old, "καύσιμα"), (old, "μελάνια"), (new, "καύσιμα")):
            await world.subscribe(about(word), chat=chat)
        await world.arrive(posted(an_award(subject="Καύσιμα")), posted(an_award(subject="Μελάνια")))
    await notices(own, old, due=MORNING)
    async with transaction(own) as db:
        await subscriptions.move(db, old=old, new=new)
    assert [row["conversation"] for row in await own.fetch("SELECT conversation FROM alert_chats")] == [new]
    assert len(await subscriptions.of_chat(own, conversation=new)) == 2
    letters = await own.fetch("SELECT conversation, kind FROM outbox ORDER BY kind")
    assert [tuple(row) for row in letters] == [(new, "digest"), (new, "notice")]
    (digest,) = await claimed(own)
    assert await own.fetchval("SELECT count(*) FROM matches WHERE letter_id = $1", digest.id) == 2
