"""Files that want to hurt their reader: each ends in a state, and the process that asked feels nothing."""

import asyncio
import resource
import time
from pathlib import Path

import pytest

from core.domain.document import FileState
from ingest.documents.reader import Reader
from tests import hostile
from tests.pdfs import lines, pdf

_HURTS = {
    "flate bomb": FileState.TOO_HEAVY,
    "forms within forms": FileState.TOO_HEAVY,
    "cut in half": FileState.DAMAGED,
    "locked": FileState.ENCRYPTED,
    "three thousand pages": FileState.PARTIAL,
}


async def _slowest_turn(stop: asyncio.Event) -> float:
    """The longest that this loop was kept from its other work."""
    slowest = 0.0
    while not stop.is_set():
        began = time.monotonic()
        await asyncio.sleep(0.01)
        slowest = max(slowest, time.monotonic() - began - 0.01)
    return slowest


async def test_twenty_hostile_files_end_in_a_state_and_this_process_stays_as_it_was(tmp_path):
    assert len(hostile.FILES) >= 20
    stop = asyncio.Event()
    watching = asyncio.create_task(_slowest_turn(stop))
    states = {}
    path = tmp_path / "document.pdf"
    async with Reader(seconds=10) as reader:
        path.write_bytes(pdf(lines("Εγκρίνει τη δαπάνη")))
        await reader.read(path)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for name, data in hostile.FILES.items():
            path.write_bytes(await asyncio.to_thread(data))
            states[name] = (await reader.read(path)).state
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
        path.write_bytes(pdf(lines("Εγκρίνει τη δαπάνη")))
        assert (await reader.read(path)).state is FileState.READ  # after all of them
    stop.set()
    assert {name: states[name] for name in _HURTS} == _HURTS
    assert states["letters without a map"] is FileState.READ
    assert grown < 100  # MB
    assert await watching < 1.0


async def test_a_file_without_end_is_left_at_the_limit(tmp_path):
    path = tmp_path / "document.pdf"
    path.write_bytes(hostile.FILES["forms within forms"]())
    async with Reader(seconds=0.5) as reader:
        began = time.monotonic()
        found = await reader.read(path)
        assert found.state is FileState.TOO_HEAVY and "0.5 s" in found.reason
        assert time.monotonic() - began < 5


async def test_the_worker_knows_none_of_our_secrets(tmp_path, monkeypatch):
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", "123:secret")
    path = tmp_path / "document.pdf"
    path.write_bytes(pdf(lines("Εγκρίνει τη δαπάνη")))
    async with Reader() as reader:
        await reader.read(path)
        process = reader._worker.pid
        told = await asyncio.to_thread(Path(f"/proc/{process}/environ").read_bytes)
    assert b"secret" not in told and b"PATH=" in told


@pytest.mark.parametrize("name", ["absent.pdf"])
async def test_a_file_that_is_not_there_is_damaged(tmp_path, name):
    async with Reader() as reader:
        assert (await reader.read(tmp_path / name)).state is FileState.DAMAGED
