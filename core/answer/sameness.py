"""When two questions are the same: all that an answer is made of, but for the data, as one key (DESIGN §3.9)."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from core.answer.bodies import is_over_bodies
from core.answer.setting import Setting
from core.answer.steps import Situation
from core.domain.request import OrganizationMention, Request
from core.greek.fold import fold

_SAID = ("text", "own_body")  # of a request: how it was said, where the situation tells what was meant
_CODE = (".py", ".sql", ".toml", ".md", ".tsv", ".gz")  # whose change may change an answer


def key_of(situation: Situation, setting: bytes, *, made_by: str, by_words: bool = False) -> bytes:
    """Of a question as understood. `setting`: `digest` of it; `made_by`: which minds and legs are there to answer.

    Spellings that are read alike share a key: what was typed counts folded, and not at all where a body was found in
    it. The day is part of it, and so «πέρσι» is never another year's. `by_words`: a model reads the message itself, so
    the words of an answer are only for who said the same ones, «δεν» among them.
    """
    parts = {name: _plain(getattr(situation, name)) for name in _names(situation) if name != "setting"}
    said = sorted(fold(situation.request.text).split()) if by_words else []
    return _hashed([parts, said, is_over_bodies(situation.request), made_by, setting.hex(), code_version()])


def digest(setting: Setting) -> bytes:
    """What an answer says of the bodies and of how far their data reach, read up to a minute ago."""
    return _hashed([_plain(setting.covered), _plain(dict(setting.coverage)), setting.home, setting.demo])


@cache
def code_version() -> str:
    """Other rules, words or prompts make other answers: no number that somebody forgets to raise."""
    found = hashlib.sha256()
    for package in ("core", "migrations"):  # views are rules too
        for source in _sources(files(package)):
            found.update(source.name.encode() + b"\0" + source.read_bytes())
    return found.hexdigest()


def _sources(place: Traversable) -> Iterator[Traversable]:
    for each in sorted(place.iterdir(), key=lambda each: each.name):
        if each.is_dir() and not each.name.startswith("__"):
            yield from _sources(each)
        elif each.name.endswith(_CODE):
            yield each


def _hashed(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _names(value: Any) -> list[str]:
    return [field.name for field in fields(value)]


def _plain(value: Any, *, folded: bool = False) -> Any:
    """As JSON. Anything that has no order or no plain form is an error: a key may not depend on chance."""
    if is_dataclass(value):
        return _parts(value, folded=folded)
    match value:
        case tuple() | list():
            return [_plain(each, folded=folded) for each in value]
        case set() | frozenset():
            return sorted(json.dumps(_plain(each, folded=folded), sort_keys=True) for each in value)
        case Mapping():
            return {str(name): _plain(each, folded=folded) for name, each in value.items()}
    return _single(value, folded=folded)


def _parts(value: Any, *, folded: bool) -> Any:
    if isinstance(value, OrganizationMention) and value.uids:
        return list(value.uids)
    asked = isinstance(value, Request)
    names = [name for name in _names(value) if not (asked and name in _SAID)]
    return {name: _plain(getattr(value, name), folded=folded or asked) for name in names}


def _single(value: Any, *, folded: bool) -> Any:
    match value:
        case None | bool() | int() | float():
            return value
        case Enum():
            return value.value
        case str():
            return fold(value) if folded else value
        case Decimal():
            return format(value.normalize(), "f")
        case date():
            return value.isoformat()
    raise TypeError(f"no part of a key: {type(value).__name__}")
