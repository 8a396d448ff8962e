"""How much of this machine's memory the embedded server keeps pages in (POSTGRES.md)."""

import os
from pathlib import Path

_LIMIT = Path("/sys/fs/cgroup/memory.max")
_SHARE = 8
_LEAST_MB, _MOST_MB = 128, 1024
_MB = 1 << 20


def buffers_mb(limit: Path = _LIMIT) -> int:
    """An eighth of the memory that we may use, in MB: taken as pages are read, hence little where little is held.

    `limit`: where a container's own bound stands ("max": none).
    """
    held = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    try:
        bound = limit.read_text(encoding="ascii").strip()
    except OSError:
        bound = ""
    mine = min(held, int(bound)) if bound.isdecimal() else held
    return max(_LEAST_MB, min(_MOST_MB, mine // _SHARE // _MB))
