"""Chunks of a streamed chat completion → one reply, whatever a provider leaves out of them."""

import json
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from core.ports import Finish, ToolCall

_ENDS = {"length": Finish.CUT, "content_filter": Finish.FILTERED}


@dataclass(slots=True)
class _Part:
    """One call as it comes in: id and name once, arguments piece by piece or whole as an object."""

    id: str = ""
    name: str = ""
    arguments: str = ""

    def add(self, delta: Any) -> None:
        self.id = self.id or getattr(delta, "id", None) or ""
        function = getattr(delta, "function", None)
        self.name = self.name or getattr(function, "name", None) or ""
        piece = getattr(function, "arguments", None)
        if piece is not None:  # null before the first piece is no empty object
            self.arguments += piece if isinstance(piece, str) else json.dumps(piece, ensure_ascii=False, default=vars)


def whole(sent: bytes) -> SimpleNamespace:
    """A completion that came at once. Raises ValueError."""
    made = json.loads(sent, object_hook=lambda found: SimpleNamespace(**found))
    if not isinstance(made, SimpleNamespace):
        raise ValueError("no object")
    return made


@dataclass(slots=True)
class Assembly:
    """`began`: something of an answer came, so that asking again would pay twice. `tokens`: asked, made.

    `letters`: of all that came, the model's own thinking included, for it is paid too.
    """

    text: str = ""
    letters: int = 0
    began: bool = False
    tokens: tuple[int, int] | None = None
    _ended: str | None = None
    _parts: dict[object, _Part] = field(default_factory=dict)

    @property
    def finish(self) -> Finish:
        """A stream without an end broke off: what came is half a message."""
        return _ENDS.get(self._ended, Finish.WHOLE) if self._ended else Finish.CUT

    def add(self, chunk: Any) -> None:
        """Chunks without a choice carry usage, or nothing; the model's own thinking is left where it is."""
        usage = getattr(chunk, "usage", None)
        if usage is not None and usage.prompt_tokens is not None:
            self.tokens = (usage.prompt_tokens, usage.completion_tokens or 0)
        for choice in (getattr(chunk, "choices", None) or [])[:1]:
            self.began = True
            delta = getattr(choice, "delta", None) or getattr(choice, "message", None)
            self._take(delta)
            self._ended = getattr(choice, "finish_reason", None) or self._ended

    def _take(self, delta: Any) -> None:
        self.text += getattr(delta, "content", None) or ""
        said = (getattr(delta, name, None) for name in ("content", "reasoning_content", "reasoning"))
        self.letters += sum(len(each) for each in said if isinstance(each, str))
        for call in getattr(delta, "tool_calls", None) or []:
            self.letters += len(str(getattr(getattr(call, "function", None), "arguments", None) or ""))
            self._part(call).add(call)

    def _part(self, call: Any) -> _Part:
        """By index; where none is sent, a new id or name begins another call."""
        index = getattr(call, "index", None)
        if index is None:
            named = getattr(getattr(call, "function", None), "name", None)
            fresh = bool(getattr(call, "id", None) or named)
            index = f"{len(self._parts)}" if fresh or not self._parts else next(reversed(self._parts))
        return self._parts.setdefault(index, _Part())

    def calls(self) -> tuple[ToolCall, ...]:
        """In their order; a missing id is made up, for answers have to name one."""
        return tuple(
            ToolCall(id=part.id or f"call_{place}", name=part.name, arguments=part.arguments or "{}")
            for place, part in enumerate(self._parts.values(), 1)
            if part.name
        )
