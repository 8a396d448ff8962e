"""The two ways of finding one contract in several acts agree over the real acts, and on what was read by hand."""

from decimal import Decimal
from pathlib import Path

import pytest

from core.domain.contracts.act import ContractAct
from core.domain.contracts.grouping import contracts
from core.greek.fold import tidy
from evals import truth_contracts, truth_money
from evals.corpora.real import own_numbers

pytestmark = pytest.mark.shared

BY_LOTS = {
    "Ψ6Χ1ΩΛ2-Π04": "ΕΥ7ΦΩΛ2-ΒΟΚ",
    "9ΕΜΝΩΛ2-ΥΩ7": "6ΥΙ2ΩΛ2-2ΦΓ",
    "6ΜΘ6ΩΛ2-Π7Ε": "9ΦΩΒΩΛ2-ΝΑΜ",
    "6ΑΔ8ΩΛ2-41Δ": "66ΥΧΩΛ2-ΧΧΩ",
    "6ΠΟ4ΩΛ2-ΧΟΞ": "ΩΤ0ΘΩΛ2-7ΕΜ",
    "97ΛΞΩ1Ζ-ΛΘΖ": "ΩΥΨ2Ω1Ζ-ΔΧ9",
}
WITHOUT_VAT = {
    "ΕΩΓΘΩΛ2-ΑΛΖ": "6ΒΕΔΩΛ2-ΦΑΑ",
    "ΨΣΔΨΩΛ2-ΝΚΠ": "91Υ6ΩΛ2-ΝΩ1",
    "Ψ6Ε9ΩΛ2-4ΒΠ": "91Υ6ΩΛ2-ΝΩ1",
    "ΨΟΧΝΩΛ2-Χ9Φ": "ΨΙΑΓΩΛ2-Α3Ν",
    "ΩΧΩ6ΩΛ2-1Τ4": "ΩΛΦΧΩΛ2-11Ι",
}
ONE_WORD_LESS = {"64ΜΜΩΛ2-ΠΨ4", "6ΜΨ6ΩΛ2-Λ3Α"}  # slips of the pen that cut words do not bridge


def an_act(act: truth_money.Act, own: str | None) -> ContractAct:
    return ContractAct(
        organization_uid=act.organization,
        stage=act.stage or "",
        ada=act.ada,
        issued_on=act.issued_on,
        amount=act.amount or Decimal(0),
        subject=tidy(act.subject),
        payees=frozenset(act.payees) - {own},
    )


def test_both_find_the_same_contracts(shared_data: Path) -> None:
    files = (shared_data / name for name in ("decisions_api.jsonl.gz", "decisions_flat.jsonl.gz"))
    acts, own = truth_money.read(files), own_numbers(shared_data)
    asked = [
        an_act(act, own.get(act.organization))
        for act in acts
        if act.stage in ("award", "contract") and act.status == "PUBLISHED" and act.amount and act.amount > 0
    ]
    found = {act.ada: each.counted.ada for each in contracts(asked) for act in each.others}
    anew = truth_contracts.set_aside(acts, own)
    assert found.items() >= (BY_LOTS | WITHOUT_VAT).items()
    assert {ada: kept for ada, kept in found.items() if ada not in ONE_WORD_LESS} == anew
