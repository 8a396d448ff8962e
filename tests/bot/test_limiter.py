"""Messages leave at a pace, taps at once."""

import asyncio
import time

from bot.limiter import Pace


async def _sent(pace: Pace, endpoint: str, times: int) -> float:
    async def send() -> bool:
        return True

    began = time.monotonic()
    await asyncio.gather(*(pace.process_request(send, (), {}, endpoint, {}, None) for _ in range(times)))
    return time.monotonic() - began


async def test_a_few_messages_go_at_once_and_many_at_the_pace():
    pace = Pace(a_second=100)
    assert await _sent(pace, "sendMessage", 5) < 0.03
    assert 0.25 <= await _sent(pace, "sendMessage", 30) < 0.6


async def test_taps_are_never_held_back_by_messages():
    pace = Pace(a_second=10)
    sending = asyncio.create_task(_sent(pace, "sendMessage", 10))
    await asyncio.sleep(0)
    assert await _sent(pace, "answerCallbackQuery", 50) < 0.1
    await sending
