"""The independent script: what it takes from raw rows, on rows small enough to be added up by hand."""

import gzip
import json
import subprocess
import sys
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from evals import truth_money as truth

MARCH_2024 = 1710374400000  # 14/3/2024 00:00 UTC
NEW_YEAR_IN_ATHENS = 1704060000000  # 31/12/2023 22:00 UTC


def row(ada: str, decision_type: str, fields: dict, **more) -> dict:
    usual = {"organizationId": "1", "status": "PUBLISHED", "issueDate": MARCH_2024, "subject": "Προμήθεια καυσίμων"}
    return {"ada": ada, "decisionTypeId": decision_type, "extraFieldValues": fields, **usual, **more}


def award(ada: str, amount: float | None, **more) -> dict:
    return row(ada, "Δ.1", {"awardAmount": {"amount": amount, "currency": "EUR"}}, **more)


def commitment(ada: str, amount: float, subject: str = "Δέσμευση", **fields) -> dict:
    return row(ada, "Β.1.3", {"amountWithVAT": {"amount": amount, "currency": "EUR"}, **fields}, subject=subject)


@pytest.fixture
def read(tmp_path: Path):
    def of(*rows: dict) -> list[truth.Act]:
        path = tmp_path / "rows.jsonl.gz"
        with gzip.open(path, "wt", encoding="utf-8") as file:
            file.writelines(json.dumps(each) + "\n" for each in rows)
        return truth.read([path])

    return of


def test_amounts_are_taken_as_written_and_a_missing_one_is_none(read):
    acts = read(award("Α", 120.1), award("Β", None), award("Γ", 0.2))

    assert truth.total(acts) == truth.Total(acts=3, without_amount=1, gross=Decimal("120.3"), reversed=Decimal(0))


def test_payments_and_approvals_add_up_their_lines(read):
    lines = [{"expenseAmount": {"amount": amount}} for amount in (10.5, 2.25, None)]

    acts = read(row("Α", "Β.2.1", {"sponsor": lines}), row("Β", "Β.2.2", {"sponsor": []}), row("Γ", "Β.2.2", {}))

    assert [act.amount for act in acts] == [Decimal("12.75"), None, None]


@pytest.mark.parametrize(
    ("subject", "fields", "reversed_"),
    [
        ("ΑΝΑΤΡΟΠΗ", {}, True),
        ("Μερική ανάκληση για ύδρευση", {}, True),
        ("Θερμική ενέργεια (ΑΝΑΚΛΗΣΗ)", {}, True),
        ("Ανάκληση της απόφασης ανάληψης υποχρέωσης", {}, True),
        ("Δέσμευση", {"recalledExpenseDecision": True}, True),
        ("Προμήθεια φορτηγού με ανατροπή", {}, False),
        ("Δέσμευση πίστωσης", {}, False),
    ],
)
def test_a_commitment_is_a_reversal_by_its_flag_or_its_subject(read, subject, fields, reversed_):
    [act] = read(commitment("Α", 100.0, subject, **fields))

    assert act.amount == (Decimal(-100) if reversed_ else Decimal(100))


def test_a_negative_commitment_is_a_reversal(read):
    [act] = read(commitment("Α", -40.0))

    assert truth.total([act]).net == Decimal(-40)


def test_days_are_those_of_athens_and_commitments_go_by_fiscal_year(read):
    first, second = read(award("Α", 1.0, issueDate=NEW_YEAR_IN_ATHENS), commitment("Β", 1.0, financialYear=2025))

    assert (first.issued_on, first.year) == (date(2024, 1, 1), 2024)
    assert (second.issued_on, second.year) == (date(2024, 3, 14), 2025)


def test_the_last_posted_version_of_an_act_counts(read):
    [act] = read(award("Α", 5.0, submissionTimestamp=2), award("Α", 9.0, submissionTimestamp=1))

    assert act.amount == Decimal("5.0")


def test_only_published_acts_of_the_question_are_chosen(read):
    acts = read(
        award("Α", 1.0),
        award("Β", 2.0, status="REVOKED"),
        award("Γ", 4.0, organizationId="2"),
        award("Δ", 8.0, issueDate=MARCH_2024 - 366 * 86_400_000),
        commitment("Ε", 16.0),
    )

    chosen = truth.chosen(acts, organizations=["1"], stage="award", years=[2024])

    assert [act.ada for act in chosen] == ["Α"]
    assert truth.chosen(acts, organizations=["1"], stage="award", years=[2024], without=["Α"]) == []


@pytest.mark.parametrize("subject", ["Προμήθεια ΚΑΥΣΙΜΩΝ", "προμήθεια καυσίμων", "ΠΡΟΜΗΘΕΙΑ KAYΣIMΩN"])
def test_forms_are_compared_without_case_accents_or_look_alikes(read, subject):
    [act] = read(award("Α", 1.0, subject=subject))

    assert truth.holds(act, [["προμηθεια"], ["καυσιμ*", "πετρελαιο"]])
    assert not truth.holds(act, [["καυσιμ"]])


def test_ranks_leave_out_what_states_no_amount(read):
    acts = read(award("Α", 3.0), award("Β", None), award("Γ", 5.0), award("Δ", 5.0, issueDate=MARCH_2024 + 86_400_000))

    assert [act.ada for act in truth.ranked(acts)] == ["Δ", "Γ", "Α"]
    assert [act.ada for act in truth.ranked(acts, largest=False, limit=1)] == ["Α"]


def test_it_answers_from_the_command_line(tmp_path):
    path = tmp_path / "rows.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write(json.dumps(award("Α", 7.5)) + "\n")

    run = subprocess.run(
        [sys.executable, "-m", "evals.truth_money", str(path), "--org", "1", "--stage", "award", "--word", "καύσιμ*"],
        capture_output=True,
        check=True,
        text=True,
        cwd=Path(__file__).resolve().parents[2],
    )

    assert json.loads(run.stdout)["net"] == "7.5"
