"""The register of public bodies, the bodies that we cover, and the mark of demonstration data."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.domain.money import fields
from core.domain.organization import Coverage, Organization
from core.domain.period import Period
from core.greek.names import organization_key
from core.store import sql
from core.store.pool import Connection, Db

STATEMENTS = sql.load(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterEntry:
    """A body as the register lists it. `afm` is valid or None: the register holds "", "-" and letters too (§2.4)."""

    uid: str
    label: str
    latin_name: str | None = None
    category: str | None = None
    afm: str | None = None
    status: str | None = None
    supervisor_uid: str | None = None
    raw: str = "{}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterSaved:
    """What came of a register: bodies added, bodies whose entry changed."""

    added: int
    changed: int


def entry_of(row: Mapping[str, object]) -> RegisterEntry | None:
    """One element of the source's `organizations`; None without a uid or a name."""
    uid, label = fields.text(row.get("uid")), fields.text(row.get("label"))
    if uid is None or label is None:
        return None
    return RegisterEntry(
        uid=uid,
        label=label,
        latin_name=fields.text(row.get("latinName")),
        category=fields.text(row.get("category")),
        afm=fields.afm(row.get("vatNumber")),
        status=fields.text(row.get("status")),
        supervisor_uid=fields.text(row.get("supervisorId")),
        raw=json.dumps(row, ensure_ascii=False, sort_keys=True),
    )


async def upsert_register(db: Connection, *, entries: Iterable[RegisterEntry]) -> RegisterSaved:
    """Inside the caller's transaction. Bodies that are no longer listed stay."""
    await db.execute(STATEMENTS.create_incoming_register)
    await db.execute(STATEMENTS.clear_incoming_register)
    await db.copy_records_to_table("incoming_register", records=map(_record, entries), schema_name="pg_temp")
    saved = await db.fetchrow(STATEMENTS.write_register)
    await db.execute(STATEMENTS.name_covered)
    return RegisterSaved(added=saved["added"], changed=saved["changed"])


def _record(entry: RegisterEntry) -> tuple[str | None, ...]:
    return (
        entry.uid,
        entry.label,
        entry.latin_name,
        entry.category,
        entry.afm,
        entry.status,
        entry.supervisor_uid,
        organization_key(entry.label),
        entry.raw,
    )


async def register(db: Db) -> list[Organization]:
    """All bodies of the register, covered or not."""
    return [_organization(row) for row in await db.fetch(STATEMENTS.register)]


async def afms(db: Db) -> dict[str, str | None]:
    """uid → ΑΦΜ of every body of the register."""
    return {row["uid"]: row["afm"] for row in await db.fetch(STATEMENTS.afms)}


async def covered(db: Db) -> list[Organization]:
    """Bodies whose decisions we hold as a whole."""
    return [_organization(row) for row in await db.fetch(STATEMENTS.covered)]


def _organization(row: Mapping[str, Any]) -> Organization:
    return Organization(
        uid=row["uid"],
        label=row["label"],
        afm=row["afm"],
        category=row["category"],
        latin_name=row["latin_name"],
        supervisor_uid=row["supervisor_uid"],
        active=row["status"] in (None, "active"),
        covered=row["covered"],
    )


async def cover(db: Db, *, uids: Sequence[str], source: str) -> list[str]:
    """Makes bodies covered; `source` is loaded, ingested or demo. The uids that were not covered before."""
    return [row["uid"] for row in await db.fetch(STATEMENTS.cover, list(uids), source)]


async def cover_large(db: Db, *, least: int, source: str) -> list[str]:
    """Covers every body of which we hold at least `least` acts. The uids that were not covered before."""
    large = [row["organization_uid"] for row in await db.fetch(STATEMENTS.large_bodies, least)]
    return await cover(db, uids=large, source=source)


async def coverage(db: Db) -> list[Coverage]:
    """What we hold of each covered body. Nothing is `complete` before windows of the source are closed."""
    return [_coverage(row) for row in await db.fetch(STATEMENTS.coverage)]


def _coverage(row: Mapping[str, Any]) -> Coverage:
    gaps = zip(row["unproven_since"], row["unproven_until"], strict=True)
    unproven = tuple(Period(since=since, until=until) for since, until in gaps)
    return Coverage(
        organization_uid=row["uid"],
        label=row["label"],
        decisions=row["decisions"],
        first_on=row["first_on"],
        last_on=row["last_on"],
        published_until=row["published_until"],
        complete=row["published_until"] is not None and not unproven,
        missing_months=tuple(row["missing_months"]),
        unproven=unproven,
        since=row["since"],
    )


async def instance_is_demo(db: Db) -> bool:
    """True on demonstration data: every reply says so."""
    return bool(await db.fetchval(STATEMENTS.is_demo))


async def mark_demo(db: Db, *, demo: bool = True) -> None:
    await db.execute(STATEMENTS.mark_demo if demo else STATEMENTS.unmark_demo)
