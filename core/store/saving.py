"""Saves decisions: versions append-only, the newest one of each act with its lines, payees, links and search words."""

from collections.abc import Sequence
from dataclasses import dataclass

import asyncpg

from core.domain.decision import Decision
from core.errors import InvalidInput
from core.store import sql
from core.store.decision_records import Record, Records, records
from core.store.pool import Connection

STATEMENTS = sql.load(__name__)
_TABLES = ("texts", "decisions", "lines", "payees", "links")
# What needs no argument goes to the server in one piece: twenty answers less to wait for in a batch.
_CREATE = tuple(name for name in STATEMENTS if name.startswith("create_"))
_CLEAR = tuple(name for name in STATEMENTS if name.startswith("clear_"))
_BEGIN = ";\n".join(STATEMENTS[name] for name in ("keep_plans", "forget_plans", *_CREATE, *_CLEAR))
_MERGE = (
    "write_texts",
    "drop_postings",
    "drop_vectors",
    "write_versions",
    "choose",
    "drop_lines",
    "drop_links",
    "drop_screened",
    "write_decisions",
    "write_lines",
    "write_payees",
    "write_links",
)
_MERGED = ";\n".join(STATEMENTS[name] for name in _MERGE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """What came of a batch. `reread`: versions that were held, read differently by changed rules.

    `texts`: subjects that were held, with other search words now, or better accented.
    """

    new: int = 0
    changed: int = 0
    reread: int = 0
    unchanged: int = 0
    texts: int = 0

    def __add__(self, other: "Saved") -> "Saved":
        return Saved(
            new=self.new + other.new,
            changed=self.changed + other.changed,
            reread=self.reread + other.reread,
            unchanged=self.unchanged + other.unchanged,
            texts=self.texts + other.texts,
        )

    @property
    def written(self) -> int:
        """Decisions that are not as they were."""
        return self.new + self.changed + self.reread


async def save(db: Connection, *, decisions: Sequence[Decision], live: bool = False) -> Saved:
    """One batch, inside the caller's transaction. InvalidInput when the database refuses a value of it.

    `live`: it is what the source says now, so of versions submitted at one moment this one stands, be it an old one.
    """
    return await save_records(db, batch=records(decisions), live=live)


async def save_records(db: Connection, *, batch: Records, live: bool = False) -> Saved:
    """The same for decisions that were made into records elsewhere."""
    try:
        return await _save(db, batch, live)
    except (asyncpg.DataError, asyncpg.IntegrityConstraintViolationError, asyncpg.ProgramLimitExceededError) as error:
        raise InvalidInput(f"Η βάση δεν δέχτηκε μια εγγραφή: {error}") from error


async def _save(db: Connection, batch: Records, live: bool) -> Saved:
    await db.execute(_BEGIN + (f";\n{STATEMENTS.live}" if live else ""))
    for table in _TABLES:
        rows: list[Record] = getattr(batch, table)
        if rows:
            await db.copy_records_to_table(f"incoming_{table}", records=rows, schema_name="pg_temp")
    await db.execute(_MERGED)
    counted = await db.fetchrow(STATEMENTS.outcome)
    saved = Saved(**counted)
    return saved + Saved(unchanged=len(batch.decisions) - saved.written)
