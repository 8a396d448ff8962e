"""Pages through everything held, for reading it again by other rules; which rules those were is in the log of loads."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.store import sql
from core.store.pool import Connection

STATEMENTS = sql.load(__name__)


async def was_last(db: Connection, *, rules: str) -> bool:
    """Whether everything held was read by these rules."""
    return bool(await db.fetchval(STATEMENTS.was_last, rules))


async def page(db: Connection, *, after: tuple[str, str], limit: int) -> Sequence[Mapping[str, Any]]:
    """Body, ΑΔΑ, the source's JSON as text, fidelity, version key, and whether the amounts were fetched.

    Inside the caller's turn, which saves no other versions than these.
    """
    await db.execute(STATEMENTS.keep_versions)
    found: Sequence[Mapping[str, Any]] = await db.fetch(STATEMENTS.page, *after, limit)
    return found
