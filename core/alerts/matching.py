"""New decisions × subscriptions, inside the transaction of the ingestion that brings them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from core.alerts.times import due_at
from core.domain.decision import Status
from core.domain.ledger import Stage
from core.domain.subscription import Fit, News, Sighting, Subscription, fit
from core.domain.types import stage_of
from core.store import matches, outbox, subscriptions
from core.store.matches import Known, Match
from core.store.pool import Connection

_STATES = {Status.REVOKED.value: News.REVOKED, Status.PENDING_REVOCATION.value: News.PENDING}
_UNDONE = frozenset({News.REVOKED, News.PENDING})


@dataclass(slots=True)
class Index:
    """All subscriptions, each under one thing that an act must have to fit it, so that few are looked at for an act."""

    by_id: dict[int, Subscription] = field(default_factory=dict)
    watched: dict[str, list[Subscription]] = field(default_factory=dict)
    _by_word: dict[tuple[str | None, str], list[Subscription]] = field(default_factory=dict)
    _by_body: dict[str | None, list[Subscription]] = field(default_factory=dict)

    @classmethod
    def of(cls, known: Iterable[Subscription]) -> "Index":
        made = cls()
        for each in known:
            made._put(each)
        return made

    def candidates(self, act: Sighting) -> Iterator[Subscription]:
        """Each once at most."""
        seen: set[int] = set()
        for body in (act.organization_uid, None):
            listed = [self._by_body.get(body, ())] + [self._by_word.get((body, word), ()) for word in act.lexemes]
            for each in (one for some in listed for one in some):
                if each.id not in seen:
                    seen.add(each.id)
                    yield each

    def _put(self, each: Subscription) -> None:
        self.by_id[each.id] = each
        wish = each.wish
        for ada in wish.adas:
            self.watched.setdefault(ada, []).append(each)
        if wish.is_watch:
            return
        bodies: Sequence[str | None] = wish.organizations or (None,)
        group = min(wish.words.groups, key=lambda one: len(one.alternatives), default=None)
        for body in bodies:
            if group is None:
                self._by_body.setdefault(body, []).append(each)
                continue
            for word in {max(phrase, key=len) for phrase in group.alternatives if phrase}:
                self._by_word.setdefault((body, word), []).append(each)


class Matcher:
    """Keeps the subscriptions between batches, and reads them again when one of them has changed."""

    def __init__(self) -> None:
        self._version = ""
        self._index = Index()

    async def match_saved(self, db: Connection, *, at: datetime) -> int:
        """What the batch that was just saved means to subscribers: matches, and digests to come. How many matches."""
        index = await self._current(db)
        if not index.by_id:
            return 0
        acts = await matches.arrived(db)
        if not acts:
            return 0
        found = [*_new(index, acts, at), *await _paid(db, index, acts, at), *await _happened(db, index, acts, at)]
        return await _record(db, index, found, at)

    async def _current(self, db: Connection) -> Index:
        version = await subscriptions.begin_matching(db)
        if version != self._version:
            self._index = Index.of(await subscriptions.watched(db))
            self._version = version
        return self._index


def _new(index: Index, acts: Sequence[Sighting], at: datetime) -> Iterator[Match]:
    """Acts that fit and were posted since the subscription; one that was changed until it fits is new to its reader."""
    for act in acts:
        if act.status == Status.REVOKED:
            continue
        for each in index.candidates(act):
            if act.posted_at >= each.news_from and (how := fit(each.wish, act)) is not None:
                yield _match(each, act, at, unstated=how is Fit.UNSTATED)


async def _paid(db: Connection, index: Index, acts: Sequence[Sighting], at: datetime) -> list[Match]:
    """Payments that are linked with watched acts and were posted since."""
    paying = {act.ada: act for act in acts if act.fresh and stage_of(act.decision_type) is Stage.PAYMENT}
    if not paying or not index.watched:
        return []
    pairs = await matches.payments(db, adas=list(paying), watched=list(index.watched))
    return [
        Match(
            subscription=each.id,
            ada=ada,
            news=News.PAID,
            version=payment,
            by_ada=payment,
            due_at=_due(each, at),
        )
        for payment, ada in pairs
        for each in index.watched[ada]
        if _is_told(each, News.PAID) and paying[payment].posted_at >= each.news_from
    ]


async def _happened(db: Connection, index: Index, acts: Sequence[Sighting], at: datetime) -> list[Match]:
    """What has become of acts that were told, or are watched, against what the reader knows of them.

    Of several changes between two letters the last one is told, and none where all is as it was.
    """
    changed = {act.ada: act for act in acts if not act.fresh}
    if not changed:
        return []
    await matches.overtake(db, facts={ada: act.facts for ada, act in changed.items()})
    last = [each for each in await matches.known(db, adas=list(changed)) if each.subscription in index.by_id]
    other = [each for each in last if each.facts != changed[each.ada].facts]
    waiting = {each.id: changed[each.ada].facts for each in other if not each.told}
    if waiting:
        await matches.retell(db, facts=waiting)
    found = []
    for each in other:
        subscription, act = index.by_id[each.subscription], changed[each.ada]
        news = _news(each, act)
        if each.told and _is_told(subscription, news):
            found.append(_match(subscription, act, at, news=news))
    return found


def _news(last: Known, act: Sighting) -> News:
    if act.status in _STATES:
        return _STATES[act.status]
    return News.RESTORED if last.news in _UNDONE else News.CORRECTED


def _is_told(each: Subscription, news: News) -> bool:
    return not each.wish.only or news in each.wish.only


def _match(each: Subscription, act: Sighting, at: datetime, *, news: News = News.NEW, unstated: bool = False) -> Match:
    return Match(
        subscription=each.id,
        ada=act.ada,
        news=news,
        version="" if news is News.NEW else act.version,
        unstated=unstated,
        facts=act.facts,
        due_at=_due(each, at),
    )


def _due(each: Subscription, at: datetime) -> datetime | None:
    """None: held back while the subscription is paused."""
    return due_at(each.frequency, each.weekday, at) if each.is_active(at) else None


async def _record(db: Connection, index: Index, found: Sequence[Match], at: datetime) -> int:
    if not found:
        return 0
    made = await matches.add(db, matches=found, at=at)
    due: dict[str, datetime] = {}
    for number, moment, _ in made:
        if moment is not None:
            chat = index.by_id[number].conversation
            due[chat] = min(due.get(chat, moment), moment)
    await outbox.expect(db, due=due, at=at)
    return sum(new for _, _, new in made)
