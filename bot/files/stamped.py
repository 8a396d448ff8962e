"""A PDF that a reader sent → the ΑΔΑ stamped on it: fetched from Telegram, opened by a bounded process of the ingest.

Doors do not import each other, so it is asked the way the schedule is kept: as a program (`ingest.documents.stamps`).
A row in a table for the ingest process would keep strangers' files, and needs that process alive; reading it here
would open them beside the conversations.
"""

import asyncio
import json
import logging
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from telegram import Bot, Document
from telegram.error import TelegramError

import bot
from core.domain.identifiers import is_ada

log = logging.getLogger(__name__)

MOST_BYTES = 20_000_000  # of a file that Telegram gives to bots
COMMAND = (sys.executable, "-m", "ingest.documents.stamps")
_FETCHING, _READING = 30.0, 20.0  # seconds
_AT_ONCE = 2  # files in memory, and processes that read them
_ROOT = Path(bot.__file__).resolve().parents[1]


class Paper(StrEnum):
    """What came of a file. The first three are what its reader tells (`core.domain.document.FileState`)."""

    READ = "read"
    ENCRYPTED = "encrypted"
    DAMAGED = "damaged"
    TOO_HEAVY = "too_heavy"
    TOO_LARGE = "too_large"
    NOT_FETCHED = "not_fetched"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamped:
    """`adas`: what is stamped on a file that was read, each once."""

    paper: Paper
    adas: tuple[str, ...] = ()


class Papers:
    """Two at once; others wait. What was sent is kept nowhere."""

    def __init__(
        self, *, command: Sequence[str] = COMMAND, fetching: float = _FETCHING, reading: float = _READING
    ) -> None:
        self._command = tuple(command)
        self._fetching, self._reading = fetching, reading
        self._room = asyncio.Semaphore(_AT_ONCE)

    async def stamped(self, bot: Bot, document: Document) -> Stamped:
        """Never raises for what a file is, nor for one that cannot be had."""
        if (document.file_size or 0) > MOST_BYTES:
            return Stamped(paper=Paper.TOO_LARGE)
        async with self._room:
            body = await self._fetched(bot, document)
            if body is None:
                return Stamped(paper=Paper.NOT_FETCHED)
            return await self._read(body)

    async def _fetched(self, bot: Bot, document: Document) -> bytes | None:
        """An error's own text may hold the address, and the address holds the token: its class is told alone."""
        try:
            async with asyncio.timeout(self._fetching):
                file = await bot.get_file(document.file_id)
                return bytes(await file.download_as_bytearray())
        except (TelegramError, TimeoutError) as error:
            log.warning("a file was not fetched: %s", type(error).__name__)
            return None

    async def _read(self, body: bytes) -> Stamped:
        child = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            cwd=_ROOT,
            env={"PATH": os.defpath, "PYTHONIOENCODING": "utf-8"},  # none of our secrets
        )
        try:
            async with asyncio.timeout(self._reading):
                told, _ = await child.communicate(body)
            return _told(told)
        except (TimeoutError, ValueError, KeyError, TypeError, OSError) as error:
            log.warning("a file was not read: %s", type(error).__name__)
            return Stamped(paper=Paper.TOO_HEAVY)
        finally:
            if child.returncode is None:
                with suppress(ProcessLookupError):
                    child.kill()
                await child.wait()


def _told(line: bytes) -> Stamped:
    """What a reader of strangers' files tells is input itself."""
    told = json.loads(line)
    adas = tuple(ada for ada in map(str, told["adas"]) if is_ada(ada))
    return Stamped(paper=Paper(told["state"]), adas=adas)
