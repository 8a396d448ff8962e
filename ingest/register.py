"""Loads the register of public bodies from a file of the API (`organizations.json`), one body or many."""

import gzip
from collections.abc import Iterable, Mapping
from pathlib import Path

from core.errors import InvalidInput
from core.store import decisions, organizations
from core.store.organizations import RegisterEntry, RegisterSaved
from core.store.pool import Pool, transaction
from ingest.diavgeia.rows import BrokenJson, decode, without_unstorable


def read(path: Path) -> list[RegisterEntry]:
    """InvalidInput when the file does not open, or holds no body."""
    try:
        data = path.read_bytes()
        text = (gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data).decode("utf-8-sig")
        entries = list(entries_of(decode(text)))
    except (OSError, EOFError, UnicodeDecodeError, BrokenJson) as error:
        raise InvalidInput(f"Το αρχείο {path} δεν διαβάζεται: {error}.", value=str(path)) from error
    if not entries:
        raise InvalidInput(f"Το αρχείο {path} δεν περιέχει φορείς.", value=str(path))
    return entries


def entries_of(value: object) -> Iterable[RegisterEntry]:
    """From `{"organizations": […]}`, a list, or a single body."""
    inner = value.get("organizations", value) if isinstance(value, Mapping) else value
    listed = inner if isinstance(inner, list) else [inner]
    rows = (without_unstorable(row) for row in listed)
    found = (organizations.entry_of(row) for row in rows if isinstance(row, Mapping))
    return (entry for entry in found if entry)


async def save(pool: Pool, entries: Iterable[RegisterEntry]) -> RegisterSaved:
    """With the screens, which need the bodies' ΑΦΜ, run again over the decisions of those that changed."""
    async with transaction(pool) as db:
        saved = await organizations.upsert_register(db, entries=entries)
        await decisions.screen(db)
    return saved
