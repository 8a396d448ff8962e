"""A stored answer, read back: what was asked of which lookup, the figures that were given, the acts behind them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any, cast

from core.answer.kept.asked_json import from_json
from core.domain.answer import Figure
from core.domain.asked import Asked
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import Unit
from core.store.answers import StoredAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptRow:
    """An act as it stood when the answer was given; `amount` is signed."""

    ada: str
    version: str
    amount: Decimal | None
    set_aside: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """`asked`: what the answer's figure was asked of; None where there is none, or the answer is older than that.

    `rows` are those of that lookup, of the first one otherwise; `whole` when they are all that it found.
    """

    receipt: str
    text: str
    asked_on: date
    answered_at: datetime
    data_until: date | None
    figures: tuple[Figure, ...]
    lookup: str
    asked: Asked | None
    rows: tuple[KeptRow, ...]
    whole: bool

    def figure(self, label: str, unit: Unit = Unit.EURO) -> Figure | None:
        """The figure of that label in the stage that was told, if the answer gave it."""
        stage = self.asked.stage if self.asked and unit is Unit.EURO else None
        found = (each for each in self.figures if each.label == label and each.unit is unit)
        return next((each for each in found if stage is None or each.stage is stage), None)


def opened_parts(stored: StoredAnswer, *, receipt: str) -> tuple[Opened, ...]:
    """An answer to each question of a message; one where it was one."""
    request = cast(Mapping[str, Any], stored.request)
    kept = cast(Mapping[str, Any], stored.receipt)
    parts = cast(list[Mapping[str, Any]], kept.get("parts") or [])
    if not parts:
        return (opened(stored, receipt=receipt),)
    made = []
    for part in parts:
        of_part = {name: kept[name][slice(*part[name])] for name in ("figures", "lookups")}
        one = replace(stored, request={**request, "text": part["text"]}, receipt=of_part)
        made.append(opened(one, receipt=receipt))
    return tuple(made)


def opened(stored: StoredAnswer, *, receipt: str) -> Opened:
    """Of several lookups the last one that found something is what the answer was worded from."""
    request = cast(Mapping[str, Any], stored.request)
    kept = cast(Mapping[str, Any], stored.receipt)
    lookups = [each for each in kept["lookups"] if each.get("asked") and each["total_rows"]]
    told = lookups[-1] if lookups else next(iter(kept["lookups"]), {})
    assert stored.answered_at is not None  # it was found
    return Opened(
        receipt=receipt,
        text=request["text"],
        asked_on=date.fromisoformat(request["asked_on"]),
        answered_at=stored.answered_at,
        data_until=_day(request.get("data_until")),
        figures=tuple(map(_figure, kept["figures"])),
        lookup=told.get("name", ""),
        asked=from_json(told["asked"]) if lookups else None,
        rows=tuple(_row(*row) for row in told.get("rows", ())),
        whole=told.get("whole", False),
    )


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def _figure(kept: Mapping[str, Any]) -> Figure:
    return Figure(
        value=Decimal(kept["value"]),
        unit=Unit(kept["unit"]),
        stage=Stage(kept["stage"]) if kept["stage"] else None,
        period=Period(since=_day(kept["since"]), until=_day(kept["until"])),
        decisions=kept["decisions"],
        without_amount=kept["without_amount"],
        label=kept["label"],
    )


def _row(ada: str, version: str, amount: str | None, set_aside: bool) -> KeptRow:
    return KeptRow(ada=ada, version=version, amount=None if amount is None else Decimal(amount), set_aside=set_aside)
