"""The limits of direct awards, by date, and the amounts close under them in both readings of VAT (the .toml beside)."""

import tomllib
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from pathlib import Path

from core.domain.period import Period

_CENT = Decimal("0.01")


class LimitKind(StrEnum):
    USUAL = "usual"  # supplies and services
    WORKS = "works"


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardLimit:
    """`euro` without VAT; in force over `period`."""

    kind: LimitKind
    period: Period
    euro: Decimal
    law: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """Amounts in euro close under a limit, both ends inside. `gross`: read as holding VAT, the limit with VAT on it."""

    limit: AwardLimit
    period: Period
    gross: bool
    least: Decimal
    most: Decimal

    @property
    def key(self) -> str:
        """Names it among those of one answer."""
        return f"{self.limit.euro:.0f} {'gross' if self.gross else 'net'}"


_READ = tomllib.loads((Path(__file__).parent / "award_limits.toml").read_text(encoding="utf-8"))
NEAR = Decimal(_READ["near_percent"]) / 100
VAT = Decimal(_READ["vat_percent"]) / 100
CHECKED = bool(_READ["checked"])  # against the Government Gazette
LIMITS = tuple(
    AwardLimit(
        kind=LimitKind(each["kind"]),
        period=Period(since=each["since"], until=each.get("until")),
        euro=Decimal(each["euro"]),
        law=each["law"],
    )
    for each in _READ["limit"]
)


def readings(limit: AwardLimit) -> tuple[Decimal, Decimal]:
    """The limit as amounts that hold no VAT and as amounts that do, in euro."""
    return limit.euro, (limit.euro * (1 + VAT)).quantize(_CENT)


def kind_of(euro: Decimal | None) -> LimitKind:
    """The kind that has a limit of this amount, with or without VAT; the usual one where none has."""
    return next((each.kind for each in LIMITS if euro in readings(each)), LimitKind.USUAL)


def others(kind: LimitKind, period: Period) -> tuple[AwardLimit, ...]:
    """The limits of the other kinds that were in force within the period."""
    return tuple(each for each in LIMITS if each.kind is not kind and _common(each.period, period) is not None)


def bands(kind: LimitKind, period: Period) -> tuple[Band, ...]:
    """Of every limit in force within the period, the earlier first, the amounts without VAT before those with it."""
    found = []
    for limit in (each for each in LIMITS if each.kind is kind):
        common = _common(limit.period, period)
        if common is not None:
            found += [_band(limit, common, gross=gross) for gross in (False, True)]
    return tuple(found)


def _band(limit: AwardLimit, period: Period, *, gross: bool) -> Band:
    most = readings(limit)[gross].quantize(_CENT)
    return Band(limit=limit, period=period, gross=gross, least=(most * (1 - NEAR)).quantize(_CENT), most=most)


def _common(one: Period, other: Period) -> Period | None:
    """The days of both; the words of the second stay where it lies wholly inside the first."""
    since = max((day for day in (one.since, other.since) if day), default=None)
    until = min((day for day in (one.until, other.until) if day), default=None)
    if since and until and since >= until:
        return None
    return other if (since, until) == (other.since, other.until) else Period(since=since, until=until)
