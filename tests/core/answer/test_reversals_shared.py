"""Over the recorded decisions: reversals of commitments as told are those of the raw JSON, in number and in euro."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from core.answer.assistant import Assistant
from core.app import SettingCache
from core.domain.answer import Outcome, Question, plain
from core.greek.fold import fold
from core.greek.numbers import format_euro
from core.store import organizations
from core.store.pool import Pool
from ingest import register
from tests.core.answer.test_spellings_shared import raw, year_of

pytestmark = pytest.mark.shared
WATER, TOWN, YEAR = "50449", "6202", 2023


@pytest.fixture(scope="module")
async def assistant(corpus: Pool, shared_data: Path) -> Assistant:
    await register.save(corpus, register.read(shared_data / "fixtures" / "organizations_active.json"))
    await organizations.cover_large(corpus, least=200, source="loaded")
    return Assistant(corpus, embedder=None, setting=SettingCache(corpus, home="6265"), seconds=60)


def _asked(text: str, body: str) -> Question:
    return Question(conversation=f"test:{body}", text=text, asked_on=date(2026, 11, 30), organization_uid=body)


def _reversed(shared_data: Path) -> list[Decimal]:
    found = []
    for decision in raw(shared_data):
        values = decision["extraFieldValues"]
        if decision["organizationId"] != WATER or decision["decisionTypeId"] != "Β.1.3":
            continue
        if (values.get("financialYear") or year_of(decision)) != YEAR or decision["status"] != "PUBLISHED":
            continue
        amount = (values.get("amountWithVAT") or {}).get("amount")
        reverses = values.get("recalledExpenseDecision") or "ανατροπη" in fold(decision["subject"])
        if amount is not None and (reverses or amount < 0):
            found.append(abs(Decimal(str(amount))))
    return found


async def test_reversals_lead_the_answer_with_number_and_euro(assistant: Assistant, shared_data: Path) -> None:
    found = _reversed(shared_data)
    told = plain((await assistant.answer(_asked(f"πόσες ανατροπές έγιναν το {YEAR};", WATER))).text)
    assert found
    assert f"{len(found)} πράξεις, {format_euro(sum(found))}" in told.splitlines()[0]


async def test_no_other_stage_stands_in_for_them(assistant: Assistant) -> None:
    answer = await assistant.answer(_asked("πόσες ανατροπές έγιναν το 2024;", TOWN))
    assert answer.outcome is Outcome.PARTIAL
    assert "€" not in plain(answer.text)
    assert "δεν τα έχουμε φορτώσει" in plain(answer.text)
