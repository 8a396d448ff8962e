"""What a proposed SELECT becomes: typed expressions over known columns, each with the words that a reader is told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from sqlglot import exp

from core.errors import InvalidInput
from core.store.open_data import OpenColumn, OpenView

SCHEMA = "open_data"
_MOST_SELECTS, _MOST_TERMS = 6, 40
_KINDS = {"date": "day", "numeric": "euro", "integer": "time", "tsvector": "topic", "text": "name"}


class Kind(StrEnum):
    """COUNT: of rows, which may be added up; NUMBER: of different things, which may not; TIME: a year, a month."""

    EURO = "euro"
    COUNT = "count"
    NUMBER = "number"
    SHARE = "share"
    TIME = "time"
    DAY = "day"
    NAME = "name"
    TOPIC = "topic"


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """An expression. `column`: that of a view, where it is nothing else; `counted`: an aggregate is in it.

    `title` names what is computed, faithfully: no word of it is the model's. `{3}` in it stands for the third value
    that has to be looked up. `hundred`: a hundred times what it is of.
    """

    node: exp.Expression
    kind: Kind
    title: str
    column: str = ""
    counted: bool = False
    hundred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A value that stands for a body, a payee, a topic …: what the text means is not the guard's to say."""

    column: str
    text: str


@dataclass(slots=True)
class Reading:
    """One statement while it is read: what it names so far, and how much of it there is."""

    views: Mapping[str, OpenView]
    named: list[Named] = field(default_factory=list)
    selects: int = 0
    terms: int = 0

    def value_of(self, column: str, text: str) -> tuple[exp.Expression, str]:
        """The place of a value that has to be looked up, in the statement and in the words."""
        self.named.append(Named(column=column, text=text))
        place = len(self.named) - 1
        return exp.Placeholder(this=str(place)), f"{{{place}}}"

    def one_more_select(self) -> None:
        self.selects += 1
        if self.selects > _MOST_SELECTS:
            raise refused(f"έως {_MOST_SELECTS} SELECT σε ένα ερώτημα")

    def one_more_term(self) -> None:
        self.terms += 1
        if self.terms > _MOST_TERMS:
            raise refused(f"έως {_MOST_TERMS} συνθήκες σε ένα ερώτημα")


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The one thing that a SELECT reads: a view, or what another SELECT gives. `acts`: each row of it is an act.

    `of_acts`: those of its columns, as the statement names them, that say something of acts and not of their sums.
    """

    node: exp.Expression
    columns: Mapping[str, Typed]
    view: OpenView
    acts: bool
    of_acts: frozenset[str]
    conditions: tuple[str, ...] = ()
    basis: exp.Select | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Where an expression stands. `queries`: the WITH before it, by name; `aggregates`: whether it may hold one."""

    reading: Reading
    source: Source
    queries: Mapping[str, exp.Select]
    aggregates: bool = False


def refused(reason: str) -> InvalidInput:
    """A sentence that a model can mend its query by."""
    return InvalidInput(f"Το ερώτημα δεν έγινε: {reason}.")


def only(node: exp.Expression, *allowed: str) -> None:
    """Refuses whatever else hangs on the node: locks, samples, windows, and what the next version may bring."""
    odd = [name for name, value in node.args.items() if value and name not in allowed]
    if odd:
        raise refused(f"δεν επιτρέπεται {odd[0].strip('_').upper()} στο {node.key.upper()}")


def identifier(node: object) -> str:
    """A name as Postgres folds it. Quoted ones are taken as they are."""
    if not isinstance(node, exp.Identifier) or not isinstance(node.this, str):
        raise refused("χρειάζεται απλό όνομα")
    return node.this if node.args.get("quoted") else node.this.lower()


def columns_of(view: OpenView, alias: str) -> dict[str, Typed]:
    return {each.name: _column(each, alias) for each in view.columns}


def _column(column: OpenColumn, alias: str) -> Typed:
    kind = Kind(_KINDS[column.kind])
    return Typed(node=exp.column(column.name, table=alias), kind=kind, title=column.title, column=column.name)


def listed(names: Sequence[str]) -> str:
    return ", ".join(names)
