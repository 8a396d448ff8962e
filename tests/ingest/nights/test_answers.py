"""What a reader hears of the reading: until when, days that are missing, an act fetched at once, a body wished for."""

import asyncio
from datetime import timedelta

import pytest

from core.answer.assistant import Assistant
from core.app import SettingCache
from core.domain.answer import ChoiceKind, Outcome, Question, plain
from core.domain.identifiers import issuer_code
from core.store import decisions, requests
from core.store.requests import FetchDesk
from ingest.nights import backfill, bodies
from ingest.nights.fetching import fetch_wishes
from tests.ingest.nights.conftest import NOW

TODAY = NOW.date()


@pytest.fixture
async def talk(open_rig):
    """A rig whose register is loaded, and a chat with an assistant over its database."""
    rig = await open_rig()
    await bodies.refresh_register(rig.house)
    desk = FetchDesk(rig.pool)

    async def ask(text: str, *, to: Assistant | None = None):
        assistant = to or Assistant(
            rig.pool, embedder=None, setting=SettingCache(rig.pool, home=rig.uids[0]), seconds=20, desk=desk
        )
        return await assistant.answer(Question(conversation="test:1", text=text, asked_on=TODAY)), assistant

    yield rig, ask
    await desk.close()


async def test_until_when_postings_are_held_stands_under_the_answer(talk):
    rig, ask = talk
    await backfill.read_archive(rig.house)
    answer, _ = await ask("πόσες αποφάσεις εξέδωσε ο δήμος το 2025")
    assert answer.outcome is Outcome.ANSWERED
    assert "Αναρτήσεις έως 1/11/2026." in plain(answer.text)
    assert "πληρότητα άγνωστη" not in answer.text and "δεν έχουν διαβαστεί" not in answer.text.lower()
    assert answer.data_until == TODAY - timedelta(days=1)


async def test_what_was_not_read_yet_is_named(talk):
    rig, ask = talk
    await backfill.read_archive(rig.house, limit=400)
    answer, _ = await ask("πόσες αποφάσεις εξέδωσε ο δήμος το 2025")
    assert "Δεν έχουν διαβαστεί ακόμη όλες οι πράξεις που εκδόθηκαν 1/1/2025 – 28/9/2025" in plain(answer.text)
    listed, _ = await ask("αποφάσεις για καύσιμα το 2025")
    assert "1/1/2025 – 28/9/2025" in plain(listed.text)


async def test_an_act_that_is_not_held_is_fetched_while_the_reader_waits(talk):
    rig, ask = talk
    ada = rig.an_act_of(rig.uids[0])
    fetching = asyncio.create_task(fetch_wishes(rig.pool, rig.client))
    answer, _ = await ask(ada)
    assert answer.outcome is Outcome.ANSWERED
    assert "Την έφερα μόλις τώρα από τη Διαύγεια." in plain(answer.text)
    assert f"https://diavgeia.gov.gr/decision/view/{ada}" in [cited.page_url for cited in answer.citations]
    assert await decisions.held(rig.pool, adas=[ada]) == {ada}
    none, _ = await ask(f"6ΑΑΑ{issuer_code(rig.uids[0])}-ΑΑΑ")
    assert (none.outcome, "ρώτησα και τη Διαύγεια" in plain(none.text)) == (Outcome.NOT_IN_DATA, True)
    fetching.cancel()
    await asyncio.wait({fetching})


async def test_without_the_process_that_reads_it_is_said_so(open_rig):
    rig = await open_rig(held=False)
    desk = FetchDesk(rig.pool)
    setting = SettingCache(rig.pool, home=rig.uids[0])
    assistant = Assistant(rig.pool, embedder=None, setting=setting, seconds=20, desk=desk)
    ada = rig.an_act_of(rig.uids[0])
    answer = await assistant.answer(Question(conversation="test:2", text=ada, asked_on=TODAY))
    assert answer.outcome is Outcome.NOT_IN_DATA
    assert "η ανάγνωση της Διαύγειας δεν λειτουργεί αυτή τη στιγμή" in plain(answer.text)
    assert await requests.queued(rig.pool) == 1
    await desk.close()


async def test_a_body_that_is_not_held_can_be_wished_for(talk):
    rig, ask = talk
    await backfill.read_archive(rig.house, limit=30)
    known = {row["uid"]: row["label"] for row in rig.server.structure.organizations}
    uid, label = next((uid, label) for uid, label in known.items() if uid not in rig.uids)
    answer, assistant = await ask(f"πόσα πλήρωσε το {label} το 2026")
    assert answer.outcome is Outcome.OUTSIDE_COVERAGE
    (wish,) = [place for place, choice in enumerate(answer.choices) if choice.kind is ChoiceKind.WANT]
    assert answer.choices[wish].label == "Ζητήστε τον"
    for _ in range(2):
        told = await assistant.choose("test:1", answer.receipt, wish, TODAY)
        assert "ο διαχειριστής θα δει" in told.text
    (wanted,) = await requests.wanted(rig.pool)
    assert (wanted.organization_uid, wanted.label, wanted.times) == (uid, label, 2)
    await bodies.add(rig.pool, [uid], since=None, at=rig.time())
    assert await requests.wanted(rig.pool) == []
