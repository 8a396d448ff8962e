"""The same question of the same data is answered once (DESIGN §3.9): whoever asks it, however it is spelled."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from core.answer import again, agent
from core.answer.assistant import Assistant
from core.answer.deadline import within
from core.answer.lookups import LOOKUPS, Result
from core.answer.lookups.store import LookupStore
from core.answer.sameness import key_of
from core.app import SettingCache
from core.domain.answer import Answer, Choice, ChoiceKind, Outcome, Question, plain
from core.domain.request import Intent, Request
from core.errors import Unavailable
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.pool import Pool, open_pool
from tests.core.answer.conftest import TODAY, TOWN
from tests.core.answer.test_comparison import situation

AWARDS = "πόσα ανατέθηκαν για καύσιμα το 2024"
SPELLINGS = (
    AWARDS,
    "ποσα ανατεθηκαν για καυσιμα το 2024",
    "ΠΟΣΑ ΑΝΑΤΕΘΗΚΑΝ ΓΙΑ ΚΑΥΣΙΜΑ ΤΟ 2024;",
    "Το 2024 πόσα ανέθεσε ο δήμος για καύσιμα;",
    "πόσα ανατέθηκαν το έτος 2024 για καύσιμα",
)


class Counter:
    """Counts the lookups that are made; `before` is waited for by each of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made: list[str] = []
        self.begun = asyncio.Event()
        self.gate: asyncio.Event | None = None
        self.failing = 0
        counted = {name: self._counted(name, run) for name, run in LOOKUPS.items()}
        monkeypatch.setattr(agent, "LOOKUPS", counted)

    def _counted(self, name: str, run: Callable[..., object]) -> Callable[..., object]:
        async def counted(store: LookupStore, arguments: object) -> Result:
            self.made.append(name)
            self.begun.set()
            if self.gate is not None:
                await self.gate.wait()
            if self.failing:
                self.failing -= 1
                raise Unavailable("Η βάση δεν απάντησε.")
            return await run(store, arguments)  # type: ignore[misc]

        return counted


@pytest.fixture
def counter(monkeypatch: pytest.MonkeyPatch) -> Counter:
    return Counter(monkeypatch)


def an_assistant(pool: Pool) -> Assistant:
    return Assistant(pool, embedder=None, setting=SettingCache(pool, home="6265"), seconds=10, remember=True)


@pytest.fixture
async def assistant(world_pool: Pool) -> AsyncIterator[Assistant]:
    await world_pool.execute("DELETE FROM given_answers")
    yield an_assistant(world_pool)
    await world_pool.execute("DELETE FROM given_answers")


async def ask(assistant: Assistant, text: str, chat: str = "a", *, today: date = TODAY, body: str = TOWN) -> Answer:
    asked = Question(conversation=f"again:{chat}", text=text, asked_on=today, organization_uid=body)
    return await assistant.answer(asked)


async def test_five_spellings_share_one_answer(assistant: Assistant, counter: Counter) -> None:
    given = [await ask(assistant, text, str(place)) for place, text in enumerate(SPELLINGS)]
    assert [answer.cached for answer in given] == [False, True, True, True, True]
    assert counter.made.count("total_spending") == len(counter.made) > 0
    assert len({answer.text for answer in given}) == 1
    assert {answer.figures for answer in given} == {given[0].figures}


async def test_what_is_given_again_is_whole_and_each_chats_own(assistant: Assistant, world_pool: Pool) -> None:
    first, second = await ask(assistant, SPELLINGS[0], "one"), await ask(assistant, SPELLINGS[1], "two")
    assert first.request
    same = replace(second, receipt=first.receipt, request=first.request, milliseconds=first.milliseconds, cached=False)
    assert same == first
    assert second.request
    assert second.request.text == SPELLINGS[1]
    assert second.receipt != first.receipt
    taken = await assistant.choose("again:two", first.receipt, 0, TODAY)
    assert taken.outcome is Outcome.UNCLEAR, "the receipt of another chat has no buttons here"
    kept = await world_pool.fetchval("SELECT spent FROM answers WHERE id = $1", second.receipt)
    assert kept["cached"] is True
    assert kept["cost_eur"] == "0"


async def test_pages_files_and_what_was_taken_out_keep_working_on_an_answer_given_again(assistant: Assistant) -> None:
    text = "μεγαλύτερες αναθέσεις το 2024"
    await ask(assistant, text, "other")
    given = await ask(assistant, text, "own")
    assert given.cached
    without = await ask(assistant, "βγάλε το 2", "own")
    taken = given.listed[1]
    assert taken.key not in {each.key for each in without.listed}
    assert not without.cached
    untouched = await ask(assistant, text, "other")
    assert untouched.cached
    assert taken.key in {each.key for each in untouched.listed}


async def test_other_questions_are_other_questions(assistant: Assistant) -> None:
    await ask(assistant, AWARDS)
    others = (
        "πόσα ανατέθηκαν για καύσιμα το 2023",
        "πόσα πληρώθηκαν για καύσιμα το 2024",
        "πόσα ανατέθηκαν για φάρμακα το 2024",
        "πόσες αναθέσεις για καύσιμα το 2024",
        "πόσα ανατέθηκαν για καύσιμα το 2024 πάνω από 1.000 ευρώ",
        "πόσα ανατέθηκαν το 2024 εκτός από καύσιμα",
    )
    for place, text in enumerate(others):
        assert not (await ask(assistant, text, f"o{place}")).cached, text
    assert not (await ask(assistant, AWARDS, "water", body="700003")).cached


async def test_sums_of_every_body_are_not_the_sum_of_one(assistant: Assistant) -> None:
    await ask(assistant, "πόσα ανέθεσε ο δήμος το 2024", "one")
    assert not (await ask(assistant, "πόσα ανέθεσε ο κάθε δήμος το 2024", "each")).cached


def test_where_a_model_reads_the_message_its_words_count() -> None:
    asked = situation()
    stated, denied = (
        replace(asked, request=replace(asked.request, text=f"πόσα {word}ανατέθηκαν για καύσιμα το 2024"))
        for word in ("", "δεν ")
    )
    assert key_of(stated, b"", made_by="m") == key_of(denied, b"", made_by="m")
    assert key_of(stated, b"", made_by="m", by_words=True) != key_of(denied, b"", made_by="m", by_words=True)


async def test_who_waits_for_a_late_answer_makes_his_own(
    assistant: Assistant, world_pool: Pool, counter: Counter
) -> None:
    counter.gate = asyncio.Event()
    with within(0.4):
        first = asyncio.create_task(ask(assistant, AWARDS, "hasty"))
    await counter.begun.wait()
    second = asyncio.create_task(ask(assistant, AWARDS, "patient"))
    late = await first
    counter.gate.set()
    assert "καθυστερεί" in late.text
    assert (await second).outcome is Outcome.ANSWERED


async def test_words_that_lean_on_today_mean_the_day_they_are_asked(assistant: Assistant) -> None:
    text = "πόσα ανατέθηκαν πέρσι"
    first = await ask(assistant, text, "p1")
    assert not (later := await ask(assistant, text, "p2", today=date(2025, 10, 31))).cached
    assert first.figures != later.figures
    assert not (await ask(assistant, AWARDS, "p3")).cached
    assert not (await ask(assistant, AWARDS, "p4", today=date(2026, 11, 1))).cached, "a day is not the day before"


async def test_a_follow_up_is_answered_for_its_own_conversation(assistant: Assistant) -> None:
    await ask(assistant, "πόσα ανατέθηκαν για καύσιμα το 2024", "fuel")
    await ask(assistant, "πόσα πληρώθηκαν το 2024", "paid")
    fuel, paid = await ask(assistant, "και το 2023;", "fuel"), await ask(assistant, "και το 2023;", "paid")
    assert not paid.cached
    assert fuel.text != paid.text
    again_ = await ask(assistant, "πόσα ανατέθηκαν για καύσιμα το 2023", "stranger")
    assert plain(again_.text).split("\n")[0] == plain(fuel.text).split("\n")[0]


async def test_the_chosen_body_of_a_chat_is_its_own(assistant: Assistant) -> None:
    text = "πόσα ανατέθηκαν το 2024"
    for chat, body in (("b1", "Δήμος Επίδειξης"), ("b2", "Δήμος Νεράιδας")):
        asked = Question(conversation=f"again:{chat}", text=body, asked_on=TODAY)
        await assistant.answer(asked)
    one, two = [
        await assistant.answer(Question(conversation=f"again:{chat}", text=text, asked_on=TODAY))
        for chat in ("b1", "b2")
    ]
    assert (one.organization_uid, two.organization_uid, two.cached) == (TOWN, "700002", False)
    assert one.text != two.text


async def test_nothing_that_was_typed_is_kept_and_a_button_asks_in_the_readers_words(world_pool: Pool) -> None:
    request = Request(text="Είμαι ο Γιώργος, πόσα;", intent=Intent.AGGREGATE)
    button = Choice(label="2024", kind=ChoiceKind.ASK, text="Είμαι ο Γιώργος, πόσα το 2024")
    answer = Answer(outcome=Outcome.ANSWERED, text="5", request=request, choices=(button,), cost_eur=Decimal("0.2"))
    packed = again.packed(answer)
    assert packed
    opened = again.opened(packed, replace(request, text="πόσα;"))
    assert [choice.text for choice in opened.choices] == ["πόσα το 2024"]
    assert opened.cost_eur == 0
    assert "Γιώργος" not in again.opened(packed, replace(request, text="")).choices[0].text


async def test_a_change_of_the_data_ends_it(assistant: Assistant, world_pool: Pool) -> None:
    await ask(assistant, AWARDS, "v1")
    assert (await ask(assistant, AWARDS, "v2")).cached
    for place, change in enumerate(
        (
            "UPDATE decisions SET subject = subject WHERE ada = (SELECT min(ada) FROM decisions)",
            "UPDATE money_lines SET seq = seq WHERE ada = (SELECT min(ada) FROM money_lines)",
            "UPDATE screened SET suspect = suspect",
            "UPDATE organizations SET label = label",
            "DELETE FROM text_vectors",
            "DELETE FROM windows WHERE false",
        )
    ):
        await world_pool.execute(change)
        assert not (await ask(assistant, AWARDS, f"w{place}")).cached, change
        assert (await ask(assistant, AWARDS, f"x{place}")).cached, change


async def test_what_is_not_committed_yet_changes_nothing_and_then_all(assistant: Assistant, world_pool: Pool) -> None:
    await ask(assistant, AWARDS, "t1")
    async with world_pool.acquire() as writer:
        work = writer.transaction()
        await work.start()
        await writer.execute("UPDATE organizations SET label = label")
        assert (await ask(assistant, AWARDS, "t2")).cached
        await work.commit()
    assert not (await ask(assistant, AWARDS, "t3")).cached


async def test_two_writers_do_not_wait_for_each_other(world_pool: Pool) -> None:
    async with world_pool.acquire() as one, world_pool.acquire() as two, asyncio.timeout(5):
        works = one.transaction(), two.transaction()
        for work in works:
            await work.start()
        await one.execute("UPDATE organizations SET label = label WHERE uid = $1", TOWN)
        await two.execute("UPDATE instance SET demo = demo")
        for work in works:
            await work.rollback()


async def test_six_hours_end_it(assistant: Assistant, world_pool: Pool) -> None:
    await ask(assistant, AWARDS, "h1")
    await world_pool.execute("UPDATE given_answers SET made_at = now() - interval '5 hours 59 minutes'")
    assert (await ask(assistant, AWARDS, "h2")).cached
    await world_pool.execute("UPDATE given_answers SET made_at = now() - interval '6 hours'")
    assert not (await ask(assistant, AWARDS, "h3")).cached
    assert await world_pool.fetchval("SELECT count(*) FROM given_answers") == 1


async def test_a_restart_and_another_process_find_it(assistant: Assistant, world_pool: Pool, counter: Counter) -> None:
    await ask(assistant, AWARDS, "r1")
    made = len(counter.made)
    assert (await ask(an_assistant(world_pool), AWARDS, "r2")).cached
    assert len(counter.made) == made


async def test_chats_that_ask_at_once_wait_for_one(assistant: Assistant, counter: Counter) -> None:
    counter.gate = asyncio.Event()
    asked = [asyncio.create_task(ask(assistant, text, f"s{place}")) for place, text in enumerate(SPELLINGS)]
    await counter.begun.wait()
    await asyncio.sleep(0.2)
    counter.gate.set()
    given = await asyncio.gather(*asked)
    alone = await ask(assistant, AWARDS, "alone")
    assert alone.cached
    assert len(set(counter.made)) == len(counter.made) == 1
    assert len({answer.text for answer in given}) == 1
    assert sorted(answer.cached for answer in given) == [False, True, True, True, True]
    assert len({answer.receipt for answer in given}) == len(given)
    assert [answer.request.text for answer in given if answer.request] == list(SPELLINGS)


async def test_a_failure_of_the_first_is_his_alone(assistant: Assistant, counter: Counter) -> None:
    counter.gate, counter.failing = asyncio.Event(), 1
    asked = [asyncio.create_task(ask(assistant, AWARDS, f"f{place}")) for place in range(3)]
    await counter.begun.wait()
    await asyncio.sleep(0.2)
    counter.gate.set()
    given = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(each) for each in given].count(Unavailable) == 1
    assert [each.outcome for each in given if isinstance(each, Answer)] == [Outcome.ANSWERED] * 2


async def test_a_reader_who_leaves_takes_nobody_with_him(assistant: Assistant, counter: Counter) -> None:
    counter.gate = asyncio.Event()
    first = asyncio.create_task(ask(assistant, AWARDS, "g1"))
    await counter.begun.wait()
    second = asyncio.create_task(ask(assistant, AWARDS, "g2"))
    await asyncio.sleep(0.2)
    assert len(counter.made) == 1
    first.cancel()
    await asyncio.wait({first})
    await asyncio.sleep(0.1)
    assert len(counter.made) == 2, "the other one looks it up by itself now"
    counter.gate.set()
    assert (await second).outcome is Outcome.ANSWERED


async def test_a_late_answer_and_a_card_are_not_kept(world_pool: Pool, counter: Counter, assistant: Assistant) -> None:
    ada = await world_pool.fetchval("SELECT ada FROM decisions ORDER BY ada LIMIT 1")
    await ask(assistant, ada, "c1")
    assert not (await ask(assistant, ada, "c2")).cached
    setting = SettingCache(world_pool, home="6265")
    hasty = Assistant(world_pool, embedder=None, setting=setting, seconds=0.3, remember=True)
    counter.gate = asyncio.Event()
    late = await ask(hasty, AWARDS, "l1")
    assert "καθυστερεί" in late.text
    counter.gate.set()
    assert not (await ask(hasty, AWARDS, "l2")).cached
    assert await world_pool.fetchval("SELECT count(*) FROM given_answers") == 1


async def test_answers_come_without_the_table_of_kept_ones(
    server: EmbeddedPostgres, new_database: Callable[[], str]
) -> None:
    name = new_database()
    await ensure_database(server.dsn(), name)
    await migrate(server.dsn(name))
    async with await open_pool(server.dsn(name), min_size=1, max_size=3) as pool:
        await pool.execute("DROP TABLE given_answers")
        assert (await ask(an_assistant(pool), "καλημέρα", body="")).outcome is Outcome.SMALLTALK
