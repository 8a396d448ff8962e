"""Lexemes of passages: made as a file is read, and for files that were read before passages were searched."""

from core.domain.document import FileState, Page, Passage, PassageKind, Quality
from core.domain.period import Period
from core.greek.lexemes import lexemes
from core.store import decisions, documents, passages
from core.store.documents import NewDocument
from core.store.pool import transaction
from ingest.documents import words
from tests.builders import BODY, OTHER_BODY, an_award

_SAID = "Η παράδοση των ειδών θα γίνει εντός είκοσι ημερών."


def _page(number: int, text: str, quality: Quality, kind: PassageKind = PassageKind.SENTENCE) -> Page:
    return Page(number=number, quality=quality, passages=(Passage(kind=kind, text=text),))


async def _hold(pool, *pages: Page, body: str = BODY) -> str:
    act = an_award(500, body=body)
    async with transaction(pool) as db:
        await decisions.save(db, decisions=[act])
        document = NewDocument(ada=act.ada, state=FileState.READ, source="file", pages_total=len(pages), pages=pages)
        await documents.save(db, document=document)
    return act.ada


async def _found(pool, text: str, organizations: list[str] | None = None) -> list[tuple[str, int]]:
    asked = lexemes(text)
    rare = await passages.rarity(pool, words=asked)
    limits = {"organizations": organizations, "period": Period(), "limit": 10}
    hits = await passages.found(pool, words=asked, rare=rare, **limits)
    return [(hit.ada, hit.page) for hit in hits]


async def test_a_passage_is_found_by_its_words_as_soon_as_it_is_read(fresh):
    ada = await _hold(fresh, _page(1, "ΔΗΜΟΣ", Quality.READABLE), _page(2, _SAID, Quality.READABLE))
    other = await _hold(fresh, _page(1, _SAID, Quality.READABLE), body=OTHER_BODY)
    assert sorted(await _found(fresh, "παραδόσεις ειδών")) == sorted([(ada, 2), (other, 1)])
    assert await _found(fresh, "παραδόσεις ειδών", [BODY]) == [(ada, 2)]
    assert await passages.count_files(fresh, organizations=[BODY]) == 1


async def test_what_cannot_be_quoted_is_not_found(fresh):
    await _hold(
        fresh,
        _page(1, _SAID, Quality.OCR),
        _page(2, _SAID, Quality.READABLE, PassageKind.STAMP),
    )
    assert await _found(fresh, "παράδοση ειδών") == []


async def test_files_read_earlier_are_filled_once(fresh):
    ada = await _hold(fresh, _page(1, _SAID, Quality.READABLE))
    await fresh.execute("UPDATE document_passages SET words = NULL")
    assert await _found(fresh, "παράδοση ειδών") == []
    assert await passages.count_files(fresh, organizations=None) == 0  # nobody is told that it was searched
    assert await words.fill(fresh) == 1
    assert await _found(fresh, "παράδοση ειδών") == [(ada, 1)]
    assert await passages.count_files(fresh, organizations=None) == 1
    assert await words.fill(fresh) == 0
