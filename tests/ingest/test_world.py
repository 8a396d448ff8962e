"""The invented world: the same from the same seed, in the source's own shapes, with every trap, and true to itself."""

import gzip
import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from core.domain.decision import LinkKind
from core.domain.identifiers import issuer_uid, parse_ada, valid_afm
from core.domain.ledger import AmountState, Stage
from core.domain.period import ATHENS
from core.domain.types import DECISION_TYPES
from core.errors import InvalidInput
from core.greek.lexemes import lexemes
from ingest import world
from ingest.diavgeia.parse import shown_subject


@pytest.fixture(scope="module")
def made() -> world.World:
    return world.build()


def issued_on(decision: dict) -> date:
    return datetime.fromtimestamp(decision["issueDate"] / 1000, UTC).astimezone(ATHENS).date()


def every_value(value: object, key: str) -> Iterator[object]:
    """Whatever stands under a key anywhere inside."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == key:
                yield inner
            yield from every_value(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from every_value(inner, key)


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        world.build(seed=7, decisions=900).write(tmp_path / name)
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert files == ["decisions.jsonl.gz", "organizations.json", "truth.json"]
    for name in files:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_another_seed_gives_another_world(made: world.World) -> None:
    other = world.build(seed=2)
    assert not {each["ada"] for each in made.decisions} & {each["ada"] for each in other.decisions}
    assert other.truth.total(stage=Stage.PAYMENT).net != made.truth.total(stage=Stage.PAYMENT).net


def test_what_is_written_can_be_read_back(made: world.World, tmp_path: Path) -> None:
    made.write(tmp_path)
    lines = gzip.decompress((tmp_path / "decisions.jsonl.gz").read_bytes()).decode().splitlines()
    truth = json.loads((tmp_path / "truth.json").read_text(encoding="utf-8"))
    assert [json.loads(line) for line in lines] == made.decisions
    paid = sum(Decimal(cell["net"]) for cell in truth["totals"] if cell["stage"] == "payment")
    assert paid == made.truth.total(stage=Stage.PAYMENT).net
    assert len(truth["rows"]) == len(made.truth.rows)
    assert (
        json.loads((tmp_path / "organizations.json").read_text(encoding="utf-8"))["organizations"] == made.organizations
    )


def test_it_holds_exactly_as_many_decisions_as_were_asked(made: world.World) -> None:
    assert len(made.decisions) == len(made.truth.decisions) == 1500
    assert len(world.build(seed=3, decisions=2345).decisions) == 2345


def test_a_world_too_small_for_its_traps_is_refused() -> None:
    with pytest.raises(InvalidInput):
        world.build(decisions=100)
    with pytest.raises(InvalidInput):
        world.build(first_year=2026)


def test_every_decision_falls_inside_the_years_asked() -> None:
    made = world.build(seed=5, decisions=1000, first_year=2020, last_year=2022)
    days = [issued_on(each) for each in made.decisions]
    assert min(days) >= date(2020, 1, 1) and max(days) <= date(2022, 12, 31)
    last = datetime(2023, 1, 1, tzinfo=ATHENS).timestamp() * 1000
    assert all(each["publishTimestamp"] <= each["submissionTimestamp"] < last for each in made.decisions)


def test_decisions_come_in_the_order_of_submission_beside_their_truth(made: world.World) -> None:
    stamps = [each["submissionTimestamp"] for each in made.decisions]
    assert stamps == sorted(stamps)
    for decision, true in zip(made.decisions, made.truth.decisions, strict=True):
        assert (decision["ada"], decision["organizationId"], decision["decisionTypeId"], decision["status"]) == (
            true.ada,
            true.organization_uid,
            true.decision_type,
            true.status,
        )
        assert issued_on(decision) == true.issued_on


def test_every_ada_is_its_own_and_names_its_issuer(made: world.World) -> None:
    adas = [each["ada"] for each in made.decisions]
    assert len(set(adas)) == len(adas)
    for each in made.decisions:
        assert parse_ada(each["ada"]) == each["ada"]
        assert issuer_uid(each["ada"]) == each["organizationId"]
        assert each["ada"][0] != "Λ" or issued_on(each).year >= 2026


def test_every_afm_passes_its_check_digit(made: world.World) -> None:
    afms = {afm for each in made.decisions for afm in every_value(each["extraFieldValues"], "afm")}
    assert len(afms) > 60
    assert all(valid_afm(afm) for afm in afms | {each["vatNumber"] for each in made.organizations})


def test_one_supplier_is_spelled_in_several_ways(made: world.World) -> None:
    names = defaultdict(set)
    for each in made.decisions:
        for person in every_value(each["extraFieldValues"], "person"):
            for party in person or ():
                names[party["afm"]].add(party["name"])
    assert max(map(len, names.values())) >= 4
    assert any(",," in name for spellings in names.values() for name in spellings)


def test_the_types_have_the_shares_of_a_municipality(made: world.World) -> None:
    counts = made.truth.counts("decision_type")
    most = sorted(counts, key=counts.__getitem__, reverse=True)
    assert {kind for (kind,) in most[:3]} == {"Β.2.2", "Β.1.3", "Δ.1"}
    assert len(counts) >= 25
    assert all(DECISION_TYPES[kind].posted for (kind,) in counts)


def test_amounts_of_ten_million_and_more_are_written_with_an_exponent(made: world.World) -> None:
    text = "\n".join(made.lines())
    assert '"amount": 1.234567891E7' in text and '"amountWithVAT": 2.420203001E9' in text and '"amount": 1.5E7' in text
    assert "12345678.91" not in text


def test_every_link_that_an_act_states_is_in_the_truth_and_leads_to_an_act_of_the_same_body(made: world.World) -> None:
    fields = ("textRelatedADA", "relatedPartialADA", "relatedDecisionsADA")
    stated = {
        (each["ada"], target)
        for each in made.decisions
        for field in fields
        for target in every_value(each["extraFieldValues"], field)
        if target
    }
    true = {(link.ada, link.target) for link in made.truth.links if link.kind is not LinkKind.SUBJECT}
    assert stated == true
    body = {each.ada: each.organization_uid for each in made.truth.decisions}
    assert all(body[ada] == body[target] for ada, target in true)


def test_purchases_are_chains_from_commitment_to_payment(made: world.World) -> None:
    chains = [[act.decision_type for act in acts] for acts in made.truth.chains().values()]
    assert sum({"Β.1.3", "Δ.1", "Β.2.2"} <= set(chain) for chain in chains) >= 80
    assert sum({"Δ.2.1", "Δ.2.2", "Γ.3.4"} <= set(chain) for chain in chains) >= 3
    kinds = {link.kind for link in made.truth.links}
    assert kinds == set(LinkKind)


def test_no_purchase_pays_more_than_was_awarded_or_reverses_more_than_was_committed(made: world.World) -> None:
    chain_of = {each.ada: each.chain for each in made.truth.decisions if not each.cases}
    sums: dict[tuple[int, Stage, int, int | None], Decimal] = defaultdict(Decimal)
    for row in made.truth.rows:
        chain = chain_of.get(row.ada)
        if chain is not None and row.amount is not None:
            year = row.year if row.stage is Stage.COMMITMENT else None
            sums[chain, row.stage, row.sign, year] += row.amount
    assert len(sums) > 500
    for (chain, stage, sign, year), amount in sums.items():
        if stage is Stage.PAYMENT and (chain, Stage.AWARD, 1, None) in sums:
            assert amount <= sums[chain, Stage.AWARD, 1, None]
        if sign < 0:
            assert amount <= sums[chain, Stage.COMMITMENT, 1, year]


def test_truth_agrees_with_a_plain_reading_of_the_payments(made: world.World) -> None:
    set_aside = {row.ada for row in made.truth.rows if not row.counted}
    paid = Decimal(0)
    for each in made.decisions:
        if each["decisionTypeId"] == "Β.2.2" and each["ada"] not in set_aside:
            sponsors = each["extraFieldValues"]["sponsor"] or []
            for line in [sponsors] if isinstance(sponsors, dict) else sponsors:
                paid += Decimal(str(line["expenseAmount"].get("amount", 0)))
    assert paid == made.truth.total(stage=Stage.PAYMENT).net > 100_000


def test_fine_cells_add_up_to_coarse_ones(made: world.World) -> None:
    coarse = made.truth.totals("stage", "year", "organization_uid")
    fine = made.truth.totals("stage", "year", "organization_uid", "month", "topic")
    for cell, total in coarse.items():
        parts = [part for key, part in fine.items() if key[:3] == cell]
        assert sum(part.net for part in parts) == total.net
        assert sum(part.unstated for part in parts) == total.unstated
    assert sum(made.truth.counts("year", "decision_type").values()) == made.truth.counts()[()]


def test_an_amount_that_is_not_stated_is_no_zero(made: world.World) -> None:
    for row in made.truth.rows:
        assert (row.amount is None) == (row.state is not AmountState.STATED)
        assert row.amount is None or row.amount >= 0


def test_a_subject_holds_the_words_of_its_topic_and_of_no_other(made: world.World) -> None:
    asked = {topic: set(lexemes(ask)) for topic, ask in made.truth.topics.items()}
    assert len(asked) >= 25
    for decision, true in zip(made.decisions, made.truth.decisions, strict=True):
        held = set(lexemes(shown_subject(decision["subject"])))
        found = {topic for topic, words in asked.items() if words <= held}
        assert found == ({true.topic} if true.named else set()), decision["subject"]


def test_an_earlier_version_of_every_corrected_act_is_kept(made: world.World) -> None:
    corrected = {each["ada"]: each for each in made.decisions if each["correctedVersionId"]}
    assert corrected.keys() == {each["ada"] for each in made.superseded}
    for earlier in made.superseded:
        later = corrected[earlier["ada"]]
        assert later["correctedVersionId"] == earlier["versionId"] != later["versionId"]
        assert earlier["submissionTimestamp"] == earlier["publishTimestamp"] < later["submissionTimestamp"]
        assert earlier["extraFieldValues"] != later["extraFieldValues"]


def test_examples_name_bodies_and_decisions_of_this_world(made: world.World) -> None:
    *questions, ada = made.examples
    assert len(questions) >= 5 and all("{" not in question for question in questions)
    assert any(link.target == ada for link in made.truth.links)
    town, _, utility = made.covered
    asked = ((Stage.AWARD, "fuel", town), (Stage.PAYMENT, "waste", town), (Stage.COMMITMENT, "water", utility))
    for stage, topic, body in asked:
        assert made.truth.total(stage=stage, year=2025, topic=topic, organization_uid=body, named=True).net > 0


@pytest.mark.shared
def test_bodies_and_receivers_are_of_no_real_register(made: world.World, shared_data: Path) -> None:
    text = (shared_data / "fixtures" / "organizations_active.json").read_text(encoding="utf-8")
    register = json.loads(text)["organizations"]
    assert not {each["uid"] for each in register} & {each["uid"] for each in made.organizations}
    assert not {each["label"] for each in register} & {each["label"] for each in made.organizations}
    afms = {afm for each in made.decisions for afm in every_value(each["extraFieldValues"], "afm")}
    assert not {each["vatNumber"] for each in register} & (afms | {each["vatNumber"] for each in made.organizations})
    assert all(each.keys() == register[0].keys() for each in made.organizations)


@pytest.mark.shared
def test_decisions_have_the_keys_of_the_recorded_ones(made: world.World, shared_data: Path) -> None:
    recorded = defaultdict(set)
    for path in (shared_data / "fixtures" / "decisions_raw").glob("*.json"):
        decision = json.loads(path.read_text(encoding="utf-8"))
        outer = list(decision)
        recorded[decision["decisionTypeId"]].add(tuple(decision["extraFieldValues"]))
    assert all(list(each) == outer for each in made.decisions)
    compared = 0
    for each in made.decisions:
        if each["decisionTypeId"] in recorded and each["extraFieldValues"] is not None:
            assert tuple(each["extraFieldValues"]) in recorded[each["decisionTypeId"]]
            compared += 1
    assert compared > 1_400


@pytest.mark.shared
def test_every_cpv_is_of_the_official_list(made: world.World, shared_data: Path) -> None:
    listed = (shared_data / "reference" / "cpv_el.csv").read_text(encoding="utf-8").splitlines()
    official = {line.partition(";")[0] for line in listed}
    used = set()
    for each in made.decisions:
        for cpv in every_value(each["extraFieldValues"], "cpv"):
            used |= {cpv} if isinstance(cpv, str) else set(cpv or ())
    assert len(used) > 20 and used <= official
