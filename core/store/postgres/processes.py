"""Which processes run now, and with which command line; zombies have none and do not count."""

import subprocess
from pathlib import Path

_PROC = Path("/proc")


def _listed() -> dict[int, str]:
    if not (_PROC / "self" / "cmdline").exists():  # macOS
        listing = subprocess.run(
            ["/bin/ps", "-axo", "pid=,args="], capture_output=True, text=True, errors="replace", timeout=10, check=True
        ).stdout
        pairs = (line.strip().partition(" ") for line in listing.splitlines())
        return {int(pid): arguments for pid, _, arguments in pairs}
    lines = {}
    for entry in _PROC.iterdir():
        if entry.name.isdecimal():
            try:
                lines[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:  # it ended meanwhile
                continue
    return lines


def running(mark: str) -> set[int]:
    """Processes whose command line holds `mark`."""
    return {pid for pid, arguments in _listed().items() if mark in arguments}


def arguments_of(pid: int) -> str:
    """The command line of a process; empty when there is no such process or it is a zombie."""
    return _listed().get(pid, "")
