"""Prompt files → texts with declared placeholders."""

import hashlib
import string
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from core.errors import Misconfigured

_FOLDER = "core.answer.prompts"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A text whose placeholders are exactly `names`."""

    text: str
    names: frozenset[str]

    def filled(self, **values: str) -> str:
        """Raises Misconfigured for a placeholder too many or too few. Values are never read as templates."""
        if values.keys() != self.names:
            odd = ", ".join(sorted(values.keys() ^ self.names))
            raise Misconfigured(f"Οι θέσεις του προτύπου και οι τιμές του διαφέρουν: {odd}.")
        return string.Template(self.text).substitute(values)


@cache
def _contents(name: str) -> str:
    return files(_FOLDER).joinpath(name).read_text(encoding="utf-8")


def read(name: str, *names: str) -> Prompt:
    """The file, if it holds the declared placeholders and no other; raises Misconfigured otherwise."""
    template = string.Template(_contents(name))
    if not template.is_valid() or set(template.get_identifiers()) != set(names):
        raise Misconfigured(f"Το πρότυπο {name} δεν έχει τις θέσεις που δηλώνονται: {', '.join(names)}.")
    return Prompt(text=template.template.strip(), names=frozenset(names))


def table(name: str) -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(_contents(name))


def digest(*names: str) -> str:
    """Twelve letters that change with any of the files: they stand in the log line of every answer."""
    return hashlib.sha256("\0".join(map(_contents, names)).encode()).hexdigest()[:12]
