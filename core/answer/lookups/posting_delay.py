"""Lookup: how many days acts took from issue to posting, all together or by group, and the slowest of them.

No share of late acts: DIAVGEIA_API §5 knows of no term in days between issue and posting.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal

from core.answer.lookups import figures
from core.answer.lookups.arguments import checked, clamped, described
from core.answer.lookups.store import LookupStore
from core.domain.answer import Figure, Finding
from core.domain.asked import Asked
from core.domain.change import percent_of
from core.domain.condition import DecisionFilter
from core.domain.period import Period
from core.domain.request import Grouping, Unit
from core.store import delays, spending
from core.store.delays import Delay, Posted

NAME = "posting_delay"
MONTH = 30  # days beyond which acts are counted apart: a measure for readers, no limit of the law
_TENTH = Decimal("0.1")
_MOST = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    where: DecisionFilter
    group_by: Grouping | None = None
    slowest: int = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class DelayFinding:
    """`whole` is None where there is no act. `slowest`: those that count, the longest first."""

    finding: Finding
    whole: Delay | None
    groups: tuple[Delay, ...] = ()
    slowest: tuple[Posted, ...] = ()


async def run(store: LookupStore, arguments: Arguments) -> DelayFinding:
    asked = await checked(store.pool, arguments.where)
    where = replace(spending.counted_types(asked), stage=None)  # of a commitment too the day of issue counts
    found = await delays.by(store.pool, where=where)
    whole = found[0] if found else None
    tellable = whole is not None and whole.tellable
    by_group = tellable or arguments.group_by is Grouping.ORGANIZATION
    groups = await delays.by(store.pool, where=where, group_by=arguments.group_by) if by_group else []
    groups = groups if arguments.group_by else []
    most = clamped(arguments.slowest, least=1, most=_MOST)
    slowest = await delays.acts(store.pool, where=where, counted=True, limit=most) if tellable else []
    told = [figure for each in (*found, *groups) for figure in _figures(each, where.period)]
    told += [_days(each.days, each.row.ada, where.period) for each in slowest if each.days is not None]
    return DelayFinding(
        finding=Finding(
            lookup=NAME,
            arguments=described(where, group_by=arguments.group_by),
            figures=tuple(told),
            rows=tuple(each.row for each in slowest),
            total_rows=whole.decisions if whole else 0,
            facts=tuple(_posted(slowest)),
            asked=Asked(where=where, group_by=arguments.group_by) if tellable else None,
        ),
        whole=whole,
        groups=tuple(groups),
        slowest=tuple(slowest),
    )


def _posted(slowest: Sequence[Posted]) -> list[tuple[str, str]]:
    return [("posted_on", each.published_on.isoformat()) for each in slowest if each.published_on]


def _figures(delay: Delay, period: Period) -> list[Figure]:
    """Days and shares only where they may be told; numbers of acts always."""
    key = f" {delay.key}" if delay.key else ""
    numbers = {
        "decisions": delay.decisions,
        "counted": delay.counted,
        "unknown": delay.unknown,
        "doubtful": delay.doubtful,
        "before_issue": delay.before_issue,
        "same_day": delay.same_day,
        "over_month": delay.over_month,
    }
    acts = [figures.acts(number, f"{name}{key}", period=period) for name, number in numbers.items()]
    return [*(_told(delay, key, period) if delay.tellable else []), *acts]


def _told(delay: Delay, key: str, period: Period) -> list[Figure]:
    mean = delay.mean.quantize(_TENTH, ROUND_HALF_UP) if delay.mean is not None else None
    days = {"month": MONTH, "median": delay.median, "ninth": delay.ninth, "longest": delay.longest, "mean": mean}
    shares = {"part same_day": delay.same_day, "part over_month": delay.over_month}
    told = [_days(value, f"{name}{key}", period, delay.counted) for name, value in days.items() if value is not None]
    for name, number in shares.items():
        share = percent_of(Decimal(number), Decimal(delay.counted))
        if share is not None:
            told.append(Figure(value=share, unit=Unit.PERCENT, period=period, label=f"{name}{key}"))
    return told


def _days(value: int | Decimal, label: str, period: Period, acts: int = 1) -> Figure:
    return Figure(value=Decimal(value), unit=Unit.DAYS, period=period, decisions=acts, label=label)
