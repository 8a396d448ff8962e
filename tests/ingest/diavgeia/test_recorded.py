"""All recorded decisions of the source: each is read, and the sums are those counted by hand (DIAVGEIA_API §18)."""

from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from core.domain.decision import Decision, LinkKind, Status
from core.domain.identifiers import issuer_uid
from core.domain.ledger import AmountState, Flag
from core.domain.types import DECISION_TYPES
from ingest.diavgeia.parse import parse
from ingest.files import SourceFile

pytestmark = pytest.mark.shared
HOSPITAL, PORT_FUND = "99221771", "51611"


def decisions(*paths: Path) -> Iterator[Decision]:
    for path in paths:
        for row in SourceFile(path).rows():
            assert row.row is not None, (path, row.reason)
            read = parse(row.row)
            assert isinstance(read, Decision), (path, read)
            yield read


@pytest.fixture(scope="module")
def page(shared_data: Path) -> list[Decision]:
    return list(decisions(shared_data / "fixtures/search_reconstructed/complex.json"))


@pytest.fixture(scope="module")
def raw(shared_data: Path) -> list[Decision]:
    return list(decisions(*sorted((shared_data / "fixtures/decisions_raw").iterdir())))


def totals(page: list[Decision]) -> dict[tuple[str, str, int], tuple[int, Decision]]:
    """(body, type, sign) → how many acts, and their amount."""
    counted: dict[tuple[str, str, int], list[Decimal]] = defaultdict(list)
    for each in page:
        amounts = [line.amount for line in each.lines if line.amount is not None]
        if each.lines:
            counted[each.organization_uid, each.decision_type, each.lines[0].sign].append(sum(amounts, Decimal(0)))
    return {key: (len(sums), sum(sums, Decimal(0))) for key, sums in counted.items()}


def test_the_page_of_a_hundred_acts_sums_to_what_was_counted_by_hand(page: list[Decision]) -> None:
    counted = totals(page)
    assert len(page) == 100
    assert counted[HOSPITAL, "Β.1.3", 1] == (28, Decimal("445012.31"))
    assert counted[HOSPITAL, "Β.1.3", -1] == (9, Decimal("19775.29"))
    assert counted[HOSPITAL, "Δ.2.2", 1] == (3, Decimal("20864.74"))
    assert counted[PORT_FUND, "Β.1.3", 1] == (4, Decimal("6898.11"))
    assert counted[PORT_FUND, "Β.2.2", 1] == (26, Decimal("26978.79"))
    assert counted[PORT_FUND, "Δ.1", 1] == (5, Decimal("5272.84"))


def test_commitments_of_the_page_net_of_their_reversals(page: list[Decision]) -> None:
    lines = [
        line
        for each in page
        if (each.organization_uid, each.decision_type) == (HOSPITAL, "Β.1.3")
        for line in each.lines
    ]
    stated = [(line.sign, line.amount) for line in lines if line.amount is not None]
    assert sum((amount for _, amount in stated), Decimal(0)) == Decimal("464787.60")  # what a naive sum says
    assert sum((sign * amount for sign, amount in stated), Decimal(0)) == Decimal("425237.02")
    assert {line.fiscal_year for line in lines} == {2023}


def test_one_sum_posted_as_an_approval_three_times_is_no_spending(shared_data: Path) -> None:
    found = decisions(shared_data / "fixtures/search_reconstructed/simple_query.json")
    same = [each for each in found if each.ada in ("ΨΥΝ1Ω6Τ-Ι7Δ", "ΨΩ0ΙΩ6Τ-ΧΒΠ", "6ΘΘΚΩ6Τ-Ξ1Ρ")]
    assert [[line.amount for line in each.lines] for each in same] == [[Decimal("95732.8")]] * 3
    assert all(line.suspect and Flag.NOT_EXPENDITURE in line.flags for each in same for line in each.lines)


def test_amounts_are_read_for_all_that_state_one(page: list[Decision], shared_data: Path) -> None:
    assert sum(each.amount_state is AmountState.STATED for each in page) == 76
    other = decisions(shared_data / "fixtures/search_reconstructed/simple_query.json")
    assert sum(each.amount_state is AmountState.STATED for each in (*page, *other)) == 83
    unstated = [each for each in page if each.amount_state is AmountState.UNSTATED]
    assert all(each.amount_state is not AmountState.UNREAD for each in page)
    assert all(line.amount is None for each in unstated for line in each.lines)


def test_unflagged_reversals_are_seen_by_their_subject(page: list[Decision]) -> None:
    reversals = [each for each in page if Flag.REVERSAL in each.flags]
    assert len(reversals) == 9
    assert all('recalledExpenseDecision":false' in each.raw for each in reversals)


def test_every_recorded_decision_is_read(raw: list[Decision], shared_data: Path) -> None:
    pages = sorted((shared_data / "fixtures").glob("search_B2*.json"))
    others = list(decisions(*pages, shared_data / "fixtures/search_reconstructed/simple_query.json"))
    assert len(raw) == 35
    assert len(others) == 25
    for each in (*raw, *others):
        stage = DECISION_TYPES[each.decision_type].stage
        assert (each.amount_state is None) is (stage is None)
        assert all(line.stage is stage for line in each.lines)


@pytest.mark.parametrize(
    ("ada", "amounts"),
    [
        ("6ΧΙΥΩΚ9-4ΑΟ", ["1387.3"]),
        ("Ψ11446ΜΓΨ7-ΠΚΛ", ["4139.16"]),
        ("7ΔΦΖΟΕ4Ρ-ΒΚ7", ["979.88"]),
        ("7ΧΔΛ46ΨΖ2Ν-87Ν", ["1123.44"]),
        ("Ω97ΤΩΞΧ-8ΚΛ", ["128247.69"]),
        ("7394ΩΞΧ-ΠΔΖ", [None]),
        ("ΩΥΦΒ4653ΠΣ-1ΤΦ", ["1.04"]),
        ("ΩΡΡΠΩΛΞ-2ΓΔ", ["170.97"]),
        ("67ΒΘΟΡΡ2-85Ω", ["13008.13"]),
        ("64Μ44691ΩΓ-5ΨΑ", ["2804.4"]),
        ("ΩΜΟΔ469Β7Θ-6Τ9", ["5500"]),
        ("7ΤΘ846ΨΧΕΔ-4Γ6", ["9370.08"]),
    ],
)
def test_the_documented_amounts_are_read(raw: list[Decision], ada: str, amounts: list[str | None]) -> None:
    (found,) = [each for each in raw if each.ada == ada]
    assert [line.amount for line in found.lines] == [amount and Decimal(amount) for amount in amounts]


def test_payroll_without_an_amount_is_payroll_and_unstated(raw: list[Decision]) -> None:
    (payroll,) = [each for each in raw if each.ada == "7394ΩΞΧ-ΠΔΖ"]
    assert (payroll.amount_state, payroll.flags) == (AmountState.UNSTATED, {Flag.PAYROLL})


def test_a_placeholder_of_a_grant_is_flagged(raw: list[Decision]) -> None:
    (grant,) = [each for each in raw if each.ada == "ΩΥΦΒ4653ΠΣ-1ΤΦ"]
    assert grant.flags == {Flag.PLACEHOLDER}


def test_every_row_of_the_api_file_is_read(shared_data: Path) -> None:
    read = list(decisions(shared_data / "decisions_api.jsonl.gz"))
    assert len(read) == 1_480
    assert sum(each.status is Status.REVOKED for each in read) == 100
    assert {link.kind for each in read for link in each.links} >= {
        LinkKind.APPROVAL,
        LinkKind.COMMITMENT,
        LinkKind.RELATED,
    }
    own = sum(issuer_uid(each.ada) == each.organization_uid for each in read)
    assert own > 0.99 * len(read)
