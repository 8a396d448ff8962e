"""The operator over the bridge: letters held back, a message to everybody, somebody shut out; limits of who asks."""

from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.application import build, polling
from bot.door import Door
from bot.guard import Guard
from bot.replies.catalog import REPLIES
from bot.sender import sending
from core.answer.alerting.flow import Alerts
from core.answer.assistant import Assistant
from core.answer.kept.files import Files
from core.answer.operator import Operator
from core.app import App, SettingCache
from core.domain.subscription import Frequency
from core.letters import Letters
from core.limits import Allowed, Limits
from core.operating import Operating
from core.settings import Settings
from core.store import outbox, subscriptions
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.pool import Pool, open_pool, transaction
from tests.bot.conftest import OPERATOR, TOKEN
from tests.core.alerts.conftest import about
from tests.telegram_bridge import READER, Bridge

NOON = datetime(2026, 11, 2, 10, tzinfo=UTC)
ALLOWED = Allowed(minute=2, day=100, group_hour=3, adas_minute=3)
COMMANDS = ("/pause_alerts", "/resume_alerts", "/broadcast γεια", "/ban 7", "/unban 7", "/bans", "/stats")


def clock() -> datetime:
    return NOON


@pytest.fixture(scope="module")
async def world(server: EmbeddedPostgres, new_database: Callable[[], str]) -> AsyncIterator[Pool]:
    name = new_database()
    await ensure_database(server.dsn(), name)
    await migrate(server.dsn(name))
    async with await open_pool(server.dsn(name), max_size=8) as pool:
        yield pool


@pytest.fixture
async def app(world: Pool, bridge: Bridge) -> AsyncIterator[App]:
    setting = SettingCache(world, home="700001")
    assistant = Assistant(world, embedder=None, setting=setting, seconds=20, alerts=Alerts(world, clock=clock))
    letters = Letters(world, assistant, setting, clock=clock)
    limits, operating = Limits(world, ALLOWED, clock=clock), Operating(world, clock=clock)
    operator: Any = Operator(world, setting, budget_eur=0)
    rest, settings = (
        (assistant, Files(world, setting), Any, letters, operator, operating, limits),
        Settings(_env_file=None),
    )
    app = App(*rest, False, world, setting, settings, Any, None, None)
    door = Door(app=app, guard=Guard(), seconds=20, operators=frozenset({OPERATOR}), today=NOON.date)
    async with polling(build(door, token=TOKEN, base_url=bridge.url)) as bot, sending(letters, bot):
        yield app
    await world.execute(
        "DELETE FROM alert_chats; DELETE FROM bans; DELETE FROM asked;"
        "UPDATE sending_pace SET next_at = '-infinity', paused = false"
    )


async def ordered(bridge: Bridge, text: str) -> str:
    await bridge.write(text, chat=OPERATOR, user=OPERATOR)
    return (await bridge.reply(chat=OPERATOR)).text


async def with_alerts(pool: Pool, *chats: int) -> None:
    async with transaction(pool) as db:
        for chat in chats:
            named = {"conversation": f"telegram:{chat}", "title": "καύσιμα", "wish": about("καύσιμα")}
            paced = {"frequency": Frequency.DAILY, "weekday": 0, "at": NOON, "news_from": NOON}
            await subscriptions.add(db, **named, **paced)


async def test_letters_wait_while_the_switch_is_off_and_go_when_it_is_on(app: App, world: Pool, bridge: Bridge) -> None:
    assert (await ordered(bridge, "/pause_alerts")).startswith("Η αποστολή σταμάτησε. Νέες πράξεις")
    await with_alerts(world, 7)
    await outbox.notify(world, keys={"telegram:7": "n:7"}, payload={"text": "νέο"}, due_at=NOON, at=NOON)
    await bridge.silence(chat=7, seconds=1.5)
    assert "είχε ήδη σταματήσει" in (told := await ordered(bridge, "/pause_alerts"))
    assert "1 γράμμα περιμένει τώρα, 1 ενεργή ειδοποίηση" in told
    assert (await ordered(bridge, "/resume_alerts")).startswith("Η αποστολή ξεκίνησε πάλι.")
    assert (await bridge.reply(chat=7)).text == "νέο"


async def test_a_broadcast_is_seen_first_and_sent_once_however_often_it_is_tapped(
    app: App, world: Pool, bridge: Bridge
) -> None:
    await with_alerts(world, 7, 8, 9, 10)
    await subscriptions.block(world, conversation="telegram:8", at=NOON)
    assert "Αποκλείστηκε: 9." in await ordered(bridge, "/ban 9")
    async with transaction(world) as db:
        await subscriptions.forget(db, conversation="telegram:10")
    seen = await ordered(bridge, "/broadcast Αύριο 9:00–11:00 δεν θα απαντώ <b>&")
    assert seen.startswith("Από τη Διαφάνεια\nΑύριο 9:00–11:00 δεν θα απαντώ <b>&")
    asked = await bridge.reply(chat=OPERATOR)
    assert "Να σταλεί σε 1 συνομιλία;" in asked.text
    send = asked.buttons[0][0]["callback_data"]
    for _ in range(2):
        await bridge.press(send, asked, user=OPERATOR)
    told = {(await bridge.reply(chat=OPERATOR)).text for _ in range(2)}
    assert any(each.startswith("Μπήκε στη σειρά για 1 συνομιλία") for each in told)
    assert any("έχει ήδη σταλεί ή ακυρωθεί" in each for each in told)
    assert (await bridge.reply(chat=7)).text == seen
    for chat in (7, 8, 9, 10):
        await bridge.silence(chat=chat, seconds=0.4)


async def test_a_broadcast_goes_after_everything_else_and_can_be_stopped(app: App, world: Pool, bridge: Bridge) -> None:
    await ordered(bridge, "/pause_alerts")
    await with_alerts(world, *range(7, 12))
    await ordered(bridge, "/broadcast Μήνυμα")
    asked = await bridge.reply(chat=OPERATOR)
    await bridge.press(asked.buttons[0][0]["callback_data"], asked, user=OPERATOR)
    stop = await bridge.reply(chat=OPERATOR)
    assert stop.labels == [REPLIES.broadcast_stop]
    await outbox.notify(world, keys={"telegram:7": "n:7"}, payload={"text": "νέο"}, due_at=NOON, at=NOON)
    await world.execute("UPDATE sending_pace SET paused = false")
    first = await bridge.reply(chat=7)
    assert first.text == "νέο"
    await world.execute("UPDATE sending_pace SET paused = true")
    await bridge.press(stop.buttons[0][0]["callback_data"], stop, user=OPERATOR)
    told = (await bridge.reply(chat=OPERATOR)).text
    assert told.startswith("Ακυρώθηκε")
    waiting = await world.fetchval("SELECT count(*) FROM outbox WHERE kind = 'broadcast' AND state = 'pending'")
    assert waiting == 0


async def test_only_the_operator_presses_a_buttons_of_his(app: App, world: Pool, bridge: Bridge) -> None:
    await with_alerts(world, 7)
    await ordered(bridge, "/broadcast Μήνυμα")
    asked = await bridge.reply(chat=OPERATOR)
    await bridge.press(asked.buttons[0][0]["callback_data"], asked, user=READER)
    assert (await bridge.reply(chat=OPERATOR)).text == REPLIES.unknown_command
    assert await world.fetchval("SELECT count(*) FROM outbox WHERE kind = 'broadcast'") == 0


@pytest.mark.parametrize("command", COMMANDS)
async def test_for_others_these_commands_do_not_exist(app: App, bridge: Bridge, command: str) -> None:
    await bridge.write(command)
    assert (await bridge.reply()).text == REPLIES.unknown_command


async def test_who_is_shut_out_hears_of_it_once_and_is_heard_again_when_let_in(
    app: App, world: Pool, bridge: Bridge
) -> None:
    await with_alerts(world, READER)
    await ordered(bridge, f"/ban {READER}")
    await bridge.write("καλημέρα")
    assert (await bridge.reply()).text == REPLIES.shut_out
    await bridge.write("/start")
    await outbox.notify(world, keys={f"telegram:{READER}": "n"}, payload={"text": "νέο"}, due_at=NOON, at=NOON)
    await bridge.silence(seconds=1.5)
    await bridge.write("@test_bot /ask καλημέρα", chat=-100777, user=READER)
    await bridge.silence(chat=-100777)
    assert await ordered(bridge, "/bans") == f"1 αποκλεισμένος: {READER}"
    assert "δεν είναι πια" in await ordered(bridge, f"/unban {READER}")
    assert (await bridge.reply()).text == "νέο"
    await bridge.write("/help")
    assert "ΑΔΑ" in (await bridge.reply()).text


async def test_what_is_no_number_and_who_is_an_operator_cannot_be_shut_out(app: App, bridge: Bridge) -> None:
    assert "Το «maria» δεν είναι αριθμός λογαριασμού" in await ordered(bridge, "/ban maria")
    assert "δεν αποκλείεται" in await ordered(bridge, f"/ban {OPERATOR}")
    assert "Γράψτε το μήνυμα" in await ordered(bridge, "/broadcast")
    assert "έχει 3001 χαρακτήρες· χωρούν έως 3000" in await ordered(bridge, "/broadcast " + "α" * 3001)


async def test_questions_are_limited_while_adas_buttons_and_small_talk_go_on(
    app: App, world: Pool, bridge: Bridge
) -> None:
    for number in range(2):
        await bridge.write(f"πόσα πλήρωσε ο δήμος για καύσιμα το 202{number}")
        assert "πολλές ερωτήσεις" not in (await bridge.reply()).text
    await bridge.write("πόσα πλήρωσε ο δήμος για μελάνια")
    limited = (await bridge.reply()).text
    assert limited.startswith("Κάνατε πολλές ερωτήσεις. Ξανά σε ένα λεπτό. Με τον ΑΔΑ μιας πράξης")
    for _ in range(3):
        await bridge.write("ΨΤΖΝΓΑΦΡ-06Δ")
        assert "πολλές" not in (await bridge.reply()).text
    await bridge.write("ΨΤΖΝΓΑΦΡ-06Δ")
    assert (await bridge.reply()).text.startswith("Ζητήσατε πολλές πράξεις")
    await bridge.write("πόσα πλήρωσε ο δήμος για μελάνια", chat=8, user=8)  # somebody else
    assert "πολλές" not in (await bridge.reply(chat=8)).text


async def test_limits_are_kept_where_every_process_sees_them(app: App, world: Pool) -> None:
    other = Limits(world, ALLOWED, clock=clock)
    answer: Any = await app.help("telegram:1")
    for _ in range(5):  # small talk does not count
        await app.limits.count(answer, person="telegram:1", group=None, is_ada=False)
    assert await other.refused(person="telegram:1", group=None, is_ada=False) is None
    for _ in range(3):
        await app.limits.count(answer, person=None, group="telegram:-5", is_ada=True)
    assert await other.refused(person=None, group="telegram:-5", is_ada=False) is None
    assert await other.refused(person=None, group="telegram:-5", is_ada=True) is not None
