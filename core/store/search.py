"""Search over distinct subjects: three legs bound by one filter, fused by reciprocal rank (DESIGN §5)."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from core.domain.condition import DecisionFilter
from core.domain.ledger import Stage
from core.domain.search import Leg, SearchPage, SearchQuery
from core.domain.types import DECISION_TYPES
from core.store import search_legs, sql
from core.store.pool import Db, Pool
from core.store.rows import as_row
from core.store.search_legs import Candidate, Scope

STATEMENTS = sql.load(__name__)

RRF_K = 60
WEIGHTS: Mapping[Leg, float] = {Leg.WORDS: 1.0, Leg.GRAMS: 0.5, Leg.DENSE: 1.0}  # measured: evals/results
EXACT_TEXTS = 8_000  # so many are ranked one by one; beyond, an index is walked
_ACTS_READ = 40_000  # of a filter, before it counts as wide
_LEGS = {Leg.WORDS: search_legs.words, Leg.GRAMS: search_legs.grams, Leg.DENSE: search_legs.dense}

Ranking = Mapping[Leg, Sequence[Candidate]]
Encode = Callable[[], Awaitable[tuple[tuple[float, ...], ...]]]


async def hybrid(
    db: Db,
    *,
    query: SearchQuery,
    where: DecisionFilter,
    limit: int,
    offset: int = 0,
    encode: Encode | None = None,
) -> SearchPage:
    """One page of the fusion. `encode`, when given, makes the query's vectors beside the other legs.

    Given a pool, the legs run at once, a connection each; given a connection, one after the other.
    """
    scope = await scope_of(db, where=where)
    ranking = await rank(db, query=query, scope=scope, encode=encode)
    order = fuse(ranking)
    matched = {candidate.text_id for found in ranking.values() for candidate in found if candidate.counts}
    records = await db.fetch(STATEMENTS.rows, *scope.arguments, order[offset : offset + limit])
    return SearchPage(
        rows=tuple(
            as_row(record, one_body=len(where.organizations) == 1, same_subject=record["acts"]) for record in records
        ),
        total=len(order),
        matched=len(matched),
        legs=tuple(leg for leg in Leg if ranking.get(leg)),
    )


async def rank(db: Db, *, query: SearchQuery, scope: Scope, encode: Encode | None = None) -> dict[Leg, list[Candidate]]:
    """What each leg finds, best first. N-grams are asked where another leg stays out or finds nothing (README)."""
    by_meaning = encode is not None or bool(query.vectors)
    found = await _together(db, [Leg.WORDS, Leg.DENSE if by_meaning else Leg.GRAMS], query, scope, encode)
    if by_meaning and not all(found.values()):
        found |= await _together(db, [Leg.GRAMS], query, scope, None)
    return found


async def _together(
    db: Db, legs: Sequence[Leg], query: SearchQuery, scope: Scope, encode: Encode | None
) -> dict[Leg, list[Candidate]]:
    async def run(leg: Leg) -> list[Candidate]:
        if leg is Leg.DENSE and encode is not None:
            return await _LEGS[leg](db, query=replace(query, vectors=await encode()), scope=scope)
        return await _LEGS[leg](db, query=query, scope=scope)

    if not isinstance(db, Pool):
        return {leg: await run(leg) for leg in legs}
    async with asyncio.TaskGroup() as group:
        tasks = {leg: group.create_task(run(leg)) for leg in legs}
    return {leg: task.result() for leg, task in tasks.items()}


def fuse(ranking: Ranking, *, k: int = RRF_K, weights: Mapping[Leg, float] = WEIGHTS) -> list[int]:
    """Texts by the sum of weight / (k + rank) over the legs; of equal ones the better single rank, then the newer."""
    score: defaultdict[int, float] = defaultdict(float)
    best: dict[int, int] = {}
    for leg, found in ranking.items():
        for place, candidate in enumerate(found, start=1):
            score[candidate.text_id] += weights[leg] / (k + place)
            best[candidate.text_id] = min(place, best.get(candidate.text_id, place))
    return sorted(score, key=lambda text_id: (-score[text_id], best[text_id], -text_id))


async def scope_of(db: Db, *, where: DecisionFilter) -> Scope:
    """The filter as the legs take it."""
    arguments = _arguments(where)
    if where == DecisionFilter():
        return Scope(arguments=arguments, ids=None)
    ids = await db.fetchval(STATEMENTS.allowed, *arguments, EXACT_TEXTS, _ACTS_READ)
    return Scope(arguments=arguments, ids=ids)


def _arguments(where: DecisionFilter) -> tuple[object, ...]:
    first, last = _fiscal_years(where)
    digits = where.cpv.partition("-")[0] if where.cpv else ""
    return (
        list(where.organizations) or None,
        where.period.since or date.min,
        where.period.until or date.max,
        first,
        last,
        [each.uid for each in DECISION_TYPES.values() if each.stage is Stage.COMMITMENT],
        _types(where),
        where.tsquery,
        where.payee_afm,
        where.amount_min,
        where.amount_max,
        where.kae,
        digits[:2] + digits[2:].rstrip("0") or None,
        where.status,
    )


def _fiscal_years(where: DecisionFilter) -> tuple[int | None, int | None]:
    years = where.period.whole_years
    if years is None or years == (None, None):
        return None, None
    return years[0] or 0, years[1] or date.max.year


def _types(where: DecisionFilter) -> list[str] | None:
    """The types asked, those of the stage asked, or what is in both; an impossible pair finds nothing."""
    if where.stage is None:
        return list(where.decision_types) or None
    of_stage = [each.uid for each in DECISION_TYPES.values() if each.stage is where.stage]
    both = [uid for uid in of_stage if uid in where.decision_types] if where.decision_types else of_stage
    return both or [""]
