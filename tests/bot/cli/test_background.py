"""A loop beside a thread that waits for a person."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.cli.background import Background


@asynccontextmanager
async def resource(log: list[object], *, fails: str = "") -> AsyncIterator[str]:
    task = asyncio.current_task()
    if fails == "opening":
        raise RuntimeError("opening")
    log.append(threading.current_thread().name)
    yield "open"
    log.append(asyncio.current_task() is task)
    if fails == "closing":
        raise RuntimeError("closing")


async def _echo(word: str) -> str:
    await asyncio.sleep(0)
    return word


def test_a_resource_is_opened_and_closed_in_one_task_of_the_other_thread():
    log = []
    with Background() as background, background.opened(resource(log)) as opened:
        assert background.run(_echo(opened)) == "open"
    assert log == ["background-loop", True]


@pytest.mark.parametrize("when", ["opening", "closing"])
def test_why_a_resource_failed_is_told_to_the_waiting_thread(when):
    with (
        pytest.raises(RuntimeError, match=when),
        Background() as background,
        background.opened(resource([], fails=when)),
    ):
        pass


def test_a_resource_is_closed_when_the_waiting_thread_is_interrupted():
    log = []
    with pytest.raises(KeyboardInterrupt), Background() as background, background.opened(resource(log)):
        raise KeyboardInterrupt
    assert log[-1] is True


def test_the_loop_goes_on_while_the_thread_waits():
    beats = []

    async def beat() -> None:
        for number in range(3):
            beats.append(number)
            await asyncio.sleep(0)

    with Background() as background:
        background.run(beat())
        assert beats == [0, 1, 2]


def test_what_a_failing_coroutine_raises_comes_out():
    async def fail() -> None:
        raise ValueError("why")

    with Background() as background, pytest.raises(ValueError, match="why"):
        background.run(fail())
