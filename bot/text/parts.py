"""Dressed pieces of text → messages of at most 4096 UTF-16 units, each of them valid HTML by itself."""

import html
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

LIMIT = 4096  # of one message, in UTF-16 units; tags are counted too, which Telegram does not ask for
ENTITIES = 99  # of one message beside its heading; Telegram drops the styling of what is beyond 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Text between its tags. A `whole` piece (a link) is never cut."""

    text: str
    opening: str = ""
    closing: str = ""
    whole: bool = False

    @property
    def html(self) -> str:
        return f"{self.opening}{html.escape(self.text, quote=False)}{self.closing}"

    @property
    def size(self) -> int:
        return units(self.html)

    @property
    def entities(self) -> int:
        return self.opening.count("<")


class _Line(tuple[Piece, ...]):
    """The pieces of one line of text."""

    @property
    def size(self) -> int:
        return sum(piece.size for piece in self)

    @property
    def entities(self) -> int:
        return sum(piece.entities for piece in self)

    def fits(self, room: int) -> bool:
        return self.size <= room and self.entities <= ENTITIES


def units(text: str) -> int:
    """Length as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


def split(pieces: Iterable[Piece], *, heading: Sequence[Piece] = ()) -> tuple[str, ...]:
    """The pieces as messages that break between paragraphs, lines or words, in that order of liking.

    Each message opens with `heading` and an empty line. Text without anything to see gives no message.
    """
    opening = "".join(piece.html for piece in heading) + "\n\n" if heading else ""
    room = LIMIT - units(opening)
    lines = [short for line in _lines(pieces) for short in _fitted(line, room)]
    bodies = ("\n".join("".join(piece.html for piece in line) for line in part) for part in _packed(lines, room))
    return tuple(f"{opening}{body}" for body in bodies if body)


def _lines(pieces: Iterable[Piece]) -> list[_Line]:
    lines: list[list[Piece]] = [[]]
    for piece in pieces:
        first, *others = piece.text.split("\n")
        lines[-1].append(replace(piece, text=first))
        lines.extend([replace(piece, text=other)] for other in others)
    shown = ([piece for piece in line if piece.text] for line in lines)
    return [_Line(line) if any(piece.text.strip() for piece in line) else _Line() for line in shown]


def _fitted(line: _Line, room: int) -> Iterator[_Line]:
    """The line itself, or as many lines as it takes to fit."""
    while not line.fits(room):
        head, line = _cut(line, room)
        yield head
    yield line


def _cut(line: _Line, room: int) -> tuple[_Line, _Line]:
    """A head that fits, and the rest. The head is empty only if the line is."""
    head = _Line()
    for index, piece in enumerate(line):
        longer = _Line((*head, piece))
        if longer.fits(room):
            head = longer
            continue
        may_be_cut = not piece.whole and longer.entities <= ENTITIES
        end = _end_within(piece, room - head.size, anywhere=not head) if may_be_cut else 0
        before, after = replace(piece, text=piece.text[:end].rstrip()), replace(piece, text=piece.text[end:].lstrip())
        rest = _Line(kept for kept in (after, *line[index + 1 :]) if kept.text)
        return _Line((*head, before) if before.text else head), rest
    return head, _Line()


def _end_within(piece: Piece, room: int, *, anywhere: bool) -> int:
    """How many characters of the piece fit, up to a space; up to any character if there is none and `anywhere`."""
    low, high = 0, len(piece.text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if replace(piece, text=piece.text[:middle]).size <= room else (low, middle - 1)
    space = piece.text.rfind(" ", 0, low + 1)
    return space if space > 0 else low if anywhere else 0


def _packed(lines: Sequence[_Line], room: int) -> Iterator[list[_Line]]:
    part: list[_Line] = []
    size = entities = 0
    for line in lines:
        if part and (size + 1 + line.size > room or entities + line.entities > ENTITIES):
            kept, part = _at_paragraph(part, size // 2)
            yield _trimmed(kept)
            size, entities = _measure(part)
            if size + 1 + line.size > room or entities + line.entities > ENTITIES:
                yield _trimmed(part)
                part, size, entities = [], 0, 0
        part.append(line)
        size, entities = size + 1 + line.size, entities + line.entities
    yield _trimmed(part)


def _measure(part: Sequence[_Line]) -> tuple[int, int]:
    return sum(line.size + 1 for line in part), sum(line.entities for line in part)


def _at_paragraph(part: list[_Line], half: int) -> tuple[list[_Line], list[_Line]]:
    """The part cut at its last empty line, if at least `half` of it stays; else uncut."""
    for index in range(len(part) - 1, 0, -1):
        if not part[index] and _measure(part[:index])[0] >= half:
            return part[:index], part[index + 1 :]
    return part, []


def _trimmed(part: list[_Line]) -> list[_Line]:
    """Without empty lines at either end."""
    full = [index for index, line in enumerate(part) if line]
    return part[full[0] : full[-1] + 1] if full else []
