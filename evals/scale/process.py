"""The bot as the operator starts it: how soon it answers when everything was stopped, and what it holds at rest."""

import asyncio
import json
import sys
from pathlib import Path

from evals.scale import commands, footprint

_ANSWER_SECONDS = 120.0
_NEXT = "γεια σου ξανά"  # a piped line is repeated before its answer: the one before has been answered by then


async def first_answer(data_dir: Path, text: str) -> dict[str, object]:
    """From the command to the end of its process, the server started and stopped by it when nobody else uses it."""
    ended = await commands.run("bot", "ask", text, "--json", data_dir=data_dir)
    told = json.loads(ended.out)
    return {"seconds": ended.seconds, "outcome": told["outcome"], "memory_mb": ended.memory_mb}


async def at_rest(data_dir: Path, text: str, *, home: str) -> float:
    """Megabytes resident in a bot that has answered one search about `home`, its encoder open; ingestion apart."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot"),
        cwd=data_dir,
        env=commands.environment(data_dir) | {"INGEST": "off", "HOME_ORGANIZATION": home, "PYTHONUNBUFFERED": "1"},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=1 << 20,
    )
    assert process.stdin is not None and process.stdout is not None  # they are pipes
    try:
        process.stdin.write(f"{text}\n{_NEXT}\n".encode())
        await process.stdin.drain()
        async with asyncio.timeout(_ANSWER_SECONDS):
            await process.stdout.readuntil(_NEXT.encode())
        return footprint.resident(process.pid)
    finally:
        process.stdin.close()
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                await process.wait()
        except TimeoutError:
            process.kill()
