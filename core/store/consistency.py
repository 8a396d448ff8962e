"""Acts against the acts that they name: a payment above its approval, a correction under another ΑΔΑ (§9.6, §10.7)."""

from collections.abc import Sequence

from core.domain.contracts.wording import Step, read, same_object
from core.domain.ledger import Flag
from core.greek.lexemes import lexemes
from core.store import sql
from core.store.pool import Connection

STATEMENTS = sql.load(__name__)
_FLAGS = [Flag.EXCEEDS.value, Flag.REPLACED.value]
_CORRECTION = " <-> ".join(f"'{word}'" for word in lexemes("ορθή επανάληψη"))


async def check(db: Connection, *, bodies: Sequence[str]) -> None:
    """Inside the caller's transaction, after the screens of these bodies: what is doubtful alone does not speak."""
    if not bodies:
        return
    await db.execute(STATEMENTS.clear, bodies, _FLAGS)
    await _find_replaced(db, bodies)
    await db.execute(STATEMENTS.find_exceeding, bodies)


async def check_all(db: Connection) -> None:
    """The same for every body, once its rules have changed."""
    await check(db, bodies=[row["organization_uid"] for row in await db.fetch(STATEMENTS.bodies)])


async def _find_replaced(db: Connection, bodies: Sequence[str]) -> None:
    """The corrected act counts no more, whatever it stated. Of several corrections the last one stands."""
    replaced: dict[str, tuple[str, str, str]] = {}
    for row in await db.fetch(STATEMENTS.corrections, bodies, _CORRECTION):
        mine, theirs = read(row["subject"]), read(row["other_subject"])
        if mine.step is Step.REPEATS and (row["cited"] or same_object(mine, theirs)):
            replaced[row["other"]] = (row["organization_uid"], row["other"], row["ada"])
    if replaced:
        await db.execute(STATEMENTS.write_replaced, *map(list, zip(*replaced.values(), strict=True)))
