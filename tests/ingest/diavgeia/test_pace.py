"""Politeness: how many requests at once, how far apart, and who is held back."""

import asyncio

from ingest.diavgeia.pace import Pace, shared_pace
from tests.ingest.diavgeia.scripted import FakeTime


async def test_turns_begin_in_order_and_apart() -> None:
    time = FakeTime()
    pace = Pace(spacing=0.3, at_once=2, sleep=time.sleep, clock=time.clock)
    begun: list[tuple[int, float]] = []

    async def turn(number: int) -> None:
        async with pace.turn():
            begun.append((number, round(time.now - 1000, 6)))

    await asyncio.gather(*(turn(number) for number in range(5)))
    assert begun == [(0, 0.0), (1, 0.3), (2, 0.6), (3, 0.9), (4, 1.2)]


async def test_no_more_at_once_than_seats() -> None:
    pace = Pace(spacing=0, at_once=2)
    inside, most = 0, 0

    async def turn() -> None:
        nonlocal inside, most
        async with pace.turn():
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0.001)
            inside -= 1

    await asyncio.gather(*(turn() for _ in range(9)))
    assert most == 2


async def test_a_pause_does_not_save_up_turns() -> None:
    time = FakeTime()
    pace = Pace(spacing=1, at_once=2, sleep=time.sleep, clock=time.clock)
    async with pace.turn():
        time.now += 100
    for _ in range(2):
        async with pace.turn():
            pass
    assert time.slept == [1.0]


async def test_a_hold_keeps_everybody_back_those_in_line_too() -> None:
    time = FakeTime()
    begun: list[float] = []

    async def sleep(seconds: float) -> None:
        if not time.slept:
            pace.hold(30)
        await time.sleep(seconds)

    pace = Pace(spacing=1, at_once=2, sleep=sleep, clock=time.clock)

    async def turn() -> None:
        async with pace.turn():
            begun.append(time.now - 1000)

    await asyncio.gather(*(turn() for _ in range(3)))
    assert begun == [0.0, 30.0, 31.0]


async def test_an_abandoned_turn_gives_its_seat_back() -> None:
    pace = Pace(spacing=60, at_once=1)
    async with pace.turn():
        pass
    waiting = asyncio.create_task(pace.turn().__aenter__())
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait({waiting})
    pace._open_at = 0
    async with asyncio.timeout(1), pace.turn():
        pass


def test_all_clients_of_a_source_share_one_pace() -> None:
    first = shared_pace("a.example", spacing=0.3, at_once=2)
    assert shared_pace("a.example", spacing=0.3, at_once=2) is first
    assert shared_pace("b.example", spacing=0.3, at_once=2) is not first
