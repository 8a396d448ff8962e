"""The course of one act: the acts that lead to it and follow from it, as far as they name each other."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.domain.answer import Row
from core.domain.contracts import wording
from core.domain.contracts.wording import Step
from core.store import sql
from core.store.pool import Db
from core.store.rows import as_row

STATEMENTS = sql.load(__name__)
_HOPS = 5
_MOST_NAMED = 12
_MOST_ACTS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """`rows`: the asked act among them, oldest first. `beyond`: acts left out of a long course. `absent`: not held.

    `steps`: what each act does, by its whole subject, of which a row may show a part. `payees`: the ΑΦΜ of each act, or
    names where there is none; they are compared, never shown.
    """

    rows: tuple[Row, ...]
    steps: Mapping[str, Step]
    payees: Mapping[str, frozenset[str]]
    beyond: int = 0
    absent: tuple[str, ...] = ()


async def course(db: Db, *, ada: str) -> Course:
    """Empty when the act is not held."""
    records = await db.fetch(STATEMENTS.course, ada, _HOPS, _MOST_NAMED, _MOST_ACTS)
    absent = await db.fetch(STATEMENTS.absent, [record["ada"] for record in records])
    return Course(
        rows=tuple(as_row(record, one_body=True) for record in records),
        steps={record["ada"]: wording.read(record["subject"]).step for record in records},
        payees={
            record["ada"]: frozenset(afm or name for afm, name, *_ in record["payees"] or () if afm or name)
            for record in records
        },
        beyond=records[0]["found_acts"] - len(records) if records else 0,
        absent=tuple(record["ada"] for record in absent),
    )
