"""Where the words of a quote stand on a page: boxes, a line of text each, as the file has the page."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from core.greek.fold import fold
from ingest.documents.text.glyphs import Ink, turned_back
from ingest.documents.text.quality import mended, way_to_mend
from ingest.documents.text.tables import cells_of, grids_of
from ingest.documents.text.words import Word, rows_of, words_of

Box = tuple[float, float, float, float]  # points from the left and the top: left, top, right, bottom
_LEAST = 2  # letters of a cell that is looked for by itself
_CELLS = (" · ", " | ")


def boxes_of(ink: Ink, quote: str) -> list[Box]:
    """None where the words do not stand on the page in one piece, nor cell by cell."""
    words = _ordered(ink)
    letters = [_letters(word.text) for word in words]
    ends = list(accumulate(map(len, letters)))
    text = "".join(letters)
    spans = list(_found(text, _letters(quote)))[:1] or list(_by_cells(text, quote, words, ends))
    chosen = {at for begin, end in spans for at in range(bisect_right(ends, begin), bisect_right(ends, end - 1) + 1)}
    return [turned_back(box, ink) for box in _lines(words[at] for at in sorted(chosen))]


def _ordered(ink: Ink) -> list[Word]:
    """The page's words as they are read: lines from top to bottom, ruled tables cell by cell."""
    way = way_to_mend(ink)
    words = [
        Word(mended(each.text, way), each.left, each.top, each.right, each.bottom) for each in words_of(ink.glyphs)
    ]
    blocks: list[tuple[float, list[Word]]] = []
    for grid in grids_of(ink.rules):
        inside = [word for word in words if grid.holds(word)]
        words = [word for word in words if not grid.holds(word)]
        blocks += [(grid.edges[1], cell) for cell in cells_of(grid, inside)]
    blocks += [(min(word.top for word in row), row) for row in rows_of(words)]
    return [word for _, block in sorted(blocks, key=lambda each: each[0]) for word in block]


def _letters(text: str) -> str:
    """Folded letters and digits: spaces, hyphens at the end of a line and accents are not compared."""
    return "".join(letter for letter in fold(text) if letter.isalnum())


def _found(text: str, wanted: str) -> Iterator[tuple[int, int]]:
    at = text.find(wanted) if wanted else -1
    while at >= 0:
        yield at, at + len(wanted)
        at = text.find(wanted, at + 1)


def _by_cells(text: str, quote: str, words: Sequence[Word], ends: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Each cell of a row that was told with its header («Ποσό: 500,00»), nearest to the longest one of them."""
    for wall in _CELLS:
        quote = quote.replace(wall, "\n")
    cells = [_letters(cell) for each in quote.splitlines() for cell in (each, each.partition(": ")[2])]
    places = [found for cell in cells if len(cell) >= _LEAST and (found := list(_found(text, cell)))]
    if not places:
        return
    few = min(places, key=lambda spans: (len(spans), spans[0][0] - spans[0][1]))
    level = words[bisect_right(ends, few[0][0])].middle
    for spans in places:
        yield min(spans, key=lambda span: abs(words[bisect_right(ends, span[0])].middle - level))


def _lines(words: Iterable[Word]) -> list[Box]:
    """Words side by side are one box."""
    found: list[Box] = []
    for word in words:
        if found and _is_beside(found[-1], word):
            left, top, right, bottom = found[-1]
            found[-1] = (left, min(top, word.top), max(right, word.right), max(bottom, word.bottom))
        else:
            found.append((word.left, word.top, word.right, word.bottom))
    return found


def _is_beside(box: Box, word: Word) -> bool:
    return abs((box[1] + box[3]) / 2 - word.middle) < word.height / 2 and -1 < word.left - box[2] < 3 * word.height
