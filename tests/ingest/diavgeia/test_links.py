"""Which decisions a decision names, field by field."""

import pytest

from core.domain.decision import LinkKind
from ingest.diavgeia.links import links_of

OWN, OTHER, THIRD = "6ΑΑΑΩ1Ρ-4ΟΚ", "6ΑΑΒΩ1Ρ-5ΟΚ", "6ΑΑΓΩ1Ρ-6ΟΚ"


def found(values: dict[str, object], subject: str = "") -> list[tuple[str, LinkKind]]:
    links = links_of(OWN, values, subject, registered=lambda uid: uid == "6265")
    return [(link.target_ada, link.kind) for link in links]


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ({"relatedEkgrisiDapanis": [{"textRelatedADA": OTHER}]}, LinkKind.APPROVAL),
        ({"relatedAnalipsiYpoxreosis": [{"textRelatedADA": OTHER}]}, LinkKind.COMMITMENT),
        ({"relatedAnalipsiYpoxreosis": {"textRelatedADA": OTHER}}, LinkKind.COMMITMENT),
        ({"relatedPartialADA": OTHER}, LinkKind.REVERSED),
        ({"textRelatedADA": OTHER}, LinkKind.TENDER_OR_AWARD),
        ({"relatedDecisions": [{"relatedDecisionsADA": OTHER}]}, LinkKind.RELATED),
    ],
)
def test_each_field_tells_what_the_other_decision_is(values: dict[str, object], kind: LinkKind) -> None:
    assert found(values) == [(OTHER, kind)]


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"relatedDecisions": None},
        {"relatedDecisions": []},
        {"relatedDecisions": [{"relatedDecisionsADA": "00000-000"}]},
    ]
    + [{"textRelatedADA": text} for text in ("", " ", None, "12345", OWN)],
)
def test_empty_fields_placeholders_and_the_act_itself_are_no_links(values: dict[str, object]) -> None:
    assert found(values) == []


def test_several_adas_in_one_field_are_all_read() -> None:
    assert found({"textRelatedADA": f"{OTHER}, {THIRD}"}) == [
        (OTHER, LinkKind.TENDER_OR_AWARD),
        (THIRD, LinkKind.TENDER_OR_AWARD),
    ]


def test_an_ada_typed_with_latin_letters_is_the_same() -> None:
    assert found({"textRelatedADA": "6AABΩ1P-5OK"}) == [(OTHER, LinkKind.TENDER_OR_AWARD)]


def test_an_ada_in_the_subject_is_a_link_and_other_codes_are_not() -> None:
    assert found({}, f"Ορθή επανάληψη της {OTHER}, CPV 50000000-5, πρωτ. 12345-678") == [(OTHER, LinkKind.SUBJECT)]


def test_a_decision_named_twice_is_linked_once_by_its_field() -> None:
    assert found({"relatedDecisions": [{"relatedDecisionsADA": OTHER}]}, f"σχετ. {OTHER}") == [
        (OTHER, LinkKind.RELATED)
    ]
