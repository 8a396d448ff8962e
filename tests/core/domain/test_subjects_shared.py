"""Every recorded subject can be shown and searched, and acts about money keep what the money is for."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.domain.subjects import searched_subject, shown_subject

pytestmark = pytest.mark.shared
_FILES = ("decisions_api.jsonl.gz", "decisions_flat.jsonl.gz")
_MOST_TOUCHED = 0.01


def decisions(shared_data: Path) -> Iterator[dict]:
    for name in _FILES:
        with gzip.open(shared_data / name, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def test_subjects_of_acts_about_money_are_searched_nearly_whole(shared_data: Path) -> None:
    touched = of_money = 0
    for decision in decisions(shared_data):
        subject, kind = decision.get("subject") or "", decision["decisionTypeId"]
        private = bool(decision.get("privateData"))
        assert shown_subject(subject, kind, private) or not subject.strip()
        searched = searched_subject(subject, kind, private)
        if kind.startswith(("Β.", "Δ.")):
            of_money += 1
            touched += searched != subject
    assert of_money > 10_000
    assert touched < of_money * _MOST_TOUCHED
