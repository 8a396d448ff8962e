"""A file of rows, before it is one: columns, typed cells, and the recipe that stands beside them."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

Cell = str | int | Decimal | date | None


class CellKind(StrEnum):
    TEXT = "text"
    LINK = "link"
    DAY = "day"
    NUMBER = "number"
    EURO = "euro"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """`width` in characters, for a sheet."""

    title: str
    kind: CellKind = CellKind.TEXT
    width: int = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """`name` is a file's name without its ending; `caption` is what a reader is told with it.

    `more`: the tables of further questions of the same message, on sheets of their own.
    `recipe`: the question, what binds, what counts and what does not, and until when, line by line.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    recipe: tuple[tuple[str, Cell], ...]
    caption: str
    demo: bool = False
    more: tuple["Table", ...] = ()
