"""How fast subjects are embedded: the encoder's own rate over distinct texts of ours, told in decisions."""

import time
from dataclasses import dataclass
from typing import Any

from core.greek.accents import prepare
from core.store.embeddings import Counts
from core.store.pool import Pool

BAR = 5 * 17.7  # decisions a second: five times sentence-transformers with a model of the shape of e5-base (DESIGN §9)
_TEXTS = 1_024
_BATCH = 128  # as `ingest embed` encodes
_SAMPLE = "SELECT sample FROM texts ORDER BY md5(sample) LIMIT $1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """Texts encoded in so many seconds; `decisions_per_second`: with those that share a text."""

    texts: int
    seconds: float
    decisions_per_second: float
    met: bool


async def encoding(pool: Pool, embedder: Any, held: Counts) -> Encoding:
    """Over a sample of the texts that are held."""
    texts = [prepare(record["sample"]) for record in await pool.fetch(_SAMPLE, _TEXTS)]
    await embedder.encode_passages(texts[:_BATCH])  # opens what batches need
    began = time.perf_counter()
    for start in range(0, len(texts), _BATCH):
        await embedder.encode_passages(texts[start : start + _BATCH])
    seconds = time.perf_counter() - began
    rate = len(texts) / seconds * held.decisions / held.texts
    return Encoding(texts=len(texts), seconds=round(seconds, 2), decisions_per_second=round(rate, 1), met=rate >= BAR)
