"""What a lookup was asked ↔ JSON, as a receipt keeps it."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from core.domain.asked import Asked, Side
from core.domain.condition import Condition, DecisionFilter, WordGroup
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import Grouping

_AS_THEY_ARE = ("payee_afm", "status", "kae", "cpv", "direct_only", "amount_above", "amount_below")


def to_json(asked: Asked) -> dict[str, object]:
    """Read back by `from_json`, to the same."""
    return {
        **_filter(asked.where),
        "stage": asked.stage,
        "group_by": asked.group_by,
        "largest": asked.largest,
        "limit": asked.limit,
        "sides": [{"key": side.key, **_filter(side.where)} for side in asked.sides],
        "parts": [_filter(each) for each in asked.parts],
        "by_acts": asked.by_acts,
        "payee": asked.payee,
        "whole": _filter(asked.whole) if asked.whole else None,
    }


def _filter(where: DecisionFilter) -> dict[str, object]:
    return {
        "organizations": list(where.organizations),
        "since": _day(where.period.since),
        "until": _day(where.period.until),
        "words": where.period.words,
        "decision_types": list(where.decision_types),
        "where_stage": where.stage,
        "groups": [_group(group) for group in where.condition.groups],
        "exclude": [_group(group) for group in where.condition.exclude],
        "amount_min": _number(where.amount_min),
        "amount_max": _number(where.amount_max),
        **{name: getattr(where, name) for name in _AS_THEY_ARE},
        "without": list(where.without),
    }


def from_json(kept: Mapping[str, Any]) -> Asked:
    """A limit that we do not know by name ends in a KeyError: a filter is never read in part.

    Older receipts know neither sides, payees, shares nor what was taken out.
    """
    return Asked(
        where=_read_filter(kept),
        stage=Stage(kept["stage"]) if kept["stage"] else None,
        group_by=Grouping(kept["group_by"]) if kept["group_by"] else None,
        largest=kept["largest"],
        limit=kept["limit"],
        sides=tuple(Side(key=side["key"], where=_read_filter(side)) for side in kept.get("sides", ())),
        parts=tuple(map(_read_filter, kept.get("parts", ()))),
        by_acts=kept.get("by_acts", False),
        payee=kept.get("payee"),
        whole=_read_filter(kept["whole"]) if kept.get("whole") else None,
    )


def _read_filter(kept: Mapping[str, Any]) -> DecisionFilter:
    return DecisionFilter(
        organizations=tuple(kept["organizations"]),
        period=Period(since=_read_day(kept["since"]), until=_read_day(kept["until"]), words=kept["words"]),
        decision_types=tuple(kept["decision_types"]),
        stage=Stage(kept["where_stage"]) if kept["where_stage"] else None,
        condition=Condition(groups=_read_groups(kept["groups"]), exclude=_read_groups(kept["exclude"])),
        amount_min=_read_number(kept["amount_min"]),
        amount_max=_read_number(kept["amount_max"]),
        **{name: kept[name] for name in _AS_THEY_ARE},
        without=tuple(kept.get("without", ())),
    )


def _group(group: WordGroup) -> dict[str, object]:
    return {"shown": list(group.shown), "alternatives": [list(phrase) for phrase in group.alternatives]}


def _read_groups(kept: Sequence[Mapping[str, Any]]) -> tuple[WordGroup, ...]:
    return tuple(
        WordGroup(shown=tuple(each["shown"]), alternatives=tuple(tuple(phrase) for phrase in each["alternatives"]))
        for each in kept
    )


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _read_day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def _number(value: Decimal | None) -> str | None:
    return None if value is None else str(value)


def _read_number(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)
