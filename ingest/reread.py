"""Reads what is held again once our rules have changed, from the source's own JSON, so that old acts do not wait for
a file to be loaded or a window to be walked.
"""

import asyncio
import hashlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from importlib.resources import files
from typing import Any

from core.domain.decision import Decision
from core.store import consistency, counting, loads, organizations, rereading
from core.store import decisions as store
from core.store.pool import Connection, transaction
from ingest.batches import Parsed, Stored, batch_of, store_batch
from ingest.diavgeia.parse import Known, parse
from ingest.diavgeia.rows import decode

log = logging.getLogger(__name__)

_BATCH = 1_000
_PACKAGES = ("core.domain", "core.domain.money", "core.domain.contracts", "core.greek", "ingest.diavgeia")
_STORED_BY = ("decision_records.py", "consistency.py", "consistency.sql")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reread:
    """What came of it. `refused`: acts that today's rules refuse; they stand as they were read, and are rejections."""

    saved: store.Saved = field(default_factory=store.Saved)
    refused: int = 0


async def if_owed(db: Connection) -> Reread:
    """Nothing, unless the rules are not those by which everything held was read. Interrupted, it begins anew."""
    rules = f"rules {_rules()}"
    if await rereading.was_last(db, rules=rules):
        await _screen(db)
        return Reread()
    number = await loads.start(db, source=rules)
    done = await _read_all(db, number)
    saved = done.saved
    async with transaction(db):
        await loads.take_turn(db)
        await store.screen(db)
        await consistency.check_all(db)
        await counting.count(db)
        if saved.written or saved.texts or await loads.counts_are_stale(db, load=number):
            await store.refresh_statistics(db)
        await loads.finish(db, load=number)
    if saved.written or done.refused:
        log.info(
            "rules changed: %d decisions are read differently, %d are refused and stand as they were read",
            saved.written,
            done.refused,
        )
    return done


async def _screen(db: Connection) -> None:
    """What other screens of ours, or a run that was cut short, left to be screened and counted."""
    if await store.is_owed(db):
        async with transaction(db):
            await loads.take_turn(db)
            await store.screen(db)


async def _read_all(db: Connection, number: int) -> Reread:
    afms = await organizations.afms(db)
    known = Known(registered=afms.__contains__, issuer_afm=afms.get)
    saved, refused, read, last = store.Saved(), 0, 0, ("", "")
    while True:
        async with transaction(db):
            await loads.take_turn(db)
            rows = await rereading.page(db, after=last, limit=_BATCH)
            if not rows:
                return Reread(saved=saved, refused=refused)
            stored = await _read_page(db, rows, known, load=number, first=read + 1)
        saved, refused, read = saved + stored.saved, refused + len(stored.refused), read + len(rows)
        last = (rows[-1]["organization_uid"], rows[-1]["ada"])
        progress = loads.Progress(read=read, changed=saved.written, rejected=refused)
        await loads.advance(db, load=number, progress=progress)


async def _read_page(
    db: Connection, rows: Sequence[Mapping[str, Any]], known: Known, *, load: int, first: int
) -> Stored:
    parsed = await asyncio.to_thread(_parsed, rows, known)
    return await store_batch(db, batch_of(parsed), again=partial(_parsed, rows, known), load=load, first=first)


def _parsed(rows: Sequence[Mapping[str, Any]], known: Known) -> list[Parsed]:
    return [_again(row, known) for row in rows]


def _again(stored: Mapping[str, Any], known: Known) -> Parsed:
    """The same version: which of its amounts were fetched was told beside the source's JSON, and is kept as it was."""
    raw = decode(stored["raw"])
    assert isinstance(raw, Mapping)
    beside = {"_fidelity": stored["fidelity"], "_detail_fetched": stored["fetched"]}
    read = parse({**raw, **beside}, stored["raw"], known=known)
    return replace(read, version_key=stored["version_key"]) if isinstance(read, Decision) else read


@cache
def _rules() -> str:
    """sha256 of the sources that say what a record means: no number that somebody forgets to raise."""
    sources = [files("core.store") / name for name in _STORED_BY]
    for package in _PACKAGES:
        inside = sorted(files(package).iterdir(), key=lambda each: each.name)
        sources += [each for each in inside if each.is_file() and not each.name.endswith((".pyc", ".md"))]
    digest = hashlib.sha256()
    for source in sources:
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]
