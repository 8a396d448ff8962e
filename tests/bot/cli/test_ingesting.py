"""A process kept alive beside this one."""

import asyncio
import sys
from pathlib import Path

from bot.cli import ingesting
from bot.cli.ingesting import reading_beside


def a_command(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code)


async def grows(path: Path, *, beyond: int = 0, seconds: float = 20) -> str:
    """What the file holds once it is longer than that."""
    async with asyncio.timeout(seconds):
        while len(text := _text_of(path)) <= beyond:  # noqa: ASYNC110  (another process writes it)
            await asyncio.sleep(0.02)
    return text


def _text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


async def test_it_runs_while_we_do_and_is_stopped_with_us(tmp_path):
    told = tmp_path / "deep" / "ingest.log"
    code = "import signal, sys, time; signal.signal(signal.SIGTERM, lambda *_: sys.exit('told to stop')); "
    code += "sys.stderr.write('begun\\n'); sys.stderr.flush(); time.sleep(60)"
    async with reading_beside(log_path=told, command=a_command(code)):
        assert await grows(told) == "begun\n"
    assert told.read_text(encoding="utf-8") == "begun\ntold to stop\n"


async def test_it_is_started_again_when_it_ends_by_itself(tmp_path, monkeypatch):
    monkeypatch.setattr(ingesting, "_FIRST_WAIT", 0.01)
    told = tmp_path / "ingest.log"
    async with reading_beside(log_path=told, command=a_command("import sys; sys.stderr.write('life\\n')")):
        await grows(told, beyond=len("life\n"))


async def test_one_that_will_not_stop_is_killed(tmp_path, monkeypatch):
    monkeypatch.setattr(ingesting, "_STOP_SECONDS", 0.2)
    told = tmp_path / "ingest.log"
    code = "import signal, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
    code += "sys.stderr.write('begun\\n'); sys.stderr.flush(); time.sleep(60)"
    async with asyncio.timeout(30), reading_beside(log_path=told, command=a_command(code)):
        await grows(told)
