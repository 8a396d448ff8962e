"""PDFs and pages from a button or in so many words: a document, a photo, a name at Telegram, or the link."""

import asyncio

import pytest

from bot.terminal import Terminal
from core.domain.answer import Choice, ChoiceKind, Citation
from core.errors import InvalidInput
from tests.bot.fake_app import ADA, TODAY, FakeApp, FakeAssistant, FakePapers, an_answer

_LATE = an_answer("Η Διαύγεια αργεί.", citations=(Citation(ada=ADA),))


def an_act(*, at_once: bool = False):
    return an_answer(
        "Στέλνω το PDF.",
        receipt="card1",
        choices=(
            Choice(label="Στη Διαύγεια", kind=ChoiceKind.LINK, text=Citation(ada=ADA).page_url),
            Choice(label="Στείλε το PDF", kind=ChoiceKind.PAPER, text=ADA),
            Choice(label="Δείξε τη σελίδα 2", kind=ChoiceKind.SHEET, text=f"{ADA} Εγκρίνει", page=2),
        ),
        at_once=ChoiceKind.PAPER if at_once else None,
    )


def an_app(*, at_once: bool = False, **fields) -> FakeApp:
    answers = {"πράξη": an_act(at_once=at_once)}
    return FakeApp(assistant=FakeAssistant(script=answers), papers=FakePapers(**fields))


async def test_the_pdf_is_sent_once_and_then_by_its_name(bridge, telegram):
    app = await telegram(an_app())
    await bridge.write("πράξη")
    answer = await bridge.reply()
    await bridge.tap("Στείλε το PDF")
    sent = await bridge.reply()
    assert (sent.file, sent.reply_to) == ((f"{ADA}.pdf", b"%PDF-1.5"), answer.message_id)
    assert app.papers.asked == [("telegram:55", "card1", 1)]
    await bridge.tap("Στείλε το PDF")
    again = await bridge.reply()
    assert again.file is None and again.text == "Το PDF."
    (name,) = app.papers.held.values()
    assert bridge.called("sendDocument")[-1].params["document"] == name


async def test_a_name_that_telegram_has_forgotten_is_the_file_again(bridge, telegram):
    app = await telegram(an_app())
    await bridge.write("πράξη")
    await bridge.reply()
    await bridge.tap("Στείλε το PDF")
    await bridge.reply()
    async with asyncio.timeout(5):
        while not app.papers.held:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    (old,) = app.papers.held.values()
    bridge.fail("sendDocument", 400, "Bad Request: wrong file identifier/HTTP URL specified")
    await bridge.tap("Στείλε το PDF")
    assert (await bridge.reply()).file == (f"{ADA}.pdf", b"%PDF-1.5")
    assert old not in app.papers.held.values()


async def test_what_telegram_does_not_take_is_its_link(bridge, telegram):
    await telegram(an_app())
    bridge.fail("sendDocument", 413, "Request Entity Too Large")
    await bridge.write("πράξη")
    await bridge.reply()
    await bridge.tap("Στείλε το PDF")
    told = await bridge.reply()
    assert (told.text, told.buttons[0][0]["url"]) == ("Το PDF ανοίγει από τον σύνδεσμό του.", Citation(ada=ADA).url)


async def test_a_page_is_a_photo(bridge, telegram):
    await telegram(an_app(pages=True))
    await bridge.write("πράξη")
    await bridge.reply()
    await bridge.tap("Δείξε τη σελίδα 2")
    assert (await bridge.reply()).file == (f"{ADA}-σελ-2.png", b"\x89PNG\r\n")
    assert bridge.called("sendPhoto") and not bridge.called("sendDocument")


async def test_a_source_that_does_not_answer_is_told_with_the_link(bridge, telegram):
    await telegram(an_app(given_instead=_LATE))
    await bridge.write("πράξη")
    await bridge.reply()
    await bridge.tap("Στείλε το PDF")
    assert (await bridge.reply()).text == "Η Διαύγεια αργεί."


async def test_asked_for_in_words_it_follows_its_card(bridge, telegram):
    await telegram(an_app(at_once=True))
    await bridge.write("πράξη")
    assert (await bridge.reply()).text == "Στέλνω το PDF."
    assert (await bridge.reply()).file[0] == f"{ADA}.pdf"


@pytest.mark.parametrize("at_once", [True, False])
async def test_the_terminal_writes_it_and_says_where(tmp_path, at_once):
    app = an_app(at_once=at_once)
    terminal = Terminal(app=app, conversation="terminal:local", today=lambda: TODAY, seconds=20, files_to=tmp_path)
    told = await terminal.hear("πράξη")
    if not at_once:
        told = await terminal.hear("2")
    assert f"Γράφτηκε: {tmp_path / ADA}.pdf" in told
    assert (tmp_path / f"{ADA}.pdf").read_bytes() == b"%PDF-1.5"


async def test_the_terminal_tells_the_link_and_the_refusal(tmp_path):
    app = an_app(given_instead=_LATE)
    terminal = Terminal(app=app, conversation="terminal:local", today=lambda: TODAY, seconds=20, files_to=tmp_path)
    await terminal.hear("πράξη")
    assert await terminal.hear("2") == f"Η Διαύγεια αργεί.\n{Citation(ada=ADA).url}"
    app.papers.given = _refused
    assert await terminal.hear("2") == "Το PDF δεν το δείχνω."


async def _refused(*_: object, **__: object) -> None:
    raise InvalidInput("Το PDF δεν το δείχνω.")
