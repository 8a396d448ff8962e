"""A model that behaves: its sentences go out above the planner's answer; what it is told, and what it may call."""

import dataclasses
import json
from decimal import Decimal

import pytest

from core.answer import prompts
from core.answer.assistant import Assistant
from core.answer.lookups import LOOKUPS
from core.answer.minds import Routing
from core.answer.model.tools import ANSWER, LOOKUP_ARGUMENTS, PLANNED_ALONE, QUERY, json_object, tools, values
from core.answer.prompts.loader import read
from core.app import SettingCache
from core.checks import _chat
from core.domain.answer import Answer, plain
from core.domain.condition import DecisionFilter
from core.errors import InvalidInput, Misconfigured
from core.store.pool import Pool
from tests.chat_server import Step, answers, calls, says
from tests.core.answer.conftest import TOWN
from tests.core.answer.model.conftest import SECONDS, Bench
from tests.core.answer.model.misbehaviours import after, facts

PAYMENTS = "πόσα πλήρωσε ο δήμος το 2024"
LARGEST = "ποια ήταν η μεγαλύτερη ανάθεση το 2024"
YEARS = "σύγκριση πληρωμών 2024 με 2025"
LIST = "αποφάσεις για καύσιμα το 2024"


async def told(bench: Bench, question: str, *script: object) -> tuple[Answer, str]:
    bench.server.script(*script)
    answer = await bench.ask(question, TOWN)
    return answer, plain(answer.text)


async def test_a_true_sentence_leads_and_the_planners_lines_follow(bench: Bench) -> None:
    planned = await bench.planned(PAYMENTS, TOWN)
    sentence = "Το 2024 ο Δήμος Επίδειξης {0.verb} συνολικά {0.amount}."
    answer, text = await told(bench, PAYMENTS, *after("total_spending", sentence.format))
    assert text.startswith("Το 2024 ο Δήμος Επίδειξης πλήρωσε συνολικά ")
    assert "\n\nΆθροισμα " in text
    assert text.split("\n\n")[-1] == plain(planned.text).split("\n\n")[-1]
    assert text.count("Το 2024") + text.count("το 2024") == 1
    assert (answer.mind, answer.model_calls, answer.cost_eur) == ("loopback", 2, Decimal("0.0022"))
    assert answer.figures == planned.figures
    assert answer.findings[-1] == planned.findings[-1]


async def test_it_may_correct_itself_once(bench: Bench) -> None:
    wrong, right = "Ο δήμος πλήρωσε 5,00 €.", "Το 2024 ο δήμος πλήρωσε {0.amount}."
    _, honest = after("total_spending", right.format)
    answer, text = await told(bench, PAYMENTS, calls(("total_spending", {})), answers(wrong), honest)
    assert answer.mind == "loopback"
    assert "5,00 €." not in text.split("\n\n")[0]
    refused = bench.server.asked[-1]["messages"][-1]["content"]
    assert "δεν έγινε δεκτή" in refused
    assert wrong in refused


async def test_a_final_that_was_held_may_be_said_once_the_result_is_in(bench: Bench) -> None:
    early = calls(("total_spending", {}), ("answer", {"text": "Πλήρωσε 1,00 €."}))
    _, honest = after("total_spending", "Το 2024 ο δήμος πλήρωσε {0.amount}.".format)
    answer, _ = await told(bench, PAYMENTS, early, honest)
    assert answer.mind == "loopback"


async def test_links_are_gone_and_the_words_stay(bench: Bench) -> None:
    sentence = "Το 2024 ο δήμος [πλήρωσε](https://evil.example/x) **{0.amount}**. https://evil.example/y"
    answer, text = await told(bench, PAYMENTS, *after("total_spending", sentence.format))
    assert answer.mind == "loopback"
    assert text.startswith("Το 2024 ο δήμος πλήρωσε ")
    assert "evil" not in text and "*" not in text


async def test_one_letter_of_an_act_is_mended_and_a_strange_act_takes_its_sentence_along(bench: Bench) -> None:
    def slipped(body):
        ada = facts(body).ada
        slip = ada[:-1] + ("Α" if ada[-1] != "Α" else "Β")
        return answers(f"Σχετική απόφαση είναι η {slip}. Σχετική απόφαση είναι η ΨΨΨΨΩΨΨ-ΨΨΨ.")

    answer, text = await told(bench, LIST, calls(("search_decisions", {})), slipped)
    assert answer.mind == "loopback"
    assert text.startswith(f"Σχετική απόφαση είναι η {facts(bench.server.asked[-1]).ada}.")
    assert "ΨΨΨΨΩΨΨ" not in text


async def test_the_largest_act_needs_its_ranking(bench: Bench) -> None:
    sentence = "Η μεγαλύτερη ανάθεση είναι η {0.ada}."
    ranked, _ = await told(bench, LARGEST, *after("rank_decisions", sentence.format))
    assert ranked.mind == "loopback"
    searched, _ = await told(bench, LARGEST, *after("search_decisions", sentence.format))
    assert searched.mind == "planner"


async def test_a_change_is_told_with_its_sign_and_both_years(bench: Bench) -> None:
    def moved(body):
        line = next(line for line in facts(body).told.splitlines() if "%" in line)
        percent, _, moved, *_ = line.split(" · ")
        verb = "αυξήθηκαν" if moved.startswith("αύξηση") else "μειώθηκαν"
        return answers(f"Από το 2024 στο 2025 οι πληρωμές {verb} κατά {percent}.")

    answer, text = await told(bench, YEARS, calls(("compare", {})), moved)
    assert answer.mind == "loopback"
    assert "Από το 2024 στο 2025 οι πληρωμές" in text


async def test_what_the_planner_does_not_answer_no_model_is_asked(bench: Bench) -> None:
    bench.server.script(says("Το 2024 ο δήμος πλήρωσε 5,00 €."))
    answer = await bench.ask("πόσα ανατέθηκαν για υποβρύχια το 2024", TOWN)
    assert not bench.server.asked
    assert (answer.mind, answer.model_calls) == ("planner", 0)


async def test_the_first_prompt_is_small_and_holds_no_act(bench: Bench) -> None:
    await told(bench, PAYMENTS, answers(""))
    first = bench.server.asked[0]
    sent = json.dumps({"messages": first["messages"], "tools": first["tools"]}, ensure_ascii=False)
    assert len(sent.encode()) <= 14_000
    assert PAYMENTS not in first["messages"][0]["content"]
    assert PAYMENTS in first["messages"][1]["content"]
    assert "Δήμος Επίδειξης" in first["messages"][0]["content"]


async def test_the_last_call_can_only_answer(bench: Bench) -> None:
    await told(bench, PAYMENTS, calls(("total_spending", {})))
    assert [tool["function"]["name"] for tool in bench.server.asked[-1]["tools"]] == [ANSWER]
    assert len(bench.server.asked) <= 8


async def test_a_conversation_that_is_too_long_is_shortened_once(bench: Bench) -> None:
    full = Step(status=400, error={"message": "maximum context length is 4096 tokens"})
    _, honest = after("total_spending", "Το 2024 ο δήμος πλήρωσε {0.amount}.".format)
    answer, _ = await told(bench, PAYMENTS, calls(("total_spending", {})), full, honest)
    assert answer.mind == "loopback"


async def test_a_spent_budget_and_a_sure_reading_leave_the_planner_alone(bench: Bench, world_pool: Pool) -> None:
    setting = SettingCache(world_pool, home="6265")
    bench.server.script(*after("total_spending", "Το 2024 ο δήμος πλήρωσε {0.amount}.".format))
    chat = bench.server.chat()
    await world_pool.execute("DELETE FROM model_costs")
    for routing, asked in ((Routing(daily_eur=Decimal("0.002")), 2), (Routing(economy=True), 0)):
        bench.server.asked.clear()
        bench.server.script(*after("total_spending", "Το 2024 ο δήμος πλήρωσε {0.amount}.".format))
        own = Bench(bench.server, bench.planner, bench.planner)
        own.worded = Assistant(world_pool, embedder=None, setting=setting, seconds=SECONDS, chat=chat, routing=routing)
        minds = [(await own.ask(PAYMENTS, TOWN)).mind for _ in range(2)]
        assert len(bench.server.asked) == asked
        assert minds == (["loopback", "planner"] if asked else ["planner", "planner"])
    await chat.close()


async def test_the_check_says_whether_the_model_calls_tools(bench: Bench) -> None:
    chat = bench.server.chat()
    bench.server.script(calls(("ping", {})))
    assert "καλεί αναζητήσεις" in await _chat(chat)
    bench.server.script(says("pong"))
    assert "δεν κάλεσε" in await _chat(chat)
    assert "κανόνες" in await _chat(None)
    await chat.close()


def test_every_lookup_is_a_tool_and_every_argument_of_it_is_known() -> None:
    """What has another name in JSON, or is made by code, is listed here."""
    made_by_code = {"where", "topic", "offset", "rows", "sides", "before", "after", "named", "key"}
    offered = LOOKUPS.keys() - PLANNED_ALONE
    assert LOOKUPS.keys() > PLANNED_ALONE
    assert set(LOOKUP_ARGUMENTS) == offered
    assert {tool.name for tool in tools()} == {*offered, ANSWER} - {QUERY}  # it is offered beside its views alone
    for name in offered:
        arguments = LOOKUPS[name].__globals__["Arguments"]
        fields = {field.name for field in dataclasses.fields(arguments)}
        assert fields - made_by_code <= set(LOOKUP_ARGUMENTS[name]), name


@pytest.mark.parametrize(
    "sent",
    [
        '{"since": "2024-13-01"}',
        '{"since": 2024}',
        '{"since": "2024-05-01", "stage": "spent"}',
        '{"stage": ["payment"]}',
        '{"words": []}',
        '{"words": [""]}',
        '{"words": "καύσιμα"}',
        '{"organizations": [6265]}',
        '{"direct_only": "true"}',
        '{"group_by": "payee"}',
        '{"sql": "DROP TABLE decisions"}',
        '{"words": ["καύσιμα"]',
        "null",
        "[]",
        '"ναι"',
        "",
        "NaN",
    ],
)
def test_arguments_that_cannot_be_read_are_an_error_and_never_a_default(sent: str) -> None:
    with pytest.raises(InvalidInput):
        values("total_spending", sent)


def test_limits_are_clamped_and_null_is_not_given() -> None:
    assert values("rank_decisions", '{"limit": 1000000, "stage": null}') == {"limit": 10}
    assert values("rank_decisions", '{"limit": -3}') == {"limit": 1}
    assert values("rank_decisions", '{"limit": 1e999999}') == {"limit": 10}
    assert json_object('"{\\"limit\\": 2}"') == {"limit": 2}


def test_a_prompt_with_another_placeholder_stops_the_start() -> None:
    with pytest.raises(Misconfigured):
        read("retry.el.md", "reason", "mood")
    with pytest.raises(Misconfigured):
        prompts.RETRY.filled()
    assert prompts.RETRY.filled(reason="$today").startswith("Η απάντηση δεν έγινε δεκτή. $today")


def test_silence_never_widens() -> None:
    """The question's filter is where a call begins: no field of it can be unset by a model."""
    unset = {field.name for field in dataclasses.fields(DecisionFilter)} & set(LOOKUP_ARGUMENTS["total_spending"])
    assert unset == {"organizations", "stage", "direct_only"}
    assert values("total_spending", '{"direct_only": false}') == {"direct_only": False}
