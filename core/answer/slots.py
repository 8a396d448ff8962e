"""Request ↔ JSON: `slots` by the names that the contract of `understand` fixes, the rest beside them (DESIGN §2)."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any, TypeVar

from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import (
    AdaCandidate,
    Grouping,
    Intent,
    Item,
    Joint,
    Link,
    Metric,
    OrganizationMention,
    Request,
    Scope,
    Sides,
    Unit,
)
from core.domain.types import DECISION_TYPES
from core.greek.accents import accented
from core.greek.greeklish import candidates, looks_greeklish

_SUMS = frozenset({Metric.SUM, Metric.SUM_AND_PAYEES, Metric.SUM_AND_COUNT, Metric.PER_CAPITA})
_PAYMENT = "Β.2.2"  # in a total «πληρωμές» is the stage, not the type
# Short names for the types whose label in the source's list runs long.
_LABELS = {"Δ.1": "ΑΝΑΘΕΣΗ", "Δ.2.1": "ΔΙΑΚΗΡΥΞΗ"}


def to_json(request: Request) -> dict[str, Any]:
    """The request as the doors print it and the store keeps it; `from_json` reads it back."""
    return {
        "intent": request.intent.value,
        "also": [intent.value for intent in request.also] + [note for note in request.notes if note in _WISHES],
        "scope": request.scope.value if request.scope else None,
        "sureness": request.sureness,
        "slots": slots(request),
        "text": request.text,
        "period": _period_json(request.period),
        "organizations": [
            {"words": each.words, "uids": list(each.uids), "labels": list(each.labels)}
            for each in request.organizations
        ],
        "adas": [
            {"ada": each.ada, "typed": each.typed, "certain": each.certain, "labelled": each.labelled}
            for each in request.adas
        ],
        "topic": list(request.topic),
        "exclude": list(request.exclude),
        "joints": [[each.before, each.after, each.link.value] for each in request.joints],
        "amount_above": request.amount_above,
        "amount_below": request.amount_below,
        "about": list(request.about),
        "items": list(request.items),
        "own_body": request.own_body,
        "stage_named": request.stage_named,
        "direct_only": request.direct_only,
        "near_limit": request.near_limit,
        "limit_euro": _number(request.limit_euro),
        "decision_types": list(request.decision_types),
        "named_types": list(request.named_types),
        "unit_asked": request.unit.value if request.unit else None,
        "notes": list(request.notes),
        "sides": _sides_json(request.sides),
        "left_out": [[each.place, each.key, each.shown] for each in request.left_out],
    }


_WISHES = frozenset({"list_subscriptions"})


def slots(request: Request) -> dict[str, Any]:
    """The slots alone. Dates are inclusive; whole years stand in `years`, anything else in the dates."""
    since, until = _dates(request)
    return {
        "keyword": _words(request.topic),
        "exclude": _words(request.exclude),
        "years": list(request.years),
        "date_from": since,
        "date_to": until,
        "org": _one_or_all([label for each in request.organizations for label in _labels(each)]),
        "payee": request.payee,
        "afm": request.afm,
        "amount_min": _number(request.amount_min),
        "amount_max": _number(request.amount_max),
        "decision_type": _one_or_all([type_label(uid) for uid in _types(request)]),
        "stage": request.stage.value if request.stage else None,
        "ada": [each.ada for each in request.adas],
        "metric": request.metric.value if request.metric else None,
        "group_by": request.group_by.value if request.group_by else None,
        "ask": request.ask,
        "sort": "date desc" if request.newest_first else None,
        "limit": request.limit,
        "status": request.status,
        "unit": request.unit_words,
        "frequency": request.frequency,
        "act_number": request.act_number,
        "adam": request.adam,
        "kae": request.kae,
        "cpv": request.cpv,
    }


def _one_or_all(values: Sequence[str]) -> str | list[str] | None:
    kept = list(dict.fromkeys(values))
    return kept if len(kept) > 1 else next(iter(kept), None)


def _labels(mention: OrganizationMention) -> tuple[str, ...]:
    return mention.labels or mention.uids or (mention.words,)


def _words(words: Sequence[str]) -> str | None:
    """The words as typed, those in Greeklish as they are read."""
    return " ".join(_in_greek(word) for word in words) or None


def _in_greek(word: str) -> str:
    if not looks_greeklish(word):
        return word
    best = candidates(word)[0]
    return accented(best) or best


def _number(value: Decimal | None) -> int | float | None:
    if value is None:
        return None
    return int(value) if value == value.to_integral_value() else float(value)


def _types(request: Request) -> tuple[str, ...]:
    named = request.named_types or request.decision_types
    if request.intent in (Intent.AGGREGATE, Intent.COMPARE) and request.metric in _SUMS:
        return tuple(uid for uid in named if uid != _PAYMENT)
    return named


def type_label(uid: str) -> str:
    """«ΑΝΑΘΕΣΗ (Δ.1)»."""
    label = _LABELS.get(uid) or (DECISION_TYPES[uid].label if uid in DECISION_TYPES else uid)
    return f"{label} ({uid})"


def _dates(request: Request) -> tuple[str | None, str | None]:
    period = request.period
    if period is None or (request.years and _is_of_years(period, request.years)):
        return None, None
    last = period.last_day
    return (period.since.isoformat() if period.since else None), (last.isoformat() if last else None)


def _is_of_years(period: Period, years: Sequence[int]) -> bool:
    """The years say all that the period says: it begins with the first of them, and ends in the last or at today."""
    starts = period.since is None or (period.since.month, period.since.day) == (1, 1)
    return starts and (period.since is None or period.since.year == min(years))


def _period_json(period: Period | None) -> dict[str, str | None] | None:
    if period is None:
        return None
    return {
        "since": period.since.isoformat() if period.since else None,
        "until": period.until.isoformat() if period.until else None,
        "words": period.words,
    }


def _sides_json(sides: Sides) -> dict[str, Any]:
    """Beside the slots: `periods` of a comparison are apart here, `period` holds them all."""
    return {
        "periods": [_period_json(period) for period in sides.periods],
        "topics": [list(words) for words in sides.topics],
        "stages": [stage.value for stage in sides.stages],
        "types": list(sides.types),
    }


def _read_sides(data: Mapping[str, Any]) -> Sides:
    return Sides(
        periods=tuple(period for each in data["periods"] if (period := _read_period(each))),
        topics=tuple(map(tuple, data["topics"])),
        stages=tuple(map(Stage, data["stages"])),
        types=tuple(data["types"]),
    )


_AS_THEY_ARE = ("payee", "afm", "limit", "status", "ask", "frequency", "act_number", "adam", "kae", "cpv")
_LISTED = ("topic", "exclude", "about", "items", "decision_types", "named_types", "notes")


def from_json(data: Mapping[str, Any]) -> Request:
    """The request that `to_json` wrote: turns are kept as slots."""
    kept: Mapping[str, Any] = data["slots"]
    plain: dict[str, Any] = {name: kept[name] for name in _AS_THEY_ARE}
    listed: dict[str, Any] = {name: tuple(data[name]) for name in _LISTED}
    return Request(
        text=data["text"],
        intent=Intent(data["intent"]),
        also=tuple(Intent(each) for each in data["also"] if each not in _WISHES),
        scope=_maybe(Scope, data["scope"]),
        adas=tuple(AdaCandidate(**each) for each in data["adas"]),
        period=_read_period(data["period"]),
        years=tuple(kept["years"]),
        organizations=tuple(_read_mention(each) for each in data["organizations"]),
        own_body=data["own_body"],
        amount_min=_read_amount(kept["amount_min"]),
        amount_max=_read_amount(kept["amount_max"]),
        amount_above=data.get("amount_above", False),
        amount_below=data.get("amount_below", False),
        joints=tuple(Joint(before=one, after=two, link=Link(by)) for one, two, by in data.get("joints", ())),
        stage=_maybe(Stage, kept["stage"]),
        stage_named=data["stage_named"],
        direct_only=data["direct_only"],
        near_limit=data.get("near_limit", False),
        limit_euro=_read_amount(data.get("limit_euro")),
        metric=_maybe(Metric, kept["metric"]),
        unit=_maybe(Unit, data["unit_asked"]),
        group_by=_maybe(Grouping, kept["group_by"]),
        newest_first=kept["sort"] is not None,
        unit_words=kept["unit"],
        sureness=float(data["sureness"]),
        sides=_read_sides(data["sides"]),
        left_out=read_items(data.get("left_out", ())),
        **plain,
        **listed,
    )


def read_items(kept: Sequence[Sequence[Any]]) -> tuple[Item, ...]:
    """Lines of a list, as answers keep them: place, key, words."""
    return tuple(Item(place=place, key=key, shown=shown) for place, key, shown in kept)


_Named = TypeVar("_Named", bound=StrEnum)


def _maybe(names: type[_Named], value: str | None) -> _Named | None:
    return names(value) if value else None


def _read_mention(data: Mapping[str, Any]) -> OrganizationMention:
    return OrganizationMention(words=data["words"], uids=tuple(data["uids"]), labels=tuple(data["labels"]))


def _read_period(data: Mapping[str, str | None] | None) -> Period | None:
    if data is None:
        return None
    since, until = data["since"], data["until"]
    return Period(
        since=date.fromisoformat(since) if since else None,
        until=date.fromisoformat(until) if until else None,
        words=data["words"] or "",
    )


def _read_amount(value: int | float | None) -> Decimal | None:
    return None if value is None else Decimal(str(value))
