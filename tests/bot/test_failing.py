"""Over the bridge: slow answers, many at once, failures of ours and of Telegram."""

import time

import pytest

from bot.replies.catalog import REPLIES
from core.errors import InvalidInput, Unavailable
from tests.bot.fake_app import ADA, Broken, FakeApp, FakeAssistant, a_card, an_answer

GROUP = -100777

# python-telegram-bot warns about its own attribute whenever it makes a RetryAfter.
pytestmark = pytest.mark.filterwarnings("ignore:.*retry_after.*")


async def test_one_slow_answer_keeps_nobody_else_waiting(bridge, telegram):
    await telegram(FakeApp(assistant=FakeAssistant(slow={"αργό": 1.5})))
    await bridge.write("αργό", chat=1)
    began = time.monotonic()
    await bridge.write("γρήγορο", chat=2)
    await bridge.reply(chat=2)
    assert time.monotonic() - began < 1
    assert "αργό" in (await bridge.reply(chat=1)).text


async def test_two_hundred_chats_at_once_are_all_answered(bridge, telegram):
    await telegram()
    for chat in range(1, 201):
        await bridge.write(f"ερώτηση {chat}", chat=chat)
    for chat in range(1, 201):
        assert f"«ερώτηση {chat}»" in (await bridge.reply(chat=chat, seconds=30)).text


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


async def test_the_bot_starts_though_its_commands_are_not_accepted(bridge, telegram):
    bridge.fail("setMyCommands", 404, "Not Found", times=4)
    await telegram()
    await bridge.write("ερώτηση")
    assert "ερώτηση" in (await bridge.reply()).text


async def test_a_second_copy_with_the_same_token_is_told_in_the_log(bridge, telegram, caplog):
    bridge.fail("getUpdates", 409, "Conflict: terminated by other getUpdates request")
    await telegram()
    await bridge.write("πόσα")
    assert "πόσα" in (await bridge.reply(seconds=20)).text  # it goes on once the other one has ended
    assert "another copy of the bot is running" in caplog.text


async def test_the_log_says_at_the_start_whether_groups_are_read_whole(bridge, telegram, caplog):
    caplog.set_level("INFO", logger="bot.application")
    await telegram()
    assert "reads all messages of its groups: " in caplog.text


async def test_the_start_waits_for_telegram_to_be_reachable(bridge, telegram):
    bridge.fail("getMe", 502, "Bad Gateway")
    await telegram()
    await bridge.write("ερώτηση")
    assert "ερώτηση" in (await bridge.reply()).text
    assert len(bridge.called("getMe")) == 2
