"""Files from a button: a document and a photo on Telegram, a path in the terminal, a command's own."""

import io

import openpyxl

from bot.replies.catalog import REPLIES
from bot.terminal import Terminal
from tests.bot.fake_app import TODAY, FakeApp, FakeAssistant, FakeFiles, a_total


def an_app(**fields) -> FakeApp:
    return FakeApp(assistant=FakeAssistant(script={"πόσα": a_total()}), **fields)


async def test_excel_is_a_document_under_the_answer(bridge, telegram):
    app = await telegram(an_app())
    await bridge.write("πόσα")
    answer = await bridge.reply()
    await bridge.tap("Excel")
    sent = await bridge.reply()
    name, content = sent.file
    assert name == "αναθέσεις-καύσιμα-2024-total1.xlsx"
    assert openpyxl.load_workbook(io.BytesIO(content)).sheetnames == ["Πράξεις", "Συνταγή"]
    assert sent.text == "Αναθέσεις · καύσιμα\nΆθροισμα 8.754,70 €."
    assert sent.reply_to == answer.message_id
    assert app.files.asked == [("telegram:55", "total1")]


async def test_a_chart_is_a_photo(bridge, telegram):
    await telegram(an_app())
    await bridge.write("πόσα")
    await bridge.reply()
    await bridge.tap("Γράφημα")
    sent = await bridge.reply()
    assert sent.file[1].startswith(b"\x89PNG")
    assert bridge.called("sendPhoto")
    assert not bridge.called("sendDocument")


async def test_files_of_demonstration_data_say_so_in_their_message(bridge, telegram):
    await telegram(an_app(demo=True))
    await bridge.write("πόσα")
    await bridge.reply()
    for button in ("Excel", "Γράφημα"):
        await bridge.tap(button)
        assert (await bridge.reply()).text.startswith(REPLIES.demo)


async def test_a_file_that_cannot_be_made_is_told_in_words(bridge, telegram):
    await telegram(an_app(files=FakeFiles(gone=True)))
    await bridge.write("πόσα")
    await bridge.reply()
    await bridge.tap("Excel")
    assert (await bridge.reply()).text == "Η απάντηση δεν βρέθηκε. Κάντε ξανά την ερώτηση."


async def test_an_answer_is_asked_again_by_its_button(bridge, telegram):
    await telegram(an_app())
    await bridge.write("πόσα")
    await bridge.reply()
    await bridge.tap("Ισχύει ακόμη;")
    assert (await bridge.reply()).text == "Δεν ισχύει πια όπως δόθηκε."


async def test_the_terminal_writes_a_file_and_says_where(tmp_path):
    terminal = Terminal(app=an_app(), conversation="terminal:local", today=lambda: TODAY, seconds=20, files_to=tmp_path)
    await terminal.hear("πόσα")
    told = await terminal.hear("1")
    path = tmp_path / "αναθέσεις-καύσιμα-2024-total1.xlsx"
    assert path.read_bytes().startswith(b"PK")
    assert told.endswith(REPLIES.file_written.format(path=path))
    assert (await terminal.hear("2")).endswith(".png")
    assert await terminal.hear("3") == "Δεν ισχύει πια όπως δόθηκε."


async def test_the_terminal_goes_on_after_a_file_that_cannot_be_written(tmp_path):
    terminal = Terminal(
        app=an_app(), conversation="terminal:local", today=lambda: TODAY, seconds=20, files_to=tmp_path / "no such"
    )
    await terminal.hear("πόσα")
    assert (await terminal.hear("1")).startswith("Δεν μπόρεσα να γράψω το αρχείο")
    assert "Ανέθεσε" in await terminal.hear("πόσα")
