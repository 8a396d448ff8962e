"""Lookup: decisions about something, nearest or newest first; without words, those that a filter lets through."""

from collections.abc import Awaitable
from dataclasses import dataclass, replace

from core.answer.lookups import figures
from core.answer.lookups.arguments import NO_WORDS, checked, clamped, described
from core.answer.lookups.store import LookupStore
from core.answer.topics import Topic
from core.domain.answer import Figure, Finding, Row
from core.domain.condition import Condition, DecisionFilter
from core.domain.search import SearchPage, SearchQuery
from core.errors import InvalidInput
from core.greek.accents import PREPARATION, prepare
from core.greek.greeklish import candidates, looks_greeklish
from core.greek.lexemes import lexemes
from core.greek.phonetic import grams
from core.ports import Embedder
from core.store import decisions, embeddings, search, spending
from core.store.embeddings import Maker

NAME = "search_decisions"
_MOST = 50
_DEEPEST = 1_000
_READINGS = 2

Vectors = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """`words` as typed, `topic` as they were resolved; `where` holds everything else (its condition is the topic's).

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

    `found`: some row holds the words or sounds like them; otherwise rows are suggestions. `page`: of the fusion.
    """

    finding: Finding
    rows: tuple[Row, ...]
    total: int
    found: bool
    page: SearchPage | None = None


async def run(store: LookupStore, arguments: Arguments) -> SearchFinding:
    where = await checked(store.pool, replace(arguments.where, condition=_condition(arguments)))
    if arguments.words and not where.condition.groups:
        raise InvalidInput(NO_WORDS, value=" ".join(arguments.words))
    total = await spending.count(store.pool, where=where)
    limit, offset = clamped(arguments.limit, least=1, most=_MOST), clamped(arguments.offset, least=0, most=_DEEPEST)
    if arguments.words and not arguments.newest_first:
        page = await _nearest(store, arguments, where, limit, offset)
        return _found(arguments, where, page.rows, total, page)
    rows = await decisions.rows(store.pool, where=where, newest_first=True, limit=limit, offset=offset)
    return _found(arguments, where, tuple(rows), total, None)


def _condition(arguments: Arguments) -> Condition:
    return arguments.topic.condition if arguments.topic else arguments.where.condition


async def _nearest(
    store: LookupStore, arguments: Arguments, where: DecisionFilter, limit: int, offset: int
) -> SearchPage:
    """The topic ranks and does not bind, its excluded words bind: the legs may find what is said in other words."""
    readings = _readings(arguments)
    query = SearchQuery(
        groups=where.condition.groups,
        phrase=lexemes(readings[0]),
        grams=tuple(map(grams, readings)),
    )
    bound = replace(where, condition=Condition(exclude=where.condition.exclude))
    vectors = await _vectors(store, readings)
    return await search.hybrid(store.pool, query=query, where=bound, limit=limit, offset=offset, vectors=vectors)


def _readings(arguments: Arguments) -> tuple[str, ...]:
    """The words as read, spelling mended; Greeklish in Greek letters, its likeliest readings."""
    read = dict(arguments.topic.corrections) if arguments.topic else {}
    typed = " ".join(arguments.words)
    mended = " ".join(read.get(word, word) for word in typed.split())
    greek = candidates(typed)[:_READINGS] if looks_greeklish(typed) else ()
    return tuple(dict.fromkeys((mended, *greek)))


async def _vectors(store: LookupStore, readings: tuple[str, ...]) -> Awaitable[Vectors] | None:
    """None, and that leg stays out, where there is no encoder or the stored vectors were made in another way."""
    embedder = store.embedder
    if embedder is None:
        return None
    held = await embeddings.index(store.pool)
    own = Maker(model=embedder.model, dimension=embedder.dimension, prefixes=embedder.prefixes, preparation=PREPARATION)
    return _encoded(embedder, readings) if held is not None and held.maker == own else None


async def _encoded(embedder: Embedder, readings: tuple[str, ...]) -> Vectors:
    return tuple([tuple(await embedder.encode_query(prepare(reading))) for reading in readings])


def _found(
    arguments: Arguments, where: DecisionFilter, rows: tuple[Row, ...], total: int, page: SearchPage | None
) -> SearchFinding:
    own_words = " ".join(arguments.words)
    return SearchFinding(
        finding=Finding(
            lookup=NAME,
            arguments=described(where, typed=own_words, offset=arguments.offset or None),
            figures=tuple(_figures(where, total, page)),
            rows=rows,
            total_rows=total,
        ),
        rows=rows,
        total=total,
        found=page.found if page else total > 0,
        page=page,
    )


def _figures(where: DecisionFilter, total: int, page: SearchPage | None) -> list[Figure]:
    counted = [figures.acts(total, "decisions", period=where.period)]
    return [*counted, figures.acts(page.total, "subjects"), figures.acts(page.matched, "matched")] if page else counted
