"""Lookups over a handful of literal decisions: what they find, what they refuse, and that every number is a figure."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from core.answer import topics
from core.answer.lookups import (
    LOOKUPS,
    count_decisions,
    coverage,
    find_decision,
    find_organization,
    rank_decisions,
    search_decisions,
    total_spending,
)
from core.answer.lookups.store import LookupStore
from core.answer.topics import Topic
from core.domain.condition import Condition, DecisionFilter, WordGroup
from core.domain.decision import Status
from core.domain.ledger import AmountState, Flag, Payee, Stage
from core.domain.period import Period
from core.domain.request import Grouping, Unit
from core.errors import InvalidInput
from core.greek.lexemes import lexemes
from core.greek.names import BodyName, OrganizationIndex
from core.store import organizations
from core.store.decisions import refresh_statistics, save
from tests.builders import BODY, OTHER_BODY, PERSON, a_commitment, a_contract, a_decision, a_payment, an_award

HERE = DecisionFilter(organizations=(BODY,))
FUEL = WordGroup(shown=("καύσιμα",), alternatives=(lexemes("καύσιμα"),))
ABOUT_FUEL = replace(HERE, condition=Condition(groups=(FUEL,)))
LABELS = {BODY: "ΔΗΜΟΣ ΕΠΙΔΕΙΞΗΣ", OTHER_BODY: "ΔΗΜΟΣ ΔΟΚΙΜΗΣ"}


@pytest.fixture
def store(db) -> LookupStore:
    names = [
        BodyName(uid=uid, label=label, category="MUNICIPALITY", latin_name=None, covered=True)
        for uid, label in LABELS.items()
    ]
    return LookupStore(pool=db, embedder=None, today=date(2026, 10, 31), demo=False, index=OrganizationIndex(names))


async def cover(db, *bodies: str) -> None:
    await organizations.cover(db, uids=bodies, source="demo")
    for uid in bodies:
        await db.execute("UPDATE organizations SET label = $2 WHERE uid = $1", uid, LABELS[uid])


def values(finding, unit: Unit = Unit.EURO) -> set[Decimal]:
    return {figure.value for figure in finding.figures if figure.unit is unit}


def test_every_lookup_is_listed_under_its_name():
    assert list(LOOKUPS) == [
        "find_organization",
        "find_decision",
        "search_decisions",
        "count_decisions",
        "total_spending",
        "average_amount",
        "spending_share",
        "posting_delay",
        "rank_decisions",
        "rank_payees",
        "payee_history",
        "compare",
        "explain_change",
        "trace_case",
        "coverage",
        "left_out",
        "near_limit",
        "contract_awards",
        "query_open_data",
        "read_document",
        "search_documents",
    ]


async def test_a_total_gives_the_asked_stage_and_the_others_beside_it(db, store):
    await save(db, decisions=[an_award("120"), an_award("80"), an_award(None), a_contract("7"), a_commitment("300")])

    found = await total_spending.run(store, total_spending.Arguments(where=HERE, stage=Stage.AWARD))

    assert found.leading is not None and found.leading.stage is Stage.AWARD
    assert (found.leading.net, found.leading.unstated) == (Decimal(200), 1)
    assert [total.stage for total in found.stages] == [Stage.COMMITMENT, Stage.AWARD, Stage.CONTRACT]
    assert values(found.finding) == {Decimal(200), Decimal(7), Decimal(300)}
    assert [row.amount for row in found.rows] == [Decimal(120), Decimal(80), None]
    assert found.finding.total_rows == 3


async def test_every_euro_figure_has_a_stage_and_the_period(db, store):
    await save(db, decisions=[an_award("120"), a_commitment("300"), a_commitment("20", reverses=True)])
    where = replace(HERE, period=Period.year(2024))

    found = await total_spending.run(store, total_spending.Arguments(where=where))

    euro = [figure for figure in found.finding.figures if figure.unit is Unit.EURO]
    assert {figure.stage for figure in euro} == {Stage.AWARD, Stage.COMMITMENT}
    assert {figure.period for figure in euro} == {Period.year(2024)}
    assert values(found.finding) == {Decimal(120), Decimal(280), Decimal(300), Decimal(20)}


async def test_payments_lead_a_plain_question_and_the_nearest_stage_when_they_were_not_read(db, store):
    read, unread = [a_payment("50"), an_award("10")], [a_payment(None, state=AmountState.UNREAD) for _ in range(2)]
    await save(db, decisions=read)
    plain = await total_spending.run(store, total_spending.Arguments(where=HERE))
    await save(db, decisions=unread)
    mostly_unread = await total_spending.run(store, total_spending.Arguments(where=HERE, stage=Stage.PAYMENT))

    assert plain.leading is not None and plain.leading.stage is Stage.PAYMENT
    assert mostly_unread.leading is not None and mostly_unread.leading.stage is Stage.AWARD
    assert mostly_unread.asked is Stage.PAYMENT
    assert Decimal(50) not in values(mostly_unread.finding)
    assert {Decimal(3), Decimal(2)} <= values(mostly_unread.finding, Unit.DECISIONS)


async def test_a_limited_total_is_judged_by_what_was_read_of_the_whole_stage(db, store):
    acts = [a_payment("90000"), *(a_payment(None, state=AmountState.UNREAD) for _ in range(5))]
    await save(db, decisions=acts)
    where = replace(HERE, amount_min=Decimal(1000))

    found = await total_spending.run(store, total_spending.Arguments(where=where, stage=Stage.PAYMENT))

    [limited] = found.stages
    assert (limited.decisions, limited.unread) == (1, 0)
    assert not found.tellable(limited)
    assert values(found.finding) == set()
    assert Decimal(5) in values(found.finding, Unit.DECISIONS)


async def test_suspects_come_with_their_reason_and_their_rows_and_in_no_sum(db, store):
    await save(db, decisions=[an_award("100"), an_award("88000", flags=[Flag.CODE_AS_AMOUNT])])

    found = await total_spending.run(store, total_spending.Arguments(where=HERE, stage=Stage.AWARD))

    assert [(each.reason, each.decisions) for each in found.aside] == [(Flag.CODE_AS_AMOUNT, 1)]
    assert [row.amount for row in found.aside_rows] == [Decimal(88000)]
    assert found.leading is not None and found.leading.net == Decimal(100)


async def test_groups_are_of_the_leading_stage(db, store):
    await save(db, decisions=[an_award("1", issued_on=date(2023, 5, 5)), an_award("2"), a_contract("9")])
    arguments = total_spending.Arguments(where=HERE, stage=Stage.AWARD, group_by=Grouping.YEAR)

    found = await total_spending.run(store, arguments)

    assert [(total.key, total.net) for total in found.groups] == [("2023", Decimal(1)), ("2024", Decimal(2))]
    assert {Decimal(1), Decimal(2)} <= values(found.finding)


async def test_acts_that_only_a_link_ties_to_the_topic_stand_apart(db, store):
    award = an_award("100", "Προμήθεια καυσίμων")
    await save(db, decisions=[award, a_payment("80", subject="Ένταλμα 12", links=[award.ada])])

    found = await total_spending.run(store, total_spending.Arguments(where=ABOUT_FUEL))

    assert [total.stage for total in found.stages] == [Stage.AWARD]
    assert [(total.stage, total.net) for total in found.linked] == [(Stage.PAYMENT, Decimal(80))]


async def test_nothing_found_is_no_stage_and_no_row(store):
    found = await total_spending.run(store, total_spending.Arguments(where=ABOUT_FUEL))

    assert (found.stages, found.leading, found.rows, found.finding.total_rows) == ((), None, (), 0)


@pytest.mark.parametrize(
    "where",
    [
        replace(HERE, condition=Condition(groups=(WordGroup(shown=("",), alternatives=()),))),
        replace(HERE, condition=Condition(groups=(WordGroup(shown=("και",), alternatives=((),)),))),
        replace(HERE, condition=Condition(groups=(FUEL, WordGroup(shown=("-",), alternatives=(("",),))))),
        DecisionFilter(condition=Condition(exclude=(FUEL,))),
        replace(HERE, amount_min=Decimal(5), amount_max=Decimal(4)),
        replace(HERE, payee_afm="123456783"),
        replace(HERE, payee_afm=""),
        replace(HERE, kae=""),
        replace(HERE, decision_types=("Δ.9",)),
        replace(HERE, status="ΙΣΧΥΕΙ"),
    ],
)
@pytest.mark.parametrize("lookup", [total_spending, count_decisions, rank_decisions])
async def test_empty_words_and_private_persons_are_refused(store, lookup, where):
    more = {"stage": Stage.AWARD} if lookup is rank_decisions else {}

    with pytest.raises(InvalidInput, match=r"[α-ω]"):
        await lookup.run(store, lookup.Arguments(where=where, **more))


@pytest.mark.parametrize("lookup", [total_spending, rank_decisions])
async def test_revoked_acts_have_no_total_and_no_ranking(store, lookup):
    more = {"stage": Stage.AWARD} if lookup is rank_decisions else {}

    with pytest.raises(InvalidInput, match="αναρτημένες"):
        await lookup.run(store, lookup.Arguments(where=replace(HERE, status="REVOKED"), **more))


async def test_whose_an_afm_is_goes_by_what_we_hold_of_it(db, store):
    partnership = Payee(afm="045678903", name="ΔΟΚΙΜΟΣ ΚΑΙ ΣΙΑ Ο.Ε.", natural=False)
    person = Payee(afm="997777776", name="ΔΟΚΙΜΟΠΟΥΛΟΥ,,ΔΟΚΙΜΗ", natural=True)
    await save(db, decisions=[an_award("7", payees=[partnership]), an_award("9", payees=[person])])

    asked = count_decisions.Arguments(where=replace(HERE, payee_afm=partnership.afm))
    found = await count_decisions.run(store, asked)

    assert found.count == 1
    with pytest.raises(InvalidInput, match="ιδιώτες"):
        await count_decisions.run(store, replace(asked, where=replace(HERE, payee_afm=person.afm)))


async def test_a_total_tells_which_of_its_acts_reach_over_several_years(db, store):
    several = a_commitment("15000", flags=[Flag.MULTI_YEAR])
    await save(db, decisions=[several, a_commitment("100"), a_commitment("40", reverses=True)])

    found = await total_spending.run(store, total_spending.Arguments(where=HERE, stage=Stage.COMMITMENT))

    assert [(each.flag, each.decisions, each.amount) for each in found.noted] == [(Flag.MULTI_YEAR, 1, Decimal(15000))]
    assert Decimal(15000) in values(found.finding)


async def test_the_arguments_of_a_finding_tell_what_was_asked_and_nothing_more(store):
    where = replace(ABOUT_FUEL, period=Period.year(2024), amount_min=Decimal(100))

    found = await count_decisions.run(store, count_decisions.Arguments(where=where, group_by=Grouping.YEAR))

    assert found.finding.arguments == (
        ("organizations", BODY),
        ("period", "2024-01-01..2024-12-31"),
        ("words", "καύσιμα"),
        ("amount_min", "100"),
        ("group_by", "year"),
    )


async def test_a_count_is_of_acts_and_has_no_stage_in_euro(db, store):
    await save(db, decisions=[an_award("1"), an_award(None), a_decision("Πρόσληψη 12 εργατών")])

    found = await count_decisions.run(store, count_decisions.Arguments(where=HERE, group_by=Grouping.DECISION_TYPE))

    assert (found.count, found.groups) == (3, (("2.4.7.1", 1), ("Δ.1", 2)))
    assert all(figure.unit is Unit.DECISIONS for figure in found.finding.figures)


async def test_a_limited_count_tells_how_many_acts_the_limit_could_not_see(db, store):
    await save(db, decisions=[an_award("500"), an_award("5"), an_award(None)])
    where = replace(HERE, stage=Stage.AWARD, amount_min=Decimal(100))

    found = await count_decisions.run(store, count_decisions.Arguments(where=where))

    assert (found.count, found.unlimited) == (1, 3)


async def test_a_ranking_tells_how_many_acts_state_no_amount(db, store):
    await save(db, decisions=[an_award("5"), an_award("50"), an_award(None), an_award("9", status=Status.REVOKED)])

    found = await rank_decisions.run(store, rank_decisions.Arguments(where=HERE, stage=Stage.AWARD, limit=5))

    assert [row.amount for row in found.rows] == [Decimal(50), Decimal(5)]
    assert found.total is not None
    assert (found.total.decisions, found.total.unstated) == (3, 1)


async def test_a_stage_that_was_mostly_not_read_is_not_ranked(db, store):
    await save(db, decisions=[a_payment("5"), *(a_payment(None, state=AmountState.UNREAD) for _ in range(3))])

    found = await rank_decisions.run(store, rank_decisions.Arguments(where=HERE, stage=Stage.PAYMENT))

    assert found.rows == ()
    assert found.total is not None and found.total.mostly_unread


@pytest.mark.parametrize(("limit", "rows"), [(0, 1), (-3, 1), (2, 2), (10_000, 3)])
async def test_limits_are_clamped(db, store, limit, rows):
    await save(db, decisions=[an_award("1"), an_award("2"), an_award("3")])

    ranked = await rank_decisions.run(store, rank_decisions.Arguments(where=HERE, stage=Stage.AWARD, limit=limit))
    listed = await search_decisions.run(store, search_decisions.Arguments(where=HERE, limit=limit))

    assert (len(ranked.rows), len(listed.rows)) == (rows, rows)


async def test_cards_come_in_the_order_asked_with_their_amounts_as_figures(db, store):
    first, second = an_award("120.50"), a_payment("10", "20")
    await save(db, decisions=[first, second])

    found = await find_decision.run(store, find_decision.Arguments(adas=(second.ada, first.ada, second.ada)))

    assert [card.ada for card in found.cards] == [second.ada, first.ada]
    assert values(found.finding) == {Decimal(10), Decimal(20), Decimal(30), Decimal("120.50")}
    assert {row.ada for row in found.finding.rows} == {first.ada, second.ada}


async def test_an_ada_that_we_do_not_hold_comes_with_near_ones_as_guesses(db, store):
    held = an_award("1")
    await save(db, decisions=[held])
    slip = held.ada[0] + ("Β" if held.ada[1] == "Α" else "Α") + held.ada[2:]

    found = await find_decision.run(store, find_decision.Arguments(adas=(slip,)))

    [missing] = found.missing
    assert (found.cards, missing.ada) == ((), slip)
    assert held.ada in missing.near
    assert ("near", held.ada) in found.finding.facts


async def test_more_than_five_adas_are_cut_and_said(db, store):
    acts = [an_award(str(number)) for number in range(1, 8)]
    await save(db, decisions=acts)

    found = await find_decision.run(store, find_decision.Arguments(adas=tuple(act.ada for act in acts)))

    assert len(found.cards) == 5
    assert found.left_out == tuple(act.ada for act in acts[5:])


async def test_no_ada_at_all_is_refused(store):
    with pytest.raises(InvalidInput):
        await find_decision.run(store, find_decision.Arguments(adas=()))


async def test_a_private_persons_afm_typed_as_amount_is_no_figure(db, store):
    act = an_award("123456783", payees=[PERSON], flags=[Flag.AFM_AS_AMOUNT])
    await save(db, decisions=[act])

    found = await find_decision.run(store, find_decision.Arguments(adas=(act.ada,)))

    assert values(found.finding) == set()
    assert found.finding.rows[0].amount is None


async def test_a_body_is_found_in_any_case_and_alphabet(db, store):
    await cover(db, BODY, OTHER_BODY)

    for typed in ("Δήμος Επίδειξης", "του δήμου επιδειξησ", BODY):
        found = await find_organization.run(store, find_organization.Arguments(name=typed))
        assert [body.uid for body in found.organizations] == [BODY], typed
        assert found.organizations[0].covered


async def test_an_empty_name_is_refused_and_an_unknown_one_finds_nothing(db, store):
    found = await find_organization.run(store, find_organization.Arguments(name="κάτι άλλο"))

    assert found.organizations == ()
    with pytest.raises(InvalidInput):
        await find_organization.run(store, find_organization.Arguments(name="  "))


async def test_coverage_tells_bodies_days_and_what_is_not_held(db, store):
    await save(db, decisions=[an_award(issued_on=date(2023, 5, 5)), an_award(issued_on=date(2024, 3, 14))])
    await cover(db, BODY)

    found = await coverage.run(store, coverage.Arguments(organizations=(BODY, OTHER_BODY)))

    [held] = found.coverage
    assert (held.decisions, held.first_on, held.last_on) == (2, date(2023, 5, 5), date(2024, 3, 14))
    assert found.not_held == (OTHER_BODY,)
    assert values(found.finding, Unit.DECISIONS) == {Decimal(2)}


async def test_a_list_without_words_is_the_newest_that_the_filter_lets_through(db, store):
    old, new = an_award(issued_on=date(2023, 5, 5)), an_award(issued_on=date(2024, 3, 14))
    await save(db, decisions=[old, new, a_payment()])

    found = await search_decisions.run(
        store, search_decisions.Arguments(where=replace(HERE, decision_types=("Δ.1",)), limit=1)
    )

    assert [row.ada for row in found.rows] == [new.ada]
    assert (found.total, found.found) == (2, True)


async def test_a_topic_is_listed_by_date_or_by_nearness(db, store):
    fuel_old = an_award("1", "Προμήθεια καυσίμων", issued_on=date(2023, 5, 5))
    fuel_new = an_award("2", "Προμήθεια καυσίμων κίνησης", issued_on=date(2024, 3, 14))
    await save(db, decisions=[fuel_old, fuel_new, an_award("3", "Προμήθεια γραφικής ύλης")])
    await refresh_statistics(db)
    topic = await topics.resolve(db, words=("καύσιμα",), exclude=())
    arguments = search_decisions.Arguments(where=HERE, words=("καύσιμα",), topic=topic)

    by_date = await search_decisions.run(store, replace(arguments, newest_first=True))
    nearest = await search_decisions.run(store, arguments)

    assert [row.ada for row in by_date.rows] == [fuel_new.ada, fuel_old.ada]
    assert {row.ada for row in nearest.rows} == {fuel_old.ada, fuel_new.ada}
    assert nearest.page is not None and nearest.found
    assert nearest.total == 2


async def test_words_that_say_nothing_are_refused(store):
    empty = Topic(condition=Condition())

    with pytest.raises(InvalidInput):
        await search_decisions.run(store, search_decisions.Arguments(where=HERE, words=("και",), topic=empty))


async def test_a_company_payee_may_be_asked_for(db, store):
    company = Payee(afm="998888887", name="ΔΕΥΤΕΡΗ ΔΟΚΙΜΗ Α.Ε.")
    await save(db, decisions=[an_award("70", payees=[company]), an_award("9")])
    where = replace(HERE, payee_afm=company.afm)

    found = await total_spending.run(store, total_spending.Arguments(where=where, stage=Stage.AWARD))

    assert found.leading is not None and found.leading.net == Decimal(70)
    assert found.unlimited[0].net == Decimal(79)
