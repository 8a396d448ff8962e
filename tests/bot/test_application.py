"""Stories over the bridge: a person writes and taps, the real application polls and answers."""

import time

import pytest

from bot.replies.catalog import REPLIES
from core.errors import InvalidInput, Unavailable
from tests.bot.fake_app import ADA, Broken, FakeApp, FakeAssistant, a_card, a_list, a_question_back, an_answer

GROUP = -100777

# python-telegram-bot warns about its own attribute whenever it makes a RetryAfter.
pytestmark = pytest.mark.filterwarnings("ignore:.*retry_after.*")


async def test_start_offers_an_example_and_tapping_it_asks_it(bridge, telegram):
    app = await telegram()
    await bridge.write("/start")
    assert (await bridge.reply()).labels == ["Πόσα για καύσιμα"]
    await bridge.tap("Πόσα για καύσιμα")
    assert "καύσιμα το 2024" in (await bridge.reply()).text
    assert [question.text for question in app.assistant.asked] == ["πόσα για καύσιμα το 2024"]


@pytest.mark.parametrize("written", ["/help", "/βοήθεια", "/ΒΟΗΘΕΙΑ", "βοήθεια", "/help@test_bot"])
async def test_help_is_found_under_its_latin_and_its_greek_name(bridge, telegram, written):
    await telegram()
    await bridge.write(written)
    assert (await bridge.reply()).text == "Γράψτε μια ερώτηση ή έναν ΑΔΑ."


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


async def test_one_slow_answer_keeps_nobody_else_waiting(bridge, telegram):
    await telegram(FakeApp(assistant=FakeAssistant(slow={"αργό": 1.5})))
    await bridge.write("αργό", chat=1)
    began = time.monotonic()
    await bridge.write("γρήγορο", chat=2)
    await bridge.reply(chat=2)
    assert time.monotonic() - began < 1
    assert "αργό" in (await bridge.reply(chat=1)).text


async def test_the_next_question_of_a_busy_chat_is_told_so_and_not_asked(bridge, telegram):
    app = await telegram(FakeApp(assistant=FakeAssistant(slow={"αργό": 1.0})))
    await bridge.write("αργό")
    await bridge.write("κι άλλο")
    assert (await bridge.reply()).text == REPLIES.busy
    assert "αργό" in (await bridge.reply()).text
    assert [question.text for question in app.assistant.asked] == ["αργό"]


async def test_two_quick_questions_are_both_answered_in_order(bridge, telegram):
    await telegram(FakeApp(assistant=FakeAssistant(slow={"πρώτη": 0.1})), patience=2)
    await bridge.write("πρώτη")
    await bridge.write("δεύτερη")
    assert ["πρώτη" in (await bridge.reply()).text, "δεύτερη" in (await bridge.reply()).text] == [True, True]


async def test_typing_is_shown_while_an_answer_takes_its_time(bridge, telegram):
    await telegram(FakeApp(assistant=FakeAssistant(slow={"αργό": 0.8})))
    await bridge.write("αργό")
    await bridge.reply()
    assert [call.params["action"] for call in bridge.called("sendChatAction")] == ["typing"]


async def test_a_bug_is_told_with_its_code_and_the_button_asks_again(bridge, telegram, caplog):
    app = await telegram(FakeApp(assistant=FakeAssistant(script={"σπάσε": Broken("μυστικό κείμενο")})))
    await bridge.write("σπάσε")
    told = await bridge.reply()
    code = told.text.partition("(κωδικός ")[2].partition(")")[0]
    assert f"code {code}" in caplog.text
    assert "Broken" in caplog.text
    assert "μυστικό" not in told.text
    app.assistant.script["σπάσε"] = an_answer("Τώρα δουλεύει.")
    await bridge.tap(REPLIES.retry)
    assert (await bridge.reply()).text == "Τώρα δουλεύει."


async def test_a_question_that_fails_twice_is_still_the_one_that_is_asked_again(bridge, telegram):
    app = await telegram(FakeApp(assistant=FakeAssistant(script={"σπάσε": Broken()})))
    asked = await bridge.write("σπάσε")
    assert (await bridge.reply()).reply_to == asked
    await bridge.tap(REPLIES.retry)
    assert (await bridge.reply()).reply_to == asked
    await bridge.tap(REPLIES.retry)
    await bridge.reply()
    assert [question.text for question in app.assistant.asked] == ["σπάσε"] * 3


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (InvalidInput("Ο ΑΔΑ «123» δεν έχει τη σωστή μορφή."), "Ο ΑΔΑ «123» δεν έχει τη σωστή μορφή."),
        (Unavailable("η βάση δεν απάντησε"), REPLIES.unavailable),
    ],
)
async def test_a_named_failure_has_its_own_words(bridge, telegram, error, told):
    await telegram(FakeApp(assistant=FakeAssistant(script={"ερώτηση": error})))
    await bridge.write("ερώτηση")
    assert (await bridge.reply()).text == told


async def test_an_answer_that_takes_too_long_is_told_to_be_late(bridge, telegram):
    await telegram(FakeApp(assistant=FakeAssistant(slow={"αργό": 5})), seconds=0.2)
    await bridge.write("αργό")
    assert (await bridge.reply()).text == REPLIES.unavailable


async def test_flood_control_is_waited_out_once(bridge, telegram):
    await telegram()
    bridge.fail("sendMessage", 429, "Too Many Requests: retry after 1", parameters={"retry_after": 1})
    began = time.monotonic()
    await bridge.write("ερώτηση")
    assert "ερώτηση" in (await bridge.reply()).text
    assert time.monotonic() - began >= 1


async def test_an_answer_follows_a_group_that_became_a_supergroup(bridge, telegram):
    await telegram()
    bridge.fail(
        "sendMessage", 400, "Bad Request: group chat was upgraded", parameters={"migrate_to_chat_id": GROUP - 1}
    )
    await bridge.write("/ask πόσα", chat=GROUP)
    assert "πόσα" in (await bridge.reply(chat=GROUP - 1)).text


async def test_html_that_telegram_refuses_goes_out_as_plain_text(bridge, telegram):
    await telegram(FakeApp(assistant=FakeAssistant(script={ADA: a_card()})))
    bridge.fail("sendMessage", 400, "Bad Request: can't parse entities: whatever")
    await bridge.write(ADA)
    card = await bridge.reply()
    assert card.parse_mode is None
    assert card.markup == f"Προμήθεια καυσίμων\nΑνάθεση (Δ.1)\n\nΑΔΑ {ADA}"


async def test_a_reader_who_blocked_the_bot_stops_nothing(bridge, telegram):
    await telegram()
    bridge.fail("sendMessage", 403, "Forbidden: bot was blocked by the user")
    await bridge.write("ερώτηση", chat=1)
    await bridge.write("ερώτηση", chat=2)
    assert "ερώτηση" in (await bridge.reply(chat=2)).text
    await bridge.silence(chat=1)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"voice": {"file_id": "f", "file_unique_id": "u", "duration": 3}}, REPLIES.voice),
        ({"photo": [{"file_id": "f", "file_unique_id": "u", "width": 9, "height": 9}]}, REPLIES.picture),
        ({"document": {"file_id": "f", "file_unique_id": "u"}}, REPLIES.document),
        (
            {
                "sticker": {
                    "file_id": "f",
                    "file_unique_id": "u",
                    "type": "regular",
                    "width": 9,
                    "height": 9,
                    "is_animated": False,
                    "is_video": False,
                }
            },
            REPLIES.sticker,
        ),
        ({"location": {"longitude": 28.2, "latitude": 36.4}}, REPLIES.other),
    ],
)
async def test_what_is_not_text_gets_a_kind_word(bridge, telegram, fields, told):
    app = await telegram()
    await bridge.write(None, **fields)
    assert (await bridge.reply()).text == told
    assert not app.assistant.asked


async def test_the_caption_of_a_picture_is_a_question(bridge, telegram):
    app = await telegram()
    await bridge.write(None, photo=[{"file_id": "f", "file_unique_id": "u", "width": 9, "height": 9}], caption=ADA)
    await bridge.reply()
    assert app.assistant.asked[0].text == ADA


@pytest.mark.parametrize("written", ["/ask", "/ask   ", "\u200b \u200b"])
async def test_a_message_without_words_is_told_what_to_write(bridge, telegram, written):
    app = await telegram()
    await bridge.write(written)
    assert (await bridge.reply()).text == REPLIES.nothing_written
    assert not app.assistant.asked


async def test_an_unknown_command_is_named_as_such(bridge, telegram):
    await telegram()
    await bridge.write("/subscribe καύσιμα")
    assert (await bridge.reply()).text == REPLIES.unknown_command


async def test_an_edited_message_and_a_service_message_are_left_alone(bridge, telegram):
    app = await telegram()
    edited = {"message_id": 1, "date": 1, "edit_date": 2, "chat": {"id": 55, "type": "private"}, "text": "πόσα"}
    await bridge.push({"edited_message": edited})
    await bridge.write(None, pinned_message={"message_id": 1, "date": 0, "chat": {"id": 55, "type": "private"}})
    await bridge.silence()
    assert not app.assistant.asked


async def test_in_a_group_only_what_is_said_to_the_bot_is_answered(bridge, telegram):
    app = await telegram()
    for written in ("παιδιά τι ώρα η συνεδρίαση;", "/help@otherbot", "/ask@otherbot πόσα", "@test_bots πόσα"):
        await bridge.write(written, chat=GROUP)
    await bridge.silence(chat=GROUP)
    asked = await bridge.write("/ask@test_bot πόσα για καύσιμα", chat=GROUP)
    first = await bridge.reply(chat=GROUP)
    assert first.reply_to == asked
    await bridge.write("και το 2023;", chat=GROUP, reply_to_message=bridge.as_replied(first))
    await bridge.reply(chat=GROUP)
    await bridge.write("@test_bot και το 2022;", chat=GROUP)
    await bridge.reply(chat=GROUP)
    assert [question.text for question in app.assistant.asked] == ["πόσα για καύσιμα", "και το 2023;", "και το 2022;"]
    assert {question.conversation for question in app.assistant.asked} == {f"telegram:{GROUP}"}


async def test_in_a_group_a_sticker_is_left_alone(bridge, telegram):
    await telegram()
    await bridge.write(None, chat=GROUP, voice={"file_id": "f", "file_unique_id": "u", "duration": 3})
    await bridge.silence(chat=GROUP)


async def test_a_backlog_of_hours_gets_one_word_not_many_answers(bridge, telegram):
    app = await telegram()
    hours_ago = int(time.time()) - 3 * 3600
    for number in range(4):
        await bridge.write(f"ερώτηση {number}", date=hours_ago)
    assert (await bridge.reply()).text == REPLIES.was_away
    await bridge.silence()
    assert not app.assistant.asked


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
    scopes = {"all_private_chats/", "all_private_chats/en", "all_group_chats/", "all_group_chats/en"}
    assert set(bridge.commands) == scopes
    assert [entry["command"] for entry in bridge.commands["all_group_chats/"]] == ["ask", "help"]


async def test_the_bot_starts_though_its_commands_are_not_accepted(bridge, telegram):
    bridge.fail("setMyCommands", 404, "Not Found", times=4)
    await telegram()
    await bridge.write("ερώτηση")
    assert "ερώτηση" in (await bridge.reply()).text


async def test_the_start_waits_for_telegram_to_be_reachable(bridge, telegram):
    bridge.fail("getMe", 502, "Bad Gateway")
    await telegram()
    await bridge.write("ερώτηση")
    assert "ερώτηση" in (await bridge.reply()).text
    assert len(bridge.called("getMe")) == 2


async def test_only_what_is_handled_is_asked_of_telegram(bridge, telegram):
    await telegram()
    await bridge.push(
        {"channel_post": {"message_id": 1, "date": 1, "chat": {"id": -5, "type": "channel"}, "text": "πόσα"}}
    )
    await bridge.silence(chat=-5)
