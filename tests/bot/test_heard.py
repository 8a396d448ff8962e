"""Over the bridge: what is heard, in a private chat and in a group, and what is left alone."""

import time

import pytest

from bot.replies.catalog import REPLIES
from tests.bot.fake_app import ADA

GROUP = -100777


@pytest.mark.parametrize("written", ["/help", "/βοήθεια", "/ΒΟΗΘΕΙΑ", "βοήθεια", "/help@test_bot"])
async def test_help_is_found_under_its_latin_and_its_greek_name(bridge, telegram, written):
    await telegram()
    await bridge.write(written)
    told = (await bridge.reply()).text
    assert told.startswith("Γράψτε μια ερώτηση ή έναν ΑΔΑ.")
    assert "Σε ομάδα: προσθέστε με" in told and "@\u2060test_bot και έναν ΑΔΑ" in told


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
        ({"contact": {"phone_number": "+306900000000", "first_name": "Γιώργος"}}, REPLIES.contact),
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


FORWARD = {"forward_origin": {"type": "hidden_user", "date": 1, "sender_user_name": "Γιώργος"}}


async def test_a_forwarded_message_is_no_question_unless_it_holds_an_ada(bridge, telegram):
    app = await telegram()
    await bridge.write("ο δήμος τα πήρε χοντρά", **FORWARD)
    assert (await bridge.reply()).text == REPLIES.forwarded
    await bridge.write(f"δείτε αυτό: https://diavgeia.gov.gr/decision/view/{ADA}", **FORWARD)
    await bridge.reply()
    assert len(app.assistant.asked) == 1 and ADA in app.assistant.asked[0].text


async def test_a_long_text_is_told_its_length_unless_it_holds_an_ada(bridge, telegram):
    app = await telegram()
    text = "Αποφασίζουμε ομόφωνα. " * 100
    await bridge.write(text)
    assert (await bridge.reply()).text == REPLIES.too_long.format(length="2.199", most="1.000")
    await bridge.write(text + ADA)
    await bridge.reply()
    assert len(app.assistant.asked) == 1


async def test_a_card_sent_by_inline_mode_into_our_own_chat_is_not_answered_again(bridge, telegram):
    app = await telegram()
    us = {"id": 42, "is_bot": True, "first_name": "TestBot", "username": "test_bot"}
    await bridge.write(f"Προμήθεια καυσίμων\nΑΔΑ {ADA}", via_bot=us)
    await bridge.silence()
    assert not app.assistant.asked


HOSTILE = (
    *(
        "<b>",
        "</b></a>",
        "<a href='https://evil.example'>εδώ</a>",
        "&lt;&amp;&#0;",
        "<tg-spoiler>",
        "*_[x](http://e.gr)`",
    ),
    *("\u202eanatropi", "α\u200b\u200dβ", "\x00\x01πόσα", "é" * 900, "🧯" * 900, "/", "//", "/ /", "@test_bot"),
    *("https://evil.example/?start=x", "' OR 1=1 --", "{message}{0}", "%s%n", "\ud83d", "```", "\n\n\n", "𝕂𝕒𝕦𝕤𝕚𝕞𝕒"),
)


async def test_hostile_texts_are_all_answered_and_none_becomes_markup(bridge, telegram):
    await telegram()
    for text in HOSTILE:
        await bridge.write(text)
        said = await bridge.reply()
        assert "<a " not in said.markup and "<tg-spoiler>" not in said.markup, text
        assert said.text.strip(), text


async def test_in_a_group_only_what_is_said_to_the_bot_is_answered(bridge, telegram):
    app = await telegram()
    others = ("/help@otherbot", "/ask@otherbot πόσα", "/βοήθεια@otherbot", "@test_bots πόσα")
    for written in ("παιδιά τι ώρα η συνεδρίαση;", *others):
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


async def test_only_what_is_handled_is_asked_of_telegram(bridge, telegram):
    await telegram()
    await bridge.push(
        {"channel_post": {"message_id": 1, "date": 1, "chat": {"id": -5, "type": "channel"}, "text": "πόσα"}}
    )
    await bridge.silence(chat=-5)
