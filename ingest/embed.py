"""Fills what search by sound and by meaning needs: n-grams in seconds, then vectors, newest acts first (DESIGN §5)."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass

from core.domain.search import Leg
from core.errors import Unavailable
from core.greek.accents import prepare
from core.greek.phonetic import grams
from core.ports import Embedder
from core.store import embeddings
from core.store.embeddings import Maker, Text
from core.store.pool import Pool

_PAGE = 10_000  # texts looked at together: equal prepared texts among them are encoded once
_BATCH = 128  # texts encoded and stored together: what a kill loses
_MANY = 2_000  # rows from which it is quicker to build an index again than to add to it
_BUSY = "Τρέχει ήδη άλλη εκτέλεση του «python -m ingest embed» σε αυτή τη βάση."


@dataclass(slots=True, kw_only=True)
class Report:
    """How far a run is. `texts` and `decisions` are all that are held; the others are what this run made."""

    texts: int
    decisions: int
    vectors_before: int
    counted: int = 0
    grams: int = 0
    vectors: int = 0
    encoded: int = 0
    seconds: float = 0.0
    encoding_seconds: float = 0.0


Watch = Callable[[Report], None]


async def embed(pool: Pool, embedder: Embedder, *, rebuild: bool, watch: Watch) -> Report:
    """One run. Killed at any moment it leaves whole batches behind, and the next run goes on from there."""
    started = time.monotonic()
    async with pool.acquire() as alone:
        if not await embeddings.only_run(alone):
            raise Unavailable(_BUSY)
        try:
            maker = Maker(model=embedder.model, dimension=embedder.dimension, prefixes=embedder.prefixes)
            index = await embeddings.begin(pool, maker=maker, rebuild=rebuild)
            held = await embeddings.counts(pool)
            report = Report(texts=held.texts, decisions=held.decisions, vectors_before=held.vectors)
            await _fill_grams(pool, index.idf_texts, report, watch)
            await _fill_vectors(pool, embedder, report, watch)
        finally:
            await embeddings.end_run(alone)
    report.seconds = time.monotonic() - started
    watch(report)
    return report


async def _fill_grams(pool: Pool, idf_texts: int, report: Report, watch: Watch) -> None:
    """Weighs what is missing; counts anew, and weighs everything anew, once there are twice as many texts."""
    if report.texts and (not idf_texts or report.texts >= 2 * idf_texts):
        await _count_grams(pool, report, watch)
        idf_texts = report.texts
    counted = await embeddings.gram_counts(pool)
    if (await embeddings.missing(pool, idf_texts=idf_texts)).grams > _MANY:
        await embeddings.drop_index(pool, leg=Leg.GRAMS)
    while texts := await embeddings.without_grams(pool, idf_texts=idf_texts, limit=_PAGE // 10):
        made = await asyncio.to_thread(_weighed, texts, counted, idf_texts)
        await embeddings.save_grams(pool, made=made, idf_texts=idf_texts)
        report.grams += len(made)
        watch(report)
    await embeddings.build_index(pool, leg=Leg.GRAMS)


async def _count_grams(pool: Pool, report: Report, watch: Watch) -> None:
    counted: Counter[int] = Counter()
    async for texts in _all_texts(pool):
        counted += await asyncio.to_thread(_grams_of, texts)
        report.counted += len(texts)
        watch(report)
    await embeddings.save_gram_counts(pool, counted=counted, texts=report.texts)


def _grams_of(texts: Sequence[Text]) -> Counter[int]:
    """In how many of the texts each n-gram stands."""
    return Counter(gram for text in texts for gram in grams(text.sample))


def _weighed(texts: Sequence[Text], counted: Mapping[int, int], idf_texts: int) -> list[tuple[int, dict[int, float]]]:
    return [(text.id, embeddings.weighed(grams(text.sample), counted, idf_texts)) for text in texts]


async def _all_texts(pool: Pool) -> AsyncIterator[list[Text]]:
    last = 0
    while texts := await embeddings.texts_after(pool, text_id=last, limit=_PAGE // 10):
        yield texts
        last = texts[-1].id


async def _fill_vectors(pool: Pool, embedder: Embedder, report: Report, watch: Watch) -> None:
    if (await embeddings.missing(pool, idf_texts=0)).vectors > _MANY:
        await embeddings.drop_index(pool, leg=Leg.DENSE)
    while page := await embeddings.without_vector(pool, limit=_PAGE):
        before = report.vectors
        same = await asyncio.to_thread(_by_prepared, page)
        await _encode(pool, embedder, same, report, watch)
        if report.vectors == before:
            break  # every one of them changed under our hands: the next run's
    await embeddings.build_index(pool, leg=Leg.DENSE)


def _by_prepared(texts: Sequence[Text]) -> dict[str, list[Text]]:
    """What is embedded → the texts that it stands for, in their order."""
    found: dict[str, list[Text]] = {}
    for text in texts:
        found.setdefault(prepare(text.sample), []).append(text)
    return found


async def _encode(pool: Pool, embedder: Embedder, same: dict[str, list[Text]], report: Report, watch: Watch) -> None:
    """The next batch is encoded while the last one is stored; what is encoded is stored, whatever comes after."""
    prepared = list(same)
    storing: asyncio.Task[int] | None = None
    try:
        for start in range(0, len(prepared), _BATCH):
            batch = prepared[start : start + _BATCH]
            began = time.monotonic()
            vectors = await embedder.encode_passages(batch)
            report.encoding_seconds += time.monotonic() - began
            report.encoded += len(batch)
            report.vectors += await storing if storing else 0
            watch(report)
            made = [(text, vector) for one, vector in zip(batch, vectors, strict=True) for text in same[one]]
            storing = asyncio.create_task(embeddings.save_vectors(pool, made=made))
    finally:
        report.vectors += await storing if storing else 0
    watch(report)
