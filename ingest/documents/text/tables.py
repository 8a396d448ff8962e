"""Rules → grids; words in a grid → rows of cells, each row knowing the header of its table."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ingest.documents.text.glyphs import Rule
from ingest.documents.text.words import Line, Word, rows_of, text_of

_NEAR = 3.0  # points: lines this near are one, ends this near meet
_LEAST = 8.0  # a line shorter than this is a mark, not a rule
_THIN_ROW = 4.0  # between two rules this near there is no row
_MOST = 800
_BELOW = 20.0  # of a line's height: a header without rules reaches no farther
_LONGEST = 80  # letters: a longer one is no name of a column
_BARE = re.compile(r"[\s€\d.,%+-]*\d[\s€\d.,%+-]*")
_AMOUNT = re.compile(r"\d,\d\d(?!\d)|\d{4,}")


@dataclass(frozen=True, slots=True)
class TableRow:
    """`cells` may be empty strings, so that they stand under those of `header`, which is () where there is none."""

    cells: tuple[str, ...]
    header: tuple[str, ...]
    top: float
    left: float


@dataclass(frozen=True, slots=True)
class Grid:
    """Rules that hang together."""

    level: tuple[Rule, ...]
    upright: tuple[Rule, ...]

    edges: tuple[float, float, float, float]  # left, top, right, bottom

    def holds(self, word: Word) -> bool:
        left, top, right, bottom = self.edges
        return left - 1 <= (word.left + word.right) / 2 <= right + 1 and top - 1 <= word.middle <= bottom + 1


def grids_of(rules: Sequence[Rule]) -> list[Grid]:
    """Tables drawn with lines: two columns at least, and two levels."""
    level = [rule for rule in rules if rule.bottom - rule.top <= _NEAR and rule.right - rule.left >= _LEAST][:_MOST]
    upright = [rule for rule in rules if rule.right - rule.left <= _NEAR and rule.bottom - rule.top >= _LEAST][:_MOST]
    lines = [*level, *upright]
    names = list(range(len(lines)))
    for at, one in enumerate(level):
        for to, other in enumerate(upright, len(level)):
            if _meet(one, other):
                _unite(names, at, to)
    hung: dict[int, tuple[list[Rule], list[Rule]]] = {}
    for place, rule in enumerate(lines):
        hung.setdefault(_root(names, place), ([], []))[place >= len(level)].append(rule)
    grids = [_grid(flat, tall) for flat, tall in hung.values() if len(flat) > 1 and len(tall) > 1]
    return [grid for grid in grids if len(_places([rule.left for rule in grid.upright])) > 2]


def _grid(level: list[Rule], upright: list[Rule]) -> Grid:
    both = (*level, *upright)
    left, top = min(rule.left for rule in both), min(rule.top for rule in both)
    right, bottom = max(rule.right for rule in both), max(rule.bottom for rule in both)
    return Grid(tuple(level), tuple(upright), (left, top, right, bottom))


def _meet(level: Rule, upright: Rule) -> bool:
    return (
        level.left - _NEAR <= upright.left <= level.right + _NEAR
        and upright.top - _NEAR <= level.top <= upright.bottom + _NEAR
    )


def _root(names: list[int], place: int) -> int:
    while names[place] != place:
        names[place] = names[names[place]]
        place = names[place]
    return place


def _unite(names: list[int], one: int, other: int) -> None:
    names[_root(names, one)] = _root(names, other)


def _places(values: Sequence[float]) -> list[float]:
    """Sorted, those that are near each other once."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > _NEAR:
            found.append(value)
    return found


def grid_rows(grid: Grid, words: Sequence[Word]) -> list[TableRow]:
    """Rows of the words that stand in the grid. A word belongs to the cell that holds its middle."""
    return _headed([row for band, held in _bands(grid, words) for row in _band_rows(grid, band, held)])


def cells_of(grid: Grid, words: Sequence[Word]) -> Iterator[list[Word]]:
    """The words of each cell, as they are read."""
    for band, held in _bands(grid, words):
        for cell in _walled(grid, band, held):
            yield [word for row in rows_of(cell) for word in row]


def _bands(grid: Grid, words: Sequence[Word]) -> list[tuple[tuple[float, float], list[Word]]]:
    """Between two level rules: where it is, and the words in it."""
    left, top, right, bottom = grid.edges
    levels = _places([top, bottom, *(rule.top for rule in grid.level if rule.right - rule.left > 0.3 * (right - left))])
    bands = [(upper, lower) for upper, lower in pairwise(levels) if lower - upper > _THIN_ROW]
    starts = [upper for upper, _ in bands]
    inside: list[list[Word]] = [[] for _ in bands]
    for word in words:
        if bands:
            inside[max(0, bisect_right(starts, word.middle) - 1)].append(word)
    return [(band, held) for band, held in zip(bands, inside, strict=True) if held]


def _walled(grid: Grid, band: tuple[float, float], words: Sequence[Word]) -> list[list[Word]]:
    """The words of a band, by the upright rules that it has."""
    left, _, right, _ = grid.edges
    middle = (band[0] + band[1]) / 2
    walls = _places([left, right, *(rule.left for rule in grid.upright if rule.top <= middle <= rule.bottom)])
    held: list[list[Word]] = [[] for _ in range(max(1, len(walls) - 1))]
    for word in words:
        at = bisect_right(walls, (word.left + word.right) / 2) - 1
        held[min(max(at, 0), len(held) - 1)].append(word)
    return held


def _band_rows(grid: Grid, band: tuple[float, float], words: Sequence[Word]) -> Iterator[TableRow]:
    """One row, or one for each figure where a band holds a column of them."""
    left = grid.edges[0]
    held = _walled(grid, band, words)
    anchors = _figures(held)
    beside = all(
        abs(anchors[_nearest(anchors, word.middle)] - word.middle) < word.height / 2 for word in words if anchors
    )
    if len(anchors) < 2:
        yield TableRow(tuple(map(_cell, held)), (), band[0], left)
        return
    if not beside:  # labels of two lines: nobody knows which figure is theirs, so none is told as theirs
        for cell in filter(None, held):
            yield TableRow((_cell(cell),), (), band[0], left)
        return
    for place, anchor in enumerate(anchors):
        parts = [[word for word in cell if _nearest(anchors, word.middle) == place] for cell in held]
        yield TableRow(tuple(map(_cell, parts)), (), anchor, left)


def _cell(words: Sequence[Word]) -> str:
    return " ".join(text_of(row) for row in rows_of(words))


def _figures(cells: Sequence[Sequence[Word]]) -> list[float]:
    """Middles of the lines of the longest cell that holds nothing but amounts, a heading above them aside."""
    found: list[float] = []
    for cell in cells:
        rows = rows_of(cell)
        bare = [_AMOUNT.search(text) and _BARE.fullmatch(text) for text in map(text_of, rows)]
        if len(rows) > len(found) and sum(map(bool, bare)) > 1 and all(bare[1:]):
            found = [row[0].middle for row in rows]
    return found


def _nearest(places: Sequence[float], at: float) -> int:
    return min(range(len(places)), key=lambda place: abs(places[place] - at))


def _headed(rows: list[TableRow]) -> list[TableRow]:
    """The last row of words alone, above rows with amounts of as many cells, is their header."""
    found: list[TableRow] = []
    header: tuple[str, ...] = ()
    for row in rows:
        if header and len(row.cells) != len(header):
            header = ()
        names = header if _is_under(row.cells) else ()
        found.append(TableRow(row.cells, names, row.top, row.left))
        if not header and is_header(row.cells):
            header = row.cells
    return found


def _is_under(cells: Sequence[str]) -> bool:
    """Two cells may be a name and its value: only a bare number stands under the name of a column."""
    return len(cells) > 2 or _BARE.fullmatch(cells[-1]) is not None


def is_header(cells: Sequence[str]) -> bool:
    """Names of columns: two at least, no amount among them."""
    named = [cell for cell in cells if any(letter.isalpha() for letter in cell)]
    rest = len([cell for cell in cells if cell]) - len(named)
    return len(named) > 1 and rest < 2 and not any(_AMOUNT.search(cell) or len(cell) > _LONGEST for cell in cells)


def loose_rows(lines: Sequence[Line]) -> list[TableRow]:
    """A table without rules: neighbouring lines of two cells or more. The header is the nearest line of names above
    whose cells stand over those of the row."""
    found: list[TableRow] = []
    header: Line | None = None
    for line in lines:
        if header and line.top - header.bottom > _BELOW * line.height:
            header = None
        cells = tuple(cell.text for cell in line.cells)
        under = _under(header, line) if header else ()
        found.append(TableRow(cells, under, line.top, line.left))
        if is_header(cells) and not under:
            header = line
    return found


def _under(header: Line, line: Line) -> tuple[str, ...]:
    """The header's cell over each cell of the line; () when one of them has none, or the line is names as well."""
    if not _AMOUNT.search(line.text) or not _is_under([cell.text for cell in line.cells]):
        return ()
    named: list[str] = []
    for cell in line.cells:
        over = [each for each in header.cells if min(each.right, cell.right) - max(each.left, cell.left) > 0]
        if len(over) != 1:
            return ()
        named.append(over[0].text)
    return tuple(named) if len(set(named)) == len(named) else ()
