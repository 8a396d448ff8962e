"""Stores what was parsed, batch by batch: decisions, and as rejections what cannot be read or the database refuses."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.domain.decision import Decision
from core.errors import InvalidInput
from core.store import decisions as store
from core.store import loads
from core.store.pool import Connection, transaction
from ingest.diavgeia.parse import Reason, Rejection, rejection

Parsed = Decision | Rejection


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """What came of a batch: every row of it is in exactly one of the two."""

    saved: store.Saved = field(default_factory=store.Saved)
    rejected: Counter[Reason] = field(default_factory=Counter)


async def store_batch(db: Connection, parsed: Sequence[Parsed], *, load: int, first: int) -> Stored:
    """Inside the caller's transaction. `first`: the place of its first row in the load, which names rejected rows."""
    refused = {place: each for place, each in enumerate(parsed, first) if isinstance(each, Rejection)}
    decisions = [(place, each) for place, each in enumerate(parsed, first) if isinstance(each, Decision)]
    saved, unsaved = await _save(db, decisions)
    refused |= unsaved
    await loads.refuse(db, load=load, rows=[_refused(*item) for item in refused.items()])
    return Stored(saved=saved, rejected=Counter(each.reason for each in refused.values()))


async def _save(db: Connection, decisions: Sequence[tuple[int, Decision]]) -> tuple[store.Saved, dict[int, Rejection]]:
    """Halves a batch that the database refuses until the decision at fault stands alone."""
    if not decisions:
        return store.Saved(), {}
    try:
        async with transaction(db):
            return await store.save(db, decisions=[decision for _, decision in decisions]), {}
    except InvalidInput:
        if len(decisions) == 1:
            (place, decision), *_ = decisions
            return store.Saved(), {place: rejection(Reason.NOT_STORED, decision.raw, ada=decision.ada)}
    middle = len(decisions) // 2
    one, first = await _save(db, decisions[:middle])
    other, second = await _save(db, decisions[middle:])
    return one + other, first | second


def _refused(place: int, rejected: Rejection) -> loads.Refused:
    return loads.Refused(row=place, ada=rejected.ada, reason=rejected.reason.value, raw=rejected.raw)
