"""«ποια απόφαση λέει ότι …»: a question for acts by what their PDF says, not by their subject."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from core.answer.asked_inside import asked_words
from core.domain.request import Request, Scope
from core.greek.fold import words as folded

ASK = "passage"
_FARTHEST = 12  # words before the verb: «ποιες αποφάσεις του Δήμου Ρόδου το 2021 λένε …»
_LEAST = 2  # words to look for
_TOKEN = re.compile(r"\S+")
# What is never given stays so, however it is asked for.
_REFUSED = frozenset(
    {Scope.PRIVATE_PERSON, Scope.INSTRUCTIONS, Scope.SECRETS, Scope.SQL, Scope.FABRICATION, Scope.CONTACT_DATA}
)


@dataclass(frozen=True, slots=True)
class Telling:
    """`head`: what stands before the verb («ποια απόφαση του Δήμου Ρόδου»); `words`: what is to be found."""

    head: str
    words: tuple[str, ...]


@cache
def _table() -> dict[str, frozenset[str]]:
    table = tomllib.loads(files("core.answer").joinpath("inside.toml").read_text(encoding="utf-8"))["telling"]
    return {name: frozenset(folded(listed)) for name, listed in table.items()}


def telling(text: str) -> Telling | None:
    """None for any other question."""
    found = list(_TOKEN.finditer(text))
    said = [(folded(each.group()) or ("",))[0] for each in found]
    verb = next((at for at, word in enumerate(said[:_FARTHEST]) if word in _table()["verbs"]), None)
    if verb is None or not _table()["asks"] & set(said[:verb]):
        return None
    if not _table()["acts"] & set(said[:verb]):
        return None
    after = found[verb].end()
    words = _known(asked_words(text[after:], "", numbers=True))
    return Telling(text[: found[verb].start()].strip(), words) if len(words) >= _LEAST else None


def _known(words: tuple[str, ...]) -> tuple[str, ...]:
    """Without English words that no decision uses, where enough of the others are left."""
    kept = tuple(word for word in words if not (word.isascii() and word.isalpha() and word.islower()))
    return kept if len(kept) >= _LEAST else words


def may_be_told(request: Request) -> bool:
    """The whole message, as it was understood, names no ΑΔΑ and asks for nothing that is never given."""
    return request.scope not in _REFUSED and not any(each.certain or each.labelled for each in request.adas)
