"""A comparison as it was asked → its sides as filters, or what keeps them from standing side by side."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from enum import StrEnum

from core.answer.compose.words import STAGES, join_and, organization_name, period_label, period_words
from core.answer.steps import Situation
from core.domain.asked import Side
from core.domain.ledger import Stage
from core.domain.organization import Coverage, Organization
from core.domain.period import Period
from core.domain.types import DECISION_TYPES
from core.greek.dates import describe

_DAY = timedelta(days=1)
_QUIET = timedelta(days=8)  # so long may the last days of a period have no act
_UNEVEN = 3  # days by which months, quarters and half-years differ
_SHORTEST = 28
_MOST = 12


class Kind(StrEnum):
    PERIODS = "periods"
    BODIES = "bodies"
    TOPICS = "topics"
    STAGES = "stages"
    TYPES = "types"


class Hindrance(StrEnum):
    """Why there is no comparison."""

    ONE_SIDE = "one_side"
    TWO_WAYS = "two_ways"
    TOO_MANY = "too_many"
    UNEQUAL = "unequal"
    NO_YEAR = "no_year"
    SPANS_YEARS = "spans_years"
    BEGINS_LATER = "begins_later"
    ENDS_EARLIER = "ends_earlier"
    HOLES = "holes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A side and how it is called; `body` where sides are bodies."""

    side: Side
    label: str
    body: Organization | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Short:
    """A body whose data do not reach over what was asked."""

    why: Hindrance
    coverage: Coverage
    period: Period


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """`cut_on`: the day our data end, where all sides were cut to it. `left_out`: bodies out of «ποιος δήμος …»."""

    kind: Kind
    sides: tuple[Named, ...] = ()
    period: Period = field(default_factory=Period)
    cut_on: date | None = None
    hindrance: Hindrance | None = None
    short: Short | None = None
    left_out: tuple[Short, ...] = ()


def comparison_of(situation: Situation) -> Comparison:
    """The one thing in which the sides differ; two such things are asked back."""
    asked = situation.request.sides
    said = {
        Kind.PERIODS: len(asked.periods),
        Kind.BODIES: len(situation.bodies),
        Kind.TOPICS: len(asked.topics),
        Kind.STAGES: len(asked.stages),
        Kind.TYPES: len(asked.types),
    }
    several = [kind for kind, number in said.items() if number > 1]
    if len(several) != 1:
        return Comparison(kind=Kind.PERIODS, hindrance=Hindrance.TWO_WAYS if several else Hindrance.ONE_SIDE)
    if said[several[0]] > _MOST:
        return Comparison(kind=several[0], hindrance=Hindrance.TOO_MANY)
    match several[0]:
        case Kind.PERIODS:
            return _of_periods(situation, asked.periods)
        case Kind.BODIES:
            return _of_bodies(situation)
    return _of_one_body(situation, several[0])


def _of_one_body(situation: Situation, kind: Kind) -> Comparison:
    """Topics, stages and kinds of act are all cut from the same data: whatever these lack, they lack on every side."""
    where, asked = situation.where(), situation.request.sides
    sides: list[Named] = []
    if kind is Kind.TOPICS:
        for topic in situation.topics:
            words = " ".join(group.shown[0] for group in topic.condition.groups)
            sides.append(Named(side=Side(key=words, where=replace(where, condition=topic.condition)), label=words))
    elif kind is Kind.STAGES:
        sides = [
            Named(side=Side(key=stage.value, where=replace(where, stage=stage)), label=STAGES[stage].plural)
            for stage in asked.stages
        ]
    else:
        sides = [
            Named(side=Side(key=uid, where=replace(where, decision_types=(uid,))), label=DECISION_TYPES[uid].plural)
            for uid in asked.types
        ]
    if len({each.side.key for each in sides}) < len(sides):
        return Comparison(kind=kind, hindrance=Hindrance.ONE_SIDE)
    return Comparison(kind=kind, sides=tuple(sides), period=situation.period)


def _of_periods(situation: Situation, periods: Sequence[Period]) -> Comparison:
    """Equal lengths, wholly held; a year that is not over is compared with the same part of the others."""
    if not _are_equal(periods):
        return Comparison(kind=Kind.PERIODS, hindrance=Hindrance.UNEQUAL)
    if situation.request.stage is Stage.COMMITMENT and any(_spans_years(each) for each in periods):
        return Comparison(kind=Kind.PERIODS, hindrance=Hindrance.SPANS_YEARS)
    coverage = situation.coverages[0] if situation.coverages else None
    cut = _cut_on(periods, coverage)
    periods = [_until(each, cut) for each in periods] if cut else periods
    short = next((found for each in periods if coverage and (found := shortfall(coverage, each))), None)
    if short is not None:
        return Comparison(kind=Kind.PERIODS, hindrance=short.why, short=short)
    where = situation.where()
    sides = tuple(
        Named(side=Side(key=_key(each), where=replace(where, period=each)), label=period_label(each))
        for each in periods
    )
    return Comparison(kind=Kind.PERIODS, sides=sides, period=_whole(periods), cut_on=cut)


def _whole(periods: Sequence[Period]) -> Period:
    """From the first day of all to the last, in the words of each."""
    since = min(each.since for each in periods if each.since)
    until = max(each.until for each in periods if each.until)
    return Period(since=since, until=until, words=join_and([period_words(each) for each in periods]))


def _key(period: Period) -> str:
    return str(period.whole_year or f"{period.since}..{period.last_day}")


def _are_equal(periods: Sequence[Period]) -> bool:
    lengths = [(each.until - each.since).days for each in periods if each.since and each.until]
    return len(lengths) == len(periods) and max(lengths) - min(lengths) <= _UNEVEN


def _spans_years(period: Period) -> bool:
    return bool(period.since and period.last_day and period.since.year != period.last_day.year)


def _cut_on(periods: Sequence[Period], coverage: Coverage | None) -> date | None:
    """The last day that we hold, when the newest side runs beyond it and all begin on the same day of a year."""
    last = held_until(coverage) if coverage else None
    starts = [each.since for each in periods if each.since]
    if last is None or all(each.until is None or each.until <= last + _QUIET for each in periods):
        return None
    alike = len({(day.month, day.day) for day in starts}) == 1
    long_enough = (last - max(starts)).days >= _SHORTEST
    within_a_year = not any(_spans_years(each) for each in periods)
    return last if alike and long_enough and within_a_year else None


def _until(period: Period, cut: date) -> Period:
    if period.since is None:
        return period
    leap = (cut.month, cut.day) == (2, 29)
    return _described(period.since, cut.replace(year=period.since.year, day=28 if leap else cut.day) + _DAY)


def _described(since: date, until: date) -> Period:
    return Period(since=since, until=until, words=describe(since, until))


def _of_bodies(situation: Situation) -> Comparison:
    """One period, held of every body; of «ποιος δήμος …» the bodies that do not hold it are left out, by name."""
    every = not situation.request.organizations
    coverages = {each.organization_uid: each for each in situation.coverages}
    if situation.period.is_open and every:
        return Comparison(kind=Kind.BODIES, hindrance=Hindrance.NO_YEAR)
    if situation.request.stage is Stage.COMMITMENT and _spans_years(situation.period):
        return Comparison(kind=Kind.BODIES, hindrance=Hindrance.SPANS_YEARS)
    period, cut = _held_by_all(situation, coverages)
    shorts = {uid: short for uid, each in coverages.items() if (short := shortfall(each, period))}
    kept = [body for body in situation.bodies if body.uid not in shorts]
    if shorts and (not every or len(kept) < 2):
        short = next(iter(shorts.values()))
        return Comparison(kind=Kind.BODIES, hindrance=short.why, short=short)
    where = replace(situation.where(), period=period)
    sides = tuple(
        Named(
            side=Side(key=body.uid, where=replace(where, organizations=(body.uid,))),
            label=organization_name(body.label),
            body=body,
        )
        for body in kept
    )
    return Comparison(kind=Kind.BODIES, sides=sides, period=period, cut_on=cut, left_out=tuple(shorts.values()))


def _held_by_all(situation: Situation, coverages: dict[str, Coverage]) -> tuple[Period, date | None]:
    """The asked period; the part that all bodies hold where none was asked, or where it is not over yet."""
    period = situation.period
    firsts = [each.first_on for each in coverages.values() if each.first_on]
    lasts = [day for each in coverages.values() if (day := held_until(each))]
    if period.is_open and firsts and lasts:
        return _described(max(firsts), min(lasts) + _DAY), None
    last = max(lasts, default=None)
    over = last is not None and period.until is not None and period.until > last + _QUIET
    if over and last is not None and period.since is not None and (last - period.since).days >= _SHORTEST:
        common = min(day for day in lasts if day > last - _QUIET)
        return _described(period.since, common + _DAY), common
    return period, None


def held_until(coverage: Coverage) -> date | None:
    return coverage.published_through or coverage.last_on


def shortfall(coverage: Coverage, period: Period) -> Short | None:
    """Why a period is not wholly held of a body: a total would still be true, a comparison would not."""
    first, last = coverage.since or coverage.first_on, held_until(coverage)
    why = None
    if first is None or last is None or period.since is None or period.until is None or _begins(first, period.since):
        why = Hindrance.BEGINS_LATER
    elif period.until > last + _QUIET:
        why = Hindrance.ENDS_EARLIER
    elif _has_holes(coverage, period):
        why = Hindrance.HOLES
    return Short(why=why, coverage=coverage, period=period) if why else None


def _has_holes(coverage: Coverage, period: Period) -> bool:
    """A month without an act, or days that were not read or do not add up."""
    months = any(date(int(month[:4]), int(month[5:7]), 1) in period for month in coverage.missing_months)
    unread = any(_meets(gap, period) for gap in coverage.unproven)
    return months or unread


def _begins(first: date, since: date) -> bool:
    """What we hold begins in a later month: its first days may have had no act."""
    return since < first and (since.year, since.month) != (first.year, first.month)


def _meets(gap: Period, period: Period) -> bool:
    starts_before = period.until is None or gap.since is None or gap.since < period.until
    ends_after = period.since is None or gap.until is None or gap.until > period.since
    return starts_before and ends_after
