"""The seams where a second adapter exists or comes next: the embedder, the mind, the chat model and its messages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any, Protocol, TypeVar

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


class Role(StrEnum):
    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class Finish(StrEnum):
    """How a reply ended. CUT: no more tokens, or the stream broke off; TOO_LONG: what was sent does not fit."""

    WHOLE = "whole"
    CUT = "cut"
    FILTERED = "filtered"
    TOO_LONG = "too_long"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A wish of the model. `arguments` are JSON as it wrote them: unread, perhaps broken."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatMessage:
    """One message; `call_id` says which call a TOOL message answers."""

    role: Role
    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """What a model may call. `parameters` is a JSON schema."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatReply:
    """What came back; tokens are the provider's own count, or estimated where it gives none."""

    text: str
    calls: tuple[ToolCall, ...] = ()
    finish: Finish = Finish.WHOLE
    model: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    cost_eur: Decimal = Decimal(0)


class ChatModel(Protocol):
    """A language model with tools. Its words are a proposal: guards decide what of them reaches anybody."""

    @property
    def name(self) -> str: ...

    @property
    def spent_eur(self) -> Decimal:
        """Of every call since the start; those that brought no reply are estimated from what was sent and came."""

    async def reply(self, messages: Sequence[ChatMessage], tools: Sequence[Tool]) -> ChatReply:
        """One reply. Raises Unavailable when none came in time."""

    async def close(self) -> None: ...
