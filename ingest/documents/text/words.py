"""Letters → words → lines in reading order, each line cut where a gap is wider than any space."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from ingest.documents.text.glyphs import Glyph

_SPACE = 0.2  # of a letter's height: a gap this wide between two letters parts words
_APART = 1.6  # of a line's height: a gap this wide parts cells
_MARKER = re.compile(r"[-–—•●▪*►➢✓\uf000-\uf0ff]|\(?(?:\d{1,2}|[^\W\d_])[.)]")
_RUN = 4  # single letters in a row that are one spaced word


@dataclass(frozen=True, slots=True)
class Word:
    """Points from the left and the top."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2

    @property
    def height(self) -> float:
        return self.bottom - self.top


@dataclass(frozen=True, slots=True)
class Line:
    """Words of one height on the page, from left to right, cut into `cells` by wide gaps."""

    cells: tuple[Word, ...]
    left: float
    top: float
    right: float
    bottom: float

    @property
    def text(self) -> str:
        return " ".join(cell.text for cell in self.cells)

    @property
    def height(self) -> float:
        return self.bottom - self.top


def words_of(glyphs: Iterable[Glyph]) -> list[Word]:
    """In the file's order. Spaces are the file's own, or gaps."""
    found: list[Word] = []
    run: list[Glyph] = []
    for glyph in glyphs:
        if glyph.letter.isspace():
            _close(run, found)
        else:
            if run and _parts(run[-1], glyph):
                _close(run, found)
            run.append(glyph)
    _close(run, found)
    return found


def _parts(before: Glyph, after: Glyph) -> bool:
    _, _, before_top, before_right, before_bottom = before
    _, left, top, _, bottom = after
    height = max(before_bottom - before_top, bottom - top, 1.0)
    moved = abs(before_top + before_bottom - top - bottom)
    return moved > height or not -0.6 * height < left - before_right < _SPACE * height


def _close(run: list[Glyph], found: list[Word]) -> None:
    if run:
        letters, lefts, tops, rights, bottoms = zip(*run, strict=True)
        found.append(Word("".join(letters), min(lefts), min(tops), max(rights), max(bottoms)))
        run.clear()


def rows_of(words: Sequence[Word]) -> list[list[Word]]:
    """Words that stand at one height, from top to bottom and from left to right."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda each: (each.middle, each.left)):
        if rows and _level(rows[-1], word):
            rows[-1].append(word)
        else:
            rows.append([word])
    return [sorted(row, key=lambda each: each.left) for row in rows]


def _level(row: list[Word], word: Word) -> bool:
    """By the middle of the row so far, so that a descending line does not swallow the next."""
    middle = sum(each.middle for each in row[-3:]) / len(row[-3:])
    return abs(word.middle - middle) < 0.4 * max(2.0, min(word.height, row[-1].height))


def line_of(row: Sequence[Word]) -> Line:
    height = median(word.height for word in row) or 1.0
    cells: list[list[Word]] = []
    for word in row:
        if cells and (word.left - cells[-1][-1].right < _APART * height or _is_marker(cells[-1])):
            cells[-1].append(word)
        else:
            cells.append([word])
    joined = tuple(_joined(cell) for cell in cells)
    top, bottom = min(word.top for word in row), max(word.bottom for word in row)
    return Line(joined, row[0].left, top, max(word.right for word in row), bottom)


def _is_marker(cell: list[Word]) -> bool:
    """«•», «1.», «α)» belongs to what follows it, however far that stands."""
    return len(cell) == 1 and _MARKER.fullmatch(cell[0].text) is not None


def _joined(words: list[Word]) -> Word:
    tops, bottoms = (word.top for word in words), (word.bottom for word in words)
    return Word(text_of(words), words[0].left, min(tops), max(word.right for word in words), max(bottoms))


def text_of(words: Sequence[Word]) -> str:
    """Joined by spaces, «Α Π Ο Φ Α Σ Η» by none."""
    pieces: list[str] = []
    at = 0
    while at < len(words):
        end = _end_of_spaced(words, at)
        pieces.append("".join(word.text for word in words[at:end]))
        at = end
    return " ".join(pieces)


def _end_of_spaced(words: Sequence[Word], at: int) -> int:
    """Where a run of single letters, evenly apart, ends; the next place when there is none."""
    end = at
    while end < len(words) and len(words[end].text) == 1 and words[end].text.isalpha():
        end += 1
    if end - at < _RUN:
        return at + 1
    gaps = [after.left - before.right for before, after in zip(words[at:end], words[at + 1 : end], strict=False)]
    usual = median(gaps)
    wide = next((place for place, gap in enumerate(gaps, at + 1) if gap > 1.8 * usual + 1), end)
    return wide if wide - at >= 2 else at + 1


def is_letter_spaced(words: Sequence[Word]) -> bool:
    """A good part of the page is written with a space after each letter."""
    single = sum(len(word.text) == 1 and word.text.isalpha() for word in words)
    return len(words) > 20 and single > 0.5 * len(words)
