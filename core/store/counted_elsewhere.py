"""Acts of a period whose contract counts on a day outside of it: which act counts, and when."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from core.domain.condition import DecisionFilter, SetAside
from core.domain.ledger import Flag, Stage
from core.store import filters, sql
from core.store.pool import Db

STATEMENTS = sql.load(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """`ada` is in no total of its period: its contract counts by `counted_by`, issued on `counted_on`."""

    ada: str
    counted_by: str
    counted_on: date


async def find(db: Db, *, where: DecisionFilter, stage: Stage, aside: Iterable[SetAside]) -> list[Elsewhere]:
    """Of one stage, the largest first; nothing is asked where `aside` holds no such act, or no period binds."""
    bound = where.period.since is not None or where.period.until is not None
    if not bound or not any(each.reason is Flag.SAME_CONTRACT and each.stage is stage for each in aside):
        return []
    arguments = filters.matching(replace(where, stage=stage))
    records = await db.fetch(STATEMENTS.find, *arguments, stage, list(where.without))
    return [Elsewhere(**{name: record[name] for name in Elsewhere.__slots__}) for record in records]
