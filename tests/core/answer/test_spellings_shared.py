"""Over the recorded decisions: five spellings of a question give one answer, with the figures of the raw JSON."""

import gzip
import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from core.answer.assistant import Assistant
from core.app import SettingCache
from core.domain.answer import Answer, Question, plain
from core.domain.request import Unit
from core.store import organizations
from core.store.pool import Pool
from evals import truth_money
from evals.corpora import real
from ingest import register
from tests.core.answer.spellings import SPELLINGS

pytestmark = pytest.mark.shared
ATHENS = ZoneInfo("Europe/Athens")


@pytest.fixture(scope="session")
async def answers(corpus: Pool, shared_data: Path) -> dict[str, list[Answer]]:
    await register.save(corpus, register.read(shared_data / "fixtures" / "organizations_active.json"))
    await organizations.cover_large(corpus, least=200, source="loaded")
    assistant = Assistant(corpus, embedder=None, setting=SettingCache(corpus, home="6265"), seconds=60)
    asked: dict[str, list[Answer]] = {}
    for name, texts in SPELLINGS.items():
        for text in texts:
            question = Question(conversation="test:spellings", text=text, asked_on=date(2026, 11, 30))
            asked.setdefault(name, []).append(await assistant.answer(question))
    return asked


def raw(shared_data: Path) -> Iterator[dict]:
    """The recorded decisions, each ΑΔΑ once, by a reader of its own."""
    for name in ("decisions_api.jsonl.gz", "decisions_flat.jsonl.gz"):
        with gzip.open(shared_data / name, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line, parse_float=Decimal)


def year_of(decision: dict) -> int:
    return datetime.fromtimestamp(decision["issueDate"] / 1000, UTC).astimezone(ATHENS).year


def figure(answer: Answer, unit: Unit) -> Decimal:
    return next(each.value for each in answer.figures if each.unit is unit)


@pytest.mark.parametrize("name", SPELLINGS)
async def test_five_spellings_give_one_answer(answers: dict[str, list[Answer]], name: str) -> None:
    told = {(each.outcome, each.figures, tuple(cited.ada for cited in each.citations)) for each in answers[name]}
    assert len(told) == 1


async def test_awards_are_the_sum_of_the_raw_amounts(answers: dict[str, list[Answer]], shared_data: Path) -> None:
    names = ("decisions_api.jsonl.gz", "decisions_flat.jsonl.gz")
    again = real.left_out(truth_money.read(shared_data / name for name in names), shared_data)
    amounts = [
        decision["extraFieldValues"].get("awardAmount", {}).get("amount")
        for decision in raw(shared_data)
        if decision["organizationId"] == "6179"
        and decision["decisionTypeId"] in ("Δ.1", "Δ.2.2")
        and decision["status"] == "PUBLISHED"
        and decision["ada"] not in again
        and year_of(decision) == 2023
    ]
    figures = {each.value for each in answers["awards"][0].figures if each.unit is Unit.EURO}
    assert sum(Decimal(str(amount)) for amount in amounts if amount is not None) in figures


async def test_commitments_are_net_of_reversals(answers: dict[str, list[Answer]], shared_data: Path) -> None:
    net = Decimal(0)
    for decision in raw(shared_data):
        values = decision["extraFieldValues"]
        if decision["organizationId"] != "50449" or decision["decisionTypeId"] != "Β.1.3":
            continue
        if (values.get("financialYear") or year_of(decision)) != 2023 or decision["status"] != "PUBLISHED":
            continue
        amount = (values.get("amountWithVAT") or {}).get("amount")
        reverses = values.get("recalledExpenseDecision") or "ΑΝΑΤΡΟΠΗ" in decision["subject"].upper().replace("Ή", "Η")
        if amount is not None:
            net += -abs(Decimal(str(amount))) if reverses or amount < 0 else Decimal(str(amount))
    assert figure(answers["commitments"][0], Unit.EURO) == net


async def test_decisions_of_a_year_are_the_raw_count(answers: dict[str, list[Answer]], shared_data: Path) -> None:
    count = sum(
        decision["organizationId"] == "6289" and decision["status"] == "PUBLISHED" and year_of(decision) == 2024
        for decision in raw(shared_data)
    )
    assert figure(answers["count"][0], Unit.DECISIONS) == count


async def test_payments_say_that_their_amounts_were_not_read(answers: dict[str, list[Answer]]) -> None:
    text = plain(answers["payments"][0].text)
    assert "δεν τα έχουμε φορτώσει, γι' αυτό δεν δίνω σύνολο πληρωμών" in text
