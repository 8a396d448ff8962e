"""Search over distinct subjects: three legs bound by one filter, fused by reciprocal rank (DESIGN §5)."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from core.domain.condition import Condition, DecisionFilter
from core.domain.search import Leg, SearchPage, SearchQuery
from core.store import search_legs, sql
from core.store.filters import matching
from core.store.pool import Db, together
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
    async with _begun(encode) as encode:
        scope = await scope_of(db, where=where)
        ranking = await rank(db, query=query, scope=scope, encode=encode)
    order = fuse(ranking)
    matched = {candidate.text_id for found in ranking.values() for candidate in found if candidate.counts}
    rest = matching(replace(where, condition=Condition(), direct_only=False))  # acts of a text share its words
    records = await db.fetch(STATEMENTS.rows, *rest, order[offset : offset + limit], list(where.without))
    return SearchPage(
        rows=tuple(
            as_row(record, one_body=len(where.organizations) == 1, same_subject=record["acts"]) for record in records
        ),
        total=len(order),
        matched=len(matched),
        legs=tuple(leg for leg in Leg if ranking.get(leg)),
    )


@asynccontextmanager
async def _begun(encode: Encode | None) -> AsyncIterator[Encode | None]:
    """The vectors are made from now on, while the filter is asked; without need of them, nobody is left behind."""
    if encode is None:
        yield None
        return
    making = asyncio.ensure_future(encode())
    try:
        yield lambda: making
    finally:
        making.cancel()
        await asyncio.wait({making})


async def rank(db: Db, *, query: SearchQuery, scope: Scope, encode: Encode | None = None) -> dict[Leg, list[Candidate]]:
    """What each leg finds, best first. N-grams are asked where another leg stays out or finds nothing (README)."""
    by_meaning = encode is not None or bool(query.vectors)
    found = await _together(db, [Leg.WORDS, Leg.DENSE if by_meaning else Leg.GRAMS], query, scope, encode)
    if by_meaning and not all(found.values()):
        found |= await _together(db, [Leg.GRAMS], query, scope, None)
    return found


async def every_leg(db: Db, *, query: SearchQuery, scope: Scope) -> dict[Leg, list[Candidate]]:
    """All three, for whoever compares them."""
    return await _together(db, list(Leg), query, scope, None)


async def _together(
    db: Db, legs: Sequence[Leg], query: SearchQuery, scope: Scope, encode: Encode | None
) -> dict[Leg, list[Candidate]]:
    async def run(leg: Leg) -> list[Candidate]:
        if leg is Leg.DENSE and encode is not None:
            return await _LEGS[leg](db, query=replace(query, vectors=await encode()), scope=scope)
        return await _LEGS[leg](db, query=query, scope=scope)

    found = await together(db, *map(run, legs))
    return dict(zip(legs, found, strict=True))


def fuse(ranking: Ranking, *, k: int = RRF_K, weights: Mapping[Leg, float] = WEIGHTS) -> list[int]:
    """Texts by the sum of weight / (k + rank) over the legs.

    Of equal ones the better single rank comes first, then what words found, then the newer.
    """
    score: defaultdict[int, float] = defaultdict(float)
    best: dict[int, tuple[int, int]] = {}
    for order, leg in enumerate(Leg):
        for place, candidate in enumerate(ranking.get(leg, ()), start=1):
            score[candidate.text_id] += weights[leg] / (k + place)
            best[candidate.text_id] = min((place, order), best.get(candidate.text_id, (place, order)))
    return sorted(score, key=lambda text_id: (-score[text_id], best[text_id], -text_id))


async def scope_of(db: Db, *, where: DecisionFilter, exact: int = EXACT_TEXTS) -> Scope:
    """The filter as the legs take it; up to `exact` texts that pass it are ranked one by one."""
    arguments = matching(where)
    if where == DecisionFilter():
        return Scope(arguments=arguments, ids=None)
    ids = await db.fetchval(STATEMENTS.allowed, *arguments, exact, _ACTS_READ, list(where.without))
    return Scope(arguments=arguments, ids=ids)
