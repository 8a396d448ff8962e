"""Over the recorded decisions: joined topics hold the acts that a search through the raw JSON finds."""

import gzip
import json
import re
from pathlib import Path

import pytest

from core.answer import topics
from core.answer.junctions import Reading
from core.answer.topics import Topic
from core.domain.condition import DecisionFilter
from core.greek.fold import fold
from core.store import spending
from core.store.pool import Pool
from tests.core.answer.messages import read

pytestmark = pytest.mark.shared
BODY = "6202"


def raw_subjects(shared_data: Path) -> list[str]:
    subjects = []
    for name in ("decisions_api.jsonl.gz", "decisions_flat.jsonl.gz"):
        with gzip.open(shared_data / name, "rt", encoding="utf-8") as lines:
            for line in lines:
                decision = json.loads(line)
                if decision["organizationId"] == BODY and decision["status"] == "PUBLISHED":
                    subjects.append(fold(decision["subject"]))
    return subjects


async def resolve(pool: Pool, text: str) -> Topic:
    request = read(text)
    return await topics.resolve(pool, words=request.topic, exclude=request.exclude, joints=request.joints)


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("πεζοδρόμια ή γέφυρες", r"\b(?:πεζοδρομι|γεφυρ[αεω])"),
        ("πεζοδρόμια και γέφυρες", r"\b(?:πεζοδρομι|γεφυρ[αεω])"),
        ("γεφυρες, πεζοδρομια", r"\b(?:πεζοδρομι|γεφυρ[αεω])"),
    ],
)
async def test_either_counts_what_the_raw_subjects_hold(
    corpus: Pool, shared_data: Path, text: str, pattern: str
) -> None:
    topic = await resolve(corpus, text)
    counted = await spending.count(corpus, where=DecisionFilter(organizations=(BODY,), condition=topic.condition))
    assert counted == sum(bool(re.search(pattern, subject)) for subject in raw_subjects(shared_data))


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("καύσιμα και λιπαντικά", Reading.BOTH),
        ("συντήρηση και επισκευή οχημάτων", Reading.BOTH),
        ("σύνταξη και υποβολή", Reading.BOTH),
        ("βενζίνη και πετρέλαιο", Reading.EITHER),
        ("σχολεία και παιδικοί σταθμοί", Reading.EITHER),
        ("φώτα και λάμπες", Reading.EITHER),
        ("προμήθεια γραφικής ύλης και τόνερ", Reading.EITHER),
        ("ύδρευση", None),
    ],
)
async def test_the_corpus_says_what_is_one_expression(corpus: Pool, text: str, reading: Reading | None) -> None:
    assert (await resolve(corpus, text)).reading is reading
