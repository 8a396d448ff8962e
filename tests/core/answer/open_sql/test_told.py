"""A scripted model over HTTP that writes a SELECT of its own: what it is told, what a reader gets."""

# ruff: noqa: S608  (statements are what is tested here: texts as a model writes them)

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import date

import pytest

from core.answer.assistant import Assistant
from core.answer.model.mind import MOST_QUERIES
from core.answer.model.told import FENCE, FENCE_END
from core.app import SettingCache
from core.domain.answer import Answer, ChoiceKind, Question, plain
from core.store.open_data import OpenData
from core.store.pool import Pool
from tests.chat_server import ChatServer, answers, calls
from tests.core.answer.conftest import TOWN

TODAY = date(2026, 10, 31)
QUESTION = "πόσα πλήρωσε ο δήμος το 2024"
QUERY = (
    "SELECT payee, sum(paid_eur) AS total, count(*) AS acts FROM open_data.payments "
    f"WHERE organization = '{TOWN}' AND year = 2024 AND payee IS NOT NULL GROUP BY payee ORDER BY total DESC LIMIT 3"
)


@dataclass
class Desk:
    server: ChatServer
    assistant: Assistant
    bare: Assistant
    asked: int = 0

    async def ask(self, *script: object, text: str = QUESTION, assistant: Assistant | None = None) -> Answer:
        self.server.script(*script)
        self.asked += 1
        question = Question(conversation=f"select:{self.asked}", text=text, asked_on=TODAY, organization_uid=TOWN)
        return await (assistant or self.assistant).answer(question)

    def told(self, request: int = -1) -> list[str]:
        """What tools said to the model, up to one of its requests."""
        return [each["content"] for each in self.server.asked[request]["messages"] if each["role"] == "tool"]


@pytest.fixture(scope="session")
async def desk(world_pool: Pool, reader: OpenData) -> AsyncIterator[Desk]:
    setting = SettingCache(world_pool, home="6265")
    async with ChatServer() as server:
        chat = server.chat()
        shared = {"embedder": None, "setting": setting, "seconds": 12.0}
        with_reader = Assistant(world_pool, chat=chat, open_data=reader, **shared)
        yield Desk(server, with_reader, Assistant(world_pool, chat=chat, **shared))
        await chat.close()


async def test_the_table_is_shown_by_code_with_its_conditions_and_its_query(desk: Desk, world_pool: Pool) -> None:
    answer = await desk.ask(calls(("query_open_data", {"sql": QUERY})), answers(""))
    text = plain(answer.text)
    assert answer.mind == "loopback"
    assert "Πίνακας: πληρωμές (Β.2.2)\nΌροι: φορέας: Δήμος Επίδειξης, έτος: 2024" in text
    assert "ανάδοχος ή δικαιούχος · άθροισμα (ποσό πληρωμής) · πράξεις\n1. " in text
    first = await world_pool.fetchrow(
        "SELECT payee, sum(amount) AS euro FROM stage_acts WHERE stage = 'payment' AND organization_uid = $1"
        " AND year = 2024 AND payee IS NOT NULL GROUP BY payee ORDER BY euro DESC LIMIT 1",
        TOWN,
    )
    line = next(line for line in text.splitlines() if line.startswith("1. ") and first["payee"] in line)
    assert f"{first['euro']:,.2f} €".translate(str.maketrans(",.", ".,")) in line
    assert "Το ερώτημα το έγραψε το γλωσσικό μοντέλο" in text
    assert text.startswith("Σύμφωνα με πράξεις")  # the planner's own answer leads
    found = next(each for each in answer.findings if each.lookup == "query_open_data")
    assert found.query.startswith("SELECT t1.payee") and len(found.table) == 4


async def test_how_it_was_found_shows_the_statement_that_was_run(desk: Desk) -> None:
    answer = await desk.ask(calls(("query_open_data", {"sql": QUERY})), answers(""))
    how = next(place for place, choice in enumerate(answer.choices) if choice.kind is ChoiceKind.HOW)
    told = await desk.assistant.choose(f"select:{desk.asked}", answer.receipt, how, TODAY)
    assert "Ερώτημα SQL" in told.text and "→ 3 γραμμές" in told.text
    assert f"FROM open_data.\"payments\" AS t1 WHERE ((t1.organization = '{TOWN}') AND (t1.year = 2024))" in told.text


async def test_no_sentence_may_tell_a_figure_of_the_table(desk: Desk) -> None:
    """No claim can hold a sentence's period, body and topic against any WHERE that a model may write."""

    def repeats(body):
        told = next(each["content"] for each in body["messages"] if each["role"] == "tool")
        amount = next(line for line in told.splitlines() if line.startswith("1. ")).split(" · ")[1]
        return answers(f"Το 2024 ο δήμος πλήρωσε {amount}.")

    answer = await desk.ask(calls(("query_open_data", {"sql": QUERY})), repeats, repeats)
    assert answer.mind == "planner"
    assert "Πίνακας:" not in answer.text


async def test_sentences_of_other_lookups_stand_above_the_table(desk: Desk) -> None:
    both = calls(("query_open_data", {"sql": QUERY}), ("total_spending", {}))

    def honest(body):
        told = [each["content"] for each in body["messages"] if each["role"] == "tool"][1]
        amount = next(line for line in told.splitlines() if " € · πληρωμές" in line).split(" · ")[0]
        return answers(f"Το 2024 ο δήμος πλήρωσε {amount}.")

    answer = await desk.ask(both, honest)
    text = plain(answer.text)
    assert answer.mind == "loopback"
    assert text.index("πλήρωσε") < text.index("Πίνακας:")


async def test_a_refusal_goes_back_once_and_is_mended(desk: Desk) -> None:
    wrong = QUERY.replace("open_data.payments", "public.decisions")
    answer = await desk.ask(
        calls(("query_open_data", {"sql": wrong})), calls(("query_open_data", {"sql": QUERY})), answers("")
    )
    assert "open_data.payments, open_data.awards" in desk.told(1)[0]
    assert "Πίνακας:" in answer.text
    asked = [calls(("query_open_data", {"sql": f"{wrong} OFFSET {each}"})) for each in range(4)]
    answer = await desk.ask(*asked, answers(""))
    assert answer.mind == "planner"
    assert sum("δεν διαβάζεται" in each for each in desk.told()) == MOST_QUERIES == 2
    assert sum("αυτό δεν έγινε" in each for each in desk.told()) == 2


async def test_near_names_go_back_to_the_model(desk: Desk, world_pool: Pool) -> None:
    unknown = QUERY.replace(f"'{TOWN}'", "'Δήμος Επιδείξεων Άνω'")
    await desk.ask(calls(("query_open_data", {"sql": unknown})), answers(""))
    assert "Κοντινά: Δήμος Επίδειξης (700001)" in desk.told()[0]
    assert desk.told()[0].startswith(FENCE) and desk.told()[0].endswith(FENCE_END)


async def test_a_query_without_rows_shows_nothing(desk: Desk) -> None:
    answer = await desk.ask(calls(("query_open_data", {"sql": f"{QUERY} OFFSET 1000"})), answers(""))
    assert answer.mind == "planner"
    assert "Πίνακας:" not in answer.text
    assert "Δεν βρέθηκε κάτι" in desk.told()[0]


async def test_acts_of_a_table_are_cited(desk: Desk) -> None:
    sql = f"SELECT ada, paid_eur FROM open_data.payments WHERE organization = '{TOWN}' ORDER BY paid_eur DESC LIMIT 2"
    answer = await desk.ask(calls(("query_open_data", {"sql": sql})), answers(""))
    adas = [row[0] for each in answer.findings if each.query for row in each.table[1:]]
    assert len(adas) == 2
    assert set(adas) <= {citation.ada for citation in answer.citations}


async def test_without_a_reader_the_lookup_is_not_offered(desk: Desk) -> None:
    answer = await desk.ask(calls(("query_open_data", {"sql": QUERY})), answers(""), assistant=desk.bare)
    assert answer.mind == "planner"
    names = [tool["function"]["name"] for tool in desk.server.asked[0]["tools"]]
    assert "query_open_data" not in names
    assert "Δεν υπάρχει αναζήτηση" in desk.told()[0] and "query_open_data, " not in desk.told()[0]


async def test_the_tool_says_what_the_comments_of_the_views_say(desk: Desk, reader: OpenData) -> None:
    await desk.ask(answers(""))
    first = desk.server.asked[0]
    (tool,) = [tool for tool in first["tools"] if tool["function"]["name"] == "query_open_data"]
    told = tool["function"]["description"]
    for view in reader.views:
        assert f"{view.name} ({view.title})" in told
        hints = [f"{each.name} ({each.comment.partition(': ')[2]})".removesuffix(" ()") for each in view.columns]
        assert all(hint in told for hint in hints)
    sent = json.dumps({"messages": first["messages"], "tools": first["tools"]}, ensure_ascii=False)
    assert len(sent.encode()) <= 14_000


BROKEN = [{}, {"sql": ""}, {"sql": 5}, {"sql": ["SELECT 1"]}, {"sql": "x" * 2_001}, {"query": "SELECT 1"}]


@pytest.mark.parametrize("sent", BROKEN)
async def test_arguments_that_are_no_query_go_back(desk: Desk, sent: dict[str, object]) -> None:
    answer = await desk.ask(calls(("query_open_data", sent)), answers(""))
    assert answer.mind == "planner"
    assert "sql" in desk.told()[0]
