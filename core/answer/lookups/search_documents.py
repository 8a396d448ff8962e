"""Lookup: acts by what their PDF says; the page, and the words that stand there, held against it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.answer import inside, weighing
from core.answer.lookups import read_document
from core.answer.lookups.find_decision import row_of
from core.answer.lookups.store import LookupStore
from core.answer.weighing import Wanted
from core.domain.answer import Finding, Quote, Row
from core.domain.decision import DecisionCard
from core.domain.document import Page, PassageKind, Quality
from core.domain.period import Period
from core.errors import InvalidInput
from core.greek.lexemes import lexemes
from core.store import decisions, passages
from core.store.passages import Hit

NAME = "search_documents"
_CANDIDATES = 300  # passages
_ACTS = 12  # read whole
_PAGES = 4  # of one act
_MOST = 5  # told
_OF_PAGE, _BESIDE = 2, 0.75  # quotes of one page, the second if it holds almost as much
_ENOUGH = 0.55  # of what was asked, weighed
_NEAR = 0.7  # of the best: what holds less is not told beside it


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """`organizations` empty: all that we hold."""

    words: tuple[str, ...]
    organizations: tuple[str, ...] = ()
    period: Period = field(default_factory=Period)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A page that says it, `score` from 0 to 1."""

    row: Row
    quote: Quote
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageFinding:
    """`places`: the best first. `pages`: of each act that is quoted, all. `files`: acts with text, of those asked."""

    finding: Finding
    places: tuple[Place, ...]
    files: int
    pages: Mapping[str, tuple[Page, ...]] = field(default_factory=dict)


async def run(store: LookupStore, arguments: Arguments) -> PassageFinding:
    asked = inside.wanted(arguments.words)
    if not asked.lexemes:
        raise InvalidInput("Χρειάζεται τουλάχιστον μία λέξη που να την ψάξω μέσα στα PDF.")
    bodies = list(arguments.organizations) or None
    rare = await passages.rarity(store.pool, words=asked.lexemes)
    weighs = weighing.weights(asked, rare.held, rare.passages)
    hits = await passages.found(
        store.pool,
        words=asked.lexemes,
        rare=rare,
        organizations=bodies,
        period=arguments.period,
        limit=_CANDIDATES,
    )
    cards = await decisions.cards(store.pool, adas=_likeliest(asked, weighs, hits))
    found: list[Place] = []
    pages: dict[str, tuple[Page, ...]] = {}
    for ada, card in cards.items():
        pages[ada] = await read_document.shown(store, card)
        numbers = _pages_of(asked, weighs, [hit for hit in hits if hit.ada == ada])
        found += _places(asked, weighs, card, pages[ada], numbers)
    found.sort(key=lambda place: (-place.score, place.row.issued_on.toordinal() * -1, place.quote.page))
    best = found[0].score if found else 0.0
    told = tuple(place for place in found if place.score >= _NEAR * best)[:_MOST]
    files = await passages.count_files(store.pool, organizations=bodies)
    return PassageFinding(
        finding=_finding(arguments, told, files),
        places=told,
        files=files,
        pages={place.row.ada: pages[place.row.ada] for place in told},
    )


def _likeliest(asked: Wanted, weighs: Mapping[str, float], hits: Iterable[Hit]) -> list[str]:
    """The acts to be read, those whose best passage holds most first."""
    best: dict[str, float] = {}
    for hit in hits:
        best[hit.ada] = max(best.get(hit.ada, 0.0), weighing.covered(asked, weighs, hit.lexemes))
    return sorted(best, key=lambda ada: (-best[ada], ada))[:_ACTS]


def _pages_of(asked: Wanted, weighs: Mapping[str, float], hits: Sequence[Hit]) -> frozenset[int]:
    best: dict[int, float] = {}
    for hit in hits:
        best[hit.page] = max(best.get(hit.page, 0.0), weighing.covered(asked, weighs, hit.lexemes))
    return frozenset(sorted(best, key=lambda page: (-best[page], page))[:_PAGES])


def _places(
    asked: Wanted, weighs: Mapping[str, float], card: DecisionCard, pages: Sequence[Page], numbers: frozenset[int]
) -> Iterable[Place]:
    """The best passage of each page, if it holds enough. Scored as shown: hidden names find nothing."""
    row = row_of(card)
    subject = frozenset(lexemes(row.subject))
    for page in pages:
        if page.number not in numbers or page.quality is not Quality.READABLE:
            continue
        units = [
            (passage, frozenset(lexemes(f"{passage.header} {passage.text}")))
            for passage in page.passages
            if passage.kind is not PassageKind.STAMP
        ]
        around = subject.union(*(held for _, held in units))
        scored = [
            (weighing.covered(asked, weighs, held, around), passage)
            for passage, held in units
            if asked.may_answer(passage, held)
        ]
        scored.sort(key=lambda each: -each[0])
        best = scored[0][0] if scored else 0.0
        likely = [each for each in scored[:_PAGES] if each[0] >= max(_ENOUGH, _BESIDE * best)]
        told = [(score, inside.quote_of(card.ada, page.number, passage, pages, asked)) for score, passage in likely]
        yield from [Place(row=row, quote=quote, score=score) for score, quote in told if quote][:_OF_PAGE]


def _finding(arguments: Arguments, told: Sequence[Place], files: int) -> Finding:
    facts = [("quoted", " ".join(arguments.words)), *(("quoted", place.quote.text) for place in told)]
    facts += [("pages", " ".join(str(place.quote.page) for place in told)), ("files", str(files))]
    return Finding(
        lookup=NAME,
        arguments=(("words", ", ".join(arguments.words)),),
        rows=tuple(dict.fromkeys(place.row for place in told)),
        total_rows=len(told),
        facts=tuple(facts),
    )
