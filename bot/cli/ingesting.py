"""The process that reads Διαύγεια, kept alive beside this one: started, watched, stopped with it."""

import asyncio
import logging
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import IO

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "ingest", "schedule", "--with-parent")
_FIRST_WAIT, _LONGEST_WAIT = 5.0, 300.0  # seconds before it is started again, twice as long each time
_LIVED = 600.0  # after so long a life the next death is a first one
_STOP_SECONDS = 15.0
_LARGEST = 5 * 1024**2  # bytes; a log that has grown beyond is begun anew


@asynccontextmanager
async def reading_beside(*, log_path: Path | None, command: Sequence[str] = COMMAND) -> AsyncIterator[None]:
    """While inside, the process runs, and is started again whenever it ends by itself.

    Its log goes to a file where this process has the screen for a conversation, else to standard error as ours does.
    """
    watching = asyncio.create_task(_keep_running(command, log_path))
    try:
        yield
    finally:
        watching.cancel()
        await asyncio.wait({watching})


async def _keep_running(command: Sequence[str], log_path: Path | None) -> None:
    wait = _FIRST_WAIT
    while True:
        began = time.monotonic()
        try:
            code: object = await _run(command, log_path)
        except OSError as error:  # no memory, no process to be had
            code = error
        wait = _FIRST_WAIT if time.monotonic() - began > _LIVED else wait
        log.warning("the process that reads Διαύγεια ended with %s, next start in %.0f s", code, wait)
        await asyncio.sleep(wait)
        wait = min(2 * wait, _LONGEST_WAIT)


async def _run(command: Sequence[str], log_path: Path | None) -> int:
    """The exit code. Stopped with us: it may finish its statement."""
    with _errors_to(log_path) as file:
        child = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL, stderr=file
        )
    try:
        return await child.wait()
    finally:
        if child.returncode is None:
            await _stop(child)


async def _stop(child: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        child.terminate()
    try:
        async with asyncio.timeout(_STOP_SECONDS):
            await child.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            child.kill()
        await child.wait()


@contextmanager
def _errors_to(path: Path | None) -> Iterator[IO[bytes] | int | None]:
    """What a child takes as its standard error; a log that cannot be written must not end the reading."""
    if path is None:
        yield None
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        grown = path.exists() and path.stat().st_size > _LARGEST
        file = path.open("wb" if grown else "ab")
    except OSError:
        yield asyncio.subprocess.DEVNULL
        return
    with file:
        yield file
