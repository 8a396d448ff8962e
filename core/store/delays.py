"""Days from issue to posting: by the time of first posting, never that of a later edit (DIAVGEIA_API §4.4)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from core.domain.answer import Row
from core.domain.condition import DecisionFilter
from core.domain.decision import Status
from core.domain.request import Grouping
from core.store import sql
from core.store.filters import matching
from core.store.pool import Db
from core.store.rows import as_row

STATEMENTS = sql.load(__name__)
_FISCAL_YEARS = slice(3, 5)  # of the arguments of a filter: an act is late from its issue, whatever its budget


@dataclass(frozen=True, slots=True, kw_only=True)
class Delay:
    """Days from issue to posting of the acts of one key; `counted` of all `decisions`.

    Not counted: `unknown` (no time of posting is held), `doubtful` (dates over 400 days apart, DIAVGEIA_API §4.2),
    `before_issue`. `ninth`: nine of ten took that long or less. `all_days`: of all that count, added up.
    """

    key: str
    decisions: int
    counted: int
    unknown: int
    doubtful: int
    before_issue: int
    same_day: int
    over_month: int
    median: int | None
    ninth: int | None
    longest: int | None
    all_days: int

    @property
    def mean(self) -> Decimal | None:
        return Decimal(self.all_days) / self.counted if self.counted else None

    @property
    def tellable(self) -> bool:
        """Some act counts, and no more than half lack a time of posting."""
        return self.counted > 0 and self.unknown * 2 <= self.decisions


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted:
    """One act: when it was posted and after how many days, None where we do not know; whether figures count it."""

    row: Row
    published_on: date | None
    days: int | None
    counts: bool


def _arguments(where: DecisionFilter) -> list[object]:
    arguments = list(matching(replace(where, status=Status.PUBLISHED)))
    arguments[_FISCAL_YEARS] = [None, None]
    return arguments


async def by(db: Db, *, where: DecisionFilter, group_by: Grouping | None = None) -> list[Delay]:
    """Published acts by key, as in `core.store.spending.totals_by`; without grouping one entry, key "", or none."""
    return [Delay(**record) for record in await db.fetch(STATEMENTS.by, *_arguments(where), group_by)]


async def acts(db: Db, *, where: DecisionFilter, counted: bool, limit: int) -> list[Posted]:
    """The slowest first; all of them, or those alone that figures count."""
    records = await db.fetch(STATEMENTS.acts, *_arguments(where), counted, limit)
    return [_posted(record) for record in records]


def _posted(record: Mapping[str, Any]) -> Posted:
    return Posted(
        row=as_row(record, one_body=False),
        published_on=record["published_on"],
        days=record["days"],
        counts=record["counts"],
    )
