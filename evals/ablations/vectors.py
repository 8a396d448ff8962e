"""Texts embedded in other ways: a sample of the subjects, kept on disk, ranked exactly."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.domain.search import Leg
from evals.ablations.bed import Asked, Bed
from evals.ablations.paired import DEPTH

Floats = NDArray[np.float32]
Encode = Callable[[Sequence[str]], Awaitable[Sequence[Sequence[float]]]]
_BUILT = "SELECT text_id, embedding FROM text_vectors WHERE text_id = ANY($1)"
_SEED = 6_265
_RELEVANT, _NEAR = 6, 6  # of a question, at most
_BATCH = 512


def sample(bed: Bed) -> list[int]:
    """Ids of `bed.most` texts: for each question some that answer it, some that each leg finds; the rest by lot."""
    rng = random.Random(_SEED)
    chosen: set[int] = set()
    for one in bed.of("golden", "heldout"):
        relevant = sorted(one.case.relevant)
        chosen.update(rng.sample(relevant, min(_RELEVANT, len(relevant))))
        for leg in Leg:
            chosen.update(one.legs[leg][:_NEAR])
    others = sorted(set(bed.texts) - chosen)
    return sorted(chosen | set(rng.sample(others, max(0, min(len(others), bed.most - len(chosen))))))


class Store:
    """Vectors by text, on disk in `place`: another run, or another way that leaves a text as it is, encodes nothing."""

    def __init__(self, place: Path, name: str, encode: Encode) -> None:
        self._path = place / f"{name}.npz"
        self._encode = encode
        self._held: dict[str, Floats] = {}
        if self._path.exists():
            with np.load(self._path) as file:
                self._held = dict(zip(file["texts"].tolist(), file["rows"], strict=True))

    def give(self, texts: Sequence[str], rows: Floats) -> None:
        """What was encoded elsewhere, in the same way."""
        self._held = dict(zip(texts, rows, strict=True)) | self._held

    async def rows(self, texts: Sequence[str]) -> Floats:
        """A row for each text."""
        missing = list(dict.fromkeys(text for text in texts if text not in self._held))
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            made = await self._encode(batch)
            self._held |= dict(zip(batch, np.array(made, dtype=np.float32), strict=True))
            await asyncio.to_thread(self._save)
        return np.array([self._held[text] for text in texts], dtype=np.float32)

    def _save(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(self._path, texts=np.array(list(self._held)), rows=np.array(list(self._held.values())))


@dataclass(frozen=True, slots=True, kw_only=True)
class Exact:
    """Vectors of texts, ranked one by one: what an index would give at its best."""

    ids: NDArray[np.int64]
    rows: Floats

    def nearest(self, readings: Sequence[Sequence[float]], most: int = DEPTH) -> list[int]:
        """A text is as near as its nearest reading; of equals the newer first, as in `search_legs`."""
        if not readings:
            return []
        near = (self.rows @ np.array(readings, dtype=np.float32).T).max(axis=1)
        order = np.lexsort((-self.ids, -near))[:most]
        return [int(text_id) for text_id in self.ids[order]]


class Units(Exact):
    """Several vectors a text: it is as near as the nearest of them."""

    __slots__ = ()

    def nearest(self, readings: Sequence[Sequence[float]], most: int = DEPTH) -> list[int]:
        return list(dict.fromkeys(Exact.nearest(self, readings, most=len(self.ids))))[:most]


def within(one: Asked, leg: Leg, ids: frozenset[int]) -> list[int]:
    """What the leg finds, of these texts only."""
    return [text_id for text_id in one.legs[leg] if text_id in ids]


async def built(bed: Bed, ids: Sequence[int]) -> Floats:
    """The application's own vectors, a row each, as its index holds them (half precision)."""
    records = await bed.pool.fetch(_BUILT, list(ids))
    held = {record["text_id"]: record["embedding"].to_numpy() for record in records}
    return np.array([held[text_id] for text_id in ids], dtype=np.float32)
