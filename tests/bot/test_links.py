"""Deep links and inline mode: an ΑΔΑ in base64url opens its card; an ΑΔΑ typed in another chat becomes one."""

import re

import pytest

from bot.links import FROM_INLINE, ada_in, link_to, payload_of
from bot.replies.catalog import REPLIES
from tests.bot.fake_app import ADA, FakeApp, FakeAssistant, FakeLetters, a_card, an_answer

OLD, LONGEST = "4Α8ΡΩ-Θ", "ΑΒΓΔΕΖΗΘΙΚ-ΛΜΝ"


@pytest.mark.parametrize("ada", [ADA, OLD, LONGEST])
def test_a_link_s_payload_is_what_telegram_takes_and_gives_the_ada_back(ada):
    payload = payload_of(ada)
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", payload)
    assert ada_in(payload) == ada
    assert link_to("a_bot", ada) == f"https://t.me/a_bot?start={payload}"


@pytest.mark.parametrize(
    "payload",
    [
        *("", "x", "inline", "ΨΤ1ΜΩ1Ρ", "_____w", "A" * 64, "A" * 65),
        *(payload_of(ADA) + "=", payload_of(ADA)[:-1], payload_of(ADA) + "A"),
        *map(payload_of, ("καλημέρα", "6aaa-abc", f" {ADA}", ADA.lower())),
    ],
)
def test_whatever_is_not_exactly_a_payload_of_ours_is_none(payload):
    assert ada_in(payload) is None


async def test_a_link_opens_the_card(bridge, telegram):
    app = await telegram(FakeApp(assistant=FakeAssistant(script={ADA: a_card()})))
    await bridge.write(f"/start {payload_of(ADA)}")
    assert (await bridge.reply()).text.startswith("Προμήθεια καυσίμων")
    assert [question.text for question in app.assistant.asked] == [ADA]
    await bridge.silence()


@pytest.mark.parametrize("payload", ["broken", "<b>", payload_of("δεν είναι ΑΔΑ"), "Α" * 70])
async def test_a_broken_link_is_told_what_is_needed(bridge, telegram, payload):
    app = await telegram()
    await bridge.write(f"/start {payload}")
    assert (await bridge.reply()).text.startswith("Ο σύνδεσμος δεν αντιστοιχεί σε πράξη")
    assert not app.assistant.asked


async def test_who_comes_back_by_a_link_is_told_what_was_missed(bridge, telegram):
    letters = FakeLetters(waiting=an_answer("Όσο έλειπα βρέθηκε 1 πράξη."))
    await telegram(FakeApp(letters=letters, assistant=FakeAssistant(script={ADA: a_card()})))
    await bridge.write(f"/start {payload_of(ADA)}")
    await bridge.reply()
    assert (await bridge.reply()).text == "Όσο έλειπα βρέθηκε 1 πράξη."


async def test_a_typed_ada_becomes_one_result_with_the_whole_card(bridge, telegram):
    app = await telegram()
    told = await bridge.type_inline(ADA)
    (result,) = told["results"]
    assert result["title"] == "Προμήθεια <καυσίμων>"
    assert result["description"] == "Δήμος Επίδειξης · 14/3/2024"
    sent = result["input_message_content"]
    assert sent["message_text"].startswith("<b>Προμήθεια καυσίμων</b>") and sent["parse_mode"] == "HTML"
    assert sent["link_preview_options"] == {"is_disabled": True}
    labels = {button["text"]: button["url"] for row in result["reply_markup"]["inline_keyboard"] for button in row}
    assert labels[REPLIES.inline_open] == f"https://t.me/test_bot?start={payload_of(ADA)}"
    assert set(labels) == {"PDF", "Στη Διαύγεια", REPLIES.inline_open}
    assert (told["cache_time"], told["is_personal"]) == ("300", "false")
    assert "button" not in told and not app.assistant.asked


async def test_an_ada_that_is_not_held_has_near_ones_and_a_way_to_ask_for_it(bridge, telegram):
    await telegram()
    asked = "6ΑΑΑΩΔΟ-ΔΟΞ"
    told = await bridge.type_inline(asked)
    assert [each["title"] for each in told["results"]] == [f"Μήπως εννοείτε {ADA};"]
    assert told["button"] == {"text": f"Δεν έχω τον {asked}: να τον ζητήσω;", "start_parameter": payload_of(asked)}
    assert int(told["cache_time"]) <= 10


@pytest.mark.parametrize("typed", ["", "πόσα πήρε ο Γιώργος", "x" * 256])
async def test_anything_else_typed_inline_gets_a_hint_and_is_not_answered(bridge, telegram, typed):
    app = await telegram()
    told = await bridge.type_inline(typed)
    assert told["results"] == [] and told["button"]["start_parameter"] == FROM_INLINE
    assert not app.assistant.asked
    await bridge.write(f"/start {FROM_INLINE}")
    assert (await bridge.reply()).labels == ["Πόσα για καύσιμα"]


async def test_inline_results_of_a_demonstration_say_so(bridge, telegram):
    await telegram(FakeApp(demo=True))
    (result,) = (await bridge.type_inline(ADA))["results"]
    assert REPLIES.demo in result["input_message_content"]["message_text"]
