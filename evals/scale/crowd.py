"""Many chats at once: whether every one is answered, how long the slowest waits, and whether anybody is passed over."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain, cycle, islice, repeat

from core.app import App
from core.domain.answer import Question
from core.errors import DiafaneiaError
from evals.scale.questions import Asked

CHATS = 200
_FAIR = 0.25  # of the crowd: nobody waits until so many who asked later, for the same kind of work, have their answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowd:
    """Milliseconds. `passed_by`: the most who asked the same kind of thing after somebody and were served before."""

    chats: int
    answered: int
    errors: int
    seconds: float
    p50: float
    slowest: float
    passed_by: int
    met: bool


async def crowd(app: App, asked: Sequence[tuple[str, str, str | None]], *, today: date) -> Crowd:
    """`asked`: kind of work, text and body, a chat each; all at the same moment, in this order."""
    began = time.perf_counter()
    ends = await asyncio.gather(*(_one(app, number, each, today) for number, each in enumerate(asked)))
    served = [end - began for end in ends if end is not None]
    kinds = [kind for kind, _, _ in asked]
    most = max((passed_by(ends, kinds, place) for place in range(len(ends))), default=0)
    return Crowd(
        chats=len(asked),
        answered=len(served),
        errors=len(asked) - len(served),
        seconds=round(time.perf_counter() - began, 2),
        p50=round(sorted(served)[len(served) // 2] * 1000, 1) if served else 0.0,
        slowest=round(max(served, default=0.0) * 1000, 1),
        passed_by=most,
        met=len(served) == len(asked) and most <= _FAIR * len(asked),
    )


def together(asked: Mapping[str, Sequence[Asked]]) -> list[tuple[str, str, str | None]]:
    """A crowd that asks for every kind of work in turn."""
    turns = [zip(repeat(kind), cycle(texts)) for kind, texts in asked.items() if texts]
    return [(kind, text, uid) for kind, (text, uid) in islice(chain.from_iterable(zip(*turns, strict=False)), CHATS)]


def conversation(number: int) -> str:
    """The bench's own chats, forgotten when it has measured."""
    return f"bench:{number}"


async def _one(app: App, number: int, asked: tuple[str, str, str | None], today: date) -> float | None:
    _, text, uid = asked
    question = Question(conversation=conversation(number), text=text, asked_on=today, organization_uid=uid)
    try:
        answer = await app.assistant.answer(question)
    except (DiafaneiaError, TimeoutError):
        return None
    return time.perf_counter() if answer.text else None


def passed_by(ends: Sequence[float | None], kinds: Sequence[str], place: int) -> int:
    """How many of those behind, with the same kind of question, were served before this one."""
    own = ends[place]
    return sum(
        1
        for later in range(place + 1, len(ends))
        if kinds[later] == kinds[place] and (end := ends[later]) is not None and (own is None or end < own)
    )
