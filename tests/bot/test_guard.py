"""One question in flight for each chat."""

import asyncio
from datetime import UTC, datetime, timedelta

from bot.guard import Guard

NOW = datetime(2026, 10, 5, 9, 0, tzinfo=UTC)


async def test_chats_do_not_wait_for_each_other():
    guard = Guard(patience=0.01)
    async with guard.turn("telegram:1") as one, guard.turn("telegram:2") as two:
        assert one and two


async def test_a_busy_chat_turns_the_next_question_away():
    guard = Guard(patience=0.01)
    async with guard.turn("telegram:1"), guard.turn("telegram:1") as mine:
        assert not mine


async def test_the_next_question_waits_a_moment_and_the_order_is_kept():
    guard, order = Guard(patience=5), []

    async def question(number: int) -> None:
        async with guard.turn("telegram:1") as mine:
            await asyncio.sleep(0.01)
            order.append((number, mine))

    await asyncio.gather(*(question(number) for number in range(5)))
    assert order == [(number, True) for number in range(5)]


async def test_a_question_that_fails_frees_its_chat():
    guard = Guard(patience=0.01)
    for _ in range(2):
        try:
            async with guard.turn("telegram:1") as mine:
                assert mine
                raise RuntimeError
        except RuntimeError:
            continue
    assert not guard._lanes


async def test_one_that_was_turned_away_does_not_free_the_chat_for_others():
    guard = Guard(patience=0.01)
    async with guard.turn("telegram:1"):
        async with guard.turn("telegram:1"):
            pass
        async with guard.turn("telegram:1") as mine:
            assert not mine


def test_a_chat_is_told_once_that_we_were_away_until_it_writes_again():
    guard = Guard()
    old, fresh = NOW - timedelta(hours=3), NOW - timedelta(minutes=3)
    assert guard.missed("telegram:1", old, NOW)
    assert [guard.tell_away("telegram:1") for _ in range(3)] == [True, False, False]
    assert not guard.missed("telegram:1", fresh, NOW)
    assert guard.tell_away("telegram:1")
