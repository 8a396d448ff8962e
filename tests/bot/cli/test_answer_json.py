"""The JSON of `ask --json`: a contract."""

import json

from bot.cli.answer_json import answer_to_json
from bot.replies.catalog import REPLIES
from core.domain.answer import BOLD, BOLD_END
from tests.bot.fake_app import ADA, a_total, an_answer

NAMES = {
    "outcome", "demo", "text", "figures", "citations", "quotes", "choices", "request", "lookups", "mind", "model_calls",
    "cost_eur", "cached", "ms", "data_until", "receipt", "page", "pages", "notes",
}  # fmt: skip


def test_every_name_of_the_contract_is_there_for_every_answer():
    assert set(answer_to_json(a_total(), {})) == set(answer_to_json(an_answer(), None)) == NAMES


def test_an_answer_is_told_whole():
    told = json.loads(json.dumps(answer_to_json(a_total(), {"intent": "aggregate"}), ensure_ascii=False))
    assert told["outcome"] == "answered"
    assert told["figures"] == [
        {
            "value": "9485.80",
            "unit": "euro",
            "stage": "award",
            "period": {"since": "2024-01-01", "until": "2025-01-01", "words": "το 2024"},
            "decisions": 3,
            "without_amount": 1,
            "label": "",
        }
    ]
    url = "https://diavgeia.gov.gr"
    assert told["citations"] == [{"ada": ADA, "url": f"{url}/doc/{ADA}", "page_url": f"{url}/decision/view/{ADA}"}]
    assert told["lookups"] == [{"name": "total_spending", "arguments": {"stage": "award"}, "rows": 3}]
    assert (told["request"], told["ms"], told["data_until"]) == ({"intent": "aggregate"}, {"total": 12}, "2026-10-01")
    assert (told["receipt"], told["mind"], told["cost_eur"]) == ("total1", "planner", "0")


def test_the_text_has_no_marks_and_names_demonstration_data():
    told = answer_to_json(an_answer(f"{BOLD}σύνολο{BOLD_END}", demo=True), None)
    assert (told["demo"], told["text"]) == (True, f"{REPLIES.demo}\n\nσύνολο")
