"""What of a PDF answers a question about one act: its signers, what it decides, the passages that hold some words."""

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile

from core.answer import weighing
from core.answer.asked_inside import hinting, table
from core.answer.names import is_name
from core.answer.quotes import stands
from core.answer.weighing import Wanted
from core.domain.answer import Quote
from core.domain.document import Page, Passage, PassageKind, Quality
from core.greek.fold import words as folded
from core.greek.lexemes import lexemes, stem

MOST = 3
_KIN, _FAMILY = 0.4, 0.8  # of a word that was asked
_NEAR = 0.6  # of the best: what scores less is not shown beside it
_LONGEST = 450  # letters of a quote; a longer passage is cut at its commas
_AFTER = 4  # passages behind the title of a signer in which his name stands
_SIGNED = 10  # titles and names
_WORDS_ALONE = 0.4  # of a passage without a figure, where an amount is asked
_AMOUNTS = frozenset({"ποσο", "ποσα", "ποσοσ"})
_FIGURE = re.compile(r"\d[\d.]*[,.]\d\d(?!\d)")
_CUT = frozenset({"του", "τησ", "των", "και", "για", "στο", "στη", "στην", "στησ"})
_PROSE, _BETWEEN = 20, 1  # words of a sentence that is no signature, and how many of these may stand between two
_ITEMS, _ITEM_WORDS = 6, 40  # of a list, below the line that introduces it
_SAYS = 6  # words: a shorter sentence is a heading or a running line
_CLAUSE = re.compile(r"(?<=[,;·:])\s+")


@dataclass(frozen=True, slots=True)
class _Place:
    ada: str
    page: int
    passage: Passage
    lexemes: frozenset[str]


@cache
def _kin() -> dict[str, frozenset[str]]:
    return {stem(folded(asked)[0]): frozenset(lexemes(kin)) for asked, kin in table()["kin"].items()}


@cache
def _titles() -> frozenset[str]:
    return frozenset(folded(table()["signers"]["titles"]))


@cache
def _offices() -> frozenset[str]:
    return frozenset(folded(table()["signers"]["offices"]))


@cache
def _verbs() -> frozenset[str]:
    return frozenset(folded(table()["deciding"]["verbs"]))


def _places(ada: str, pages: Iterable[Page]) -> list[_Place]:
    """Passages that can be quoted."""
    return [
        _Place(ada, page.number, passage, frozenset(lexemes(f"{passage.header} {passage.text}")))
        for page in pages
        if page.quality is Quality.READABLE
        for passage in page.passages
        if passage.kind is not PassageKind.STAMP
    ]


def about(ada: str, pages: Sequence[Page], asked: Sequence[str], *, hinted: Sequence[str] = ()) -> tuple[Quote, ...]:
    """The passages that hold most of the words, the best first. None when no word of the question stands there."""
    headers = {passage.header for page in pages for passage in page.passages}  # told with the rows below them
    places = [place for place in _places(ada, pages) if place.passage.text not in headers]
    sought = wanted(asked)
    held = frozenset[str]().union(*(place.lexemes for place in places))
    if _is_absent(sought, held):
        return ()
    worth = dict.fromkeys(sought.lexemes, 1.0)
    for lexeme in sought.every - worth.keys():
        worth[lexeme] = _KIN
    for lexeme in frozenset[str]().union(*(hinting().get(word, frozenset()) for word in hinted)):
        worth.setdefault(lexeme, _KIN)
    worth |= dict.fromkeys(sought.in_family(held) - set(sought.lexemes), _FAMILY)
    weights = {lexeme: each * _rarity(lexeme, places) for lexeme, each in worth.items()}
    of_amount = bool(_AMOUNTS & set(hinted))
    scored = [(_score(place, weights, worth) * _without_figure(place, of_amount), place) for place in places]
    best = max((score for score, _ in scored), default=0.0)
    chosen = sorted((each for each in scored if each[0] >= max(_NEAR * best, 0.01)), key=lambda each: -each[0])
    told = [place for _, place in chosen][:MOST]
    following = _list_below(places, told[0]) if told else []
    return _quotes((*told[:1], *following, *told[1:]), pages, frozenset(worth), most=MOST + len(following))


def _without_figure(place: _Place, of_amount: bool) -> float:
    """«πόσο είναι το πληρωτέο» is answered by a figure."""
    return _WORDS_ALONE if of_amount and not _FIGURE.search(place.passage.text) else 1.0


def _list_below(places: Sequence[_Place], lead: _Place) -> list[_Place]:
    """«κατανέμεται ως εξής:» says nothing without what follows."""
    if not lead.passage.text.rstrip().endswith(":"):
        return []
    at = next(at for at, place in enumerate(places) if place is lead)
    below = takewhile(lambda place: len(folded(place.passage.text)) <= _ITEM_WORDS, places[at + 1 : at + 1 + _ITEMS])
    return list(below)


def wanted(asked: Sequence[str]) -> Wanted:
    """With the words that decisions use for the same matter."""
    return weighing.wanted(asked, _kin())


def quote_of(ada: str, page: int, passage: Passage, pages: Sequence[Page], sought: Wanted) -> Quote | None:
    """What of a passage answers; None where it would mislead."""
    return _quote(_Place(ada, page, passage, frozenset()), pages, sought.every)


def _is_absent(sought: Wanted, held: frozenset[str]) -> bool:
    """What is asked about stands nowhere: «φωτισμός του γηπέδου», and the act names the pitch alone."""
    lacking = [lexeme for lexeme in sought.lexemes if not sought.share(lexeme, held)]
    return bool(sought.lexemes) and (sought.lexemes[0] in lacking or 2 * len(lacking) > len(sought.lexemes))


def _rarity(lexeme: str, places: Sequence[_Place]) -> float:
    holding = sum(lexeme in place.lexemes for place in places)
    return math.log(1 + len(places) / holding) if holding else 0.0


def _score(place: _Place, weights: dict[str, float], wanted: dict[str, float]) -> float:
    """One word of the question at least, or two of its kin: a single «έως» says nothing."""
    found = [lexeme for lexeme in weights if lexeme in place.lexemes]
    own = sum(wanted[lexeme] > _KIN for lexeme in found)
    return sum(weights[lexeme] for lexeme in found) if own or len(found) > 1 else 0.0


def deciding(ada: str, pages: Sequence[Page]) -> tuple[Quote, ...]:
    """What the act decides: from its verb on, sentences alone."""
    places = _places(ada, pages)
    at = next((at for at, place in enumerate(places) if _decides(place)), None)
    said = [] if at is None else [place for place in places[at:] if len(folded(place.passage.text)) >= _SAYS]
    return _quotes((place for place in said if place.passage.kind is PassageKind.SENTENCE), pages, _verbs())


def _decides(place: _Place) -> bool:
    return bool(_verbs() & set(folded(place.passage.text)[:5]))


def signers(ada: str, pages: Sequence[Page]) -> tuple[Quote, ...]:
    """The last titles of those who sign, each with the name below it."""
    places = _places(ada, pages)
    found: list[_Place] = []
    at = len(places)
    left = _BETWEEN
    while at > 0 and len(found) < _SIGNED and left >= 0:
        at -= 1
        # Above the signatures stands the decision; between two of them perhaps a certificate.
        left -= bool(found) and len(folded(places[at].passage.text)) > _PROSE
        if titles := _cells(places[at], _is_title):
            below = (_cells(each, _is_name) for each in places[at : at + 1 + _AFTER])
            names = next((names for names in below if names), [])
            if names:  # the name says who signed: half a title adds nothing
                titles = [each for each in titles if not _is_cut(each.passage.text)]
            found = [*(each for each in (*titles, *names) if each not in found), *found]
    return _quotes(found, pages, frozenset(), most=_SIGNED)


def _cells(place: _Place, fits: Callable[[str], bool]) -> list[_Place]:
    """The cells of the passage that fit, or all of it, each as a passage by itself."""
    cells = (cell for cell in place.passage.text.split(" | ") if fits(cell))
    return [replace(place, passage=Passage(kind=PassageKind.SENTENCE, text=cell)) for cell in cells]


def _is_title(text: str) -> bool:
    """«Ο ΔΗΜΑΡΧΟΣ», «Η Προϊσταμένη της Διεύθυνσης»: short, without a figure, and a title among its first words."""
    found = folded(text)
    return len(found) <= 10 and bool(_titles() & set(found[:3])) and not any(word.isdigit() for word in found)


def _is_cut(text: str) -> bool:
    """«Η Προϊσταμένη της»: the rest of the title stands in another line of its column."""
    words = folded(text)
    return bool(words) and words[-1] in _CUT


def _is_name(text: str) -> bool:
    """Two words or more, all with a capital; no figure, no title, no office («Τμήματος Προμηθειών»)."""
    return is_name(text) and not _is_title(text) and not _offices() & set(folded(text))


def _quotes(
    places: Iterable[_Place], pages: Sequence[Page], hits: frozenset[str], *, most: int = MOST
) -> tuple[Quote, ...]:
    """Those that may be quoted, each once."""
    found: dict[str, Quote] = {}
    for place in places:
        if len(found) == most:
            break
        quote = _quote(place, pages, hits)
        if quote is not None and len(folded(quote.text)) > 1:
            found.setdefault(quote.text, quote)
    return tuple(found.values())


def _quote(place: _Place, pages: Sequence[Page], hits: frozenset[str]) -> Quote | None:
    for text in _readings(place.passage, hits):
        quote = Quote(ada=place.ada, page=place.page, text=text)
        if stands(quote, pages):
            return quote
    return None


def _readings(passage: Passage, hits: frozenset[str]) -> Iterable[str]:
    """How a passage may be told, the best first: cut at commas around what was asked, or whole."""
    if passage.kind is PassageKind.ROW:
        yield _told_row(passage)
        return
    if len(passage.text) <= _LONGEST:
        yield passage.text
        return
    clauses = _CLAUSE.split(passage.text)
    for longest in (_LONGEST, 2 * _LONGEST):  # a longer one may hold the «δεν» that a short one would cut off
        starts = [at for at, clause in enumerate(clauses) if hits & set(lexemes(clause))] or [0]
        cuts = [_from(clauses, first, longest) for first in starts]
        yield max(cuts, key=lambda cut: len(hits & set(lexemes(cut))))
    yield passage.text


def _from(clauses: Sequence[str], first: int, longest: int) -> str:
    """As many clauses as a quote takes."""
    last = first + 1
    while last < len(clauses) and len(" ".join(clauses[first : last + 1])) <= longest:
        last += 1
    return " ".join(clauses[first:last])


def _told_row(passage: Passage) -> str:
    """«Περιγραφή: Καύσιμα · Ποσό: 500,00», or the cells alone."""
    cells, names = passage.text.split(" | "), passage.header.split(" | ") if passage.header else []
    if len(names) == len(cells):
        pairs = zip(names, cells, strict=True)
        if all(name or not cell for name, cell in pairs):
            return " · ".join(f"{name}: {cell}" for name, cell in zip(names, cells, strict=True) if name and cell)
    return " · ".join(cell for cell in cells if cell)
