"""Reads files by a worker process: bounded in time, replaced when it dies or grows old. Never raises for a file."""

import asyncio
import base64
import json
import logging
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import ingest
from core.domain.document import FileState, Page, PageMark, Passage, PassageKind, Quality, ReadFile

_LOG = logging.getLogger(__name__)
_SECONDS = 60.0
_LONGEST_LINE = 1 << 26
_OLD = 200  # files, after which a worker is replaced: what libraries leak goes with it
_ROOT = Path(ingest.__file__).resolve().parents[1]


class _Died(Exception):
    """The worker did not answer, or not within the limits."""


class Reader:
    """One worker, one file at a time. Use it in `async with`. `seconds` bound a file."""

    def __init__(self, *, seconds: float = _SECONDS) -> None:
        self._seconds = seconds
        self._worker: asyncio.subprocess.Process | None = None
        self._read = 0
        self._turn = asyncio.Lock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._end()

    async def read(self, path: Path) -> ReadFile:
        """An absolute path. TOO_HEAVY when the worker did not live to tell."""
        try:
            return _file_of(await self._asked({"path": str(path)}))
        except (_Died, KeyError, TypeError, ValueError) as error:
            _LOG.warning("a document could not be read: %s", error)
            return ReadFile(state=FileState.TOO_HEAVY, reason=str(error))

    async def picture(self, path: Path, page: int) -> bytes:
        """A page, from 1, as a PGM file; nothing where it cannot be drawn within the limits."""
        try:
            return base64.b64decode((await self._asked({"path": str(path), "page": page}))["picture"])
        except (_Died, KeyError, ValueError):
            return b""

    async def shown(self, path: Path, page: int, quote: str) -> tuple[bytes, bool]:
        """A page, from 1, as people see it, and whether `quote` is marked on it; nothing where it cannot be drawn."""
        try:
            told = await self._asked({"path": str(path), "page": page, "quote": quote})
            return base64.b64decode(told["picture"]), bool(told["marked"])
        except (_Died, KeyError, ValueError):
            return b"", False

    async def _asked(self, wish: Mapping[str, object]) -> Mapping[str, Any]:
        """What the worker tells. Raises _Died, and another one is started for the next wish."""
        async with self._turn:
            try:
                async with asyncio.timeout(self._seconds):
                    line = await self._line(json.dumps(wish))
                told: Mapping[str, Any] = json.loads(line)
                return told
            except TimeoutError:
                reason = f"no end in {self._seconds:g} s"
            except (ValueError, OSError, asyncio.LimitOverrunError) as error:
                reason = f"the reading process died ({type(error).__name__})"
            except BaseException:
                await self._end()
                raise
            await self._end()
        raise _Died(reason)

    async def _line(self, wish: str) -> bytes:
        worker = await self._ready()
        assert worker.stdin is not None and worker.stdout is not None  # both are pipes
        worker.stdin.write(f"{wish}\n".encode())
        await worker.stdin.drain()
        self._read += 1
        return await worker.stdout.readline()

    async def _ready(self) -> asyncio.subprocess.Process:
        if self._worker is not None and (self._worker.returncode is not None or self._read >= _OLD):
            await self._end()
        if self._worker is None:
            self._read = 0
            self._worker = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "ingest.documents.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                cwd=_ROOT,
                env={"PATH": os.defpath, "PYTHONIOENCODING": "utf-8"},  # none of our secrets
                limit=_LONGEST_LINE,
            )
        return self._worker

    async def _end(self) -> None:
        worker, self._worker = self._worker, None
        if worker is None:
            return
        with suppress(ProcessLookupError):
            worker.kill()
        await worker.wait()


def _file_of(told: Mapping[str, Any]) -> ReadFile:
    """What a worker tells is input: ValueError, KeyError or TypeError when it is not what it should be."""
    return ReadFile(
        state=FileState(told["state"]),
        pages_total=int(told["pages_total"]),
        pages=tuple(map(_page_of, told["pages"])),
        reason=str(told["reason"])[:300],
    )


def _page_of(told: Mapping[str, Any]) -> Page:
    return Page(
        number=int(told["number"]),
        quality=Quality(told["quality"]),
        passages=tuple(map(_passage_of, told["passages"])),
        marks=tuple(map(PageMark, told["marks"])),
        raw=str(told["raw"]),
    )


def _passage_of(told: Mapping[str, Any]) -> Passage:
    return Passage(kind=PassageKind(told["kind"]), text=str(told["text"]), header=str(told["header"]))
