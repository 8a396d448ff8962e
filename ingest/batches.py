"""Stores what was parsed, batch by batch: decisions, and as rejections what cannot be read or the database refuses."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from core.alerts.matching import Matcher
from core.domain.decision import Decision
from core.errors import InvalidInput
from core.store import decisions as store
from core.store import loads
from core.store.decision_records import Records, records
from core.store.pool import Connection, transaction
from core.store.saving import save_records
from ingest.diavgeia.parse import Reason, Rejection, rejection

Parsed = Decision | Rejection
_matcher = Matcher()


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Parsed rows as they will be stored. `adas` has one entry a row: what it is of, where that can be told.

    It is made apart from the connection that stores it, in another process where there is much to parse.
    """

    adas: tuple[str | None, ...] = ()
    records: Records = field(default_factory=Records)
    rejected: tuple[tuple[int, Rejection], ...] = ()

    @property
    def rows(self) -> int:
        return len(self.adas)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """What came of a batch: every row of it is in exactly one of the two."""

    saved: store.Saved = field(default_factory=store.Saved)
    refused: tuple[Rejection, ...] = ()

    @property
    def rejected(self) -> Counter[Reason]:
        return Counter(each.reason for each in self.refused)


def batch_of(parsed: Sequence[Parsed]) -> Batch:
    """Rows that tell no act apart have no ΑΔΑ: the act behind them has not been seen."""
    return Batch(
        adas=tuple(map(_seen, parsed)),
        records=records(each for each in parsed if isinstance(each, Decision)),
        rejected=tuple((place, each) for place, each in enumerate(parsed) if isinstance(each, Rejection)),
    )


_UNSEEN = frozenset({Reason.SOURCE_ERROR, Reason.NOT_A_DECISION, Reason.BROKEN_JSON})


def _seen(row: Parsed) -> str | None:
    return None if isinstance(row, Rejection) and row.reason in _UNSEEN else row.ada


async def store_batch(
    db: Connection,
    batch: Batch,
    *,
    again: Callable[[], Sequence[Parsed]],
    load: int,
    first: int,
    live: bool = False,
    at: datetime | None = None,
) -> Stored:
    """Inside the caller's transaction. `first`: the place of its first row in the load, which names rejected rows.

    `live`: the rows are what the source says now. `at`: what time it is, for alerts; else the machine's.

    `again` parses its rows anew: where the database refuses one, they are tried in halves until it stands alone.
    """
    try:
        async with transaction(db):
            saved, refused = await _saved(db, batch.records, live=live, at=at), dict(batch.rejected)
    except InvalidInput:
        parsed = again()
        decisions = [(place, each) for place, each in enumerate(parsed) if isinstance(each, Decision)]
        saved, refused = await _save(db, decisions, live=live, at=at)
        refused |= {place: each for place, each in enumerate(parsed) if isinstance(each, Rejection)}
    rows = [_refused(first + place, each) for place, each in sorted(refused.items())]
    await loads.refuse(db, load=load, rows=rows)
    return Stored(saved=saved, refused=tuple(refused.values()))


async def _saved(db: Connection, made: Records, *, live: bool, at: datetime | None) -> store.Saved:
    """With what it means to subscribers: neither is ever there without the other."""
    if not made.decisions:
        return store.Saved()
    saved = await save_records(db, batch=made, live=live)
    if saved.new or saved.changed:
        await _matcher.match_saved(db, at=at or datetime.now(UTC))
    return saved


async def save_act(db: Connection, act: Decision, *, at: datetime | None = None) -> store.Saved:
    """One act as the source says it now, by itself. InvalidInput when the database refuses it."""
    return await _saved(db, records([act]), live=True, at=at)


async def _save(
    db: Connection, decisions: Sequence[tuple[int, Decision]], *, live: bool, at: datetime | None
) -> tuple[store.Saved, dict[int, Rejection]]:
    """Halves what the database refuses until the decision at fault stands alone."""
    if not decisions:
        return store.Saved(), {}
    try:
        async with transaction(db):
            made = records(decision for _, decision in decisions)
            return await _saved(db, made, live=live, at=at), {}
    except InvalidInput:
        if len(decisions) == 1:
            (place, decision), *_ = decisions
            return store.Saved(), {place: rejection(Reason.NOT_STORED, decision.raw, ada=decision.ada)}
    middle = len(decisions) // 2
    one, first = await _save(db, decisions[:middle], live=live, at=at)
    other, second = await _save(db, decisions[middle:], live=live, at=at)
    return one + other, first | second


def _refused(place: int, rejected: Rejection) -> loads.Refused:
    return loads.Refused(row=place, ada=rejected.ada, reason=rejected.reason.value, raw=rejected.raw)
