"""Average and median amount of the acts of one stage: of the same acts that totals add up, reversals apart."""

from dataclasses import dataclass, replace
from decimal import Decimal

from core.domain.condition import DecisionFilter
from core.domain.ledger import Stage
from core.domain.request import Grouping
from core.store import sql
from core.store.pool import Db
from core.store.spending import filter_arguments

STATEMENTS = sql.load(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Average:
    """The acts of one key. `counted` state an amount of zero or more and add up to `amount`, `zeros` among them.

    `decisions` holds every act that totals count: reversals, and acts without an amount (`unstated`, `unread`), too.
    """

    key: str
    decisions: int
    counted: int
    reversals: int
    unstated: int
    unread: int
    zeros: int
    amount: Decimal
    largest: Decimal | None
    median: Decimal | None

    @property
    def mean(self) -> Decimal | None:
        return self.amount / self.counted if self.counted else None

    @property
    def tellable(self) -> bool:
        """Some act states an amount, and no more than half were never read (DESIGN §4)."""
        return self.counted > 0 and self.unread * 2 <= self.decisions


async def by(db: Db, *, where: DecisionFilter, stage: Stage, group_by: Grouping | None = None) -> list[Average]:
    """One entry a key, keys as in `core.store.spending.totals_by`; without grouping one entry, key "", or none."""
    asked = replace(where, stage=stage)
    records = await db.fetch(STATEMENTS.by, *filter_arguments(asked, group_by), group_by)
    return [Average(**record) for record in records]
