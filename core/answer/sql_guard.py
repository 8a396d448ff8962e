"""A proposed SELECT → an allowed one, written anew from its parse tree, or the reason why not (STYLE §5, SEEDS S2)."""

from collections.abc import Sequence
from dataclasses import dataclass

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from core.answer.open_sql.model import SCHEMA, Kind, Named, Reading, refused
from core.answer.open_sql.selects import Selected, selected
from core.domain.ledger import Stage
from core.store.open_data import OpenView

_LONGEST, _MOST_TOKENS = 2_000, 400
_STAGES = {
    "payments": Stage.PAYMENT,
    "awards": Stage.AWARD,
    "contracts": Stage.CONTRACT,
    "approvals": Stage.APPROVAL,
    "commitments": Stage.COMMITMENT,
    "tenders": Stage.TENDER,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenColumnRead:
    """A column of the result as a reader is shown it."""

    title: str
    kind: Kind
    column: str = ""
    hundred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuery:
    """What may be run, once every value of `named` is known.

    `stage`: of every amount in it; None where the view has none. `conditions`: all that binds, in words, from the
    innermost SELECT on. `most`: rows that may be shown; the statement gives one more where there are others.
    """

    named: tuple[Named, ...]
    stage: Stage | None
    view: OpenView
    columns: tuple[OpenColumnRead, ...]
    conditions: tuple[str, ...]
    most: int
    _made: exp.Select
    _basis: exp.Select

    def statement(self, found: Sequence[str]) -> str:
        """SQL with the values in their places, each a plain literal."""
        return _written(self._made, found)

    def basis(self, found: Sequence[str]) -> str:
        """Counts the acts underneath: all, with an amount that is not stated, with one that was not read."""
        return _written(self._basis, found)

    def told(self, shown: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Titles and conditions, with what the values are called."""
        titles = tuple(each.title.format(*shown) for each in self.columns)
        return titles, tuple(each.format(*shown) for each in self.conditions)


def read(text: str, views: Sequence[OpenView]) -> OpenQuery:
    """Raises InvalidInput, whose sentence goes back to the model."""
    node = _parsed(text)
    reading = Reading(views={view.name: view for view in views})
    try:
        found = selected(node, reading, {}, outermost=True)
    except RecursionError:
        raise refused("πολύ βαθύ ερώτημα") from None
    return OpenQuery(
        named=tuple(reading.named),
        stage=_STAGES.get(found.source.view.name),
        view=found.source.view,
        columns=_columns(found),
        conditions=found.conditions,
        most=found.most,
        _made=found.node,
        _basis=found.basis,
    )


def _parsed(text: str) -> exp.Select:
    """One statement without a comment. Nothing of its text is run: what follows reads the tree."""
    if not text.strip() or len(text) > _LONGEST:
        raise refused(f"χρειάζεται ένα SELECT με έως {_LONGEST} γράμματα")
    if "\x00" in text:
        raise refused("μηδενικός χαρακτήρας")
    try:
        tokens = sqlglot.tokenize(text, read="postgres")
        if len(tokens) > _MOST_TOKENS:
            raise refused("πολύ μακρύ ερώτημα")
        if any(each.comments for each in tokens):
            raise refused("σχόλια δεν επιτρέπονται")
        parsed = sqlglot.parse(text, read="postgres")
    except (SqlglotError, RecursionError, ValueError):
        raise refused(f"δεν διαβάζεται ως SELECT της PostgreSQL πάνω στο {SCHEMA}") from None
    if len(parsed) != 1 or not isinstance(parsed[0], exp.Select):
        raise refused("χρειάζεται ακριβώς ένα SELECT")
    return parsed[0]


def _columns(found: Selected) -> tuple[OpenColumnRead, ...]:
    return tuple(
        OpenColumnRead(title=each.title, kind=each.kind, column=each.column, hundred=each.hundred)
        for _, each in found.columns
    )


def _written(tree: exp.Select, found: Sequence[str]) -> str:
    def put(node: exp.Expression) -> exp.Expression:
        return exp.Literal.string(found[int(node.this)]) if isinstance(node, exp.Placeholder) else node

    return tree.copy().transform(put).sql(dialect="postgres", comments=False)
