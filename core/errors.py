"""The four failures we name; anything else is a bug.

DiafaneiaError
├── InvalidInput     a value is not a valid ΑΔΑ, ΑΦΜ, period …: the sentence names the value and the form it needs
├── Unavailable      model, database or Διαύγεια gave no answer in time
├── Ungrounded       a reply cannot be backed by findings
└── Misconfigured    settings cannot work; the start stops
"""

from collections.abc import Iterator
from contextlib import contextmanager


class DiafaneiaError(Exception):
    """Base of the failures we name. `str(error)` is a Greek sentence fit for a reader (operator for Misconfigured)."""


@contextmanager
def named_alone() -> Iterator[None]:
    """Around a TaskGroup: one of our failures inside its group comes out by itself, so that the doors know it."""
    try:
        yield
    except BaseExceptionGroup as group:
        named = _first_named(group)
        if named is None:
            raise
        raise named from group


def _first_named(group: BaseExceptionGroup[BaseException]) -> DiafaneiaError | None:
    for error in group.exceptions:
        found = _first_named(error) if isinstance(error, BaseExceptionGroup) else error
        if isinstance(found, DiafaneiaError):
            return found
    return None


class InvalidInput(DiafaneiaError):
    """A value that cannot be read as what it should be."""

    def __init__(self, sentence: str, *, value: str = "") -> None:
        super().__init__(sentence)
        self.value = value


class Unavailable(DiafaneiaError):
    """Something outside gave no answer in time."""


class Ungrounded(DiafaneiaError):
    """A reply that holds something no finding backs."""


class Misconfigured(DiafaneiaError):
    """Settings that cannot work: names the variable and the fix."""
