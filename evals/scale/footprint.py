"""What the data weigh: tables and indexes on disk, how long each index takes to build, the memory of the server."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

from core.store.pool import Pool

_TWIN = "bench_twin"
_SMALL = 8_192 * 128  # bytes: below, an index is not worth a line
_SIZES = """
SELECT c.relname AS name, pg_table_size(c.oid) AS size
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE n.nspname = 'public' AND c.relkind IN ('r', 'i') AND pg_table_size(c.oid) >= $1
 ORDER BY size DESC, name
"""
_INDEXES = """
SELECT i.indexname AS name, i.indexdef AS definition
  FROM pg_indexes i
 WHERE i.schemaname = 'public' AND i.indexdef NOT LIKE '% USING hnsw %'
   AND pg_table_size(format('%I.%I', i.schemaname, i.indexname)::regclass) >= $1
 ORDER BY 1
"""


async def sizes(pool: Pool) -> dict[str, float]:
    """Megabytes of each table and of each index, the largest first, and of the whole database."""
    told = {record["name"]: _megabytes(record["size"]) for record in await pool.fetch(_SIZES, _SMALL)}
    whole = await pool.fetchval("SELECT pg_database_size(current_database())")
    return {"database": _megabytes(whole), **told}


async def index_builds(owner: Pool) -> dict[str, float]:
    """Seconds that it takes to build each index over what is held: a twin of it is built, and rolled back."""
    spent: dict[str, float] = {}
    async with owner.acquire() as connection:
        for record in await connection.fetch(_INDEXES, _SMALL):
            work = connection.transaction()
            await work.start()
            try:
                await connection.execute("SET LOCAL maintenance_work_mem = '512MB'")
                began = time.monotonic()
                await connection.execute(re.sub(r"INDEX \S+ ON", f"INDEX {_TWIN} ON", record["definition"], count=1))
                spent[record["name"]] = round(time.monotonic() - began, 2)
            finally:
                await work.rollback()
    return spent


def server_memory(root: Path) -> float | None:
    """Megabytes of the embedded server and its children, what they share counted once; None where it is not told.

    `root`: the directory that holds the cluster, `data/`.
    """
    try:
        postmaster = int((root / "data" / "postmaster.pid").read_text().split()[0])
        return round(sum(map(_proportional, (postmaster, *_children(postmaster)))) / 1024, 1)
    except (OSError, ValueError):
        return None


def resident(pid: int) -> float:
    """Megabytes of one process."""
    text = Path(f"/proc/{pid}/status").read_text()
    return round(int(re.findall(r"VmRSS:\s+(\d+)", text)[0]) / 1024, 1)


def _children(pid: int) -> Iterator[int]:
    for task in Path(f"/proc/{pid}/task").iterdir():
        yield from map(int, (task / "children").read_text().split())


def _proportional(pid: int) -> int:
    """Kilobytes, with its share of what several processes hold."""
    return int(re.findall(r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)[0])


def _megabytes(size: int) -> float:
    return round(size / 1_048_576, 1)
