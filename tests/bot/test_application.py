"""Stories over the bridge: a person writes and taps, the real application polls and answers."""

import pytest

from bot.replies.catalog import REPLIES
from tests.bot.fake_app import ADA, Broken, FakeApp, FakeAssistant, a_card, a_list, a_question_back, an_answer

GROUP = -100777


async def test_start_offers_an_example_and_tapping_it_asks_it(bridge, telegram):
    app = await telegram()
    await bridge.write("/start")
    assert (await bridge.reply()).labels == ["Πόσα για καύσιμα"]
    await bridge.tap("Πόσα για καύσιμα")
    assert "καύσιμα το 2024" in (await bridge.reply()).text
    assert [question.text for question in app.assistant.asked] == ["πόσα για καύσιμα το 2024"]


async def test_a_question_carries_the_chat_and_the_day(bridge, telegram):
    app = await telegram()
    await bridge.write("πόσα για καύσιμα", chat=77)
    await bridge.reply(chat=77)
    (question,) = app.assistant.asked
    assert (question.conversation, question.text) == ("telegram:77", "πόσα για καύσιμα")
    assert question.asked_on.isoformat() == "2026-10-05"


async def test_a_card_has_its_buttons_and_links_its_ada(bridge, telegram):
    await telegram(FakeApp(assistant=FakeAssistant(script={ADA: a_card()})))
    await bridge.write(ADA)
    card = await bridge.reply()
    assert card.labels == ["PDF", "Στη Διαύγεια", "Αντιγραφή ΑΔΑ", "Πώς το βρήκα"]
    assert f'<a href="https://diavgeia.gov.gr/decision/view/{ADA}">{ADA}</a>' in card.markup
    await bridge.tap("Πώς το βρήκα")
    assert (await bridge.reply()).text == "Μέτρησα τις πράξεις."


async def test_a_page_is_turned_in_place(bridge, telegram):
    await telegram(FakeApp(assistant=FakeAssistant(script={"πράξεις": a_list()})))
    await bridge.write("πράξεις")
    first = await bridge.reply()
    await bridge.tap("2/3 ▶")
    second = await bridge.reply()
    assert (second.message_id, second.edited) == (first.message_id, True)
    assert (second.text, second.labels) == ("Σελίδα 2: οι πράξεις της", ["◀ 1/3", "3/3 ▶"])
    await bridge.tap("◀ 1/3")
    assert (await bridge.reply()).text == first.text


async def test_the_same_page_twice_is_no_error(bridge, telegram):
    await telegram(FakeApp(assistant=FakeAssistant(script={"πράξεις": a_list()})))
    await bridge.write("πράξεις")
    first = await bridge.reply()
    bridge.fail(
        "editMessageText", 400, "Bad Request: message is not modified: specified new message content is the same"
    )
    await bridge.press("v1:page:list1:0", first)
    await bridge.silence()


async def test_choosing_a_body_asks_the_question_again_for_it(bridge, telegram):
    app = await telegram(FakeApp(assistant=FakeAssistant(script={"πόσα;": a_question_back()})))
    await bridge.write("πόσα;")
    await bridge.reply()
    await bridge.tap("ΔΕΥΑ Επίδειξης")
    await bridge.reply()
    assert app.assistant.asked[-1].organization_uid == "90002"


@pytest.mark.parametrize("data", ["v1:page:list1", "v2:page:list1:0", "v1:drop:list1:0", "v1:page:a b:0", "δώσε"])
async def test_a_forged_button_is_told_to_be_dead(bridge, telegram, data):
    app = await telegram()
    await bridge.write("/start")
    await bridge.press(data, await bridge.reply())
    assert (await bridge.reply()).text == REPLIES.dead_button
    assert not app.assistant.chosen


async def test_a_page_of_a_forgotten_list_is_told_beside_what_is_shown(bridge, telegram):
    await telegram()
    await bridge.write("/start")
    await bridge.press("v1:page:gone:0", await bridge.reply())
    told = await bridge.reply()
    assert (told.text, told.edited) == ("Η λίστα έληξε. Κάντε ξανά την ερώτηση.", False)


async def test_a_tap_works_even_when_telegram_says_that_it_is_too_old(bridge, telegram):
    await telegram()
    await bridge.write("/start")
    await bridge.reply()
    bridge.fail("answerCallbackQuery", 400, "Bad Request: query is too old and response timeout expired")
    await bridge.tap("Πόσα για καύσιμα")
    assert "καύσιμα" in (await bridge.reply()).text


async def test_on_demonstration_data_every_reply_says_so(bridge, telegram):
    await telegram(FakeApp(demo=True, assistant=FakeAssistant(script={"σπάσε": Broken(), "πράξεις": a_list()})))
    for written in ("/start", "/help", "πόσα", "σπάσε", "/subscribe", "/ask", "πράξεις"):
        await bridge.write(written)
        said = await bridge.reply()
        assert said.text.startswith(REPLIES.demo), written
    await bridge.tap("2/3 ▶")
    assert (await bridge.reply()).text.startswith(REPLIES.demo)


async def test_a_long_answer_comes_in_parts_with_the_buttons_under_the_last(bridge, telegram):
    subjects = "\n".join(f"{number}. {ADA} · Προμήθεια <ΑΦΟΙ & ΣΙΑ> 🧯 {'α' * 90}" for number in range(1, 101))
    long = an_answer(subjects, citations=a_card().citations, choices=a_card().choices, receipt="card1")
    await telegram(FakeApp(assistant=FakeAssistant(script={"όλες": long})))
    await bridge.write("όλες")
    parts = [await bridge.reply()]
    while not parts[-1].buttons:
        parts.append(await bridge.reply())
    assert len(parts) > 3
    assert "\n".join(part.text for part in parts) == subjects


async def test_links_are_never_previewed(bridge, telegram):
    await telegram(FakeApp(assistant=FakeAssistant(script={ADA: a_card()})))
    await bridge.write(ADA)
    await bridge.reply()
    assert all(call.params["link_preview_options"] == {"is_disabled": True} for call in bridge.called("sendMessage"))


async def test_command_lists_are_set_for_each_scope_in_greek_and_english(bridge, telegram):
    await telegram()
    scopes = ("all_private_chats", "all_group_chats", "all_chat_administrators")
    assert set(bridge.commands) == {f"{scope}/{language}" for scope in scopes for language in ("", "en")}
    named = {scope: [entry["command"] for entry in commands] for scope, commands in bridge.commands.items()}
    assert named["all_group_chats/"] == ["ask", "search", "alerts", "help", "privacy"]
    assert set(named["all_chat_administrators/"]) == {*named["all_group_chats/"], "export", "forget"}
    assert all(named[f"{scope}/"] == named[f"{scope}/en"] for scope in scopes)
