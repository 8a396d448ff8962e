"""What `ingest embed` fills: the vectors, the weighed n-grams, and the note of what they were made with."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pgvector import HalfVector, SparseVector

from core.domain.search import Leg
from core.errors import Misconfigured
from core.greek.accents import PREPARATION
from core.greek.phonetic import DIMENSIONS
from core.store import sql
from core.store.pool import Connection, Db, transaction

STATEMENTS = sql.load(__name__)
_LOCK = 6_265_2027
_BUILD_SECONDS = 7_200
_HEAVIEST = 400  # an HNSW index takes no more than 1,000 of a sparse vector; the lightest tell least
_MANY = 100  # texts from which a gram of a single one is dropped: it can lead nowhere but there


@dataclass(frozen=True, slots=True, kw_only=True)
class Maker:
    """What makes vectors: they can be compared with those of the same maker only."""

    model: str
    dimension: int
    prefixes: str
    preparation: int = PREPARATION


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """What the stored vectors were made with, and how many texts there were when n-grams were last counted."""

    maker: Maker
    idf_texts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    texts: int
    vectors: int
    grams: int
    decisions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """Texts that have no vector, or no n-grams weighed by the count in force."""

    vectors: int
    grams: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A distinct subject, as published."""

    id: int
    sample: str


async def index(db: Db) -> Index | None:
    """None before the first run of `ingest embed`."""
    record = await db.fetchrow(STATEMENTS.index)
    if record is None:
        return None
    maker = Maker(
        model=record["model"],
        dimension=record["dimension"],
        prefixes=record["prefixes"],
        preparation=record["preparation"],
    )
    return Index(maker=maker, idf_texts=record["idf_texts"])


def refuse_other(found: Index | None, maker: Maker) -> None:
    """Misconfigured, with the command that mends it, when the stored vectors were made in another way."""
    if found is None or found.maker == maker:
        return
    raise Misconfigured(
        f"Το ευρετήριο αναζήτησης φτιάχτηκε με «{_told(found.maker)}», ενώ τώρα ισχύει «{_told(maker)}»· τα διανύσματα "
        "δεν συγκρίνονται. Ξαναφτιάξτε το: python -m ingest embed --rebuild"
    )


def _told(maker: Maker) -> str:
    return f"{maker.model}, {maker.dimension} διαστάσεις, {maker.prefixes}, προετοιμασία {maker.preparation}"


async def has_vectors(db: Db) -> bool:
    return bool(await db.fetchval(STATEMENTS.any_vector))


async def counts(db: Db) -> Counts:
    record = await db.fetchrow(STATEMENTS.counts)
    return Counts(**dict(record))


async def only_run(db: Connection) -> bool:
    """True when no other session embeds; holds until `end_run`, or until this connection ends in whatever way."""
    return bool(await db.fetchval(STATEMENTS.lock, _LOCK))


async def end_run(db: Connection) -> None:
    await db.execute(STATEMENTS.unlock, _LOCK)


async def begin(db: Db, *, maker: Maker, rebuild: bool) -> Index:
    """The index that this run fills. With `rebuild` all vectors go, and the note says the new maker."""
    async with transaction(db) as connection:
        found = await index(connection)
        if not rebuild:
            refuse_other(found, maker)
        else:
            await connection.execute(STATEMENTS.reset_vectors, maker.dimension)
            await connection.execute(STATEMENTS.clear_grams)
        if found is None or rebuild:
            await connection.execute(
                STATEMENTS.write_index, maker.model, maker.dimension, maker.prefixes, maker.preparation
            )
    return Index(maker=maker, idf_texts=found.idf_texts if found and not rebuild else 0)


async def missing(db: Db, *, idf_texts: int) -> Missing:
    record = await db.fetchrow(STATEMENTS.missing, idf_texts)
    return Missing(**dict(record))


async def drop_index(db: Db, *, leg: Leg) -> None:
    """Before a large fill."""
    await db.execute(STATEMENTS[f"drop_{leg}_index"])


async def build_index(db: Db, *, leg: Leg) -> None:
    """Unless it is there: this run may have dropped it, or one that was killed."""
    async with transaction(db) as connection:
        await connection.execute(STATEMENTS.build_limits)
        await connection.execute(STATEMENTS[f"build_{leg}_index"], timeout=_BUILD_SECONDS)


def _texts(records: Iterable[Mapping[str, object]]) -> list[Text]:
    return [Text(id=int(str(record["id"])), sample=str(record["sample"])) for record in records]


async def texts_after(db: Db, *, text_id: int, limit: int) -> list[Text]:
    return _texts(await db.fetch(STATEMENTS.samples, text_id, limit))


async def without_vector(db: Db, *, limit: int) -> list[Text]:
    """Texts whose vector is missing, those of the newest acts first."""
    return _texts(await db.fetch(STATEMENTS.without_vector, limit))


async def without_grams(db: Db, *, idf_texts: int, limit: int) -> list[Text]:
    return _texts(await db.fetch(STATEMENTS.without_grams, idf_texts, limit))


async def save_vectors(db: Db, *, made: Iterable[tuple[Text, Sequence[float]]]) -> int:
    """How many were stored: a text that changed since it was read keeps waiting for its vector."""
    rows = [(text.id, text.sample, HalfVector(list(vector))) for text, vector in made]
    ids = [text_id for text_id, _, _ in rows]
    async with transaction(db) as connection:
        await connection.executemany(STATEMENTS.write_vector, rows)
        return int(await connection.fetchval(STATEMENTS.count_vectors, ids))


async def save_gram_counts(db: Db, *, counted: Mapping[int, int], texts: int) -> None:
    """Replaces the counts; texts weighed by the old ones are found again by `without_grams`."""
    least = 2 if texts >= _MANY else 1
    async with transaction(db) as connection:
        await connection.execute(STATEMENTS.clear_gram_counts)
        records = [(gram, number) for gram, number in counted.items() if number >= least]
        await connection.copy_records_to_table("gram_counts", records=records)
        await connection.execute(STATEMENTS.write_idf_texts, texts)


async def gram_counts(db: Db) -> dict[int, int]:
    return {record["gram"]: record["texts"] for record in await db.fetch(STATEMENTS.all_gram_counts)}


def weighed(
    grams: Mapping[int, int], counted: Mapping[int, int], texts: int, *, question: bool = False
) -> dict[int, float]:
    """TF-IDF of the n-grams, length one: of a text those that the count knows, of a question all of them.

    What is strange in a question makes it less near to everything.
    """
    weights = {
        gram: (1 + math.log(times)) * (1 + math.log((1 + texts) / (1 + counted.get(gram, 0))))
        for gram, times in grams.items()
        if question or gram in counted
    }
    heaviest = sorted(weights, key=lambda gram: (-weights[gram], gram))[:_HEAVIEST]
    length = math.sqrt(sum(weights[gram] ** 2 for gram in heaviest)) or 1.0
    return {gram: weights[gram] / length for gram in heaviest}


def sparse(weights: Mapping[int, float]) -> SparseVector:
    return SparseVector(dict(weights), DIMENSIONS)


async def save_grams(db: Db, *, made: Iterable[tuple[int, Mapping[int, float]]], idf_texts: int) -> None:
    async with transaction(db) as connection:
        await connection.executemany(
            STATEMENTS.write_grams, [(text_id, sparse(weights), idf_texts) for text_id, weights in made]
        )
