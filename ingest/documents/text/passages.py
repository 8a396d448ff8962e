"""Lines and tables of a page → passages: sentences and rows, in reading order."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.domain.document import Passage, PassageKind
from core.greek.fold import tidy
from ingest.documents.text.tables import TableRow, loose_rows
from ingest.documents.text.words import Line

_MARKER = re.compile(
    r"(?:[-–—•●▪*►➢✓§\uf000-\uf0ff]|\(?(?:\d{1,2}|[Α-Ωα-ω]|[ivxIVX]{1,4}|[α-ω]{1,2})(?:[.)]|΄\)?|'\)?))(?=\s|[Α-Ω])"
)
_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u00ad\u2010]$")
_END = re.compile(r"(?<=[.;!·])[»”\")]*\s+(?=[«“\"(]?(?:[Α-ΩΆ-ΏA-Z]|\d{1,2}[.)]\s))")
_LAST_WORD = re.compile(r"([^\W\d_]+(?:\.[^\W\d_]+)*)\.[»”\")]*$")
_NO_ENDING = re.compile(r"[^αεηιουωάέήίόύώϊϋΐΰςνΑΕΗΙΟΥΩΆΈΉΊΌΎΏΪΫΣΝ]$")
_VOWEL, _ACCENT = re.compile("[αεηιουω]"), re.compile("[άέήίόύώΐΰΆΈΉΊΌΎΏ]")
_FAR = 1.7  # of a line's height: below such a gap a new paragraph begins
_SHORT_LINE = 0.75  # of the page's widest line: after it a capital begins a new paragraph
_WIDE = 5.0  # of a line's height: a wider gap parts columns, whatever stands around it


@dataclass(frozen=True, slots=True)
class Block:
    """Something of the page with its place from the top: a line of text, or a row of a ruled table."""

    top: float
    line: Line | None = None
    row: TableRow | None = None


def passages_of(blocks: Sequence[Block]) -> list[Passage]:
    """In the order of the page."""
    found: list[Passage] = []
    text: list[Line] = []
    loose: list[Line] = []
    ordered = sorted(blocks, key=lambda each: each.top)
    for block, before, after in zip(ordered, [None, *ordered], [*ordered[1:], None], strict=False):
        if block.line is not None and len(block.line.cells) > 1 and not _is_prose(block.line, before, after):
            _end_text(text, found)
            loose.append(block.line)
        else:
            _end_loose(loose, found)
            if block.line is not None:
                text.append(block.line)
        if block.row is not None:
            _end_text(text, found)
            found += _row(block.row)
    _end_loose(loose, found)
    _end_text(text, found)
    return found


def _is_prose(line: Line, before: Block | None, after: Block | None) -> bool:
    """A line of text with wide gaps in it: it runs on from or into another that is as wide."""
    gaps = [right.left - left.right for left, right in pairwise(line.cells)]
    if len(gaps) > 2 or max(gaps) > _WIDE * line.height or len(line.cells[0].text.split()) < 4:
        return False
    above = before.line if before else None
    below = after.line if after else None
    runs_on = above is not None and line.text[:1].islower() and _is_beside(above, line)
    runs_in = below is not None and below.text[:1].islower() and _is_beside(line, below)
    return (
        runs_on
        or runs_in
        or any(
            other is not None and len(other.cells) == 1 and _is_beside(*pair)
            for other, pair in ((above, (above, line)), (below, (line, below)))
        )
    )


def _is_beside(upper: Line | None, lower: Line | None) -> bool:
    """One below the other, from the same margin, about as wide."""
    if upper is None or lower is None:
        return False
    widths = sorted((upper.right - upper.left, lower.right - lower.left))
    near = lower.top - upper.bottom < lower.height and abs(upper.left - lower.left) < 2 * lower.height
    return near and widths[0] > _SHORT_LINE * widths[1]


def _end_loose(lines: list[Line], found: list[Passage]) -> None:
    for row in loose_rows(lines):
        found += _row(row)
    lines.clear()


def _row(row: TableRow) -> list[Passage]:
    """A row of one cell is text; the header is told only where it stands over the same cells."""
    cells = [tidy(cell) for cell in row.cells]
    if not any(letter.isalnum() for cell in cells for letter in cell):
        return []
    if sum(bool(cell) for cell in cells) < 2:
        return [_sentence(text) for text in sentences(" ".join(filter(None, cells)))]
    header = [tidy(cell) for cell in row.header] if len(row.header) == len(cells) else []
    return [Passage(kind=PassageKind.ROW, text=" | ".join(cells), header=" | ".join(header))]


def _sentence(text: str) -> Passage:
    return Passage(kind=PassageKind.SENTENCE, text=text)


def _end_text(lines: list[Line], found: list[Passage]) -> None:
    for paragraph in _paragraphs(lines):
        found += [_sentence(text) for text in sentences(_flowing(paragraph))]
    lines.clear()


def _paragraphs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    widest = max((line.right for line in lines), default=0.0) - min((line.left for line in lines), default=0.0)
    held: list[Line] = []
    for line in lines:
        if held and _begins(held[-1], line, widest):
            yield held
            held = []
        held.append(line)
    if held:
        yield held


def _begins(before: Line, line: Line, widest: float) -> bool:
    if line.top - before.bottom > _FAR * max(line.height, before.height) or _MARKER.match(line.text):
        return True
    short = before.right - before.left < _SHORT_LINE * widest
    capital = line.text[:1].isupper() or not line.text[:1].isalnum()
    return short and capital and not before.text.endswith((",", "-", "και"))


def _flowing(lines: Sequence[Line]) -> str:
    """One text. A word that was cut at the end of a line is whole again; a code keeps its dash."""
    text = ""
    for line in lines:
        piece = tidy(line.text)
        if text and _HYPHEN.search(text):
            text = (text[:-1] if piece[:1].islower() else text.replace("\u00ad", "-")) + piece
        else:
            text = f"{text} {piece}" if text else piece
    return text


def sentences(text: str) -> list[str]:
    """Cut only where it is sure: a sentence too long loses nothing, one cut short may lose its «δεν»."""
    found: list[str] = []
    at = 0
    for end in _END.finditer(text):
        piece = text[at : end.start()].strip()
        if piece and not _is_short_form(piece):
            found.append(piece)
            at = end.end()
    return [*found, rest] if (rest := text[at:].strip()) else found


def _is_short_form(piece: str) -> bool:
    """«αρ.», «Οικον.», «Κεντρ.», «1.» end no sentence: no Greek word ends or is accented like that."""
    if not piece.endswith((".", ".»", '."', ".)", ".”")):
        return False
    last = _LAST_WORD.search(piece)
    if last is None:
        return re.search(r"(?:^|\s)\(?\d{1,3}\.$", piece) is not None
    word = last[1]
    unaccented = not word.isupper() and len(_VOWEL.findall(word)) > 1 and not _ACCENT.search(word)
    return len(word) < 4 or "." in word or _NO_ENDING.search(word) is not None or unaccented
