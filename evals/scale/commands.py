"""The operator's commands as processes of their own: how long they take, and the most memory that they hold."""

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.errors import Unavailable

_ROOT = Path(__file__).resolve().parents[2]
_LOOKS_EVERY = 0.02  # seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """`memory_mb`: the most that was resident in the process; the server of the database is not its child."""

    seconds: float
    memory_mb: float
    out: str


async def run(*arguments: str, data_dir: Path, extra: Mapping[str, str] | None = None) -> Ended:
    """`python -m …` over that data directory, away from any `.env`. Unavailable, with its last words, when it fails."""
    return await asyncio.to_thread(_run, arguments, data_dir, dict(extra or {}))


def environment(data_dir: Path) -> dict[str, str]:
    """What a command is told: where its data are, and nothing of what is set here."""
    kept = {"PATH": os.defpath, "HOME": str(Path.home()), "LANG": "C.UTF-8", "PYTHONPATH": str(_ROOT)}
    return kept | {"DATA_DIR": str(data_dir), "DEMO": "off"}


def _run(arguments: tuple[str, ...], data_dir: Path, extra: dict[str, str]) -> Ended:
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as said:
        began = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, "-m", *arguments],
            cwd=data_dir,
            env=environment(data_dir) | extra,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=said,
        )
        most = 0.0
        while process.poll() is None:
            most = max(most, _most_resident(process.pid))
            time.sleep(_LOOKS_EVERY)
        seconds = time.monotonic() - began
        out.seek(0)
        said.seek(0)
        if process.returncode:
            raise Unavailable(f"«python -m {' '.join(arguments)}» απέτυχε: {said.read()[-400:]}")
        return Ended(seconds=round(seconds, 2), memory_mb=most, out=out.read())


def _most_resident(pid: int) -> float:
    """Megabytes, as the kernel keeps them until the end; what `wait4` tells counts this process too, before exec."""
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    found = re.findall(r"VmHWM:\s+(\d+)", text)
    return round(int(found[0]) / 1024, 1) if found else 0.0
