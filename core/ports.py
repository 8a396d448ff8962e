"""The seams where a second adapter exists or comes next: the embedder and the mind."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

Vector = Sequence[float]

Situation = TypeVar("Situation", contravariant=True)
Step = TypeVar("Step", covariant=True)


class Embedder(Protocol):
    """Texts → unit vectors. Adapters add their model's own query/passage prefixes and run off the event loop."""

    @property
    def model(self) -> str:
        """Name of the model, as the index remembers it."""

    @property
    def dimension(self) -> int: ...

    @property
    def prefixes(self) -> str:
        """Name of the prefix scheme, as the index remembers it."""

    async def encode_query(self, text: str) -> Vector: ...

    async def encode_passages(self, texts: Sequence[str]) -> Sequence[Vector]: ...


class Mind(Protocol[Situation, Step]):
    """Proposes the next step of an answer: a lookup, or a draft. Guards decide whether it goes out."""

    @property
    def name(self) -> str: ...

    async def next_step(self, situation: Situation) -> Step: ...
