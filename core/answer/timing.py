"""Where the time of an answer goes, by stage; and whether it is one of this moment alone, not to be given again."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

STAGES = ("understanding", "cache", "lookups", "model", "guards", "compose", "keeping")


@dataclass(slots=True)
class Timing:
    """Seconds by stage. `passing`: late, without its prose, or without a leg of search that should have been there."""

    seconds: dict[str, float] = field(default_factory=lambda: dict.fromkeys(STAGES, 0.0))
    passing: bool = False
    began: float = field(default_factory=time.perf_counter)

    @property
    def milliseconds(self) -> dict[str, int]:
        """Every stage and the `total` until now, which is more than their sum."""
        total = time.perf_counter() - self.began
        return {name: round(spent * 1000) for name, spent in (*self.seconds.items(), ("total", total))}


@dataclass(slots=True)
class _Open:
    """A stage that is under way; `inside`: seconds that other stages took meanwhile, which are theirs."""

    inside: float = 0.0


_timing: ContextVar[Timing | None] = ContextVar("timing", default=None)
_open: ContextVar[_Open | None] = ContextVar("open_stage", default=None)


@contextmanager
def measured() -> Iterator[Timing]:
    """Everything inside, in tasks made there too. What is measured inside of another measurement counts in both."""
    outer, timing = _timing.get(), Timing()
    before = _timing.set(timing)
    try:
        yield timing
    finally:
        _timing.reset(before)
        if outer is not None:
            outer.passing = outer.passing or timing.passing
            for name, seconds in timing.seconds.items():
                outer.seconds[name] += seconds


@contextmanager
def stage(name: str) -> Iterator[None]:
    """One of STAGES. A stage inside of another is no part of it."""
    timing, around, opened = _timing.get(), _open.get(), _Open()
    if timing is None:
        yield
        return
    before, began = _open.set(opened), time.perf_counter()
    try:
        yield
    finally:
        took = time.perf_counter() - began
        _open.reset(before)
        timing.seconds[name] += max(took - opened.inside, 0.0)
        if around is not None:
            around.inside += took


def so_far() -> dict[str, int]:
    """Milliseconds by stage of what is being measured; nothing where nothing is."""
    timing = _timing.get()
    return timing.milliseconds if timing else {}


def mark_passing() -> None:
    """What is being made is not to be given to anybody else, nor again."""
    if (timing := _timing.get()) is not None:
        timing.passing = True
