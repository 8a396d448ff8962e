"""Amounts that others checked against the PDF: what was wrong is set aside with its reason, what was right counts.

Each case is loaded as a body of its own: thirty acts of the usual size, and a linked act with the verified amount.
"""

import csv
import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from core.store.pool import Pool
from tests.ingest.rows import a_row, an_ada
from tests.ingest.test_load import load_rows

pytestmark = pytest.mark.shared
USUAL = Decimal(1062)  # the median payment in Διαύγεια (DIAVGEIA_API §8.14)
SUPPLIER, PAYER = "800579607", "999233404"
AFMS = {"ΨΚ1Τ46907Κ-Α8Ω": "800495854", "6Χ4Μ46907Κ-8Θ2": "094472918"}


def a_payment(ada: str, amount: Decimal, **values: Any) -> dict[str, Any]:
    payee = {"afm": AFMS.get(ada, SUPPLIER), "afmType": "EL", "name": "ΔΟΚΙΜΗ Α.Ε."}
    line = {"sponsorAFMName": payee, "expenseAmount": {"amount": float(amount), "currency": "EUR"}, "kae": "1311"}
    return {"decisionTypeId": "Β.2.2", "extraFieldValues": {"org": {"afm": PAYER}, "sponsor": [line], **values}}


def a_commitment(amount: Decimal, kae: str) -> dict[str, Any]:
    lines = [{"kae": kae, "amountWithVAT": float(amount)}]
    money = {"amount": float(amount), "currency": "EUR"}
    values = {"financialYear": 2025, "amountWithVAT": money, "amountWithKae": lines, "recalledExpenseDecision": False}
    return {"decisionTypeId": "Β.1.3", "extraFieldValues": values}


class Body:
    """Rows of one case's body, each with a number of its own."""

    def __init__(self, place: int) -> None:
        self.uid, self.first, self.rows = str(200_000_000 + place), 1 + place * 100, []

    def add(self, made: dict[str, Any], *, subject: str, ada: str | None = None, protocol: str | None = None) -> str:
        number = self.first + len(self.rows)
        own = ada or an_ada(number)
        changed = {**made, "ada": own, "subject": subject, "protocolNumber": protocol or f"{number}/2025"}
        self.rows.append(a_row(number, body=self.uid, **changed))
        return own


def of_hospital(body: Body, case: dict[str, str]) -> None:
    recorded, actual = Decimal(case["recorded"]), case["pdf_actual"]
    for number in range(30):
        body.add(a_payment("", USUAL + number % 7), subject=f"Ένταλμα υλικών {number}")
    links = {}
    if actual:
        approval = a_payment("", Decimal(actual)) | {"decisionTypeId": "Β.2.1"}
        named = body.add(approval, subject="Έγκριση δαπάνης για αντιδραστήρια")
        links = {"relatedEkgrisiDapanis": [{"textRelatedADA": named}]}
    body.add(a_payment(case["ada"], recorded, **links), subject="Πληρωμή αντιδραστηρίων", ada=case["ada"])


def of_island(body: Body, case: dict[str, str]) -> None:
    for number in range(30):
        body.add(a_commitment(USUAL + number % 7, case["kae"] or "10.6012"), subject=f"Δέσμευση {number}")
    body.add(a_commitment(Decimal(case["metadata_amount"]), case["kae"]), subject="Δέσμευση για υλικά", ada=case["ada"])
    money = {"amount": float(case["document_amount"]), "currency": "EUR"}
    person = [{"afm": SUPPLIER, "name": "ΔΟΚΙΜΗ Α.Ε.", "afmType": "EL"}]
    award = {"awardAmount": money, "person": person, "textRelatedADA": case["ada"]}
    body.add({"decisionTypeId": "Δ.1", "extraFieldValues": award}, subject="Ανάθεση προμήθειας υλικών")


def cases(shared: Path, name: str) -> list[dict[str, str]]:
    with (shared / "reference" / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


async def aside(pool: Pool) -> dict[str, set[str]]:
    records = await pool.fetch("SELECT ada, reasons FROM set_aside_lines")
    reasons = {"afm_as_amount", "code_as_amount", "hundredfold", "above_budget", "posted_twice"}
    return {record["ada"]: set(record["reasons"]) & reasons for record in records}


async def test_every_verified_amount_is_judged_as_its_pdf_says(fresh: Pool, shared_data: Path) -> None:
    places = iter(range(1, 100))
    bodies, expected, unknown = [], {}, set()
    for case in cases(shared_data, "pdf_verified_amounts_rhodes_hospital.csv"):
        bodies.append(Body(next(places)))
        of_hospital(bodies[-1], case)
        if case["verdict"] == "x100_error":
            expected[case["ada"]] = {"hundredfold"}
        elif case["verdict"] == "parse_fail":
            unknown.add(case["ada"])
        elif case["verdict"].startswith("amount equals"):
            expected[case["ada"]] = {"afm_as_amount"}
    for case in cases(shared_data, "pdf_verified_amounts_tinos.csv"):
        if case["verdict"] == "x100_error":
            bodies.append(Body(next(places)))
            of_island(bodies[-1], case)
            expected[case["ada"]] = {"hundredfold"}
    assert sum(reasons == {"hundredfold"} for reasons in expected.values()) == 25
    await load_rows(fresh, [row for body in bodies for row in body.rows])
    assert {ada: why for ada, why in (await aside(fresh)).items() if ada not in unknown} == expected


async def test_one_payment_order_posted_twice_counts_once(fresh: Pool) -> None:
    body = Body(1)
    for ada in ("ΨΧΥΧΩΗ6-8ΚΖ", "61ΘΚΩΗ6-4ΤΛ"):
        body.add(a_payment(ada, Decimal("154224.42")), subject="Χρηματικό ένταλμα 12", ada=ada, protocol="77/2025")
    body.rows[1]["publishTimestamp"] += 21_000
    await load_rows(fresh, body.rows)
    assert await aside(fresh) == {"61ΘΚΩΗ6-4ΤΛ": {"posted_twice"}}


def messy(shared: Path) -> Iterator[dict[str, Any]]:
    for line in (shared / "reference" / "messy_cases_crati.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


async def test_recorded_slips_are_set_aside_and_huge_amounts_are_not(fresh: Pool, shared_data: Path) -> None:
    meant = {"9ΣΞΞΟΡΦΧ-57Γ": "269628.16", "9ΨΑ146ΝΚΟΤ-ΩΦ3": "28086.00"}
    bodies = []
    for place, case in enumerate(messy(shared_data), start=1):
        body, kind = Body(place), case["decisionTypeId_inferred"]
        for number in range(30):
            made = a_payment("", USUAL + number % 7)
            if kind != "Β.2.2":
                money = {"amount": 1062.0 + number % 7, "currency": "EUR"}
                names = ("awardAmount", "contractAmount", "estimatedAmount")
                made = {"decisionTypeId": kind, "extraFieldValues": dict.fromkeys(names, money)}
            body.add(made, subject=f"Προμήθεια {number}")
        body.add(
            {"decisionTypeId": kind, "extraFieldValues": case["extraFieldValues"]}, subject="Πράξη", ada=case["ada"]
        )
        if case["ada"] in meant:
            tie = {"relatedDecisions": [{"relatedDecisionsADA": case["ada"]}]}
            made = a_commitment(Decimal(meant[case["ada"]]), "2410")
            made["extraFieldValues"] |= tie
            body.add(made, subject="Δέσμευση")
        bodies.append(body)
    await load_rows(fresh, [row for body in bodies for row in body.rows])
    assert {ada: why for ada, why in (await aside(fresh)).items() if why} == {key: {"hundredfold"} for key in meant}
    assert await fresh.fetchval("SELECT 'payee_is_issuer' = ANY(flags) FROM decisions WHERE ada = 'ΨΤ78ΟΞΧΔ-04Δ'")
