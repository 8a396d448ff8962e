"""Rows of an invented body, as the source writes them."""

import json
from typing import Any

LETTERS = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"


def an_ada(number: int, issuer: str = "ΩΔΟ") -> str:
    """A different one for each number."""
    head = "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(4))
    return f"{head}{issuer}-1ΔΟ"


def a_row(number: int, *, body: str = "100000001", **changes: Any) -> dict[str, Any]:
    """An award; `changes` replace its fields."""
    ada = an_ada(number)
    values = {"awardAmount": {"amount": 100.5 + number, "currency": "EUR"}, "person": [], "documentType": "ΠΡΑΞΗ"}
    whole = {
        "ada": ada,
        "subject": f"Προμήθεια υλικών, παρτίδα {number % 40}",
        "protocolNumber": str(number),
        "issueDate": 1744848000000,
        "organizationId": body,
        "unitIds": [],
        "signerIds": [],
        "decisionTypeId": "Δ.1",
        "thematicCategoryIds": [],
        "extraFieldValues": values,
        "privateData": False,
        "status": "PUBLISHED",
        "versionId": f"version-{number}",
        "correctedVersionId": None,
        "publishTimestamp": 1744876800123,
        "submissionTimestamp": 1744876800123,
    }
    return whole | changes


def as_lines(rows: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
