"""The course of an act: what the generator linked is found both ways, in the order of the stages, gaps named."""

from collections import defaultdict
from decimal import Decimal

import pytest

from core.answer.lookups import trace_case
from core.answer.lookups.store import LookupStore
from core.domain.answer import Outcome
from core.domain.decision import Status
from core.domain.ledger import Stage
from core.greek.numbers import format_euro
from ingest.world import Case, World
from tests.core.answer.conftest import TODAY, Talk


def linked(world: World) -> dict[str, frozenset[str]]:
    """ΑΔΑ → every act that the generator tied to it, directly or by others."""
    near = defaultdict(set)
    for link in world.truth.links:
        near[link.ada].add(link.target)
        near[link.target].add(link.ada)
    found: dict[str, frozenset[str]] = {}
    for start in near:
        if start not in found:
            group, waiting = {start}, [start]
            while waiting:
                new = near[waiting.pop()] - group
                group |= new
                waiting += new
            found |= dict.fromkeys(group, frozenset(group))
    return found


async def traced(talk: Talk, ada: str) -> trace_case.TraceFinding:
    setting = await talk.assistant._setting()
    store = LookupStore(pool=talk.pool, embedder=None, today=TODAY, demo=True, index=setting.index)
    return await trace_case.run(store, trace_case.Arguments(ada=ada))


async def test_what_the_generator_linked_to_an_award_is_its_course(talk: Talk) -> None:
    world, groups = talk.world, linked(talk.world)
    acts = {act.ada: act for act in world.truth.decisions}
    awards = [ada for ada, act in acts.items() if act.decision_type == "Δ.1" and ada in groups and not act.cases]
    checked = [
        ada for ada in awards if len(groups[ada]) in range(3, 9) and len({acts[a].chain for a in groups[ada]}) == 1
    ]
    assert len(checked) > 50
    for ada in checked[:50]:
        found = {row.ada for row in (await traced(talk, ada)).rows}
        assert found == groups[ada], ada


async def test_the_three_acts_of_one_contract_are_listed_and_not_added(talk: Talk) -> None:
    case = next(
        act for act in talk.world.truth.with_case(Case.CONTRACT_IN_SEVERAL_ACTS) if act.decision_type == "Δ.2.2"
    )
    amount = next(row.amount for row in talk.world.truth.rows if row.ada == case.ada)
    await talk.ask(f"δείξε μου όλη την πορεία της {case.ada}")
    assert talk.text.count(format_euro(amount)) >= 2
    assert format_euro(amount * 2) not in talk.text
    assert "Είναι μία σύμβαση" in talk.text
    assert talk.text.index("Αναθέσεις:") < talk.text.index("Πληρωμή")


async def test_instalments_are_added_within_their_stage_alone(talk: Talk) -> None:
    groups = linked(talk.world)
    paid = defaultdict(list)
    for row in talk.world.truth.rows:
        if row.stage is Stage.PAYMENT and row.ada in groups and row.amount is not None and row.counted:
            paid[groups[row.ada]].append(row)
    awards = [act.ada for act in talk.world.truth.decisions if act.decision_type == "Δ.1" and not act.cases]
    ada = next(ada for ada in awards if ada in groups and len(paid[groups[ada]]) == 2)
    whole = sum((row.amount or Decimal(0) for row in paid[groups[ada]]), Decimal(0))
    answer = await talk.ask(f"πληρώθηκε η {ada};")
    assert answer.outcome is Outcome.ANSWERED
    assert f"Βρήκα 2 πληρωμές που συνδέονται με αυτήν, μαζί {format_euro(whole)}" in talk.text


async def test_an_act_without_links_names_every_gap(talk: Talk) -> None:
    groups = linked(talk.world)
    alone = next(
        act.ada
        for act in talk.world.truth.decisions
        if act.decision_type == "Δ.1" and act.ada not in groups and not act.cases and act.status is Status.PUBLISHED
    )
    answer = await talk.ask(f"πληρώθηκε η {alone};")
    assert answer.outcome is Outcome.PARTIAL
    assert "δεν βρήκα πληρωμή στα δεδομένα μας" in talk.text
    assert "δεν πληρώθηκε" not in talk.text


@pytest.mark.parametrize("text", ["δείξε μου όλη την πορεία της {}", "τι έγινε μετά την {}", "{} τι απέγινε;"])
async def test_the_course_is_asked_in_several_ways(talk: Talk, text: str) -> None:
    ada = min(linked(talk.world))
    await talk.ask(text.format(ada))
    assert [finding.lookup for finding in talk.answers[-1].findings] == ["find_decision", "trace_case"]


async def test_who_was_paid_is_a_question_about_the_act_itself(talk: Talk) -> None:
    ada = min(linked(talk.world))
    await talk.ask(f"ποιος πληρώθηκε στην {ada};")
    assert [finding.lookup for finding in talk.answers[-1].findings] == ["find_decision"]


async def test_a_card_with_links_offers_its_course(talk: Talk) -> None:
    ada = min(linked(talk.world))
    await talk.ask(ada)
    await talk.press("Η πορεία της")
    assert "αυτή που ζητήσατε" in talk.text


async def test_an_act_that_is_not_held_is_told_so(talk: Talk) -> None:
    answer = await talk.ask("δείξε μου την πορεία της 6ΛΓΣΩΛ2-5ΤΟ")
    assert answer.outcome is Outcome.NOT_IN_DATA
