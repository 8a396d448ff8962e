"""In groups: whose buttons they are, topics of forums, /search, words for commands, what a group is told when back."""

from dataclasses import replace

import pytest

from bot.replies.catalog import REPLIES
from core.domain.answer import Choice, ChoiceKind
from core.domain.request import Intent
from tests.bot.fake_app import FakeApp, FakeAssistant, FakeLetters, a_list, a_total, an_answer
from tests.telegram_bridge import READER
from tests.telegram_wire import a_group, a_person

GROUP, OTHER = -100777, 56
TOPIC = {"message_thread_id": 7, "is_topic_message": True}


def an_offer():
    """Under an alert: a button that changes something, and one that only shows."""
    choices = Choice(label="Ναι", kind=ChoiceKind.ALERT), Choice(label="Δείξε", kind=ChoiceKind.WATCH)
    return an_answer("Να σας ειδοποιώ;", receipt="offer1", choices=choices)


@pytest.fixture
async def app(telegram) -> FakeApp:
    script = {"πράξεις": a_list(), "πόσα": a_total(), "ειδοποίησέ με": an_offer()}
    return await telegram(FakeApp(assistant=FakeAssistant(script=script)))


async def test_only_who_asked_presses_the_buttons_of_an_answer(bridge, app):
    await bridge.write("/ask πράξεις", chat=GROUP)
    await bridge.reply(chat=GROUP)
    await bridge.tap("2/3 ▶", chat=GROUP, user=OTHER)
    assert await bridge.told_at_once() == REPLIES.not_yours
    assert bridge.called("answerCallbackQuery")[-1].params["show_alert"] == "true"
    await bridge.silence(chat=GROUP)
    assert not app.assistant.chosen
    await bridge.tap("2/3 ▶", chat=GROUP)
    assert (await bridge.reply(chat=GROUP)).edited
    await bridge.tap("3/3 ▶", chat=GROUP, user=OTHER)  # an edited message still answers the same person
    assert await bridge.told_at_once() == REPLIES.not_yours


async def test_what_a_button_brings_is_the_same_person_s(bridge, app):
    asked = await bridge.write("/ask πόσα", chat=GROUP)
    await bridge.reply(chat=GROUP)
    await bridge.tap("Excel", chat=GROUP)
    assert (await bridge.reply(chat=GROUP)).reply_to == asked
    app.assistant.shown["total1"] = replace(a_total(), choices=a_list().choices)
    await bridge.press("v1:ask:total1:0", next(iter(bridge.said.values())))
    assert (await bridge.reply(chat=GROUP)).reply_to == asked


async def test_ask_alone_in_reply_to_somebody_asks_what_he_wrote(bridge, app):
    theirs = {"message_id": 5, "date": 1, "chat": a_group(GROUP), "from": a_person(OTHER), "text": "πόσα για φώτα;"}
    asked = await bridge.write("/ask", chat=GROUP, reply_to_message=theirs)
    assert (await bridge.reply(chat=GROUP)).reply_to == asked
    assert [each.text for each in app.assistant.asked] == ["πόσα για φώτα;"]


async def test_in_a_private_chat_nothing_is_asked_about_whose_it_is(bridge, app):
    await bridge.write("πράξεις")
    await bridge.reply()
    await bridge.tap("2/3 ▶")
    assert (await bridge.reply()).edited


async def test_an_administrator_decides_about_alerts_that_others_asked_for(bridge, app):
    await bridge.write("/ask ειδοποίησέ με", chat=GROUP)
    await bridge.reply(chat=GROUP)
    for label in ("Ναι", "Δείξε"):
        await bridge.tap(label, chat=GROUP, user=OTHER)
        assert await bridge.told_at_once() == REPLIES.admins_only
    bridge.members[GROUP, OTHER] = "administrator"
    for label in ("Ναι", "Δείξε"):
        await bridge.tap(label, chat=GROUP, user=OTHER)
        assert await bridge.told_at_once() is None
        await bridge.reply(chat=GROUP)


async def test_the_answer_to_who_writes_as_the_group_is_everybody_s(bridge, app):
    await bridge.write("/ask πράξεις", chat=GROUP, sender_chat=a_group(GROUP))
    await bridge.reply(chat=GROUP)
    await bridge.tap("2/3 ▶", chat=GROUP, user=OTHER)
    assert (await bridge.reply(chat=GROUP)).edited


async def test_a_topic_of_a_forum_is_a_conversation_of_its_own_and_keeps_its_replies(bridge, app):
    await bridge.write("/ask πράξεις", chat=GROUP, **TOPIC)
    first = await bridge.reply(chat=GROUP)
    await bridge.write("/ask πόσα", chat=GROUP)
    general = await bridge.reply(chat=GROUP)
    assert (first.thread, general.thread) == (7, None)
    assert [asked.conversation for asked in app.assistant.asked] == [f"telegram:{GROUP}/7", f"telegram:{GROUP}"]
    await bridge.press("v1:how:list1:0", first)
    assert (await bridge.reply(chat=GROUP)).thread == 7
    assert app.assistant.chosen[-1][0] == f"telegram:{GROUP}/7"
    await bridge.write("/help", chat=GROUP, **TOPIC)
    assert (await bridge.reply(chat=GROUP)).thread == 7
    await bridge.write("/ask", chat=GROUP, **TOPIC)
    assert (await bridge.reply(chat=GROUP)).thread == 7


async def test_what_opens_a_topic_is_no_reply_to_us(bridge, app):
    opened = {"message_id": 7, "date": 1, "chat": a_group(GROUP), "from": {"id": 42, "is_bot": True, "first_name": "b"}}
    opened |= {"forum_topic_created": {"name": "Έργα", "icon_color": 7322096}}
    await bridge.write("τι ώρα η συνεδρίαση;", chat=GROUP, reply_to_message=opened, **TOPIC)
    await bridge.silence(chat=GROUP)


async def test_a_group_that_lets_us_in_again_is_told_what_was_missed_in_each_topic(bridge, telegram):
    waiting = an_answer("Όσο έλειπα βρέθηκε 1 πράξη.")
    app = await telegram(FakeApp(letters=FakeLetters(waiting=waiting)))
    us = {"id": 42, "is_bot": True, "first_name": "TestBot", "username": "test_bot"}
    changed = {"chat": a_group(GROUP), "from": a_person(READER), "date": 1_790_000_000}
    left, member = {"user": us, "status": "left"}, {"user": us, "status": "member"}
    await bridge.push({"my_chat_member": changed | {"old_chat_member": member, "new_chat_member": left}})
    await bridge.silence(chat=GROUP)
    rooms = [f"telegram:{GROUP}", f"telegram:{GROUP}/7"]
    assert app.letters.gone == [("left", room) for room in rooms]
    await bridge.push({"my_chat_member": changed | {"old_chat_member": left, "new_chat_member": member}})
    told = [await bridge.reply(chat=GROUP), await bridge.reply(chat=GROUP)]
    assert [(said.text, said.thread) for said in told] == [(waiting.text, None), (waiting.text, 7)]


@pytest.mark.parametrize("written", ["/search καύσιμα 2024", "/αναζήτηση καύσιμα 2024", "/ΨΑΞΕ καύσιμα 2024"])
async def test_search_asks_for_a_list(bridge, app, written):
    await bridge.write(written, chat=GROUP)
    await bridge.reply(chat=GROUP)
    assert [asked.text for asked in app.assistant.asked] == ["αποφάσεις για καύσιμα 2024"]


async def test_search_for_what_is_a_list_already_is_left_as_it_is(bridge, app):
    app.intent = Intent.RECORDS
    await bridge.write("/search πράξεις για καύσιμα")
    await bridge.reply()
    assert [asked.text for asked in app.assistant.asked] == ["πράξεις για καύσιμα"]


async def test_search_without_words_says_what_to_write(bridge, app):
    await bridge.write("/search")
    assert (await bridge.reply()).text == REPLIES.nothing_to_search


@pytest.mark.parametrize("written", ["/privacy", "/απόρρητο", "/ΑΠΟΡΡΗΤΟ@test_bot", "απόρρητο"])
async def test_privacy_tells_what_is_kept_and_who_else_sees_it(bridge, app, written):
    await bridge.write(written)
    assert (await bridge.reply()).text == "Τι κρατώ"


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("/αρχή", "Καλώς ήρθατε."),
        ("/Έναρξη", "Καλώς ήρθατε."),
        ("/ειδοποιήσεις", "Δεν έχετε ειδοποιήσεις."),
        ("/ξέχνα", "Έσβησα ό,τι κρατούσα."),
        ("/ρώτα πόσα;", "Για «πόσα;»: καμία πράξη."),
        ("/αδα", REPLIES.nothing_written),
    ],
)
async def test_commands_have_greek_words(bridge, app, written, told):
    await bridge.write(written)
    assert (await bridge.reply()).text == told
