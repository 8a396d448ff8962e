"""Lookup: how many acts there are about something, all or by year, month, type or body; never how many people."""

from dataclasses import dataclass

from core.answer.lookups import figures
from core.answer.lookups.arguments import checked, described
from core.answer.lookups.store import LookupStore
from core.domain.answer import Figure, Finding
from core.domain.asked import Asked
from core.domain.condition import DecisionFilter
from core.domain.request import Grouping
from core.store import spending

NAME = "count_decisions"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    where: DecisionFilter
    group_by: Grouping | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CountFinding:
    """`groups`: (key, acts), keys as in `core.store.spending.totals_by`.

    `unlimited`: the acts that meet all but the limits on amount, payee, ΚΑΕ or CPV; some of them state none of these.
    """

    finding: Finding
    count: int
    groups: tuple[tuple[str, int], ...] = ()
    unlimited: int | None = None


async def run(store: LookupStore, arguments: Arguments) -> CountFinding:
    where = await checked(store.pool, arguments.where)
    found = await spending.count_by(store.pool, where=where, group_by=arguments.group_by)
    count = sum(number for _, number in found)
    groups = tuple(found) if arguments.group_by else ()
    unlimited = await spending.count(store.pool, where=where.without_line_limits()) if where.limits_lines else None
    return CountFinding(
        finding=Finding(
            lookup=NAME,
            arguments=described(where, group_by=arguments.group_by),
            figures=tuple(_figures(where, count, groups, unlimited)),
            total_rows=count,
            asked=Asked(where=where, group_by=arguments.group_by),
        ),
        count=count,
        groups=groups,
        unlimited=unlimited,
    )


def _figures(
    where: DecisionFilter, count: int, groups: tuple[tuple[str, int], ...], unlimited: int | None
) -> list[Figure]:
    whole = figures.acts(count, "decisions", period=where.period)
    parts = [figures.acts(number, f"decisions {key}", period=where.period) for key, number in groups]
    rest = [] if unlimited is None else [figures.acts(unlimited, "without limits", period=where.period)]
    return [whole, *parts, *rest]
