"""A PDF on disk → its pages as passages, with the quality of each. Runs in a process of its own (`worker.py`)."""

import re
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from core.domain.document import FileState, Page, PageMark, Passage, PassageKind, Quality, ReadFile
from ingest.documents.text import zones
from ingest.documents.text.glyphs import Damaged, Encrypted, Ink, inked, opened
from ingest.documents.text.passages import Block, passages_of
from ingest.documents.text.quality import marks_of, mended, quality_of, way_to_mend
from ingest.documents.text.tables import grid_rows, grids_of
from ingest.documents.text.words import Line, Word, line_of, rows_of, words_of

MOST_PAGES = 400  # of one file; what is behind them is told as not read
_MOST_LETTERS = 4_000_000
_DRAWN = frozenset("|│┃¦")  # walls of a table that is drawn with letters
_STAMPED = re.compile(r"Α\.?Δ\.?Α\.?\s*:?\s*[0-9Α-Ω]{5,10}-[0-9Α-Ω]{1,3}")


@dataclass(slots=True)
class _Sheet:
    """A page on its way from ink to passages."""

    ink: Ink
    quality: Quality
    marks: tuple[PageMark, ...]
    blocks: list[Block]

    @property
    def lines(self) -> list[Line]:
        return [block.line for block in self.blocks if block.line is not None]


def read_file(path: Path) -> ReadFile:
    """Never raises for what a file can be: its state says it."""
    try:
        with closing(opened(path)) as document:
            total = len(document)
            sheets: list[_Sheet] = []
            lost, letters = 0, 0
            for place in range(min(total, MOST_PAGES)):
                try:
                    sheets.append(_sheet(inked(document, place)))
                except Damaged:
                    lost += 1
                    continue
                letters += len(sheets[-1].ink.raw)
                if letters > _MOST_LETTERS:
                    break
    except Encrypted as error:
        return ReadFile(state=FileState.ENCRYPTED, reason=str(error))
    except Damaged as error:
        return ReadFile(state=FileState.DAMAGED, reason=str(error))
    if not sheets:
        return ReadFile(state=FileState.DAMAGED, pages_total=total, reason="no page can be loaded")
    whole = len(sheets) == total and not lost
    return ReadFile(
        state=FileState.READ if whole else FileState.PARTIAL,
        pages_total=total,
        pages=tuple(_pages(sheets)),
        reason="" if whole else f"{len(sheets)} of {total} pages",
    )


def _sheet(ink: Ink) -> _Sheet:
    way = way_to_mend(ink)
    found = [each for each in words_of(ink.glyphs) if each.text not in _DRAWN]
    words = [Word(mended(each.text, way), each.left, each.top, each.right, each.bottom) for each in found]
    marks = marks_of(ink, words, repaired=way is not None)
    return _Sheet(ink, quality_of(ink, words), marks, _blocks(ink, words))


def _blocks(ink: Ink, words: list[Word]) -> list[Block]:
    blocks: list[Block] = []
    for grid in grids_of(ink.rules):
        inside = [word for word in words if grid.holds(word)]
        if not inside:
            continue
        words = [word for word in words if not grid.holds(word)]
        blocks += [Block(top=row.top, row=row) for row in grid_rows(grid, inside)]
    lines = [line_of(row) for row in rows_of(words)]
    return blocks + [Block(top=line.top, line=line) for line in lines]


def _pages(sheets: list[_Sheet]) -> list[Page]:
    keys = zones.running([(sheet.ink.height, sheet.lines) for sheet in sheets])
    return [_page(sheet, keys, len(sheets)) for sheet in sheets]


def _page(sheet: _Sheet, keys: frozenset[str], pages: int) -> Page:
    height = sheet.ink.height
    kept = [
        block
        for block in sheet.blocks
        if block.line is None or not zones.is_running(block.line, height, keys, pages=pages)
    ]
    readable = sheet.quality in (Quality.READABLE, Quality.SHIFTED)
    passages = passages_of(kept) if readable else []
    stamps = [Passage(kind=PassageKind.STAMP, text=found) for found in _STAMPED.findall(mended(sheet.ink.stamp, None))]
    return Page(
        number=sheet.ink.number,
        quality=sheet.quality,
        passages=(*passages, *stamps),
        marks=sheet.marks if readable else (),
        raw=sheet.ink.raw.replace("\x00", "\ufffd"),
    )
