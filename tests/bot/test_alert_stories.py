"""Alerts as a person meets them: a sentence, a button, a digest, «Όχι τέτοιες», ΣΤΟΠ; a group; a chat that left."""

import json
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.application import build, polling
from bot.door import Door
from bot.guard import Guard
from bot.replies.catalog import REPLIES
from bot.sender import sending
from core.alerts.matching import Matcher
from core.answer.alerting.flow import Alerts
from core.answer.assistant import Assistant
from core.answer.kept.files import Files
from core.app import App, SettingCache
from core.domain.decision import Status
from core.letters import Letters
from core.limits import Allowed, Limits
from core.operating import Operating
from core.store import decisions, feeds
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.pool import Pool, open_pool, transaction
from ingest import demo
from tests.bot.conftest import TOKEN
from tests.builders import an_award
from tests.telegram_bridge import READER, Bridge
from tests.telegram_wire import a_chat, a_person

GROUP = -100777
TOWN = "700001"
_SOME_AWARD = """
SELECT ada FROM decisions
 WHERE organization_uid = $1 AND decision_type = 'Δ.1' AND status = 'PUBLISHED' ORDER BY ada LIMIT 1"""
NOON = datetime(2026, 11, 2, 10, tzinfo=UTC)


@pytest.fixture(scope="module")
async def world(server: EmbeddedPostgres, new_database: Callable[[], str]) -> AsyncIterator[Pool]:
    name = new_database()
    await ensure_database(server.dsn(), name)
    await migrate(server.dsn(name))
    async with await open_pool(server.dsn(name), max_size=12, command_seconds=60) as pool:
        await demo.fill(pool, watch=lambda _: None)
        await pool.execute("UPDATE instance SET demo = false")
        await feeds.add(pool, organization_uid=TOWN, since=datetime(2025, 1, 1).date(), at=NOON)  # noqa: DTZ001
        yield pool


@dataclass
class House:
    """The whole of it, on a clock that is set by hand."""

    pool: Pool
    now: datetime = NOON
    since: float = field(default_factory=time.monotonic)

    def clock(self) -> datetime:
        """It goes on by itself from where it was set."""
        return self.now + timedelta(seconds=time.monotonic() - self.since)

    def app(self) -> App:
        setting = SettingCache(self.pool, home=TOWN)
        alerts = Alerts(self.pool, clock=self.clock)
        assistant = Assistant(self.pool, embedder=None, setting=setting, seconds=20, alerts=alerts)
        letters = Letters(self.pool, assistant, setting, clock=self.clock)
        nothing: Any = None
        files, limits = Files(self.pool, setting), Limits(self.pool, Allowed(), clock=self.clock)
        operating = Operating(self.pool, clock=self.clock)
        return App(
            assistant,
            files,
            nothing,
            letters,
            nothing,
            operating,
            limits,
            False,
            self.pool,
            setting,
            nothing,
            nothing,
            None,
            None,
        )

    async def arrive(self, *subjects: str, body: str = TOWN) -> list[str]:
        """A night's acts, posted the evening before."""
        acts = [
            replace(an_award("61200", each, body=body), published_at=self.now + timedelta(hours=9)) for each in subjects
        ]
        self.now += timedelta(hours=16)
        async with transaction(self.pool) as db:
            await decisions.save(db, decisions=acts, live=True)
            await Matcher().match_saved(db, at=self.now)
        return [act.ada for act in acts]

    def morning(self) -> None:
        self.now = self.now.replace(hour=7, minute=1) + timedelta(days=self.now.hour >= 7)


@pytest.fixture
async def house(world: Pool, bridge: Bridge) -> AsyncIterator[House]:
    house = House(pool=world)
    app = house.app()
    door = Door(app=app, guard=Guard(), seconds=20, today=lambda: house.now.date())
    async with polling(build(door, token=TOKEN, base_url=bridge.url)) as bot, sending(app.letters, bot):
        yield house
    await world.execute("DELETE FROM alert_chats; UPDATE sending_pace SET next_at = '-infinity'")


async def test_from_a_sentence_to_a_digest_to_stop(house: House, bridge: Bridge) -> None:
    await bridge.write("ειδοποίησέ με για αναθέσεις πάνω από 50.000 € για σιντριβάνια")
    asked = await bridge.reply()
    assert "Να σας ειδοποιώ για «σιντριβάνια, αναθέσεις άνω των 50.000,00 €, " in asked.text
    assert asked.labels == ["Ναι", "Κάθε Δευτέρα", "Μόλις εντοπιστεί"]
    await bridge.tap("Ναι")
    assert (await bridge.reply()).text.startswith("Έγινε. Θα σας ειδοποιώ για «σιντριβάνια")
    (ada,) = await house.arrive("Επισκευή σιντριβανιού πλατείας")
    await bridge.silence(seconds=1.5)  # it is 04:00 of Athens
    house.morning()
    digest = await bridge.reply()
    assert "1 νέα πράξη για «σιντριβάνια" in digest.text and ada in digest.text and "61.200,00 €" in digest.text
    assert "εκδόθηκε 14/3/2024, αναρτήθηκε 2/11/2026" in digest.text
    await bridge.tap("Όχι τέτοιες (1)")
    assert "Όχι με «πλατείας»" in (await bridge.reply()).labels
    await bridge.tap("Όχι με «πλατείας»")
    assert "εκτός: πλατείας" in (await bridge.reply()).text
    await bridge.write("ΣΤΟΠ")
    assert (await bridge.reply()).text == "Σταμάτησα όλες τις ειδοποιήσεις. Δεν θα λάβετε άλλη."
    await house.arrive("Νέο σιντριβάνι")
    house.morning()
    await bridge.silence(seconds=1.5)


async def test_a_pause_keeps_what_is_found_and_asks(house: House, bridge: Bridge) -> None:
    await bridge.write("ειδοποίησέ με για συντριβάνια")
    await bridge.reply()
    await bridge.tap("Ναι")
    await bridge.reply()
    await bridge.write("/alerts")
    await bridge.reply()
    await bridge.tap("Παύση")
    assert (await bridge.reply()).text.startswith("Σε παύση: ")
    await house.arrive("Συντριβάνι λιμανιού")
    house.morning()
    await bridge.silence(seconds=1.5)
    await bridge.tap("Συνέχιση")
    assert "Στο μεταξύ βρέθηκε 1 πράξη" in (await bridge.reply()).text
    await bridge.tap("Ναι, στείλτε το")
    texts = [(await bridge.reply()).text, (await bridge.reply()).text]
    assert any("Συντριβάνι λιμανιού" in text for text in texts)


async def test_a_button_under_an_answer_and_a_change_by_words(house: House, bridge: Bridge) -> None:
    await bridge.write("πόσα ανατέθηκαν για καύσιμα")
    await bridge.reply(seconds=20)
    await bridge.tap("Ειδοποίηση")
    assert "Να σας ειδοποιώ για «καύσιμα, αναθέσεις, " in (await bridge.reply()).text
    await bridge.tap("Μόλις εντοπιστεί")
    await bridge.reply()
    await bridge.write("/ειδοποιήσεις")
    await bridge.reply()
    await bridge.tap("Αλλαγή")
    await bridge.reply()
    await bridge.write("πάνω από 100.000 €")
    assert "«καύσιμα, αναθέσεις άνω των 100.000,00 €, " in (await bridge.reply()).text
    await bridge.tap("Ναι, άλλαξέ την")
    assert "μόλις εντοπιστεί" in (await bridge.reply()).text


async def test_a_watched_act_tells_of_its_revocation(house: House, bridge: Bridge) -> None:
    ada = await house.pool.fetchval(_SOME_AWARD, TOWN)
    await bridge.write(f"πες μου αν ανακληθεί η {ada}")
    assert (await bridge.reply()).text.startswith("Να σας γράψω αν ανακληθεί")
    await bridge.tap("Ναι")
    await bridge.reply()
    async with transaction(house.pool) as db:
        act = an_award("61200", body=TOWN, ada=ada)
        gone = replace(
            act,
            status=Status.REVOKED,
            submitted_at=house.now + timedelta(days=9),
            version_key=b"r" * 32,
            raw='{"r": 1}',
        )
        await decisions.save(db, decisions=[gone], live=True)
        await Matcher().match_saved(db, at=house.now)
    said = await bridge.reply()
    assert "1 αλλαγή" in said.text and f"{ada} · η ανάρτηση ανακλήθηκε" in said.text


async def test_in_a_group_only_its_administrators_change_alerts(house: House, bridge: Bridge) -> None:
    await bridge.write("/ask ειδοποίησέ με για σχολεία", chat=GROUP)
    await bridge.reply(chat=GROUP)
    bridge.members[GROUP, READER] = "member"
    await bridge.tap("Ναι", chat=GROUP)
    assert await bridge.told_at_once() == REPLIES.admins_only
    await bridge.silence(chat=GROUP)
    bridge.members[GROUP, READER] = "administrator"
    await bridge.tap("Ναι", chat=GROUP)
    assert (await bridge.reply(chat=GROUP)).text.startswith("Έγινε.")
    await bridge.write("/ask ΣΤΟΠ", chat=GROUP)  # whoever writes it: a button has to be pressed
    assert "Να σταματήσω όλες τις ειδοποιήσεις" in (await bridge.reply(chat=GROUP)).text
    assert (
        await house.pool.fetchval("SELECT state FROM subscriptions WHERE conversation = $1", f"telegram:{GROUP}")
        == "active"
    )


_ALL = "καθαριότητα και ηλεκτροφωτισμός"
_LONG = "προμήθεια ανταλλακτικών μηχανημάτων έργου και οχημάτων καθαριότητας και ηλεκτροφωτισμού δημοτικών κοινοτήτων"


@pytest.mark.parametrize("words", [_ALL, _LONG])
async def test_however_long_its_words_an_alert_s_buttons_work(house: House, bridge: Bridge, words: str) -> None:
    await bridge.write(f"ειδοποίησέ με για {words}")
    asked = await bridge.reply()
    data = [button["callback_data"] for row in asked.buttons for button in row]
    assert all(len(each.encode()) <= 64 for each in data)
    await bridge.tap("Ναι")
    assert (await bridge.reply()).text.startswith("Έγινε.")


async def test_marks_of_html_and_markdown_in_a_subject_are_letters(house: House, bridge: Bridge) -> None:
    odd = "Προμήθεια πελλετών ΑΦΟΙ <ΓΕΩΡΓΙΟΥ> & ΣΙΑ_2025* [Α'] (έργο #3)"
    await bridge.write("ειδοποίησέ με για πελλέτες")
    await bridge.reply()
    await bridge.tap("Ναι")
    await bridge.reply()
    (ada,) = await house.arrive(odd)
    house.morning()
    digest = await bridge.reply()
    assert ada in digest.text and "<ΓΕΩΡΓΙΟΥ> & ΣΙΑ_2025* [Α'] (έργο #3)" in digest.text
    await bridge.write(f"ΑΔΑ {ada}")
    card = await bridge.reply()
    assert odd in card.text and "&lt;ΓΕΩΡΓΙΟΥ&gt; &amp; ΣΙΑ_2025*" in card.markup
    await bridge.write("/alerts")
    assert "πελλέτες" in (await bridge.reply()).text
    await bridge.write("ειδοποίησέ με για <b>test")
    assert "<b>test" not in (await bridge.reply()).markup


async def test_what_a_topic_of_a_forum_asked_for_comes_into_it(house: House, bridge: Bridge) -> None:
    topic = {"message_thread_id": 7, "is_topic_message": True}
    bridge.members[GROUP, READER] = "administrator"
    await bridge.write("/ask ειδοποίησέ με για ανεμογεννήτριες", chat=GROUP, **topic)
    await bridge.reply(chat=GROUP)
    await bridge.tap("Ναι", chat=GROUP)
    assert (await bridge.reply(chat=GROUP)).thread == 7
    await bridge.write("/alerts", chat=GROUP)  # the main topic has none
    assert "ανεμογεννήτριες" not in (await bridge.reply(chat=GROUP)).text
    await house.arrive("Ανεμογεννήτριες, συντήρηση")
    house.morning()
    digest = await bridge.reply(chat=GROUP)
    assert "1 νέα πράξη" in digest.text and digest.thread == 7
    await house.arrive("Ανεμογεννήτριες, επισκευή")
    bridge.fail("sendMessage", 400, "Bad Request: message thread not found", times=3)
    house.morning()
    await bridge.silence(chat=GROUP, seconds=1.5)


async def test_who_blocks_gets_nothing_and_is_asked_when_back(house: House, bridge: Bridge) -> None:
    await bridge.write("ειδοποίησέ με για χιονοδρομικά")
    await bridge.reply()
    await bridge.tap("Ναι")
    await bridge.reply()
    await bridge.push({"my_chat_member": membership("member", "kicked")})
    await house.arrive("Χιονοδρομικό κέντρο, επισκευή")
    house.morning()
    await bridge.silence(seconds=1.5)
    await bridge.write("/start")
    start = await bridge.reply(seconds=20)
    assert "βρέθηκε 1 πράξη" in start.text
    await bridge.tap("Στείλτε τις σε μία σύνοψη")
    texts = [(await bridge.reply()).text, (await bridge.reply()).text]
    assert any("Χιονοδρομικό" in text for text in texts)


async def test_a_group_that_moves_keeps_its_alerts(house: House, bridge: Bridge) -> None:
    await bridge.write("/ask ειδοποίησέ με για σχολεία", chat=-5)
    await bridge.reply(chat=-5)
    bridge.members[-5, READER] = "creator"
    await bridge.tap("Ναι", chat=-5)
    await bridge.reply(chat=-5)
    await bridge.write(None, chat=-5, migrate_to_chat_id=-1005)
    await bridge.silence(chat=-5)
    await bridge.write("/alerts", chat=-1005)
    assert "σχολεία" in (await bridge.reply(chat=-1005)).text


async def test_one_s_data_are_given_and_deleted(house: House, bridge: Bridge) -> None:
    await bridge.write("ειδοποίησέ με για σχολεία")
    await bridge.reply()
    await bridge.tap("Ναι")
    await bridge.reply()
    await bridge.write("/export")
    given = await bridge.reply()
    assert given.file is not None
    held = json.loads(given.file[1])
    assert [each["title"].split(",")[0] for each in held["subscriptions"]] == ["σχολεία"]
    assert "ειδοποίησέ με για σχολεία" in [each["question"] for each in held["questions"]]
    await bridge.write("/forget")
    await bridge.reply()
    await bridge.tap("Ναι, σβήστε τα")
    assert (await bridge.reply()).text.startswith("Έσβησα ό,τι κρατούσα")
    me = f"telegram:{READER}"
    for table in ("alert_chats", "subscriptions", "outbox", "answers", "chats"):
        assert await house.pool.fetchval(f"SELECT count(*) FROM {table} WHERE conversation = $1", me) == 0  # noqa: S608
    await house.arrive("Σχολεία, καθαρισμός")
    house.morning()
    await bridge.silence(seconds=1.5)


def membership(before: str, after: str) -> dict[str, Any]:
    def one(status: str) -> dict[str, Any]:
        us = {"id": 42, "is_bot": True, "first_name": "TestBot", "username": "test_bot"}
        return {"user": us, "status": status, **({"until_date": 0} if status == "kicked" else {})}

    return {
        "chat": a_chat(READER),
        "from": a_person(READER),
        "date": 1_790_000_000,
        "old_chat_member": one(before),
        "new_chat_member": one(after),
    }
