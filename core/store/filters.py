"""A DecisionFilter as the SQL function matching_decisions() takes it: one meaning of every limit, wherever it binds."""

from datetime import date

from core.domain.condition import DecisionFilter
from core.domain.ledger import Stage
from core.domain.types import DECISION_TYPES


def matching(where: DecisionFilter, *, as_money: bool = False) -> tuple[object, ...]:
    """The fourteen arguments, in order; null is no limit.

    `as_money`: the acts are told stage by stage, commitments by fiscal year though no stage is asked.
    """
    first, last = fiscal_years(where) if as_money or only_commitments(where) else (None, None)
    return (
        list(where.organizations) or None,
        where.period.since or date.min,
        where.period.until or date.max,
        first,
        last,
        _types_of(Stage.COMMITMENT),
        types_asked(where),
        where.tsquery,
        where.payee_afm,
        where.least,
        where.most,
        where.kae,
        cpv_prefix(where.cpv),
        where.status,
    )


def only_commitments(where: DecisionFilter) -> bool:
    """Then whole years are fiscal years. Acts of every kind together go by day of issue."""
    if where.stage is not None:
        return where.stage is Stage.COMMITMENT
    return bool(where.decision_types) and {*where.decision_types} <= {*_types_of(Stage.COMMITMENT)}


def fiscal_years(where: DecisionFilter) -> tuple[int | None, int | None]:
    """The first and the last, where whole years are asked; an open end is the farthest year there is."""
    years = where.period.whole_years
    if years is None or years == (None, None):
        return None, None
    return years[0] or 0, years[1] or date.max.year


def _types_of(stage: Stage) -> list[str]:
    return [each.uid for each in DECISION_TYPES.values() if each.stage is stage]


def types_asked(where: DecisionFilter) -> list[str] | None:
    """The types asked, those of the stage asked, or what is in both; an impossible pair finds nothing."""
    if where.stage is None:
        return list(where.decision_types) or None
    of_stage = _types_of(where.stage)
    return [uid for uid in of_stage if not where.decision_types or uid in where.decision_types] or [""]


def cpv_prefix(cpv: str | None) -> str | None:
    """«45233000-9» stands for everything under it: its digits without the trailing zeros, two at least."""
    digits = cpv.partition("-")[0] if cpv else ""
    return digits[:2] + digits[2:].rstrip("0") or None
