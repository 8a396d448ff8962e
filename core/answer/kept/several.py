"""The tables of an answer to several questions, as one file."""

from collections.abc import Sequence
from dataclasses import replace

from core.domain.table import Table


def several(tables: Sequence[Table]) -> Table:
    """The first with the others behind it, and a caption that tells each; one alone is itself."""
    first, *more = tables
    if not more:
        return first
    captions = [f"{place}. {table.caption}" for place, table in enumerate(tables, 1)]
    return replace(first, more=tuple(more), caption="\n".join(captions))
