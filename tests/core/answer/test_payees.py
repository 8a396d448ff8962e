"""Payees over the demonstration bodies: rankings and histories against the world's own truth, names however typed."""

from collections import defaultdict
from collections.abc import Mapping
from decimal import Decimal

import pytest

from core.answer import naming
from core.answer.lookups import payee_history, rank_payees
from core.answer.lookups.rank_payees import PayeeRankFinding
from core.answer.lookups.store import LookupStore
from core.domain.answer import Outcome
from core.domain.condition import DecisionFilter
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import Intent, Request
from core.errors import InvalidInput
from core.greek.names import OrganizationIndex
from ingest.worlds.parties import PayeeClass as Kind
from tests.core.answer.conftest import OTHER_TOWN, TODAY, TOWN, WATER, Talk
from tests.core.answer.test_assistant import parties_of

BODIES = (TOWN, OTHER_TOWN, WATER)
STAGES = (Stage.AWARD, Stage.CONTRACT, Stage.APPROVAL, Stage.PAYMENT)


def store_of(talk: Talk) -> LookupStore:
    return LookupStore(pool=talk.pool, embedder=None, today=TODAY, demo=True, index=OrganizationIndex([]))


async def ranking(talk: Talk, *bodies: str, stage: Stage, year: int | None = None, limit: int = 50) -> PayeeRankFinding:
    where = DecisionFilter(organizations=bodies, period=Period.year(year) if year else Period())
    return await rank_payees.run(store_of(talk), rank_payees.Arguments(where=where, stage=stage, limit=limit))


def suppliers(talk: Talk, body: str, stage: Stage, year: int | None = None) -> Mapping[tuple[str, ...], Decimal]:
    """What the generator gave each supplier, or group of them, in one stage."""
    sums: dict[tuple[str, ...], Decimal] = defaultdict(Decimal)
    for row in talk.world.truth.rows:
        here = row.organization_uid == body and row.stage is stage and year in (None, row.year)
        if here and row.counted and row.payee_class is Kind.SUPPLIER and row.amount is not None:
            sums[tuple(sorted(row.payees))] += row.sign * row.amount
    return sums


def a_company(talk: Talk, body: str) -> str:
    """The ΑΦΜ of the company that a body awarded most to."""
    sums = suppliers(talk, body, Stage.AWARD)
    return max((keys for keys in sums if len(keys) == 1 and keys[0][0] in "08"), key=lambda keys: sums[keys])[0]


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("year", [None, 2024, 2025])
async def test_awards_are_ranked_as_the_world_made_them(talk: Talk, body: str, year: int | None) -> None:
    found = await ranking(talk, body, stage=Stage.AWARD, year=year)
    told = {each.share.keys: each.share.amount for each in found.ranked}
    expected = {keys: amount for keys, amount in suppliers(talk, body, Stage.AWARD, year).items() if amount}
    least = min(told.values())
    assert {keys: amount for keys, amount in told.items() if amount} == {
        keys: amount for keys, amount in expected.items() if keys in told or amount > least
    }
    assert list(told.values()) == sorted(told.values(), reverse=True)


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("stage", STAGES)
async def test_neither_the_body_itself_nor_another_one_is_a_supplier(talk: Talk, body: str, stage: Stage) -> None:
    public = {str(each["vatNumber"]) for each in talk.world.organizations if each["vatNumber"]}
    found = await ranking(talk, body, stage=stage)
    assert not public & {key for each in found.ranked for key in each.share.keys}


@pytest.mark.parametrize("body", [TOWN, OTHER_TOWN])
async def test_transfers_taxes_and_funds_stand_apart_with_their_sums(talk: Talk, body: str) -> None:
    found = await ranking(talk, body, stage=Stage.PAYMENT)
    told = {each.payee_class.value: each.amount for each in found.apart}
    apart = {Kind.PUBLIC_BODY, Kind.TAX, Kind.SOCIAL_INSURANCE, Kind.DEBT}
    expected = sum(
        row.amount or 0
        for row in talk.world.truth.rows
        if row.organization_uid == body and row.stage is Stage.PAYMENT and row.counted and row.payee_class in apart
    )
    assert sum(told.get(kind.value, Decimal(0)) for kind in apart) == expected


async def test_a_persons_name_stands_in_one_bodys_awards_alone_and_his_number_nowhere(talk: Talk) -> None:
    here = await ranking(talk, TOWN, stage=Stage.AWARD)
    everywhere = await ranking(talk, stage=Stage.AWARD)
    paid = await ranking(talk, TOWN, stage=Stage.PAYMENT)
    persons = {key for each in here.ranked for key in each.share.keys if key.startswith("4")}
    assert persons
    for found in (everywhere, paid):
        assert not persons & {key for each in found.ranked for key in each.share.keys}
    assert not any(key in each.shown for each in here.ranked for key in persons)


async def test_the_ranking_is_told_with_what_it_leaves_out(talk: Talk) -> None:
    answer = await talk.ask("οι 3 μεγαλύτεροι ανάδοχοι στις αναθέσεις το 2024", organization=TOWN)
    sums = suppliers(talk, TOWN, Stage.AWARD, 2024)
    first = max(sums, key=lambda keys: sums[keys])
    assert answer.outcome is Outcome.ANSWERED
    assert answer.figures and max(each.value for each in answer.figures if each.label == "payee 1") == sums[first]
    assert talk.text.count("\n1. ") == talk.text.count("\n3. ") == 1 and "\n4. " not in talk.text
    assert "η κατάταξη είναι ελλιπής" in talk.text and len(answer.citations) == 3


async def test_a_body_that_pays_by_approvals_is_told_by_them(talk: Talk) -> None:
    answer = await talk.ask("ποιοι πήραν τις περισσότερες πληρωμές το 2024", organization=WATER)
    assert answer.outcome is Outcome.PARTIAL
    assert talk.text.startswith("Δεν βρήκα πληρωμές.")


@pytest.mark.parametrize("body", BODIES)
async def test_a_history_is_what_the_world_gave_stage_by_stage(talk: Talk, body: str) -> None:
    afm = a_company(talk, body)
    found = await payee_history.run(
        store_of(talk), payee_history.Arguments(where=DecisionFilter(organizations=(body,)), key=afm, stage=Stage.AWARD)
    )
    rows = [row for row in talk.world.truth.rows if row.organization_uid == body and row.payees == (afm,)]
    awards = [row for row in rows if row.counted and row.stage is Stage.AWARD and row.amount is not None]
    years: dict[str, Decimal] = defaultdict(Decimal)
    for row in awards:
        years[str(row.year)] += row.amount or 0
    assert found.leading is not None and found.leading.stage is Stage.AWARD
    assert found.leading.amount == sum(row.amount for row in awards)
    assert {part.key: part.amount for part in found.years if part.amount} == years
    assert {part.stage for part in found.stages} == {row.stage for row in rows if row.counted}


def names_in(talk: Talk) -> Mapping[str, set[str]]:
    """Every spelling that an act of the world gives a company, by ΑΦΜ."""
    names: dict[str, set[str]] = defaultdict(set)
    for decision in talk.world.decisions:
        for party in parties_of(decision):
            if str(party.get("afm")) in talk.world.truth.payees and ",," not in str(party.get("name") or ",,"):
                names[str(party["afm"])].add(str(party["name"]))
    return names


async def test_every_spelling_of_every_company_leads_to_its_number(talk: Talk) -> None:
    missed = []
    for afm, names in names_in(talk).items():
        for name in names:
            request = Request(text=name, intent=Intent.RECORDS, payee=name)
            found = await naming.resolve(talk.pool, request)
            if found.request.afm != afm:
                missed.append((name, found.request.afm))
    assert missed == []


@pytest.mark.parametrize(
    "typed",
    [
        "ΥΔΡΟΤΕΧΝΙΚΗΣ ΔΟΚΙΜΗ ΑΕ",
        "υδροτεχνηκι δοκιμη αε",
        "ydrotexniki dokimi ae",
        "υδροτεχνικη",
    ],
)
async def test_parts_slips_and_greeklish_are_found_and_told(talk: Talk, typed: str) -> None:
    answer = await talk.ask(f"πόσα πήρε η εταιρεία {typed}", organization=TOWN)
    assert "ΥΔΡΟΤΕΧΝΙΚΗ ΔΟΚΙΜΗ Α.Ε." in talk.text, talk.text
    assert answer.outcome in (Outcome.ANSWERED, Outcome.PARTIAL)
    assert "Διάβασα:" in talk.text


async def test_a_name_that_several_have_is_a_choice_and_the_choice_is_kept(talk: Talk) -> None:
    asked = await talk.ask("τι έχει αναλάβει η εταιρεία Υπόδειγμα", organization=TOWN)
    assert asked.outcome is Outcome.UNCLEAR and 2 <= len(asked.choices) <= 6 and not asked.figures
    wanted = asked.choices[0].label
    await talk.press(wanted)
    assert wanted.split(",")[0] in talk.text
    assert wanted.rpartition(" ")[2] in talk.text


async def test_from_all_bodies_means_from_all_that_we_hold(talk: Talk) -> None:
    afm = a_company(talk, TOWN)
    awards = [row for row in talk.world.truth.rows if row.payees == (afm,) and row.stage is Stage.AWARD and row.counted]
    answer = await talk.ask(f"τι έχει αναλάβει ο ΑΦΜ {afm} από όλους τους δήμους", organization=TOWN)
    told = [each.value for each in answer.figures if each.stage is Stage.AWARD and each.label == "net"]
    assert told == [sum(row.amount or 0 for row in awards)]
    assert answer.request is not None and answer.request.topic == ()


async def test_a_payee_that_the_body_never_named_is_told_where_it_is_named(talk: Talk) -> None:
    named = {keys[0] for keys in suppliers(talk, OTHER_TOWN, Stage.AWARD)} & set(names_in(talk))
    here = {key for row in talk.world.truth.rows if row.organization_uid == WATER for key in row.payees}
    afm = sorted(named - here)[0]
    answer = await talk.ask(f"τι έχει αναλάβει ο ΑΦΜ {afm}", organization=WATER)
    assert answer.outcome is Outcome.PARTIAL
    assert talk.text.startswith("Δεν βρήκα πράξεις") and "ανά φορέα" in talk.text


async def test_a_name_that_nobody_has_is_not_denied(talk: Talk) -> None:
    answer = await talk.ask("πόσα πήρε η εταιρεία Ανύπαρκτη Ξυλεμπορική ΑΕ", organization=TOWN)
    assert answer.outcome is Outcome.NOT_IN_DATA
    assert "δεν σημαίνει ότι δεν υπάρχει" in talk.text and not answer.figures


@pytest.mark.parametrize("text", ["πόσα πήρε η εταιρεία {}", "πόσα πήρε ο {}", "τι έχει αναλάβει ο {}"])
async def test_a_named_private_person_is_never_looked_for(talk: Talk, text: str) -> None:
    surname, _, rest = next(name for name in talk.world.truth.payees.values() if ",," in name).partition(",,")
    for name in (f"{rest.split(',')[0].title()} {surname.title()}", f"{surname} {rest.split(',')[0]}"):
        answer = await talk.ask(text.format(name), organization=TOWN)
        assert answer.outcome in (Outcome.REFUSED, Outcome.UNCLEAR), talk.text
        assert not answer.figures and not answer.citations


async def test_a_private_persons_number_has_no_history(talk: Talk) -> None:
    afm = next(afm for afm, name in talk.world.truth.payees.items() if ",," in name)
    answer = await talk.ask(f"πόσα πήρε ο ΑΦΜ {afm}", organization=TOWN)
    assert answer.outcome is Outcome.REFUSED and not answer.figures
    with pytest.raises(InvalidInput):
        await payee_history.run(store_of(talk), payee_history.Arguments(where=DecisionFilter(), key=afm))
