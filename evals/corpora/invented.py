"""The invented world as entries: the generator's own truth, never what was loaded from it."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from core.domain.decision import Status
from core.domain.ledger import AmountState, Stage
from evals.corpora.entries import Corpus, Entry, indexed
from ingest.world import TruthDecision, TruthRow, World


def corpus_of(world: World) -> Corpus:
    acts = {act.ada: act for act in world.truth.decisions}
    posted = {str(row["ada"]): _day(row["publishTimestamp"]) for row in world.decisions}
    with_money = {row.ada for row in world.truth.rows}
    silent = [act for act in world.truth.decisions if act.ada not in with_money]
    entries = [_of_row(row, acts[row.ada], posted[row.ada]) for row in world.truth.rows]
    entries += [
        Entry(
            ada=act.ada,
            organization=act.organization_uid,
            decision_type=act.decision_type,
            issued_on=act.issued_on,
            year=act.issued_on.year,
            published=act.status is Status.PUBLISHED,
            topic=act.topic if act.named else None,
            posted_on=posted[act.ada],
            direct=act.direct,
        )
        for act in silent
    ]
    marked: dict[str, list[str]] = {}
    for act in acts.values():
        for case in act.cases:
            marked.setdefault(str(case), []).append(act.ada)
    return Corpus(
        name="world",
        today=world.until,
        entries=tuple(entries),
        by_ada=indexed(entries),
        subjects={str(row["ada"]): str(row["subject"]) for row in (*world.superseded, *world.decisions)},
        has_topic=lambda entry, topic: entry.topic in topic.split("|"),
        marked={case: tuple(adas) for case, adas in marked.items()},
        linked=_linked(world),
        known_stages=frozenset(stage.value for stage in Stage),
    )


def _linked(world: World) -> dict[str, frozenset[str]]:
    """Acts that name one another, directly or by way of a third."""
    groups: dict[str, set[str]] = {}
    for link in world.truth.links:
        joined = groups.get(link.ada, {link.ada}) | groups.get(link.target, {link.target})
        groups.update(dict.fromkeys(joined, joined))
    return {ada: frozenset(group - {ada}) for ada, group in groups.items()}


def _day(milliseconds: object) -> date:
    return datetime.fromtimestamp(int(str(milliseconds)) / 1000, tz=ZoneInfo("Europe/Athens")).date()


def _of_row(row: TruthRow, act: TruthDecision, posted_on: date) -> Entry:
    return Entry(
        ada=row.ada,
        organization=row.organization_uid,
        decision_type=row.decision_type,
        issued_on=act.issued_on,
        year=row.year,
        published=act.status is Status.PUBLISHED,
        stage=row.stage.value,
        amount=None if row.amount is None else row.sign * row.amount,
        counted=row.counted,
        unread=row.state is AmountState.UNREAD,
        payees=row.payees,
        topic=row.topic if row.named else None,
        posted_on=posted_on,
        direct=act.direct,
    )
