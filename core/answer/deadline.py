"""How much time an answer has left, where a part of it was spent before the minds were asked."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_until: ContextVar[float | None] = ContextVar("until", default=None)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """What is answered inside, tasks included, has these seconds and no more."""
    token = _until.set(time.monotonic() + seconds)
    try:
        yield
    finally:
        _until.reset(token)


def left(seconds: float) -> float:
    """The seconds that an answer may take: those given, or what is left of fewer."""
    until = _until.get()
    return seconds if until is None else max(0.0, min(seconds, until - time.monotonic()))
