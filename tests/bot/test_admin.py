"""Over the bridge: what only the operator hears, and what is noted for him."""

from bot.replies.catalog import REPLIES
from tests.bot.conftest import OPERATOR
from tests.bot.fake_app import Broken, FakeApp, FakeAssistant, an_answer

GROUP = -100777


async def test_the_operator_is_told_how_it_is_used(bridge, telegram):
    await telegram()
    for written in ("/stats", "/στατιστικά"):
        await bridge.write(written, chat=OPERATOR, user=OPERATOR)
        assert (await bridge.reply(chat=OPERATOR)).text == "Σήμερα\nΕρωτήσεις: 12"


async def test_for_others_and_in_groups_the_command_does_not_exist(bridge, telegram):
    app = await telegram()
    await bridge.write("/stats")
    assert (await bridge.reply()).text == REPLIES.unknown_command
    await bridge.write("/stats", chat=GROUP, user=OPERATOR)
    await bridge.silence(chat=GROUP)
    assert not app.assistant.asked


async def test_a_failure_that_was_told_is_noted_with_its_kind_and_code_alone(bridge, telegram):
    script = {"σπάσε": Broken("μυστικό"), "καλά": an_answer("ναι")}
    app = await telegram(FakeApp(assistant=FakeAssistant(script=script)))
    await bridge.write("καλά")
    await bridge.reply()
    await bridge.write("σπάσε")
    told = (await bridge.reply()).text
    ((kind, code),) = app.operator.noted
    assert kind == "Broken"
    assert code
    assert f"κωδικός {code}" in told


async def test_forget_is_of_this_chat_alone_and_of_a_group_for_its_administrators(bridge, telegram):
    app = await telegram()
    for chat, written in ((7, "/forget"), (8, "/διαγραφή")):
        await bridge.write(written, chat=chat)
        assert (await bridge.reply(chat=chat)).text == "Έσβησα ό,τι κρατούσα."
    await bridge.write("/forget", chat=GROUP)
    assert (await bridge.reply(chat=GROUP)).text == REPLIES.admins_only
    assert app.forgotten == ["telegram:7", "telegram:8"]
