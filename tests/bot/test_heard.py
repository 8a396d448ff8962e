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
    assert (await bridge.reply()).text == "Γράψτε μια ερώτηση ή έναν ΑΔΑ."


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
