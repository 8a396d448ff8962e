"""No near-limit answer over the recorded decisions is refused by its own guard: every body, year and wording."""

import logging
from datetime import date
from pathlib import Path

import pytest

from core.answer.assistant import Assistant
from core.app import SettingCache
from core.domain.answer import Outcome, Question, plain
from core.store import organizations
from core.store.pool import Pool
from ingest import register

pytestmark = pytest.mark.shared
WORDS = "αναθέσεις λίγο κάτω από το όριο της απευθείας ανάθεσης"
WHEN = ("", *(f" το {year}" for year in range(2015, 2027)))
WORKS = "αναθέσεις λίγο κάτω από το όριο των 60.000"
HOW = ("", " ανά ανάδοχο", " ανά φορέα", " για συντήρηση")


@pytest.fixture(scope="module")
async def held(corpus: Pool, shared_data: Path) -> Pool:
    await register.save(corpus, register.read(shared_data / "fixtures" / "organizations_active.json"))
    await organizations.cover_large(corpus, least=200, source="loaded")
    return corpus


async def test_every_body_and_year_is_told(held: Pool, caplog: pytest.LogCaptureFixture) -> None:
    setting = SettingCache(held, home="6265")
    assistant = Assistant(held, embedder=None, setting=setting, seconds=60)
    refused, answered = [], 0
    for body in (await setting()).covered:
        for text in (*(WORDS + when for when in WHEN), *(WORDS + how for how in HOW[1:]), WORKS):
            caplog.clear()
            chat = f"test:{body.uid}:{text}"
            with caplog.at_level(logging.WARNING):
                question = Question(
                    conversation=chat, text=text, asked_on=date(2026, 11, 30), organization_uid=body.uid
                )
                made = await assistant.answer(question)
            if text == f"{WORDS} το 2022" and made.outcome is Outcome.ANSWERED:
                assert "Για έργα το όριο είναι άλλο: 60.000,00 € χωρίς ΦΠΑ (από 1/6/2021)" in plain(made.text)
            answered += made.outcome is Outcome.ANSWERED
            if "a draft was refused" in caplog.text:
                refused.append((body.uid, text))
    assert refused == []
    assert answered > 50
