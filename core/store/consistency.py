"""Acts against the acts that they name: a payment above its approval, a correction under another ΑΔΑ (§9.6, §10.7).

Both are possible only, and told: what is found here counts.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

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
    """Of several corrections the last one is named."""
    fitting = defaultdict(list)
    for row in await db.fetch(STATEMENTS.corrections, bodies, _CORRECTION):
        if _fits(row):
            fitting[row["organization_uid"], row["ada"]].append(row)
    replaced = {other: (uid, other, ada) for (uid, ada), rows in fitting.items() if (other := _corrected(rows))}
    if replaced:
        await db.execute(STATEMENTS.write_replaced, *map(list, zip(*replaced.values(), strict=True)))


def _fits(row: Mapping[str, Any]) -> bool:
    mine = read(row["subject"])
    return mine.step is Step.REPEATS and (row["cited"] or same_object(mine, read(row["other_subject"])))


def _corrected(fitting: Sequence[Mapping[str, Any]]) -> str | None:
    """The one act that the correction names, else the one that is alike; of several none, be they named or alike."""
    rows = [row for row in fitting if row["cited"]] or fitting
    return rows[0]["other"] if len(rows) == 1 else None
