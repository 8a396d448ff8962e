"""Files of decisions as a stream of rows: JSON or JSONL, plain or gzipped, an envelope, a list, one decision, or lines.

Nothing is held but the row at hand: a list of any length is cut element by element out of a sliding window of text.
"""

import codecs
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import BinaryIO

from core.errors import InvalidInput
from ingest.diavgeia.parse import Reason
from ingest.diavgeia.rows import BrokenJson, decode

_CHUNK = 1 << 18
_PACKED_CHUNK = 1 << 14  # a thousandfold, at worst, when unpacked
_LONGEST = 1 << 25  # no decision is longer; a broken file must not fill the memory
_SHOWN = 2_000  # characters kept of what could not be read
_LISTS = ("decisions", "decisionResultList")
_SPACE = " \t\r\n\ufeff"
_GZIP = b"\x1f\x8b"
_GZIP_FORMAT = 16 + zlib.MAX_WBITS
_ROW = json.JSONDecoder(parse_float=Decimal, parse_constant=lambda _: None)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRow:
    """One row of a file: `row` as decoded, or None with the reason. `raw` is its text where we have it apart."""

    row: Mapping[str, object] | None
    raw: str = ""
    reason: Reason | None = None


class SourceFile:
    """A file that is read once. `position` of `size` bytes have been taken from the disk, for a progress bar."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.position = 0
        try:
            with path.open("rb"):
                self.size = path.stat().st_size
        except OSError as error:
            raise InvalidInput(f"Το αρχείο {path} δεν ανοίγει: {error.strerror}.", value=str(path)) from error

    def rows(self) -> Iterator[FileRow]:
        """Every row, good or bad; a file cut short gives what stands before the cut, then says so."""
        with self.path.open("rb") as opened:
            window = _Window(self._text(opened))
            if window.peek() == "":
                yield from [FileRow(row=None, reason=Reason.CUT_SHORT)] if window.cut else []
                return
            yield from _lines(window) if self._holds_lines(window) else _document(window)

    def _text(self, opened: BinaryIO) -> Iterator[str]:
        packed = opened.read(len(_GZIP)) == _GZIP
        opened.seek(0)
        chunks = self._chunks(opened, _PACKED_CHUNK if packed else _CHUNK)
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        yield from map(decoder.decode, _unpacked(chunks) if packed else chunks)
        yield decoder.decode(b"", final=True)

    def _chunks(self, opened: BinaryIO, size: int) -> Iterator[bytes]:
        while chunk := opened.read(size):
            self.position += len(chunk)
            yield chunk

    def _holds_lines(self, window: "_Window") -> bool:
        """By its name, or because its first line is a whole object."""
        names = self.path.name.lower().removesuffix(".gz")
        if names.endswith((".jsonl", ".ndjson")):
            return True
        if window.peek() != "{":
            return False
        try:
            return isinstance(decode(window.first_line()), dict) and window.has_second_line()
        except BrokenJson:
            return False


def _unpacked(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Gzip members one after the other, everything before a cut included. EOFError at a cut."""
    member = zlib.decompressobj(_GZIP_FORMAT)
    for chunk in chunks:
        while chunk:
            if member.eof:
                member = zlib.decompressobj(_GZIP_FORMAT)
            yield member.decompress(chunk)
            chunk = member.unused_data
    if not member.eof:
        raise EOFError


class _Window:
    """Text read ahead as far as needed. `cut` tells that the stream ended in an error."""

    def __init__(self, chunks: Iterator[str]) -> None:
        self._chunks = chunks
        self.text = ""
        self.place = 0
        self.ended = False
        self.cut = False

    def more(self) -> bool:
        """Reads on; False at the end."""
        if self.ended:
            return False
        try:
            chunk = next(self._chunks, None)
        except (EOFError, zlib.error, OSError):
            chunk, self.cut = None, True
        if chunk is None:
            self.ended = True
            return False
        self.text, self.place = self.text[self.place :] + chunk, 0
        return True

    def peek(self) -> str:
        """The next character that is no space, not taken; empty at the end."""
        while True:
            while self.place < len(self.text) and self.text[self.place] in _SPACE:
                self.place += 1
            if self.place < len(self.text):
                return self.text[self.place]
            if not self.more():
                return ""

    def take(self, character: str) -> bool:
        """Steps over that character if it is the next one."""
        if self.peek() != character:
            return False
        self.place += 1
        return True

    def line(self) -> str | None:
        """The next line, taken; None at the end."""
        end = self._find_line_end()
        if end < 0:
            rest, self.place = self.text[self.place :], len(self.text)
            return rest or None
        line, self.place = self.text[self.place : end], end + 1
        return line

    def first_line(self) -> str:
        end = self._find_line_end()
        return self.text[self.place :] if end < 0 else self.text[self.place : end]

    def has_second_line(self) -> bool:
        end = self._find_line_end()
        return end >= 0 and bool(self.text[end:].strip() or self.more())

    def _find_line_end(self) -> int:
        searched = self.place
        while (end := self.text.find("\n", searched)) < 0 and len(self.text) - self.place < _LONGEST:
            kept = len(self.text) - self.place
            if not self.more():
                break
            searched = kept
        return end

    def value(self) -> object:
        """The JSON value that begins here, taken. BrokenJson when none does."""
        self.peek()
        while True:
            try:
                value, end = _ROW.raw_decode(self.text, self.place)
            except (ValueError, RecursionError) as error:
                if len(self.text) - self.place < _LONGEST and self.more():
                    continue
                raise BrokenJson(str(error)) from error
            if end == len(self.text) and isinstance(value, int | Decimal) and self.more():
                continue  # the digits may go on
            self.place = end
            return value


def _lines(window: _Window) -> Iterator[FileRow]:
    while (line := window.line()) is not None:
        if not line.strip(_SPACE):
            continue
        try:
            yield from _expanded(decode(line.strip(_SPACE)), line)
        except BrokenJson:
            reason = Reason.CUT_SHORT if window.cut and not window.peek() else Reason.BROKEN_JSON
            yield FileRow(row=None, raw=line[:_SHOWN], reason=reason)
    if window.cut:
        yield FileRow(row=None, raw="", reason=Reason.CUT_SHORT)


def _expanded(value: object, raw: str) -> Iterator[FileRow]:
    """A line may hold a decision, an envelope, or a list."""
    if isinstance(value, Mapping):
        listed = next((value[name] for name in _LISTS if isinstance(value.get(name), list)), None)
        if not isinstance(listed, list):
            yield FileRow(row=value, raw=raw)
            return
    elif isinstance(value, list):
        listed = value
    else:
        yield FileRow(row=None, raw=raw[:_SHOWN], reason=Reason.NOT_A_DECISION)
        return
    yield from map(_element, listed)


def _element(value: object) -> FileRow:
    if isinstance(value, Mapping):
        return FileRow(row=value)
    return FileRow(row=None, raw=str(value)[:_SHOWN], reason=Reason.NOT_A_DECISION)


def _document(window: _Window) -> Iterator[FileRow]:
    """One JSON value, or several one after the other."""
    try:
        while start := window.peek():
            if start == "[":
                window.take("[")
                yield from _elements(window)
            elif start == "{":
                window.take("{")
                yield from _object(window)
            else:
                window.value()
                yield FileRow(row=None, raw=start, reason=Reason.NOT_A_DECISION)
    except BrokenJson:
        rest = window.text[window.place : window.place + _SHOWN]
        yield FileRow(row=None, raw=rest, reason=Reason.CUT_SHORT if window.ended else Reason.BROKEN_JSON)


def _elements(window: _Window) -> Iterator[FileRow]:
    if window.take("]"):
        return
    while True:
        yield _element(window.value())
        if window.take("]"):
            return
        if not window.take(","):
            raise BrokenJson("neither , nor ]")


def _object(window: _Window) -> Iterator[FileRow]:
    """Member by member: the list of an envelope is streamed, anything else is one row."""
    members: dict[str, object] = {}
    listed = False
    while not window.take("}"):
        if members or listed:
            _need(window, ",")
        name = window.value()
        _need(window, ":")
        if name in _LISTS and window.take("["):
            listed = True
            yield from _elements(window)
        else:
            members[str(name)] = window.value()
    if not listed:
        yield FileRow(row=members)


def _need(window: _Window, character: str) -> None:
    if not window.take(character):
        raise BrokenJson(f"{character} was expected")
