"""Screens over all decisions together: lost decimal points, one contract in several acts, the same act again."""

from core.domain.contracts.grouping import ContractAct, contracts
from core.domain.ledger import Flag
from core.store import sql
from core.store.pool import Connection

STATEMENTS = sql.load(__name__)
_MEDIAN_OF = 5  # fewer acts of a type make no habit
_STEPS = ["create_found", "clear_found", "create_amounts", "clear_amounts", "read_amounts", "analyze_amounts"]


async def screen(db: Connection) -> None:
    """Inside the caller's transaction; what the screens no longer find is unflagged."""
    for name in _STEPS:
        await db.execute(STATEMENTS[name])
    await db.execute(STATEMENTS.find_hundredfold, _MEDIAN_OF)
    await _find_contracts(db)
    await db.execute(STATEMENTS.find_same_again)
    await db.execute(STATEMENTS.find_payee_is_issuer)
    await db.execute(STATEMENTS.drop_lost)
    await db.execute(STATEMENTS.write)


async def _find_contracts(db: Connection) -> None:
    """One contract in several acts of a stage: all but one are set aside, and that one is marked."""
    acts = [ContractAct(**record) for record in await db.fetch(STATEMENTS.contract_acts)]
    found = []
    for contract in contracts(acts):
        kept = contract.counted
        found.append((kept.organization_uid, kept.ada, Flag.SEVERAL_ACTS.value, contract.others[-1].ada, False))
        found += [(act.organization_uid, act.ada, Flag.SAME_CONTRACT.value, kept.ada, True) for act in contract.others]
    if found:
        await db.copy_records_to_table("found", records=found, schema_name="pg_temp")


async def flagged(db: Connection) -> dict[str, int]:
    """How many decisions each screen flags now."""
    return {row["flag"]: row["decisions"] for row in await db.fetch(STATEMENTS.flagged)}
