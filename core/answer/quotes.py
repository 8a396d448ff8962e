"""Whether words may stand in quotes: letter for letter in a page that was read, and not cut so that they mislead.

The rules are SEEDS C2: folded on both sides, whole words and whole numbers, four words or a number with its unit, no
«δεν» left outside, one row of a table is one row. OCR and the stamp of the source are never quoted.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.domain.answer import Quote
from core.domain.document import Page, Passage, PassageKind, Quality
from core.errors import Ungrounded
from core.greek.fold import fold

_LEAST_WORDS = 4
_MOST_LETTERS = 1_000
# A number is one token with all that is written into it: 1.250 does not stand in 11.250,00, nor -13 in 13.
_TOKEN = re.compile(r"(?:(?<![\w.,/])-)?[^\W_]*\d[^\W_]*(?:[.,:/\-][^\W_]*\d[^\W_]*)*|[^\W_]+|[€%]")
_DASHES = re.compile("[\u2010-\u2015\u2212\u207b\ufe63\uff0d]")
_DENIAL = re.compile(
    "δεν?|μην?|οχι|διακοπη|εκτοσ|ουτε|ουτ|ουδ(?:εν|εισ|εμια)|ουδεισ|ουδεμια|κανεν(?:α|ασ|οσ)|καμ(?:ια|ιασ)|ανευ|χωρισ|πλην|παυ(?:ει|ουν|εται|ονται|ουμε|θηκε|ση|σησ)"
    "|(?:απορρι[πφψ]|αρν(?:ειται|ουμαι|ηθηκ|ησ)|μαται|ανακαλ|ανακλη|ανατρ(?:επ|οπ)|ακυρ|εξαιρ|αναστελλ|αναστολ|αναβαλλ|αναβολ"
    "|απαγορ[ευ]|καταψηφι|καταργ|αδυνατ|απαλλα[σγχκξ]|διακοπτ|διακοψ|διεκοψ|αποκλει(?!στικ))[^\\W_]*"
)
_UNITS = re.compile(
    "€|%|ευρω|λεπτα|ημερ(?:α|ασ|εσ|ων)|μην(?:α|ασ|εσ|ων)|ετ(?:οσ|ουσ|η|ων)|ωρ(?:α|ασ|εσ|ων)|εβδομαδ(?:α|ασ|εσ|ων)|τεμ(?:αχια|αχιων)?"
    "|κιλα|κιλων|λιτρα|λιτρων|τον(?:οι|ων|ουσ)|μετρ(?:α|ων)|τ?μ2|τμ|χλμ|km|kw|ατομ(?:α|ων)|μελ(?:η|ων)|θεσ(?:εισ|εων)|φπα"
)
_ENDED = re.compile(r"[.;!·…][»”\")]*$")
_ITEM = re.compile(r"[-–—•●▪*►§\uf000-\uf0ff]|\(?(?:\d{1,2}|[^\W\d_]{1,3})(?:[)΄']|\.(?=\s))")
_HEADING = 6  # words: a line this short without a full stop is a heading of what follows


@dataclass(frozen=True, slots=True)
class _Piece:
    """A passage in the order of the file, with its tokens."""

    page: int
    passage: Passage
    tokens: tuple[str, ...]


def tokens_of(text: str) -> tuple[str, ...]:
    """Folded words and numbers; accents, case, dashes, quotation marks, breaks of lines and walls of cells are gone."""
    return tuple(_TOKEN.findall(fold(_DASHES.sub("-", text))))


def check(quote: Quote, pages: Sequence[Page]) -> None:
    """Raises Ungrounded with the rule that a quote breaks. `pages`: those of the act that it names, all of them."""
    wanted = tokens_of(quote.text)
    if len(quote.text) > _MOST_LETTERS:
        raise Ungrounded("Παράθεμα μεγαλύτερο από όσο διαβάζεται")
    readable = [page for page in pages if page.number == quote.page and page.quality is Quality.READABLE]
    if not readable:
        raise Ungrounded(f"Η σελίδα {quote.page} δεν διαβάζεται ως κείμενο")
    pieces = _pieces(pages)
    found = False
    for at, piece in enumerate(pieces):
        if piece.page != quote.page:
            continue
        for cut in _cut_off(piece, wanted):
            found = True
            if _is_whole(wanted, piece) and not _denies(cut) and not _is_denied_before(pieces, at):
                return
    raise Ungrounded("Παράθεμα που αφήνει έξω άρνηση, ή πολύ μικρό" if found else "Παράθεμα που δεν υπάρχει στη σελίδα")


def stands(quote: Quote, pages: Sequence[Page]) -> bool:
    """The same as a question."""
    try:
        check(quote, pages)
    except Ungrounded:
        return False
    return True


def _pieces(pages: Sequence[Page]) -> list[_Piece]:
    return [
        _Piece(page.number, passage, tokens_of(passage.text))
        for page in sorted(pages, key=lambda each: each.number)
        if page.quality is Quality.READABLE
        for passage in page.passages
        if passage.kind is not PassageKind.STAMP
    ]


def _is_whole(wanted: Sequence[str], piece: _Piece) -> bool:
    """Long enough to say something: four words, a number with its unit, all of a passage or of a cell."""
    return (
        len(wanted) >= _LEAST_WORDS
        or (len(wanted) > 1 and tuple(wanted) in (piece.tokens, *map(tokens_of, piece.passage.text.split(" | "))))
        or (any(_UNITS.fullmatch(token) for token in wanted) and any(token[-1:].isdigit() for token in wanted))
    )


def _cut_off(piece: _Piece, wanted: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """For each place where the words stand: what of the passage they leave out."""
    if not wanted:
        return
    for tokens, starts in _readings(piece):
        for start in range(len(tokens) - len(wanted) + 1):
            if tokens[start : start + len(wanted)] == wanted and (starts is None or start in starts):
                yield (*tokens[:start], *tokens[start + len(wanted) :])


def _readings(piece: _Piece) -> Iterator[tuple[tuple[str, ...], frozenset[int] | None]]:
    """The passage as it stands; a row also with each cell behind its own header, from the beginning of a header on."""
    yield piece.tokens, None
    passage = piece.passage
    if passage.kind is not PassageKind.ROW or not passage.header:
        return
    header, cells = passage.header.split(" | "), passage.text.split(" | ")
    if len(header) != len(cells):
        return
    told: list[str] = []
    starts: set[int] = set()
    for name, cell in zip(header, cells, strict=True):
        starts.add(len(told))
        told += [*tokens_of(name), *tokens_of(cell)]
    yield tuple(told), frozenset(starts)
    names = tokens_of(passage.header)
    yield (*names, *piece.tokens), frozenset({0})


def is_denial(folded_word: str) -> bool:
    """«δεν», «απορρίπτονται», «ανάκληση»: without it a sentence says the opposite."""
    return _DENIAL.fullmatch(folded_word) is not None


def _denies(tokens: Sequence[str]) -> bool:
    return any(_DENIAL.fullmatch(token) for token in tokens)


def _is_denied_before(pieces: Sequence[_Piece], at: int) -> bool:
    """«Δεν εγκρίνει:» above a list or a table, or where the sentence began a line, a row or a page before."""
    begin = _begin_of(pieces, at)
    lead = _lead_of(pieces, begin)
    above = [] if lead is None else range(_begin_of(pieces, lead), lead + 1)
    return any(_denies(pieces[place].tokens) for place in (*above, *range(begin, at)))


def _begin_of(pieces: Sequence[_Piece], at: int) -> int:
    """Where the sentence of a passage begins: earlier, if the layout cut it."""
    while at > 0 and pieces[at].passage.text[:1].islower() and not _has_end(pieces[at - 1]):
        at -= 1
    return at


def _lead_of(pieces: Sequence[_Piece], at: int) -> int | None:
    """The passage that introduces this one: above its list or its table, or right above it."""
    is_part = _is_part(pieces[at])
    place = at - 1
    while is_part and place >= 0 and _is_part(pieces[place]):
        place -= 1
    if place < 0 or pieces[place].passage.kind is PassageKind.ROW:
        return None
    introduces = pieces[place].passage.text.rstrip().endswith(":") or not _has_end(pieces[place])
    return place if introduces and (is_part or _is_heading(pieces[place])) else None


def _is_heading(piece: _Piece) -> bool:
    return piece.passage.text.rstrip().endswith(":") or len(piece.tokens) <= _HEADING


def _is_part(piece: _Piece) -> bool:
    """An item of a list, or a row: it hangs on what stands above all of them."""
    return piece.passage.kind is PassageKind.ROW or _ITEM.match(piece.passage.text) is not None


def _has_end(piece: _Piece) -> bool:
    return piece.passage.kind is PassageKind.ROW or _ENDED.search(piece.passage.text.rstrip()) is not None
