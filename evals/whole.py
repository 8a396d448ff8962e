"""The recorded messages answered whole, their earlier turns asked first: predicates by hand over every answer.

The texts stay where they are recorded: a case holds the id of a message, and what stands in it for a body, an act or a
firm is replaced by one that is held (`[replace]`).
"""

import tomllib
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from core.errors import InvalidInput
from evals.cases import GOLDEN, HOME, Case, Kind, Suite
from evals.corpora.real import SHARED
from evals.messages import Line, read_lines

_FILE = GOLDEN / "whole_real.toml"


def load(lines: Path = SHARED / "messages.jsonl", golden: Path = _FILE) -> Suite:
    """One case for each recorded message. Raises InvalidInput unless every one has its predicates or a reason."""
    document = tomllib.loads(golden.read_text(encoding="utf-8"))
    rows = {row["id"]: row for row in document["case"]}
    recorded = {line.id: line for line in read_lines(lines)}
    if rows.keys() != recorded.keys():
        raise InvalidInput(f"not one case for each message: {sorted(rows.keys() ^ recorded.keys())}")
    make = partial(_case, pairs=document["replace"])
    return Suite(name="whole", corpus="real", cases=tuple(make(rows[line.id], line) for line in recorded.values()))


def _case(row: Mapping[str, Any], line: Line, *, pairs: Mapping[str, str]) -> Case:
    if not (row.get("must") or row.get("must_not")) and not row.get("by_hand"):
        raise InvalidInput(f"{line.id}: neither predicates nor a reason why it is read by hand")
    return Case(
        id=f"W-{line.id}",
        text=bound(line.text, pairs),
        trap=row.get("by_hand", "as people type"),
        kind=Kind.WHOLE,
        org=HOME["real"],
        today=line.today,
        before=tuple(bound(turn, pairs) for turn in line.previous),
        awaits=row.get("awaits", ""),
        seconds=row.get("seconds"),
        must=tuple(row.get("must", ())),
        must_not=tuple(row.get("must_not", ())),
    )


def bound(text: str, pairs: Mapping[str, str]) -> str:
    """The longest first: an ΑΔΑ before a part of it."""
    for typed in sorted(pairs, key=len, reverse=True):
        text = text.replace(typed, pairs[typed])
    return text
