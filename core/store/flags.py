"""How many acts carry each flag, and a drawn sample of them to be read by hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from core.domain.ledger import OUTSIDE, Flag
from core.store import sql
from core.store.pool import Db

STATEMENTS = sql.load(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Flagged:
    """Published acts that carry a flag, and the sum of their amounts. `outside`: they are in no total."""

    flag: Flag
    decisions: int
    amount: Decimal
    outside: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A flagged act. `other_ada`: the act that speaks for the flag, where there is one."""

    organization_uid: str
    ada: str
    decision_type: str
    issued_on: date
    subject: str
    flag: Flag
    other_ada: str | None
    amount: Decimal | None


async def counts(db: Db) -> list[Flagged]:
    """Those out of totals first."""
    records = await db.fetch(STATEMENTS.counts, sorted(OUTSIDE))
    return [Flagged(**_with_flag(record)) for record in records]


async def sample(db: Db, *, seed: int, limit: int) -> list[Drawn]:
    """As many of each flag as there are turns: a rare flag is not drowned by a common one."""
    return [Drawn(**_with_flag(record)) for record in await db.fetch(STATEMENTS.sample, str(seed), limit)]


def _with_flag(record: Mapping[str, Any]) -> dict[str, Any]:
    return {**record, "flag": Flag(record["flag"])}
