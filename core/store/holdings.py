"""What the database holds, counted for the operator: bodies by year, and the whole."""

from dataclasses import dataclass
from datetime import datetime

from core.store import sql
from core.store.pool import Db

STATEMENTS = sql.load(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldYear:
    """Acts of one body in one year, by the state of their amount."""

    uid: str
    label: str
    covered: bool
    year: int
    decisions: int
    stated: int
    unstated: int
    unread: int
    not_published: int

    @property
    def without_field(self) -> int:
        """Of types whose metadata carry no money."""
        return self.decisions - self.stated - self.unstated - self.unread


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """Rows of each kind. `not_published`: revoked acts and those that wait for it."""

    decisions: int
    not_published: int
    versions: int
    texts: int
    vectors: int
    register: int
    covered: int
    loaded_at: datetime | None
    demo: bool


async def by_year(db: Db) -> list[HeldYear]:
    """Every body that we hold an act of, year by year."""
    return [HeldYear(**row) for row in await db.fetch(STATEMENTS.by_year)]


async def totals(db: Db) -> Holdings:
    return Holdings(**await db.fetchrow(STATEMENTS.totals))
