"""A page of search results taken apart: its rows decoded, the very text of each, and what the source says about it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from ingest.diavgeia.failures import BadBody

_SPACE = " \t\r\n"
_VALUE = json.JSONDecoder(parse_float=Decimal, parse_constant=lambda _: None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """`size` is what the source serves a page by, perhaps less than asked; `total` what it counts for the query now.

    `raw_rows` are the JSON texts of `rows`, each as it came. A row need not be a decision: `parse` decides.
    """

    number: int
    size: int
    total: int
    rows: tuple[Mapping[str, object], ...]
    raw_rows: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """A page, and the query as the source understood it."""

    page: Page
    query: str


def open_envelope(text: str) -> Envelope:
    """BadBody when it is none: not JSON, cut short, or with another number of rows than it says."""
    members = _Text(text).members()
    info, listed = members.get("info"), members.get("decisions")
    if not isinstance(info, Mapping) or not isinstance(listed, _Rows):
        raise BadBody("neither decisions nor info")
    number, size, total, actual = (_count(info, name) for name in ("page", "size", "total", "actualSize"))
    if actual != len(listed.rows) or size < 1 or actual > size:
        raise BadBody(f"{len(listed.rows)} rows where {actual} of {size} were announced")
    page = Page(number=number, size=size, total=total, rows=tuple(listed.rows), raw_rows=tuple(listed.texts))
    query = info.get("query")
    return Envelope(page=page, query=query if isinstance(query, str) else "")


def _count(info: Mapping[str, object], name: str) -> int:
    value = info.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BadBody(f"{name} is {value!r}")
    return value


@dataclass(slots=True)
class _Rows:
    rows: list[Mapping[str, object]]
    texts: list[str]


class _Text:
    """Reads one object member by member, so that the list of decisions can be cut into its texts."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0

    def members(self) -> dict[str, object]:
        found: dict[str, object] = {}
        try:
            self._need("{")
            while not self._take("}"):
                if found:
                    self._need(",")
                name = str(self._value()[0])
                self._need(":")
                found[name] = self._rows() if name == "decisions" and self._take("[") else self._value()[0]
        except (ValueError, RecursionError) as error:
            raise BadBody(str(error)) from error
        if self._peek():
            raise BadBody("text after the end")
        return found

    def _rows(self) -> _Rows:
        rows = _Rows(rows=[], texts=[])
        while not self._take("]"):
            if rows.rows:
                self._need(",")
            row, text = self._value()
            if not isinstance(row, Mapping):
                raise BadBody("a row that is no object")
            rows.rows.append(row)
            rows.texts.append(text)
        return rows

    def _value(self) -> tuple[object, str]:
        self._peek()
        begin = self.place
        value, self.place = _VALUE.raw_decode(self.text, begin)
        return value, self.text[begin : self.place]

    def _peek(self) -> str:
        while (next_one := self.text[self.place : self.place + 1]) and next_one in _SPACE:
            self.place += 1
        return next_one

    def _take(self, character: str) -> bool:
        if self._peek() != character:
            return False
        self.place += 1
        return True

    def _need(self, character: str) -> None:
        if not self._take(character):
            raise BadBody(f"{character} was expected")
