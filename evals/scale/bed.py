"""A server of the bench's own with so many generated decisions: made once, kept on disk, and asked again at will.

Everything goes by the operator's commands (`ingest register`, `load`, `embed`); only the vectors are generated. What it
took is kept beside the data, step by step, so that a run that was cut short goes on, and a finished bed opens at once.
"""

import asyncio
import json
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from core.app import open_embedder
from core.errors import Misconfigured
from core.settings import Settings
from core.store.pool import Pool, open_pool, transaction
from core.store.server import Server, open_server
from evals.scale import commands, footprint, vectors, world

Note = dict[str, Any]

_NOTE = "bench.json"
_SOURCE = "source"
_STATEMENT_SECONDS = 3_600.0
_LOOKS_EVERY = 0.5  # seconds
_BUILDING = """
SELECT relid::regclass::text AS name FROM pg_stat_progress_create_index
 WHERE relid IN ('text_vectors'::regclass, 'text_grams'::regclass)
"""


def settings_of(data_dir: Path) -> Settings:
    """Those of this machine, over the bed alone."""
    urls = dict.fromkeys(("database_url", "app_database_url", "reader_database_url"))
    own = {"data_dir": data_dir, "demo": "off", "home_organization": world.LARGEST}
    return Settings.read().model_copy(update=urls | own)


async def make(data_dir: Path, *, decisions: int) -> Note:
    """Fills the directory where something is missing; what each step took."""
    note = _read(data_dir)
    if note.setdefault("decisions", decisions) != decisions:
        raise Misconfigured(f"Ο κατάλογος {data_dir} έχει {note['decisions']} πράξεις και όχι {decisions}.")
    settings = settings_of(data_dir)
    async with _server(settings) as server:
        await server.prepare()
        if "generate_seconds" not in note:
            note |= await _generated(data_dir / _SOURCE, decisions)
            _write(data_dir, note)
        if "load" not in note:
            note |= await _loaded(data_dir)
            _write(data_dir, note)
        async with await open_pool(server.owner_dsn(), max_size=4, command_seconds=_STATEMENT_SECONDS) as owner:
            if "embed" not in note:
                note |= await _embedded(settings, server, owner)
                _write(data_dir, note)
            if "index_builds" not in note:
                note["index_builds"] = await footprint.index_builds(owner) | note.pop("builds_seen")
                _write(data_dir, note)
    return note


async def _generated(source: Path, decisions: int) -> Note:
    began = time.monotonic()
    await asyncio.to_thread(world.write, source, decisions=decisions)
    return {"generate_seconds": round(time.monotonic() - began, 1)}


async def _loaded(data_dir: Path) -> Note:
    """The time is that of the last run alone, should an earlier one have been cut short."""
    source = data_dir / _SOURCE
    await commands.run("ingest", "register", str(source / "organizations.json"), data_dir=data_dir)
    ended = await commands.run("ingest", "load", str(source / "decisions.jsonl"), data_dir=data_dir)
    shutil.rmtree(source)
    return {"load": _told(ended)}


async def _embedded(settings: Settings, server: Server, owner: Pool) -> Note:
    """Generated vectors first, so that `ingest embed` finds none to encode: it weighs the n-grams, and builds."""
    began = time.monotonic()
    await vectors.fill(owner, server.owner_dsn(), open_embedder(settings))
    filled = time.monotonic() - began
    seen: dict[str, float] = {}
    watching = asyncio.create_task(_watch(owner, seen))
    try:
        ended = await commands.run("ingest", "embed", data_dir=settings.data_dir)
    finally:
        watching.cancel()
        await asyncio.wait({watching})
    async with transaction(owner) as connection:
        await connection.execute("ANALYZE text_vectors, text_grams")
    return {"vectors_seconds": round(filled, 1), "embed": _told(ended), "builds_seen": seen}


async def _watch(owner: Pool, seen: dict[str, float]) -> None:
    """How long each table's index is being built, as the server tells of it while it lasts."""
    while True:
        for record in await owner.fetch(_BUILDING):
            name = f"{record['name']}_hnsw"
            seen[name] = round(seen.get(name, 0.0) + _LOOKS_EVERY, 1)
        await asyncio.sleep(_LOOKS_EVERY)


def _told(ended: commands.Ended) -> Note:
    return {key: value for key, value in asdict(ended).items() if key != "out"}


def _read(data_dir: Path) -> Note:
    data_dir.mkdir(parents=True, exist_ok=True)
    try:
        note: Note = json.loads((data_dir / _NOTE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return note


def _write(data_dir: Path, note: Note) -> None:
    (data_dir / _NOTE).write_text(json.dumps(note, indent=1), encoding="utf-8")


@asynccontextmanager
async def _server(settings: Settings) -> AsyncIterator[Server]:
    """Never another one: where the server's own user has no access, it would take the data of this machine."""
    server = await open_server(data_dir=settings.data_dir)
    try:
        if server.embedded is None or server.embedded.root != (settings.data_dir / "postgres").resolve():
            raise Misconfigured(f"Ο χρήστης του PostgreSQL δεν έχει πρόσβαση στο {settings.data_dir}.")
        yield server
    finally:
        await server.close()
