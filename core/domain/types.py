"""The 43 decision types of Διαύγεια as one table: the source's label, the words for readers, the money stage."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType

from core.domain.ledger import Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionType:
    """One type. `title` and `plural` are for readers («Ανάθεση (Δ.1)»); `parent` is None for the eight headings."""

    uid: str
    label: str
    title: str
    plural: str
    parent: str | None = None
    stage: Stage | None = None

    @property
    def carries_amount(self) -> bool:
        """Its metadata have a field for money. Budgets (Β.1.1) and accounts (Β.3) state theirs in the PDF only."""
        return self.stage is not None

    @property
    def posted(self) -> bool:
        """Acts are posted under it: it is no heading."""
        return self.parent is not None


def _read() -> Mapping[str, DecisionType]:
    rows = tomllib.loads(files("core.domain").joinpath("types.toml").read_text(encoding="utf-8"))["type"]
    types = (DecisionType(**{**row, "stage": Stage(row["stage"]) if "stage" in row else None}) for row in rows)
    return MappingProxyType({each.uid: each for each in types})


DECISION_TYPES: Mapping[str, DecisionType] = _read()


def title_of(decision_type: str) -> str:
    """«Ανάθεση (Δ.1)»; a type that we do not know is called by its uid."""
    known = DECISION_TYPES.get(decision_type)
    return known.title if known else decision_type


def stage_of(decision_type: str) -> Stage | None:
    """The stage that amounts of this type belong to; None when it carries none or is unknown."""
    known = DECISION_TYPES.get(decision_type)
    return known.stage if known else None
