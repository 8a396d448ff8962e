"""The acts behind a figure, whole: for files, and to see what changed since an answer was given."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any

from core.domain.answer import Row
from core.domain.condition import DecisionFilter
from core.domain.ledger import Stage
from core.store import sql
from core.store.filters import only_commitments
from core.store.pool import Db
from core.store.rows import as_row
from core.store.spending import counted_types, filter_arguments, rows_of

STATEMENTS = sql.load(__name__)


class Place(StrEnum):
    """Where an act stands towards the figure."""

    COUNTED = "counted"
    SET_ASIDE = "set_aside"
    WITHDRAWN = "withdrawn"  # revoked, waiting for it, not published yet, or gone from the source


@dataclass(frozen=True, slots=True, kw_only=True)
class Behind:
    """One act in one stage. `year`: of a commitment, which may stand in several, a row each.

    `signed`: what it adds to the figure, or would; reversals take away. What counts is never an ΑΦΜ typed as an amount,
    even where another line of the act is one and `row.amount` is not shown.
    """

    place: Place
    row: Row
    signed: Decimal | None
    year: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One act as we hold it now."""

    status: str
    version: str
    gone: bool
    correction: bool
    first_seen_at: datetime
    changed_at: datetime


async def acts(db: Db, *, where: DecisionFilter, stage: Stage, limit: int) -> list[Behind]:
    """Counted, set aside, withdrawn: in that order, each by amount. The counted ones add up to the stage's net."""
    asked = replace(where, stage=stage)
    records = await db.fetch(STATEMENTS.acts, *filter_arguments(asked), limit, list(asked.without))
    rows = await rows_of(db, where=asked, acts=records)
    return sorted(
        (_behind(record, row) for record, row in zip(records, rows, strict=True)),
        key=lambda each: list(Place).index(each.place),
    )


def _behind(record: Mapping[str, Any], row: Row) -> Behind:
    place = Place(record["place"])
    amount: Decimal | None = record["amount"] if place is Place.COUNTED else row.amount
    signed = None if amount is None else amount * record["sign"]
    return Behind(place=place, row=row, signed=signed, year=record["year"])


async def numbered(db: Db, *, where: DecisionFilter, limit: int) -> list[Behind]:
    """Every act behind `spending.count`, the newest first, then those that do not count; no sum is theirs."""
    asked = counted_types(where)
    limits = (limit, where.status, where.limits_lines, only_commitments(where), list(where.without))
    records = await db.fetch(STATEMENTS.numbered, *filter_arguments(asked), *limits)
    one_body = len(where.organizations) == 1
    return [
        Behind(
            place=Place.COUNTED if record["counts"] else Place.WITHDRAWN,
            row=as_row(record, one_body=one_body),
            signed=None,
        )
        for record in records
    ]


async def standing(db: Db, *, adas: Sequence[str]) -> dict[str, Standing]:
    """Those of these ΑΔΑs that we hold, in whatever state."""
    records = await db.fetch(STATEMENTS.standing, list(adas))
    return {record["ada"]: _standing(record) for record in records}


def _standing(record: Mapping[str, Any]) -> Standing:
    return Standing(
        status=record["status"],
        version=record["version"],
        gone=record["gone"],
        correction=record["correction"],
        first_seen_at=record["first_seen_at"],
        changed_at=record["changed_at"],
    )
