"""Lookup: what we hold: of which bodies, from when until when, and which months are missing."""

from collections.abc import Iterator
from dataclasses import dataclass

from core.answer.lookups import figures
from core.answer.lookups.store import LookupStore
from core.domain.answer import Figure, Finding
from core.domain.organization import Coverage
from core.greek.dates import long_day, short_day
from core.store import organizations

NAME = "coverage"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """uids of bodies; none means every covered one."""

    organizations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageFinding:
    """`not_held`: asked bodies of which we hold nothing as a whole."""

    finding: Finding
    coverage: tuple[Coverage, ...]
    not_held: tuple[str, ...] = ()


async def run(store: LookupStore, arguments: Arguments) -> CoverageFinding:
    held = await organizations.coverage(store.pool)
    asked = arguments.organizations
    shown = tuple(each for each in held if not asked or each.organization_uid in asked)
    known = {each.organization_uid for each in held}
    return CoverageFinding(
        finding=Finding(
            lookup=NAME,
            arguments=(("organizations", ", ".join(asked)),) if asked else (),
            figures=tuple(_figures(shown)),
            total_rows=len(shown),
            facts=tuple(fact for each in shown for fact in _facts(each)),
        ),
        coverage=shown,
        not_held=tuple(uid for uid in asked if uid not in known),
    )


def _figures(shown: tuple[Coverage, ...]) -> list[Figure]:
    whole = figures.acts(sum(each.decisions for each in shown), "decisions")
    return [whole, *(figures.acts(each.decisions, each.label) for each in shown)]


def _facts(coverage: Coverage) -> Iterator[tuple[str, str]]:
    yield "organization", coverage.label
    reached = (("first", coverage.first_on), ("last", coverage.last_on), ("published", coverage.published_through))
    for name, day in reached:
        if day is not None:
            yield name, f"{short_day(day)}, {long_day(day)}"
    for gap in coverage.unproven:
        if gap.since and gap.last_day:
            yield "unread", f"{short_day(gap.since)} – {short_day(gap.last_day)}"
    yield from (("missing", f"{month[5:].lstrip('0')}/{month[:4]}") for month in coverage.missing_months)
