"""A question → what each leg of search takes: its readings, their n-grams and vectors; and the search itself."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from core.answer.timing import mark_passing
from core.answer.topics import Topic
from core.domain.condition import Condition, DecisionFilter
from core.domain.search import SearchPage, SearchQuery
from core.errors import Unavailable
from core.greek.accents import prepare
from core.greek.fold import spans, tidy
from core.greek.lexemes import lexemes
from core.greek.phonetic import grams
from core.ports import Embedder
from core.store import embeddings, search
from core.store.embeddings import Maker
from core.store.pool import Db

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexState:
    """Whether search by meaning works with this embedder, in a sentence for the operator."""

    dense: bool
    sentence: str


def maker(embedder: Embedder) -> Maker:
    """What the index has to remember of this embedder."""
    return Maker(model=embedder.model, dimension=embedder.dimension, prefixes=embedder.prefixes)


async def find(
    db: Db,
    *,
    embedder: Embedder | None,
    words: Sequence[str],
    topic: Topic,
    where: DecisionFilter,
    limit: int,
    offset: int = 0,
    bind: bool = False,
    within: bool = False,
) -> SearchPage:
    """A page of acts near the words. The topic is asked, not required, unless `bind`: what it excludes always is.

    `within`: the filter's words are required, and all the words typed order what it lets through, by meaning too.

    Acts that all hold the topic's words are ordered by these alone: another spelling must not order them otherwise.
    """
    readings = readings_of(" ".join(words), topic)
    query = query_of(readings, topic)
    if bind:
        return await search.hybrid(db, query=replace(query, grams=()), where=where, limit=limit, offset=offset)
    bound = where if within else replace(where, condition=Condition(exclude=where.condition.exclude))
    encoder = embedder if embedder and await _is_comparable(db, embedder) else None
    encode = partial(vectors_of, encoder, readings) if encoder else None
    return await search.hybrid(db, query=query, where=bound, limit=limit, offset=offset, encode=encode)


def query_of(readings: Sequence[str], topic: Topic) -> SearchQuery:
    """What the legs take, but for the vectors."""
    return SearchQuery(
        groups=topic.condition.groups,
        phrase=lexemes(readings[-1]),
        grams=tuple(grams(reading) for reading in readings),
    )


def readings_of(text: str, topic: Topic) -> tuple[str, ...]:
    """As typed and, where words were read differently, with the words as read: an additional reading, never instead."""
    read = dict(topic.corrections)
    clean = tidy(text)
    if not read:
        return (clean,)
    pieces, done = [], 0
    for word in spans(clean):
        typed = clean[word.start : word.end]
        pieces += [clean[done : word.start], read.get(typed, typed)]
        done = word.end
    return clean, "".join(pieces) + clean[done:]


async def vectors_of(embedder: Embedder, readings: Sequence[str]) -> tuple[tuple[float, ...], ...]:
    """Without an answer in time that leg stays out: the others need no model."""
    try:
        return tuple([tuple(await embedder.encode_query(prepare(reading))) for reading in readings])
    except Unavailable as error:
        _log.warning("search by meaning stays out: %s", error)
        mark_passing()
        return ()


async def _is_comparable(db: Db, embedder: Embedder) -> bool:
    index = await embeddings.index(db)
    return index is not None and index.maker == maker(embedder)


async def index_state(db: Db, *, embedder: Embedder | None) -> IndexState:
    """Raises Misconfigured, with the command that mends it, when the vectors are another embedder's."""
    if embedder is None:
        return IndexState(dense=False, sentence="Χωρίς μοντέλο: η αναζήτηση γίνεται με λέξεις και ήχους.")
    embeddings.refuse_other(await embeddings.index(db), maker(embedder))
    held = await embeddings.counts(db)
    if held.vectors < held.texts:
        return IndexState(
            dense=held.vectors > 0,
            sentence=f"Έτοιμα {held.vectors} από {held.texts} θέματα· τα υπόλοιπα: python -m ingest embed",
        )
    return IndexState(dense=held.vectors > 0, sentence=f"Έτοιμα και τα {held.texts} θέματα.")
