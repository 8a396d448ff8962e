"""What a difference between two totals is made of, beyond the acts themselves: the one payee of an act."""

from collections.abc import Iterable

from core.domain.answer import Row
from core.domain.ledger import Payee, Stage
from core.store import sql
from core.store.pool import Db

STATEMENTS = sql.load(__name__)


async def sole_payees(db: Db, *, rows: Iterable[Row], stage: Stage) -> dict[str, Payee]:
    """ΑΔΑ → the only payee of the act; acts of several payees, of none, or of the body itself are left out."""
    keys = list(dict.fromkeys((row.organization_uid, row.ada) for row in rows))
    organizations, adas = [uid for uid, _ in keys], [ada for _, ada in keys]
    records = await db.fetch(STATEMENTS.sole_payees, organizations, adas, stage)
    return {
        record["ada"]: Payee(afm=record["afm"], name=record["name"], natural=record["natural"]) for record in records
    }
