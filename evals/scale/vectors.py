"""Generated vectors, clustered as real ones are: the encoder's own for some subjects, and points around them.

Subjects that differ by their numbers alone share a centre, so that a question meets its neighbourhood where the encoder
puts it. A point leaves its centre by a cosine of about 0.93, as near subjects do in the real index.
"""

import re
import zlib
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any

import asyncpg
import numpy as np
from numpy.typing import NDArray
from pgvector import HalfVector
from pgvector.asyncpg import register_vector

from core.domain.search import Leg
from core.greek.accents import prepare
from core.greek.fold import words
from core.store import embeddings
from core.store.pool import Pool

Floats = NDArray[np.float32]

_CENTRES = 2_000
_SPREAD = 0.4  # length of the noise beside a centre of length one: cosine 1 / √(1 + 0.16)
_PAGE = 10_000
_WITHOUT = """
SELECT t.id, t.sample FROM texts t
 WHERE t.id > $1 AND NOT EXISTS (SELECT FROM text_vectors v WHERE v.text_id = t.id) ORDER BY t.id LIMIT $2
"""
_NUMBER = re.compile(r"\d")


async def fill(owner: Pool, dsn: str, embedder: Any) -> int:
    """Gives every text without a vector one; how many. `ingest embed` builds the index over them next."""
    centres = await _centres(owner, embedder)
    await embeddings.drop_index(owner, leg=Leg.DENSE)
    connection = await asyncpg.connect(dsn)
    try:
        await register_vector(connection)
        made = 0
        async for texts in _pages(owner):
            records = [(text.id, HalfVector(point)) for text, point in zip(texts, points(texts, centres), strict=True)]
            await connection.copy_records_to_table("text_vectors", records=records)
            made += len(records)
        return made
    finally:
        await connection.close()


async def _pages(owner: Pool) -> AsyncIterator[list[embeddings.Text]]:
    last = 0
    while records := await owner.fetch(_WITHOUT, last, _PAGE):
        yield [embeddings.Text(id=record["id"], sample=record["sample"]) for record in records]
        last = records[-1]["id"]


async def _centres(owner: Pool, embedder: Any) -> dict[int, Floats]:
    """Cell → the encoder's vector of the first subject in it."""
    first: dict[int, str] = {}
    for text in await embeddings.texts_after(owner, text_id=0, limit=5 * _PAGE):
        first.setdefault(cell(text.sample), text.sample)
    vectors = await embedder.encode_passages([prepare(sample) for sample in first.values()])
    return {place: np.asarray(vector, dtype=np.float32) for place, vector in zip(first, vectors, strict=True)}


def cell(sample: str) -> int:
    """The same for subjects of the same first words, numbers apart."""
    told = [word for word in words(sample) if not _NUMBER.search(word)][:6]
    return zlib.crc32(" ".join(told).encode()) % _CENTRES


def points(texts: Sequence[embeddings.Text], centres: dict[int, Floats]) -> Iterable[Floats]:
    """Unit vectors, the same for the same text each time."""
    others = list(centres.values())
    for text in texts:
        place = cell(text.sample)
        centre = centres.get(place, others[place % len(others)])
        noise = np.random.default_rng(zlib.crc32(text.sample.encode())).standard_normal(centre.size, dtype=np.float32)
        point = centre + noise * (_SPREAD / np.sqrt(centre.size))
        yield (point / np.linalg.norm(point)).astype(np.float32)
