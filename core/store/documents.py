"""PDFs of decisions: what is to be fetched, how each file fared, its pages and passages."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from core.domain.document import FileState, Page, PageMark, Passage, PassageKind, Quality
from core.domain.facts import RULES
from core.domain.identifiers import issuer_uid
from core.store import facts, sql
from core.store.passages import words_of
from core.store.pool import Connection, Db

STATEMENTS = sql.load(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """An act whose document we lack, or hold of an older version (`sha256`)."""

    organization_uid: str
    ada: str
    issued_on: date
    version_key: bytes
    sha256: bytes | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewDocument:
    """A file as it came. `source`: «diavgeia», or «file» where somebody put it there."""

    ada: str
    state: FileState
    source: str
    reason: str = ""
    sha256: bytes | None = None
    bytes: int = 0
    pages_total: int = 0
    pages: tuple[Page, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldDocument:
    organization_uid: str
    ada: str
    state: FileState
    source: str
    bytes: int
    pages_total: int
    fetched_at: datetime


async def withhold(db: Db, *, organizations: Sequence[str] | None) -> None:
    """Writes down the acts whose document is not to be fetched."""
    await db.execute(STATEMENTS.withhold, organizations)


async def count_wanted(db: Db, *, organizations: Sequence[str] | None, since: date | None) -> int:
    return int(await db.fetchval(STATEMENTS.count_wanted, organizations, since))


async def wanted(
    db: Db, *, organizations: Sequence[str] | None, since: date | None, after: Wanted | None, limit: int
) -> list[Wanted]:
    """The next ones behind `after`, the newest acts first."""
    day, ada = (after.issued_on, after.ada) if after else (None, "")
    return [Wanted(**dict(row)) for row in await db.fetch(STATEMENTS.wanted, organizations, since, day, ada, limit)]


async def save(db: Connection, *, document: NewDocument) -> FileState:
    """In the caller's transaction, in place of what was held. WITHHELD, and nothing kept, where the act asks for it."""
    owner = await db.fetchrow(STATEMENTS.owner, document.ada)
    uid = owner["organization_uid"] if owner else issuer_uid(document.ada) or ""
    key = owner["version_key"] if owner else None
    await db.execute(STATEMENTS.drop_document, document.ada)
    if owner and owner["withheld"]:
        document = NewDocument(ada=document.ada, state=FileState.WITHHELD, source=document.source)
    await db.execute(
        STATEMENTS.write_document,
        uid,
        document.ada,
        document.state,
        document.reason,
        document.source,
        document.sha256,
        document.bytes,
        document.pages_total,
        key,
        RULES,
    )
    await _save_pages(db, uid, document)
    await facts.write(db, organization_uid=uid, ada=document.ada, pages=document.pages)
    return document.state


async def _save_pages(db: Connection, uid: str, document: NewDocument) -> None:
    pages = [
        (uid, document.ada, page.number, page.quality.value, [mark.value for mark in page.marks], page.raw)
        for page in document.pages
    ]
    await db.copy_records_to_table(
        "document_pages", records=pages, columns=["organization_uid", "ada", "page", "quality", "marks", "raw"]
    )
    passages = [
        (
            uid,
            document.ada,
            page.number,
            seq,
            each.kind.value,
            each.text,
            each.header,
            words_of(each, page.quality),
        )
        for page in document.pages
        for seq, each in enumerate(page.passages, 1)
    ]
    await db.executemany(STATEMENTS.write_passage, passages)


async def touch(db: Db, *, ada: str, version_key: bytes) -> None:
    await db.execute(STATEMENTS.touch, ada, version_key)


async def unreadable(
    db: Db,
    *,
    organizations: Sequence[str] | None,
    since: date | None,
    qualities: Sequence[Quality],
    limit: int | None,
) -> list[str]:
    """ΑΔΑs of files with pages of these qualities, the newest acts first."""
    told = [quality.value for quality in qualities]
    return [row["ada"] for row in await db.fetch(STATEMENTS.unreadable, organizations, since, told, limit)]


async def is_held(db: Db, *, ada: str, sha256: bytes) -> bool:
    """The very same file."""
    return bool(await db.fetchval(STATEMENTS.is_held, ada, sha256))


async def document(db: Db, *, ada: str) -> HeldDocument | None:
    """None for a file that was never asked for."""
    row = await db.fetchrow(STATEMENTS.document, ada)
    return None if row is None else HeldDocument(**{**dict(row), "state": FileState(row["state"])})


async def pages(db: Db, *, ada: str) -> list[Page]:
    """With their passages, without the raw text."""
    found: dict[int, list[Passage]] = {}
    for row in await db.fetch(STATEMENTS.passages, ada):
        passage = Passage(kind=PassageKind(row["kind"]), text=row["text"], header=row["header"])
        found.setdefault(row["page"], []).append(passage)
    return [
        Page(
            number=row["page"],
            quality=Quality(row["quality"]),
            passages=tuple(found.get(row["page"], ())),
            marks=tuple(map(PageMark, row["marks"])),
        )
        for row in await db.fetch(STATEMENTS.pages, ada)
    ]


async def states(db: Db) -> dict[FileState, tuple[int, int]]:
    """Files in each state, and their pages."""
    return {FileState(row["state"]): (row["files"], row["pages"]) for row in await db.fetch(STATEMENTS.states)}


async def qualities(db: Db) -> dict[Quality, int]:
    """Pages of each quality."""
    return {Quality(row["quality"]): row["pages"] for row in await db.fetch(STATEMENTS.qualities)}
