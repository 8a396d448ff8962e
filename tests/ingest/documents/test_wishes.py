"""«Στείλε το PDF», «Δείξε τη σελίδα»: asked for by the bot, fetched and drawn by whoever holds the source."""

import asyncio
import time
from contextlib import asynccontextmanager
from datetime import date
from types import SimpleNamespace

import pytest

from core.answer import receipts
from core.answer.compose.asked import NOT_SHOWN
from core.answer.papers import Papers, paper_choice, sheet_choice, sheet_choices
from core.domain.answer import Answer, ChoiceKind, Outcome, Question, Quote
from core.domain.decision import Status
from core.domain.paper import Paper, PaperWish
from core.errors import InvalidInput
from core.store import answers, decisions, papers, runs
from core.store.papers import PaperState
from core.store.pool import open_pool, transaction
from core.store.requests import FetchDesk
from ingest.documents.wishes import hand_over
from tests.builders import a_decision
from tests.diavgeia_server import DiavgeiaServer
from tests.ingest.documents.conftest import papers_of
from tests.pdfs import lines, pdf

_SAID = "Εγκρίνει τη δαπάνη των καυσίμων."
_FILE = pdf(lines("ΑΠΟΦΑΣΗ"), lines("Έχοντας υπόψη τον νόμο", _SAID))
_CHAT = "telegram:55"
_LEFT = """
SELECT (SELECT count(*) FROM paper_requests WHERE content IS NOT NULL OR quote <> '')
     + (SELECT count(*) FROM paper_files)
"""


@pytest.fixture
async def pool(fresh_dsn):
    async with await open_pool(fresh_dsn, max_size=10) as made:
        yield made


@pytest.fixture
async def desk(pool):
    made = FetchDesk(pool)
    yield made
    await made.close()


@pytest.fixture
def shown(pool, desk):
    async def setting():
        return SimpleNamespace(demo=False)

    return Papers(pool, desk, setting)


@asynccontextmanager
async def the_source(pool, **options):
    """Held by us, and readers' wishes heard."""
    async with DiavgeiaServer(**options) as source, papers_of(source) as http, pool.acquire() as db:
        await runs.take_source(db)
        task = asyncio.create_task(hand_over(pool, http))
        try:
            yield source
        finally:
            task.cancel()
            await asyncio.wait({task})
            await runs.leave_source(db)


async def an_act(pool, **fields) -> str:
    act = a_decision(**fields)
    async with transaction(pool) as db:
        await decisions.save(db, decisions=[act])
    return act.ada


async def revoke(pool, ada: str) -> None:
    await pool.execute("UPDATE decisions SET status = 'REVOKED' WHERE ada = $1", ada)


async def test_a_reader_has_the_file_and_the_marked_page_in_a_moment(pool, shown):
    ada = await an_act(pool)
    async with the_source(pool) as source:
        source.files = {ada: _FILE}
        began = time.monotonic()
        file = await shown.fetched(PaperWish(ada=ada))
        page = await shown.fetched(PaperWish(ada=ada, page=2, quote=_SAID))
        assert time.monotonic() - began < 5
        asked = len(source.heard)
        await shown.fetched(PaperWish(ada=ada, page=2, quote=_SAID))
        assert len(source.heard) == asked  # it came a moment ago
    assert isinstance(file, Paper) and (file.content, file.name) == (_FILE, f"{ada}.pdf")
    assert isinstance(page, Paper) and page.content.startswith(b"\x89PNG")
    assert page.caption.startswith(f"Σελίδα 2 του PDF της πράξης {ada}. Το απόσπασμα είναι σημειωμένο.")


async def test_words_that_are_not_on_the_page_are_told_as_unmarked(pool, shown):
    ada = await an_act(pool)
    async with the_source(pool) as source:
        source.files = {ada: _FILE}
        page = await shown.fetched(PaperWish(ada=ada, page=1, quote=_SAID))
    assert "δεν το εντόπισα" in page.caption


@pytest.mark.parametrize("body", [b"<html>not found</html>", b"%PDF-1.5 cut short", b""])
async def test_what_gives_no_page_ends_in_the_link(pool, shown, body):
    ada = await an_act(pool)
    async with the_source(pool) as source:
        source.files = {ada: body}
        told = await shown.fetched(PaperWish(ada=ada, page=2))
    assert isinstance(told, Answer) and told.outcome is Outcome.PARTIAL
    assert told.choices[0].text == f"https://diavgeia.gov.gr/doc/{ada}" and "στη σελίδα 2" in told.text


async def test_a_slow_source_is_waited_for_no_longer_than_agreed(pool, desk):
    ada = await an_act(pool)
    async with the_source(pool, latency=2.0) as source:
        source.files = {ada: _FILE}
        came = await papers.fetch(pool, desk, PaperWish(ada=ada), seconds=0.3)
        assert came.state is PaperState.WAITING
        came = await papers.fetch(pool, desk, PaperWish(ada=ada), seconds=8)
        assert came.content == _FILE


async def test_nobody_to_ask_is_told_at_once(pool, shown):
    ada = await an_act(pool)
    began = time.monotonic()
    told = await shown.fetched(PaperWish(ada=ada))
    assert time.monotonic() - began < 2
    assert "η ανάγνωση της Διαύγειας δεν λειτουργεί" in told.text and told.choices[0].text.endswith(f"/doc/{ada}")


async def test_a_private_or_revoked_act_is_never_shown(pool, shown):
    private, gone = await an_act(pool, private=True), await an_act(pool, status=Status.REVOKED)
    async with the_source(pool) as source:
        source.files = {private: _FILE, gone: _FILE}
        for ada in (private, gone):
            with pytest.raises(InvalidInput, match="προσωπικών δεδομένων"):
                await shown.fetched(PaperWish(ada=ada))
        assert source.heard == []
    assert NOT_SHOWN.startswith("Το PDF δεν το στέλνω")


async def test_a_revocation_while_it_is_fetched_takes_it_away(pool, desk):
    ada = await an_act(pool)
    wish = PaperWish(ada=ada)
    async with the_source(pool, latency=0.8) as source:
        source.files = {ada: _FILE}
        waiting = asyncio.create_task(papers.fetch(pool, desk, wish, seconds=6))
        await asyncio.sleep(0.4)
        await revoke(pool, ada)
        assert (await waiting).state is PaperState.REFUSED
    assert await pool.fetchval("SELECT count(*) FROM paper_requests WHERE content IS NOT NULL") == 0


async def test_a_revocation_takes_what_came_and_the_name_at_telegram(pool, shown):
    ada = await an_act(pool)
    async with the_source(pool) as source:
        source.files = {ada: _FILE}
        file = await shown.fetched(PaperWish(ada=ada), bot="42")
        await shown.sent(file, bot="42", file_id="name-1")
        again = await shown.fetched(PaperWish(ada=ada), bot="42")
        assert (again.file_id, again.content) == ("name-1", b"")
        assert (await shown.fetched(PaperWish(ada=ada), bot="43")).file_id == ""  # a name is one bot's
        lost = await shown.lost(again, bot="42")
        assert (lost.file_id, lost.content) == ("", _FILE)
        await shown.sent(file, bot="42", file_id="name-2")
    await revoke(pool, ada)
    assert await pool.fetchval(_LEFT) == 0
    await shown.sent(file, bot="42", file_id="name-3")  # it was on its way
    assert await pool.fetchval("SELECT count(*) FROM paper_files") == 0


async def test_a_newer_version_of_the_act_is_another_file(pool, shown):
    ada = await an_act(pool)
    async with the_source(pool) as source:
        source.files = {ada: _FILE}
        await shown.sent(await shown.fetched(PaperWish(ada=ada)), bot="42", file_id="name-1")
        await pool.execute("UPDATE decisions SET version_key = '\\x01' WHERE ada = $1", ada)
        assert (await shown.fetched(PaperWish(ada=ada), bot="42")).file_id == ""


async def kept(pool, *choices, text: str = "", quotes=()) -> str:
    answer = Answer(
        outcome=Outcome.ANSWERED, text=text, choices=choices, quotes=tuple(quotes), receipt=answers.new_id()
    )
    question = Question(conversation=_CHAT, text="τι λέει;", asked_on=date(2026, 10, 1))
    stored = receipts.packed(question, answer, how="")
    await answers.save(pool, answer_id=answer.receipt, conversation=_CHAT, outcome=answer.outcome, stored=stored)
    return answer.receipt


async def test_a_button_gives_what_it_says_to_its_own_chat_alone(pool, shown):
    ada = await an_act(pool)
    receipt = await kept(pool, sheet_choice(ada, 2, _SAID), paper_choice(ada))
    async with the_source(pool) as source:
        source.files = {ada: _FILE}
        page, file = [await shown.given(_CHAT, receipt, index) for index in (0, 1)]
        assert (page.wish, file.content) == (PaperWish(ada=ada, page=2, quote=_SAID), _FILE)
        for chat, index in (("telegram:66", 0), (_CHAT, 2)):
            with pytest.raises(InvalidInput, match="δεν βρέθηκε"):
                await shown.given(chat, receipt, index)


async def test_a_page_that_the_file_does_not_have_is_told_where_it_was_read(pool, shown):
    ada = await an_act(pool)
    await pool.execute(
        "INSERT INTO documents (organization_uid, ada, state, pages_total) SELECT organization_uid, ada, 'read', 2"
        " FROM decisions WHERE ada = $1",
        ada,
    )
    with pytest.raises(InvalidInput, match="Δεν υπάρχει σελίδα 9: το PDF της πράξης έχει 2 σελίδες"):
        await shown.fetched(PaperWish(ada=ada, page=9))


async def test_an_answer_already_given_loses_the_quotes_of_an_act_that_is_withheld(pool):
    ada, other = await an_act(pool), await an_act(pool)
    quotes = (Quote(ada=ada, page=2, text=_SAID), Quote(ada=other, page=1, text="Αναθέτει την προμήθεια στον ανάδοχο"))
    text = f"σελ. 2: «{_SAID}»\nσελ. 1: «{quotes[1].text}»"
    receipt = await kept(pool, *sheet_choices(quotes), text=text, quotes=quotes)
    plain = await kept(pool, paper_choice(ada), text=f"Η πράξη {ada}.")
    await revoke(pool, ada)
    left = (await answers.find(pool, answer_id=receipt, conversation=_CHAT)).answer
    assert _SAID not in str(left) and quotes[1].text in left["text"]
    assert left["text"].startswith("σελ. 2: «…»")
    assert [each["ada"] for each in left["quotes"]] == [other]
    assert (await answers.find(pool, answer_id=plain, conversation=_CHAT)).answer["text"] == f"Η πράξη {ada}."
    await pool.execute("UPDATE decisions SET private = true WHERE ada = $1", other)
    assert quotes[1].text not in str((await answers.find(pool, answer_id=receipt, conversation=_CHAT)).answer)


async def test_where_a_quote_was_told_otherwise_all_of_the_answer_goes(pool):
    ada = await an_act(pool)
    quote = Quote(ada=ada, page=2, text=_SAID)
    receipt = await kept(pool, text="Η δαπάνη των καυσίμων εγκρίνεται για τον Δοκιμόπουλο.", quotes=(quote,))
    await revoke(pool, ada)
    left = (await answers.find(pool, answer_id=receipt, conversation=_CHAT)).answer
    assert left["text"].startswith("Το απόσπασμα αφαιρέθηκε") and "Δοκιμόπουλο" not in str(left)


def test_a_button_for_each_page_that_is_quoted():
    quotes = [Quote(ada="6ΑΑΑΩΔΟ-ΔΟΚ", page=page, text=f"λόγια {page} {at}") for at, page in enumerate((2, 2, 5, 7))]
    made = sheet_choices(quotes)
    assert [(each.kind, each.label) for each in made] == [
        (ChoiceKind.SHEET, "Δείξε τη σελίδα 2"),
        (ChoiceKind.SHEET, "Δείξε τη σελίδα 5"),
    ]
    assert made[0].text == "6ΑΑΑΩΔΟ-ΔΟΚ λόγια 2 0"
