"""Payees over the recorded decisions: who is ranked and who never is, against a reading of the raw JSON."""

import gzip
import json
import re
from collections import defaultdict
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from core.answer.assistant import Assistant
from core.answer.lookups import rank_payees
from core.answer.lookups.rank_payees import PayeeRankFinding
from core.answer.lookups.store import LookupStore
from core.app import SettingCache
from core.domain.answer import Answer, Outcome, Question, plain
from core.domain.condition import DecisionFilter
from core.domain.ledger import Stage
from core.greek.names import OrganizationIndex
from core.store import organizations, payees
from core.store.pool import Pool
from evals import truth_money as truth
from evals.corpora.real import left_out
from ingest import register

pytestmark = pytest.mark.shared
TODAY = date(2026, 11, 30)
RANKED = [("6179", Stage.AWARD), ("6289", Stage.AWARD), ("6125", Stage.APPROVAL)]


@pytest.fixture(scope="session")
async def held(corpus: Pool, shared_data: Path) -> Pool:
    await register.save(corpus, register.read(shared_data / "fixtures" / "organizations_active.json"))
    await organizations.cover_large(corpus, least=200, source="loaded")
    return corpus


@pytest.fixture(scope="session")
def acts(shared_data: Path) -> list[truth.Act]:
    return truth.read(shared_data / name for name in ("decisions_api.jsonl.gz", "decisions_flat.jsonl.gz"))


@pytest.fixture(scope="session")
def register_afms(shared_data: Path) -> Mapping[str, str]:
    """ΑΦΜ → uid of the public bodies."""
    entries = register.read(shared_data / "fixtures" / "organizations_active.json")
    return {each.afm: each.uid for each in entries if each.afm}


async def ranking(pool: Pool, body: str, stage: Stage) -> PayeeRankFinding:
    store = LookupStore(pool=pool, embedder=None, today=TODAY, demo=False, index=OrganizationIndex([]))
    where = DecisionFilter(organizations=(body,))
    return await rank_payees.run(store, rank_payees.Arguments(where=where, stage=stage, limit=50))


async def ask(pool: Pool, text: str, body: str) -> Answer:
    assistant = Assistant(pool, embedder=None, setting=SettingCache(pool, home="6265"), seconds=60)
    return await assistant.answer(
        Question(conversation=f"test:payees:{body}", text=text, asked_on=TODAY, organization_uid=body)
    )


@pytest.mark.parametrize(("body", "stage"), RANKED)
async def test_no_public_body_is_a_supplier_least_of_all_the_body_itself(
    held: Pool, register_afms: Mapping[str, str], body: str, stage: Stage
) -> None:
    found = await ranking(held, body, stage)
    assert len(found.ranked) == 50
    assert not {key for each in found.ranked for key in each.share.keys} & register_afms.keys()


@pytest.mark.parametrize(("body", "stage"), RANKED)
async def test_what_counts_of_a_ranked_payee_adds_up_to_the_raw_json(
    held: Pool, acts: list[truth.Act], shared_data: Path, body: str, stage: Stage
) -> None:
    outside = left_out(acts, shared_data)
    found = await ranking(held, body, stage)
    sums: dict[str, Decimal] = defaultdict(Decimal)
    for act in truth.chosen(acts, organizations=[body], stage=stage):
        if len(set(act.payees)) == 1 and act.amount is not None and act.ada not in outside:
            sums[act.payees[0]] += act.amount
    alone = [
        each.share for each in found.ranked if len(each.share.keys) == 1 and not each.share.keys[0].startswith("=")
    ]
    assert len(alone) > 40
    assert {share.keys[0]: share.amount for share in alone} == {share.keys[0]: sums[share.keys[0]] for share in alone}


async def test_one_contract_of_several_acts_is_told_once(held: Pool, acts: list[truth.Act], shared_data: Path) -> None:
    """6179: the award, its modification and the contract of one purchase state 4,273,115.39 each, and so on."""
    outside = left_out(acts, shared_data)
    first = (await ranking(held, "6179", Stage.AWARD)).ranked[0].share
    of_it = [act for act in acts if act.organization == "6179" and act.payees == first.keys and act.amount]
    once = [act.amount for act in of_it if act.ada not in outside]
    assert first.amount == sum(once) and once.count(Decimal("4273115.39")) == 1
    assert sum(act.amount == Decimal("4273115.39") for act in of_it) == 3


@pytest.mark.parametrize(("body", "stage"), RANKED)
async def test_no_ranked_name_is_that_of_an_authority_or_a_bank(held: Pool, body: str, stage: Stage) -> None:
    """Of those the register holds no number for: read by hand in the whole list of receivers."""
    found = await ranking(held, body, stage)
    public = re.compile(r"ΠΑΝΕΠΙΣΤΗΜΙΟ|ΣΥΛΛΟΓΟΣ|ΥΠΟΥΡΓΕΙ|ΤΑΜΙΕΥΤΗΡΙΟ|ΤΡΑΠΕΖΑ|ΣΧΟΛΙΚ|ΚΛΗΡΟΔΟΤΗΜΑ|^ΔΗΜΟΣ |ΠΕΡΙΦΕΡΕΙΑ")
    assert not [each.shown for each in found.ranked if public.search(each.shown)]


async def test_every_spelling_of_a_number_is_gathered_under_it(held: Pool, shared_data: Path) -> None:
    """6125 has some 1,700 named lines of approvals, read here from the raw JSON."""
    spelled: dict[str, set[str]] = defaultdict(set)
    lines = 0
    with gzip.open(shared_data / "decisions_flat.jsonl.gz", "rt", encoding="utf-8") as file:
        acts = [row for row in map(json.loads, file) if row["organizationId"] == "6125"]
    for act in acts:
        for line in (act.get("extraFieldValues") or {}).get("sponsor") or ():
            party = line.get("sponsorAFMName") or {}
            if party.get("name") and re.fullmatch(r"\d{9}", party.get("afm") or ""):
                spelled[party["afm"]].add("".join(party["name"].split()))
                lines += 1
    parties = {party.key: party for party in await payees.parties(held, where=DecisionFilter(organizations=("6125",)))}
    gathered = {key: {"".join(name.split()) for name in party.names} for key, party in parties.items()}
    assert lines > 1_600
    assert {key: names for key, names in spelled.items() if key in gathered and names - gathered[key]} == {}
    assert len(spelled.keys() & gathered.keys()) > 400


async def test_spellings_are_one_payee(held: Pool) -> None:
    parties = {party.key: party for party in await payees.parties(held, where=DecisionFilter(organizations=("6125",)))}
    named = [party for party in parties.values() if party.names]
    assert len(named) > 400
    assert len({party.key for party in named}) == len(named)
    assert parties["090000045"].names[0] == "Δ.Ε.Η. ΙΩΑΝΝΙΝΩΝ" and len(parties["090000045"].names) == 2
    assert set(parties["094019245"].own_names) <= set(parties["094019245"].names)


@pytest.mark.parametrize(
    "text", ["πόσα πήρε η INTEC ΑΕ", "τι έχει αναλάβει η εταιρεία intec", "intec ae", "πόσα πληρώθηκε η εταιρεία Intec"]
)
async def test_a_company_is_found_however_it_is_typed(held: Pool, text: str) -> None:
    answer = await ask(held, text, "6125")
    assert "«INTEC A.E.» (ΑΦΜ 094526894) 60.923,50 €" in plain(answer.text)


async def test_where_most_acts_name_nobody_else_there_is_no_ranking_and_the_reason_is_told(held: Pool) -> None:
    answer = await ask(held, "ποιοι πήραν τις περισσότερες αναθέσεις", "6202")
    text = plain(answer.text)
    assert "Σε 2.815 από τις 3.163 αναθέσεις δεν δηλώνεται ανάδοχος ή δηλώνεται ο ίδιος ο δήμος" in text
    assert "δεν δίνω κατάταξη" in text and not answer.figures


async def test_how_many_awards_name_no_contractor_stands_beside_the_ranking(held: Pool) -> None:
    answer = await ask(held, "οι 10 μεγαλύτεροι ανάδοχοι", "6289")
    assert "Σε 203 από τις 1.321 αναθέσεις δεν δηλώνεται ανάδοχος" in plain(answer.text)
    assert answer.outcome is Outcome.PARTIAL and len(answer.citations) == 10


async def test_no_private_person_is_named_from_approvals(held: Pool) -> None:
    found = await ranking(held, "6125", Stage.APPROVAL)
    keys = {key for each in found.ranked for key in each.share.keys}
    assert not {party.key for party in await payees.parties_of(held, keys=keys) if party.private}
    answer = await ask(held, "πόσα πήρε η ΓΕΩΡΓΙΟΥ ΒΑΣΙΛΙΚΗ", "6125")
    assert answer.outcome is Outcome.REFUSED and not answer.figures
