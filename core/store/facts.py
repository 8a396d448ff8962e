"""What was read off the text of PDFs: amounts, codes, days, acts that they name."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from core.domain.document import Page
from core.domain.facts import RULES, AmountCheck, Fact, FactKind, Role, checked, facts_of
from core.store import sql
from core.store.pool import Connection, Db

STATEMENTS = sql.load(__name__)
_COLUMNS = ["organization_uid", "ada", "page", "passage", "kind", "starts", "ends", "value", "role"]
_AT_A_TIME = 200
_MOST_NAMED = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """An act of ours that the PDF of another names, on `page`; or, where not `outgoing`, the one that names it."""

    ada: str
    page: int
    outgoing: bool = True


async def write(db: Connection, *, organization_uid: str, ada: str, pages: Sequence[Page]) -> None:
    """In the caller's transaction, of a document that has none yet."""
    records = await asyncio.to_thread(_records, organization_uid, ada, pages)
    if records:
        await db.copy_records_to_table("document_facts", records=records, columns=_COLUMNS)


def _records(organization_uid: str, ada: str, pages: Sequence[Page]) -> list[tuple[object, ...]]:
    return [
        (organization_uid, ada, each.page, each.passage, each.kind.value, each.start, each.end, each.value, each.role)
        for page in pages
        for each in facts_of(page)
    ]


async def lacking(db: Db) -> list[tuple[str, str]]:
    """Some of the documents, organization and ΑΔΑ, that were read before their facts, or by older rules."""
    rows = await db.fetch(STATEMENTS.lacking, RULES, _AT_A_TIME)
    return [(row["organization_uid"], row["ada"]) for row in rows]


async def rewrite(db: Connection, *, organization_uid: str, ada: str, pages: Sequence[Page]) -> None:
    """In place of what was read before, in the caller's transaction."""
    await db.execute(STATEMENTS.drop, organization_uid, ada)
    await write(db, organization_uid=organization_uid, ada=ada, pages=pages)
    await db.execute(STATEMENTS.note_read, ada, RULES)


async def of(db: Db, *, adas: Sequence[str], kinds: Sequence[FactKind]) -> dict[str, list[Fact]]:
    """By ΑΔΑ, in the order of the document."""
    found: dict[str, list[Fact]] = {}
    for row in await db.fetch(STATEMENTS.of, list(adas), RULES, [kind.value for kind in kinds]):
        found.setdefault(row["ada"], []).append(
            Fact(
                kind=FactKind(row["kind"]),
                page=row["page"],
                passage=row["passage"],
                start=row["starts"],
                end=row["ends"],
                value=row["value"],
                role=Role(row["role"]) if row["role"] else None,
            )
        )
    return found


async def check_amounts(db: Db, *, stated: Mapping[str, Decimal], pays: bool) -> dict[str, AmountCheck]:
    """Amounts as they are posted against their PDFs; acts whose PDF was not read are left out. `pays`: of payments."""
    read = {row["ada"]: row["whole"] for row in await db.fetch(STATEMENTS.read, list(stated), RULES)}
    if not read:
        return {}
    found = await of(db, adas=list(read), kinds=[FactKind.AMOUNT])
    return {ada: checked(stated[ada], found.get(ada, ()), whole=whole, pays=pays) for ada, whole in read.items()}


async def named(db: Db, *, ada: str) -> list[Named]:
    """Acts of ours that the PDF of an act names, and those whose PDF names it."""
    return [Named(**dict(row)) for row in await db.fetch(STATEMENTS.named, ada, RULES, _MOST_NAMED)]
