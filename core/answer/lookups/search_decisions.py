"""Lookup: decisions about something, nearest or newest first; without words, those that a filter lets through."""

from dataclasses import dataclass, replace

from core.answer import relaxing, searching, topics
from core.answer.lookups import figures
from core.answer.lookups.arguments import NO_WORDS, checked, clamped, described
from core.answer.lookups.store import LookupStore
from core.answer.topics import Topic
from core.domain.answer import Figure, Finding, Row
from core.domain.asked import Asked
from core.domain.condition import Condition, DecisionFilter
from core.domain.search import SearchPage
from core.errors import InvalidInput
from core.store import decisions, spending

NAME = "search_decisions"
_MOST = 50
_DEEPEST = 1_000
_FEW = 3  # below so many acts with all the words, near ones are shown beside them


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """`words` as typed, `topic` as they were resolved (here, when not given); `where` holds everything else.

    `newest_first`: the acts that hold the topic's words, by date, instead of the nearest in words, sound and meaning.
    """

    where: DecisionFilter
    words: tuple[str, ...] = ()
    topic: Topic | None = None
    newest_first: bool = False
    limit: int = 5
    offset: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFinding:
    """`total`: acts that hold the topic's words (or pass the filter, without words).

    `rows` hold the words where any act does. `found`: some row holds them or sounds like them; otherwise rows are
    suggestions. `near`: suggestions beside very few rows. `page`: of the fusion. `fewer`: where nothing was found, the
    part of the topic that `rows` and `total` are of.
    """

    finding: Finding
    rows: tuple[Row, ...]
    total: int
    found: bool
    page: SearchPage | None = None
    near: tuple[Row, ...] = ()
    fewer: Condition | None = None


async def run(store: LookupStore, arguments: Arguments) -> SearchFinding:
    topic = await _topic(store, arguments)
    where = await checked(store.pool, replace(arguments.where, condition=topic.condition) if topic else arguments.where)
    if arguments.words and not where.condition.groups:
        raise InvalidInput(NO_WORDS, value=" ".join(arguments.words))
    total = await spending.count(store.pool, where=where)
    limit, offset = clamped(arguments.limit, least=1, most=_MOST), clamped(arguments.offset, least=0, most=_DEEPEST)
    if topic is None or arguments.newest_first:
        rows = await decisions.rows(store.pool, where=where, newest_first=True, limit=limit, offset=offset)
        return _found(arguments, where, tuple(rows), total, None)

    async def nearest(*, bind: bool, first: int) -> SearchPage:
        return await searching.find(
            store.pool,
            embedder=store.embedder,
            words=arguments.words,
            topic=topic,
            where=where,
            limit=limit,
            offset=first,
            bind=bind,
        )

    page = await nearest(bind=total > 0, first=offset)
    found = _found(arguments, where, page.rows, total, page)
    if not found.found and topic.nearest:
        fewer = replace(where, condition=relaxing.any_of(topic.nearest))
        return await _of_fewer_words(store, arguments, fewer) or found
    if not 0 < total < _FEW or offset:
        return found
    held = {row.ada for row in page.rows}
    near = tuple(row for row in (await nearest(bind=False, first=0)).rows if row.ada not in held)
    return replace(found, near=near[:_FEW], finding=replace(found.finding, rows=(*page.rows, *near[:_FEW])))


async def _of_fewer_words(store: LookupStore, arguments: Arguments, where: DecisionFilter) -> SearchFinding | None:
    """The acts that hold those of the words that stand together somewhere, nearest to the whole question first."""
    total = await spending.count(store.pool, where=where)
    if not total:
        return None
    page = await searching.find(
        store.pool,
        embedder=store.embedder,
        words=arguments.words,
        topic=Topic(condition=where.condition),
        where=where,
        limit=clamped(arguments.limit, least=1, most=_MOST),
        offset=clamped(arguments.offset, least=0, most=_DEEPEST),
        within=True,
    )
    found = _found(arguments, where, page.rows, total, page)
    return replace(found, found=bool(page.rows), fewer=where.condition)


async def _topic(store: LookupStore, arguments: Arguments) -> Topic | None:
    if arguments.topic is not None or not arguments.words:
        return arguments.topic
    return await topics.resolve(store.pool, words=arguments.words, exclude=())


def _found(
    arguments: Arguments, where: DecisionFilter, rows: tuple[Row, ...], total: int, page: SearchPage | None
) -> SearchFinding:
    typed = " ".join(arguments.words)
    return SearchFinding(
        finding=Finding(
            lookup=NAME,
            arguments=described(where, typed=typed or None, offset=arguments.offset or None),
            figures=tuple(_figures(where, total, page)),
            rows=rows,
            total_rows=total,
            asked=Asked(where=where) if total else None,
        ),
        rows=rows,
        total=total,
        found=page.found if page else total > 0,
        page=page,
    )


def _figures(where: DecisionFilter, total: int, page: SearchPage | None) -> list[Figure]:
    counted = [figures.acts(total, "decisions", period=where.period)]
    return [*counted, figures.acts(page.total, "subjects"), figures.acts(page.matched, "matched")] if page else counted
