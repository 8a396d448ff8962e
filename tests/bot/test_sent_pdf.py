"""A PDF sent to the bot: the ΑΔΑ stamped on it opens its card, or a plain no; whatever the file is."""

import sys

import pytest

from bot.files.stamped import Papers
from bot.replies.catalog import REPLIES
from core.errors import Unavailable
from tests import hostile
from tests.bot.fake_app import ADA, FakeApp, FakeAssistant, a_card
from tests.pdfs import lines, pdf

OTHER = "6ΑΑΓΩΔΟ-ΔΟΚ"
GROUP = -100777


def stamped(*stamps: str) -> bytes:
    """A page for each stamp; the acts that its text cites are not its own."""
    sheets = []
    for stamp in stamps:
        sheet = lines("Αποφασίζουμε", f"έχοντας υπόψη την ανάληψη (ΑΔΑ: {OTHER})", top=200)
        sheet.stamp = f"ΑΔΑ: {stamp}" if stamp else ""
        sheets.append(sheet)
    return pdf(*sheets)


@pytest.fixture
async def app(telegram) -> FakeApp:
    return await telegram(FakeApp(assistant=FakeAssistant(script={ADA: a_card()})))


async def test_the_stamped_ada_opens_the_card_and_cited_ones_do_not(bridge, app):
    await bridge.send_file("απόφαση.pdf", stamped(ADA, ADA))
    assert (await bridge.reply(seconds=20)).text.startswith("Προμήθεια καυσίμων")
    assert [question.text for question in app.assistant.asked] == [ADA]


async def test_a_stamp_that_was_printed_into_the_page_counts_too(bridge, app):
    printed = lines("Αποφασίζουμε", top=300)
    printed.texts.append((380, 20, 8, f"ΑΔΑ: {ADA}"))
    await bridge.send_file("σάρωση.pdf", pdf(printed))
    assert (await bridge.reply(seconds=20)).text.startswith("Προμήθεια καυσίμων")


async def test_none_and_several_are_a_clear_no(bridge, app):
    await bridge.send_file("σχέδιο.pdf", stamped("", ""))
    assert (await bridge.reply(seconds=20)).text == REPLIES.paper_unstamped
    await bridge.send_file("τεύχος.pdf", stamped(ADA, OTHER))
    assert (await bridge.reply(seconds=20)).text == REPLIES.paper_several.format(adas=f"{ADA}, {OTHER}")
    assert not app.assistant.asked


async def test_what_is_written_beside_it_is_asked_of_its_act(bridge, app):
    await bridge.send_file("απόφαση.pdf", stamped(ADA), caption="ποιος την πήρε;")
    await bridge.reply(seconds=20)
    assert [question.text for question in app.assistant.asked] == [f"ποιος την πήρε; {ADA}"]


async def test_a_file_over_the_limit_is_not_even_fetched(bridge, app):
    await bridge.send_file("τεύχη.pdf", b"%PDF-", size=34_500_000)
    assert (await bridge.reply()).text == REPLIES.paper_large.format(size="34,5", most=20)
    assert not bridge.called("getFile") and not bridge.called("download")


async def test_a_file_that_telegram_does_not_give_is_asked_for_again(bridge, app):
    bridge.fail("getFile", 400, "Bad Request: file is temporarily unavailable")
    await bridge.send_file("απόφαση.pdf", stamped(ADA))
    assert (await bridge.reply()).text == REPLIES.paper_not_fetched


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("locked", REPLIES.paper_encrypted),
        ("flate bomb", REPLIES.paper_damaged),
        ("cut in half", REPLIES.paper_damaged),
    ],
)
async def test_a_hostile_file_ends_in_a_sentence(bridge, app, name, told):
    await bridge.send_file("κακό.pdf", hostile.FILES[name]())
    assert (await bridge.reply(seconds=30)).text == told


async def test_what_only_calls_itself_a_pdf_is_told_so(bridge, app):
    await bridge.send_file("εικόνα.pdf", b"\x89PNG not a pdf")
    assert (await bridge.reply(seconds=20)).text == REPLIES.paper_damaged
    await bridge.send_file("τιμολόγιο.docx", b"PK")
    assert (await bridge.reply()).text == REPLIES.document


@pytest.mark.parametrize(
    "said", ["'no json'", "'[]'", """'{"state": "read", "adas": 7}'""", """'{"state": "?", "adas": []}'""", "''"]
)
async def test_a_reader_that_tells_nonsense_is_one_that_died(bridge, said):
    bridge.files["f"] = b"%PDF-"
    papers = Papers(command=(sys.executable, "-c", f"print({said})"))
    assert (await papers._read(b"%PDF-")).paper.value == "too_heavy"


async def test_a_reader_that_does_not_end_is_ended():
    papers = Papers(command=(sys.executable, "-c", "import time; time.sleep(60)"), reading=0.3)
    assert (await papers._read(b"%PDF-")).paper.value == "too_heavy"


async def test_nothing_that_its_reader_tells_reaches_us_but_adas():
    told = f"""print('{{"state": "read", "adas": ["{ADA}", "<b>", "6AAA-abc", ""]}}')"""
    assert (await Papers(command=(sys.executable, "-c", told))._read(b"")).adas == (ADA,)


async def test_a_slow_download_is_given_up(bridge, telegram):
    app = FakeApp()
    app_papers = Papers(fetching=0.3)
    await telegram(app, papers=app_papers)
    bridge.slow_files = 2
    await bridge.send_file("απόφαση.pdf", stamped(ADA))
    assert (await bridge.reply()).text == REPLIES.paper_not_fetched


async def test_a_file_whose_card_failed_is_read_again_by_the_button(bridge, app):
    app.assistant.script[ADA] = Unavailable("βάση")
    await bridge.send_file("απόφαση.pdf", stamped(ADA))
    assert (await bridge.reply(seconds=20)).labels == [REPLIES.retry]
    app.assistant.script[ADA] = a_card()
    await bridge.tap(REPLIES.retry)
    assert (await bridge.reply(seconds=20)).text.startswith("Προμήθεια καυσίμων")


async def test_in_a_group_only_a_file_that_is_said_to_us_is_read(bridge, app):
    await bridge.send_file("απόφαση.pdf", stamped(ADA), chat=GROUP)
    await bridge.silence(chat=GROUP)
    await bridge.send_file("απόφαση.pdf", stamped(ADA), chat=GROUP, caption="@test_bot")
    assert (await bridge.reply(chat=GROUP, seconds=20)).text.startswith("Προμήθεια καυσίμων")
