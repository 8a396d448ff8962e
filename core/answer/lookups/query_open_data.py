"""Lookup, the last of all: a model's own SELECT over the open views, guarded, run and shown with its text and rows."""

from dataclasses import dataclass

from core.answer import sql_guard
from core.answer.lookups.store import LookupStore
from core.answer.open_sql import names, shown
from core.answer.open_sql.model import Kind
from core.answer.sql_guard import OpenQuery
from core.domain.answer import Finding
from core.domain.ledger import Stage
from core.errors import InvalidInput
from core.store.open_data import OpenRows

NAME = "query_open_data"
_NOT_OFFERED = "Δεν υπάρχει πρόσβαση στα ανοικτά δεδομένα."
_UNREAD = "Τα ποσά των περισσότερων πράξεων του ερωτήματος δεν τα έχουμε φορτώσει: ποσά τους δεν δίνονται."


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """One SELECT, as the model wrote it."""

    sql: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenFinding:
    """`titles` and `rows` as a reader is shown them; `conditions`: all that binds, in words.

    `acts`: how many are underneath, of which `unstated` state no amount and of `unread` it was not read by us;
    `unmet`: of such acts those that a limit on amounts, payees or codes left out, for they cannot meet it.
    `adas`: those that the rows name. `more`: there are other rows, beyond a limit of the query too.
    """

    finding: Finding
    stage: Stage | None
    about: str
    titles: tuple[str, ...]
    conditions: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    acts: int
    unstated: int = 0
    unread: int = 0
    unmet: int = 0
    adas: tuple[str, ...] = ()
    more: bool = False


async def run(store: LookupStore, arguments: Arguments) -> OpenFinding:
    """Raises InvalidInput with what to mend: a part that is not allowed, a name that no act holds, a dear query."""
    if store.open_data is None:
        raise InvalidInput(_NOT_OFFERED)
    query = sql_guard.read(arguments.sql, store.open_data.views)
    meant = [await names.meant(store, each) for each in query.named]
    values = [each.value for each in meant]
    statement = query.statement(values)
    basis, given = await store.open_data.run((query.basis(values), ()), (statement, ()))
    found = OpenRows(rows=given.rows[: query.most], more=given.more or len(given.rows) > query.most)
    acts, unstated, unread, all_acts, all_unstated, all_unread = _counted(basis)
    if all_unread * 2 > all_acts and any(each.kind is Kind.EURO for each in query.columns):
        raise InvalidInput(_UNREAD)
    titles, conditions = query.told([each.shown for each in meant])
    rows = await shown.table(store, query.columns, found)
    return OpenFinding(
        finding=Finding(lookup=NAME, arguments=(), query=statement, table=(titles, *rows)),
        stage=query.stage,
        about=query.view.title,
        titles=titles,
        conditions=conditions,
        rows=rows,
        acts=acts,
        unstated=unstated,
        unread=unread,
        unmet=all_unstated + all_unread - unstated - unread,
        adas=_adas(query, found),
        more=found.more,
    )


def _counted(basis: OpenRows) -> tuple[int, ...]:
    """As `core.answer.open_sql.basis` counts them; where there are no amounts none is missing."""
    acts, *more = [int(str(each)) for each in basis.rows[0]]
    return (acts, *(more or (0, 0, acts, 0, 0)))


def _adas(query: OpenQuery, found: OpenRows) -> tuple[str, ...]:
    places = [place for place, each in enumerate(query.columns) if each.column == "ada" and each.kind is Kind.NAME]
    return tuple(dict.fromkeys(str(row[place]) for row in found.rows for place in places))
