"""The table of decision types, alone and against the source's own recorded list."""

import json
from pathlib import Path

import pytest

from core.domain.ledger import Stage
from core.domain.types import DECISION_TYPES, stage_of


def test_every_type_says_its_title_and_plural_in_readable_greek() -> None:
    for each in DECISION_TYPES.values():
        assert each.title[0].isupper() and each.title[1].islower()
        assert each.plural[1].islower()
        assert each.posted is (f"({each.uid})" in each.title)
        assert each.posted is (f"({each.uid})" in each.plural)


def test_an_award_is_no_direct_award_and_a_tender_is_no_award() -> None:
    assert DECISION_TYPES["Δ.1"].title == "Ανάθεση (Δ.1)"
    assert stage_of("Δ.1") is stage_of("Δ.2.2") is Stage.AWARD
    assert stage_of("Δ.2.1") is Stage.TENDER


@pytest.mark.parametrize(
    ("stage", "types"),
    [
        (Stage.COMMITMENT, {"Β.1.2", "Β.1.3"}),
        (Stage.TENDER, {"Δ.2.1"}),
        (Stage.AWARD, {"Δ.1", "Δ.2.2"}),
        (Stage.CONTRACT, {"Γ.3.4"}),
        (Stage.APPROVAL, {"Β.2.1"}),
        (Stage.PAYMENT, {"Β.2.2"}),
        (Stage.GRANT, {"Β.4", "Β.6"}),
        (Stage.PERSONNEL, {"100", "Γ.2"}),
    ],
)
def test_each_stage_has_the_types_of_the_plan(stage: Stage, types: set[str]) -> None:
    assert {each.uid for each in DECISION_TYPES.values() if each.stage is stage} == types


def test_what_has_a_stage_carries_an_amount_and_nothing_else_does() -> None:
    assert all(each.carries_amount is (each.stage is not None) for each in DECISION_TYPES.values())
    assert not DECISION_TYPES["Β.1.1"].carries_amount
    assert stage_of("Β.3") is None


def test_an_unknown_type_has_no_stage() -> None:
    assert stage_of("B.2.2") is None  # Latin B


@pytest.mark.shared
def test_the_table_is_the_list_of_the_source(shared_data: Path) -> None:
    listed = json.loads((shared_data / "fixtures/types.json").read_text(encoding="utf-8"))["decisionTypes"]
    ours = {(each.uid, each.label, each.parent, each.posted) for each in DECISION_TYPES.values()}
    assert len(listed) == 43
    assert ours == {(row["uid"], row["label"], row["parent"], row["allowedInDecisions"]) for row in listed}
