"""How often somebody asked in the minute, the hour or the day that runs now."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from core.store import sql
from core.store.pool import Db

STATEMENTS = sql.load(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """`who`: a person's private conversation or a group's. `what`: question, ada. `span`: minute, hour, day."""

    who: str
    what: str
    span: str
    since: datetime


async def times(db: Db, *, spans: Sequence[Span]) -> list[int]:
    """Of each of them, in their order."""
    found = await db.fetch(STATEMENTS.times, *_columns(spans))
    known = {(row["who"], row["what"], row["span"]): row["times"] for row in found}
    return [known.get((each.who, each.what, each.span), 0) for each in spans]


async def note(db: Db, *, spans: Sequence[Span]) -> None:
    await db.execute(STATEMENTS.note, *_columns(spans))


def _columns(spans: Sequence[Span]) -> list[list[object]]:
    rows = [(each.who, each.what, each.span, each.since) for each in spans]
    return [list(column) for column in zip(*rows, strict=True)]
