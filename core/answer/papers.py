"""PDFs and their pages for readers: the buttons that send them, and what becomes of a press."""

import re
from collections.abc import Awaitable, Callable, Sequence

from core.answer import receipts
from core.answer.compose.asked import NOT_SHOWN
from core.answer.setting import Setting
from core.domain.answer import Answer, Choice, ChoiceKind, Citation, Outcome, Quote
from core.domain.document import FileState
from core.domain.paper import FILE, Paper, PaperWish
from core.errors import InvalidInput
from core.store import answers, documents
from core.store import papers as store
from core.store.papers import PaperState
from core.store.pool import Pool
from core.store.requests import FetchDesk

GONE = "Η απάντηση δεν βρέθηκε. Κάντε ξανά την ερώτηση."
NOT_HELD = "Δεν έχουμε αυτή την πράξη. Στείλτε μου τον ΑΔΑ της."
DEMO = "Τα δεδομένα είναι εικονικά: οι πράξεις τους δεν έχουν PDF."
_SHEET_LABEL = "Δείξε τη σελίδα"
_MOST_SHEETS = 2
_PAGE_SECONDS, _FILE_SECONDS = 5.0, 12.0
_WHY = {
    PaperState.NOBODY: "η ανάγνωση της Διαύγειας δεν λειτουργεί αυτή τη στιγμή",
    PaperState.WAITING: "η Διαύγεια αργεί",
    PaperState.FAILED: "η Διαύγεια δεν έδωσε PDF που να ανοίγει",
}
_PAGE_ASKED = re.compile(r"(?:σελ(?:ίδα|ιδα|\.)?|page)\s*(?:αρ\.?\s*)?(\d{1,4})|(\d{1,4})η\s+σελίδα", re.IGNORECASE)


def paper_choice(ada: str) -> Choice:
    return Choice(label="Στείλε το PDF", kind=ChoiceKind.PAPER, text=ada)


def sheet_choices(quotes: Sequence[Quote]) -> tuple[Choice, ...]:
    """A button for each page that was quoted, the first quote of it marked."""
    first = {(quote.ada, quote.page): quote for quote in reversed(quotes)}
    shown = [each for each in dict.fromkeys((quote.ada, quote.page) for quote in quotes)][:_MOST_SHEETS]
    return tuple(sheet_choice(first[each].ada, first[each].page, first[each].text) for each in shown)


def sheet_choice(ada: str, page: int, quote: str = "") -> Choice:
    return Choice(label=f"{_SHEET_LABEL} {page}", kind=ChoiceKind.SHEET, text=f"{ada} {quote}".rstrip(), page=page)


def page_asked(text: str) -> int | None:
    """«δείξε τη σελίδα 3» → 3."""
    found = _PAGE_ASKED.search(text)
    return int(found[1] or found[2]) if found else None


class Papers:
    """What a pressed button sends. `desk`: where documents are asked for."""

    def __init__(self, pool: Pool, desk: FetchDesk, setting: Callable[[], Awaitable[Setting]]) -> None:
        self._pool = pool
        self._desk = desk
        self._setting = setting

    async def given(self, conversation: str, answer_id: str, index: int, *, bot: str = "") -> Paper | Answer:
        """What the button sends; where it cannot, an answer that says why, with the link. `bot`: whose `file_id`."""
        stored = await answers.find(self._pool, answer_id=answer_id, conversation=conversation)
        choice = receipts.choice_of(stored, index) if stored else None
        if choice is None or choice.kind not in (ChoiceKind.PAPER, ChoiceKind.SHEET):
            raise InvalidInput(GONE)
        ada, _, quote = choice.text.partition(" ")
        return await self.fetched(PaperWish(ada=ada, page=choice.page, quote=quote), bot=bot)

    async def fetched(self, wish: PaperWish, *, bot: str = "") -> Paper | Answer:
        """The file, or the page; a file that `bot` has sent before is only named."""
        if (await self._setting()).demo:
            raise InvalidInput(DEMO)
        standing = await store.standing(self._pool, ada=wish.ada)
        if standing is None:
            raise InvalidInput(NOT_HELD)
        if standing.withheld:
            raise InvalidInput(NOT_SHOWN)
        if wish.page == FILE:
            key = standing.version_key
            held = await store.file_id(self._pool, bot=bot, ada=wish.ada, version_key=key) if bot else ""
            if held:
                return _file(wish, file_id=held, version_key=key)
        else:
            await self._check_page(wish)
        seconds = _FILE_SECONDS if wish.page == FILE else _PAGE_SECONDS
        came = await store.fetch(self._pool, self._desk, wish, seconds=seconds)
        if came.state is PaperState.REFUSED:
            raise InvalidInput(NOT_SHOWN)
        if came.state is not PaperState.READY:
            return linked(wish, _WHY[came.state])
        if wish.page == FILE:
            return _file(wish, content=came.content, version_key=standing.version_key)
        return _sheet(wish, came.content, marked=came.marked)

    async def _check_page(self, wish: PaperWish) -> None:
        """Where the document was read, its number of pages is known."""
        held = await documents.document(self._pool, ada=wish.ada)
        pages = held.pages_total if held and held.state in (FileState.READ, FileState.PARTIAL) else 0
        if pages and wish.page > pages:
            many = "1 σελίδα" if pages == 1 else f"{pages} σελίδες"
            raise InvalidInput(f"Δεν υπάρχει σελίδα {wish.page}: το PDF της πράξης έχει {many}.", value=str(wish.page))

    async def sent(self, paper: Paper, *, bot: str, file_id: str) -> None:
        """The file has a name at Telegram now: the next reader gets it by that."""
        if paper.wish.page == FILE and file_id and file_id != paper.file_id:
            await store.keep_file_id(
                self._pool, bot=bot, ada=paper.wish.ada, version_key=paper.version_key, file_id=file_id
            )

    def linked(self, paper: Paper) -> Answer:
        """In place of what Telegram does not take."""
        return linked(paper.wish, "το Telegram δεν δέχεται το αρχείο")

    async def lost(self, paper: Paper, *, bot: str) -> Paper | Answer:
        """Telegram does not know the name any longer: the file itself."""
        await store.drop_file_id(self._pool, bot=bot, ada=paper.wish.ada)
        return await self.fetched(paper.wish)


def linked(wish: PaperWish, why: str) -> Answer:
    """The link, and why it is no more than that."""
    cited = Citation(ada=wish.ada)
    what = (
        f"Τη σελίδα {wish.page} δεν μπορώ να τη δείξω εδώ" if wish.page != FILE else "Το αρχείο δεν μπορώ να το στείλω"
    )
    where = f", στη σελίδα {wish.page}" if wish.page != FILE else ""
    return Answer(
        outcome=Outcome.PARTIAL,
        text=f"{what}: {why}. Το PDF ανοίγει από τον σύνδεσμό του{where}.",
        citations=(cited,),
        choices=(Choice(label="PDF", kind=ChoiceKind.LINK, text=cited.url),),
    )


def _file(wish: PaperWish, *, version_key: bytes, content: bytes = b"", file_id: str = "") -> Paper:
    caption = f"Το PDF της πράξης {wish.ada}, όπως το δίνει η Διαύγεια."
    return Paper(
        wish=wish, name=f"{wish.ada}.pdf", caption=caption, content=content, file_id=file_id, version_key=version_key
    )


def _sheet(wish: PaperWish, content: bytes, *, marked: bool) -> Paper:
    told = f"Σελίδα {wish.page} του PDF της πράξης {wish.ada}."
    if wish.quote:
        told += (
            " Το απόσπασμα είναι σημειωμένο." if marked else " Το σημείο του αποσπάσματος δεν το εντόπισα στην εικόνα."
        )
    ending = "png" if content.startswith(b"\x89PNG") else "jpg"
    name = f"{wish.ada}-σελ-{wish.page}.{ending}"
    return Paper(wish=wish, name=name, caption=f"{told}\n{Citation(ada=wish.ada).url}", content=content)
