"""What people do with it, from the first /start to a restart in the middle, over a local Bot API, as a process."""

import json
import signal

import pytest

from bot.links import payload_of
from bot.replies.catalog import REPLIES
from tests.bot.conftest import OPERATOR
from tests.bot.stories.conftest import QUESTIONS, TOWN, Stage
from tests.pdfs import lines, pdf

_AN_AWARD = """
SELECT ada FROM decisions
 WHERE organization_uid = $1 AND decision_type = 'Δ.1' AND status = 'PUBLISHED' ORDER BY ada OFFSET $2 LIMIT 1"""


@pytest.fixture
async def ada(stage: Stage) -> str:
    return await stage.pool.fetchval(_AN_AWARD, TOWN, 3)


async def test_onboarding(stage: Stage):
    bridge, chat = stage.bridge, stage.chat("01-onboarding")
    await bridge.write("/start", chat=chat, user=chat)
    start = await bridge.reply(chat=chat, seconds=60)  # the process is still starting
    assert "Καλώς ήρθατε." in start.text and start.labels
    await bridge.tap(start.labels[0], chat=chat, user=chat)
    assert "Δήμο" in (await bridge.reply(chat=chat)).text
    for written in ("βοήθεια", "/privacy", "/ΑΠΟΡΡΗΤΟ"):
        await bridge.write(written, chat=chat, user=chat)
        assert (await bridge.reply(chat=chat)).text
    assert len(bridge.commands) == 6


async def test_question_and_follow_up(stage: Stage):
    bridge, chat = stage.bridge, stage.chat("02-question-and-follow-up")
    await bridge.write("πόσα ανατέθηκαν για καύσιμα το 2024", chat=chat, user=chat)
    said = await bridge.reply(chat=chat)
    assert "€" in said.text and "στη Διαύγεια" in said.text and "2024" in said.text
    assert len([label for label in said.labels if not set("◀▶👍👎") & set(label)]) <= 4
    await bridge.write("και το 2023;", chat=chat, user=chat)
    after = await bridge.reply(chat=chat)
    assert "2023" in after.text and after.text != said.text
    await bridge.tap("Πώς το βρήκα", chat=chat, user=chat)
    assert (await bridge.reply(chat=chat)).text


async def test_card(stage: Stage, ada: str):
    bridge, chat = stage.bridge, stage.chat("03-card")
    await bridge.write(ada.lower(), chat=chat, user=chat)
    card = await bridge.reply(chat=chat)
    assert f"ΑΔΑ {ada}" in card.text
    assert {"PDF", "Στη Διαύγεια"} <= set(card.labels)


async def test_paging_by_search(stage: Stage):
    bridge, chat = stage.bridge, stage.chat("04-paging")
    await bridge.write("/search καύσιμα", chat=chat, user=chat)
    first = await bridge.reply(chat=chat)
    (forth,) = (label for label in first.labels if "▶" in label)
    await bridge.tap(forth, chat=chat, user=chat)
    second = await bridge.reply(chat=chat)
    assert second.edited and second.message_id == first.message_id and second.text != first.text
    (back,) = (label for label in second.labels if "◀" in label)
    await bridge.tap(back, chat=chat, user=chat)
    assert (await bridge.reply(chat=chat)).text == first.text


async def test_feedback(stage: Stage):
    bridge, chat = stage.bridge, stage.chat("16-feedback")
    await bridge.write("πόσα ανατέθηκαν για καύσιμα το 2024", chat=chat, user=chat)
    said = await bridge.reply(chat=chat)
    await bridge.tap("👎", chat=chat, user=chat)
    asked = await bridge.reply(chat=chat)
    assert asked.edited and asked.text == said.text and "Λείπει πράξη" in asked.labels and "👍" not in asked.labels
    await bridge.tap("Λείπει πράξη", chat=chat, user=chat)
    after = await bridge.reply(chat=chat)
    assert "Λείπει πράξη" not in after.labels and "Excel" in after.labels
    kept = (
        """SELECT f.useful, f.reason FROM feedback f JOIN answers a ON a.id = f.answer_id WHERE a.conversation = $1"""
    )
    assert [tuple(row) for row in await stage.pool.fetch(kept, f"telegram:{chat}")] == [(False, "missing")]


async def test_chart_and_file(stage: Stage):
    bridge, chat = stage.bridge, stage.chat("05-chart-and-file")
    await bridge.write("αναθέσεις για καύσιμα ανά έτος", chat=chat, user=chat)
    await bridge.reply(chat=chat)
    await bridge.tap("Γράφημα", chat=chat, user=chat)
    picture = (await bridge.reply(chat=chat, seconds=30)).file
    assert picture and picture[1].startswith(b"\x89PNG")
    await bridge.write("πόσα ανατέθηκαν για καύσιμα το 2024", chat=chat, user=chat)
    await bridge.reply(chat=chat)
    await bridge.tap("Excel", chat=chat, user=chat)
    sheet = (await bridge.reply(chat=chat, seconds=30)).file
    assert sheet and sheet[0].endswith(".xlsx") and sheet[1].startswith(b"PK")


async def test_deep_link_and_inline(stage: Stage, ada: str):
    bridge, chat = stage.bridge, stage.chat("06-deep-link-and-inline")
    told = await bridge.type_inline(ada, user=chat)
    (result,) = told["results"]
    assert "ΑΔΑ" in result["input_message_content"]["message_text"] and result["title"]
    url = result["reply_markup"]["inline_keyboard"][-1][0]["url"]
    assert url == f"https://t.me/test_bot?start={payload_of(ada)}"
    await bridge.write(f"/start {url.partition('start=')[2]}", chat=chat, user=chat)
    assert f"ΑΔΑ {ada}" in (await bridge.reply(chat=chat)).text
    await bridge.write("/start xyz", chat=chat, user=chat)
    assert (await bridge.reply(chat=chat)).text.startswith("Ο σύνδεσμος δεν αντιστοιχεί")
    assert (await bridge.type_inline("ποιος είναι ο Γιώργος", user=chat))["results"] == []


async def test_pdf_sent(stage: Stage, ada: str):
    bridge, chat = stage.bridge, stage.chat("07-pdf-sent")
    sheet = lines("Ο Δήμαρχος αποφασίζει", top=300)
    sheet.stamp = f"ΑΔΑ: {ada}"
    await bridge.send_file("απόφαση.pdf", pdf(sheet), chat=chat, user=chat)
    assert f"ΑΔΑ {ada}" in (await bridge.reply(chat=chat, seconds=30)).text
    await bridge.send_file("σχέδιο.pdf", pdf(lines("Σχέδιο", top=300)), chat=chat, user=chat)
    assert (await bridge.reply(chat=chat, seconds=30)).text == REPLIES.paper_unstamped


async def test_group_with_a_topic(stage: Stage, ada: str):
    bridge, group = stage.bridge, stage.chat("08-group", group=True)
    topic = {"message_thread_id": 7, "is_topic_message": True}
    await bridge.write("παιδιά τι ώρα η συνεδρίαση;", chat=group, user=901)
    asked = await bridge.write("/ask@test_bot πόσα ανατέθηκαν για καύσιμα το 2024", chat=group, user=901)
    said = await bridge.reply(chat=group)
    assert said.reply_to == asked
    await bridge.write("και το 2023;", chat=group, user=902, reply_to_message=bridge.as_replied(said))
    assert "2023" in (await bridge.reply(chat=group)).text
    await bridge.tap("Πώς το βρήκα", chat=group, user=901)  # under what the other one asked
    assert await bridge.told_at_once() == REPLIES.not_yours
    await bridge.write(f"/ask {ada}", chat=group, user=902, **topic)
    assert (await bridge.reply(chat=group)).thread == 7
    await bridge.silence(chat=group)


async def test_subscribe_digest_and_stop(stage: Stage):
    bridge, chat = stage.bridge, stage.chat("09-subscribe-digest-stop")
    wish = "ειδοποίησέ με όταν ο δήμος αναθέτει πάνω από 50.000 για σιντριβάνια"
    await bridge.write(wish, chat=chat, user=chat)
    assert "Να σας ειδοποιώ για" in (await bridge.reply(chat=chat)).text
    await bridge.tap("Ναι", chat=chat, user=chat)
    assert (await bridge.reply(chat=chat)).text.startswith("Έγινε.")
    ada = await stage.arrive("Επισκευή σιντριβανιού πλατείας")
    digest = await bridge.reply(chat=chat)
    assert "1 νέα πράξη" in digest.text and ada in digest.text and "61.200,00 €" in digest.text
    await bridge.write("στοπ", chat=chat, user=chat)
    assert "Σταμάτησα όλες τις ειδοποιήσεις" in (await bridge.reply(chat=chat)).text
    await stage.arrive("Νέο σιντριβάνι λιμανιού")
    await bridge.silence(chat=chat, seconds=1.5)


async def test_blocked_and_back(stage: Stage):
    bridge, chat = stage.bridge, stage.chat("10-blocked-and-back")
    await bridge.write("ειδοποίησέ με για χιονοδρομικά", chat=chat, user=chat)
    await bridge.reply(chat=chat)
    await bridge.tap("Ναι", chat=chat, user=chat)
    await bridge.reply(chat=chat)
    blocked = "Forbidden: bot was blocked by the user"
    bridge.fail("sendMessage", 403, blocked, chat=chat)
    await stage.arrive("Χιονοδρομικό κέντρο, επισκευή")
    await bridge.silence(chat=chat, seconds=1.5)
    await bridge.write("/start", chat=chat, user=chat)
    assert "βρέθηκε 1 πράξη" in (await bridge.reply(chat=chat)).text
    await bridge.tap("Στείλτε τις σε μία σύνοψη", chat=chat, user=chat)
    told = [(await bridge.reply(chat=chat)).text for _ in range(2)]
    assert any("Χιονοδρομικό" in text for text in told)


async def test_migrated(stage: Stage):
    bridge, old = stage.bridge, stage.chat("11-migrated", group=True)
    new = stage.chat("11-migrated", group=True)
    bridge.members[old, 901] = "creator"
    await bridge.write("/ask ειδοποίησέ με για ανεμογεννήτριες", chat=old, user=901)
    await bridge.reply(chat=old)
    await bridge.tap("Ναι", chat=old, user=901)
    await bridge.reply(chat=old)
    moved = {"migrate_to_chat_id": new}
    bridge.fail("sendMessage", 400, "Bad Request: group chat was upgraded", parameters=moved, chat=old)
    await stage.arrive("Ανεμογεννήτριες, συντήρηση")
    assert "1 νέα πράξη" in (await bridge.reply(chat=new)).text
    await bridge.write("/alerts", chat=new, user=901)
    assert "ανεμογεννήτριες" in (await bridge.reply(chat=new)).text


async def test_export_and_forget(stage: Stage):
    bridge, chat = stage.bridge, stage.chat("12-forget")
    await bridge.write("πόσα ανατέθηκαν για καύσιμα το 2024", chat=chat, user=chat)
    await bridge.reply(chat=chat)
    await bridge.write("/εξαγωγή", chat=chat, user=chat)
    given = (await bridge.reply(chat=chat)).file
    assert given and "πόσα ανατέθηκαν για καύσιμα το 2024" in json.dumps(json.loads(given[1]), ensure_ascii=False)
    await bridge.write("/forget", chat=chat, user=chat)
    await bridge.reply(chat=chat)
    await bridge.tap("Ναι, σβήστε τα", chat=chat, user=chat)
    assert (await bridge.reply(chat=chat)).text.startswith("Έσβησα")
    kept = "SELECT count(*) FROM answers WHERE conversation = $1"
    assert await stage.pool.fetchval(kept, f"telegram:{chat}") == 0


async def test_operator(stage: Stage):
    bridge, other = stage.bridge, stage.chat("13-operator")
    stage.chats.append(("13-operator", OPERATOR))
    await bridge.write("/stats", chat=other, user=other)
    assert (await bridge.reply(chat=other)).text == REPLIES.unknown_command
    await bridge.write("/stats", chat=OPERATOR, user=OPERATOR)
    assert "Ερωτήσεις" in (await bridge.reply(chat=OPERATOR)).text
    await bridge.write("ειδοποίησέ με για κολυμβητήρια", chat=other, user=other)
    await bridge.reply(chat=other)
    await bridge.tap("Ναι", chat=other, user=other)
    await bridge.reply(chat=other)
    await bridge.write("/broadcast Αύριο 10:00–11:00 δεν θα απαντώ.", chat=OPERATOR, user=OPERATOR)
    preview = await bridge.reply(chat=OPERATOR)
    assert "Αύριο 10:00–11:00 δεν θα απαντώ." in preview.text
    await bridge.silence(chat=other)  # shown first, sent by the second tap
    await bridge.tap(REPLIES.broadcast_send, chat=OPERATOR, user=OPERATOR)
    await bridge.reply(chat=OPERATOR)
    assert "Αύριο 10:00–11:00 δεν θα απαντώ." in (await bridge.reply(chat=other)).text


async def test_what_is_no_question(stage: Stage, ada: str):
    bridge, chat = stage.bridge, stage.chat("14-no-question")
    await bridge.write(None, chat=chat, user=chat, voice={"file_id": "f", "file_unique_id": "u", "duration": 3})
    assert (await bridge.reply(chat=chat)).text == REPLIES.voice
    await bridge.write(None, chat=chat, user=chat, contact={"phone_number": "+30690", "first_name": "Γ"})
    assert (await bridge.reply(chat=chat)).text == REPLIES.contact
    photo = [{"file_id": "f", "file_unique_id": "u", "width": 9, "height": 9}]
    await bridge.write(None, chat=chat, user=chat, photo=photo, caption=f"δείτε {ada}")
    assert f"ΑΔΑ {ada}" in (await bridge.reply(chat=chat)).text
    await bridge.write("<b>α</b> & " * 300, chat=chat, user=chat)
    assert "χαρακτήρες" in (await bridge.reply(chat=chat)).text
    forwarded = {"forward_origin": {"type": "hidden_user", "date": 1, "sender_user_name": "Γ"}}
    await bridge.write("τα πήραν", chat=chat, user=chat, **forwarded)
    assert (await bridge.reply(chat=chat)).text == REPLIES.forwarded


async def test_limit(stage: Stage, ada: str):
    bridge, chat = stage.bridge, stage.chat("17-limit")
    for place in range(QUESTIONS):
        await bridge.write(
            f"αποφάσεις για {('φώτα', 'σχολεία', 'δρόμους')[place % 3]} το {2024 + place // 3}", chat=chat, user=chat
        )
        assert "Κάνατε πολλές" not in (await bridge.reply(chat=chat)).text
    await bridge.write("αποφάσεις για αδέσποτα", chat=chat, user=chat)
    assert (await bridge.reply(chat=chat)).text.startswith("Κάνατε πολλές ερωτήσεις.")
    await bridge.write(ada, chat=chat, user=chat)
    assert f"ΑΔΑ {ada}" in (await bridge.reply(chat=chat)).text


async def test_restart_in_the_middle(stage: Stage, ada: str):
    """Killed between an offer and its «Ναι»: what was written meanwhile is answered, and the old button still works."""
    bridge, chat = stage.bridge, stage.chat("15-restart")
    await bridge.write("ειδοποίησέ με για παιδικές χαρές", chat=chat, user=chat)
    await bridge.reply(chat=chat)
    await stage.stop(signal.SIGKILL)
    await bridge.write(ada, chat=chat, user=chat)
    await bridge.tap("Ναι", chat=chat, user=chat)
    await stage.start()
    told = [(await bridge.reply(chat=chat, seconds=60)).text for _ in range(2)]
    assert any(f"ΑΔΑ {ada}" in text for text in told)
    assert any(text.startswith("Έγινε.") for text in told)
