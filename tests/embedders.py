"""An embedder for tests: texts are near when they share lexemes, or words that it is told mean the same."""

import hashlib
import random
from collections.abc import Mapping, Sequence

from core.greek.fold import fold
from core.greek.lexemes import lexemes, stem


class FakeEmbedder:
    """`same`: word → the word whose meaning it has. `encoded` lists every passage that was asked for, in order."""

    model = "fake"
    prefixes = "none"

    def __init__(self, *, dimension: int = 384, same: Mapping[str, str] | None = None) -> None:
        self.dimension = dimension
        self.encoded: list[str] = []
        self.asked: list[str] = []
        self._same = {stem(fold(word)): stem(fold(other)) for word, other in (same or {}).items()}

    async def encode_query(self, text: str) -> Sequence[float]:
        self.asked.append(text)
        return self._vector(text)

    async def encode_passages(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        self.encoded.extend(texts)
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> list[float]:
        total = [1e-3] * self.dimension
        for lexeme in lexemes(text):
            rng = random.Random(hashlib.sha256(self._same.get(lexeme, lexeme).encode()).digest())
            total = [old + rng.gauss(0, 1) for old in total]
        length = sum(value * value for value in total) ** 0.5
        return [value / length for value in total]
