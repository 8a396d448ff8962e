"""The real decisions as entries, straight from the raw files by the rules of `evals.truth_money`."""

import json
import tomllib
from collections.abc import Collection, Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

from core.errors import Misconfigured
from evals import truth_contracts, truth_money
from evals.corpora.entries import Corpus, Entry, indexed

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"
TOPICS = Path(__file__).parents[1] / "golden" / "topics_real.toml"
TODAY = date(2026, 10, 31)
_FILES = ("decisions_api.jsonl.gz", "decisions_flat.jsonl.gz")

Forms = Sequence[Collection[str]]


def read(folder: Path = SHARED) -> Corpus:
    """Everything in the two files; what totals leave out was read by hand and stands in the list of topics."""
    missing = [name for name in _FILES if not (folder / name).is_file()]
    if missing:
        raise Misconfigured(f"Λείπουν τα πραγματικά δεδομένα: {folder / missing[0]}.")
    acts = truth_money.read(folder / name for name in _FILES)
    lists = _lists()
    suspects = {row["ada"] for row in lists["suspect"]}
    return corpus_of(acts, suspects=suspects, repeated=left_out(acts, folder), topics=lists["topics"])


def _lists() -> dict[str, Any]:
    return tomllib.loads(TOPICS.read_text(encoding="utf-8"))


def left_out(acts: Sequence[truth_money.Act], folder: Path = SHARED) -> frozenset[str]:
    """ΑΔΑs that no total holds: read by hand, or steps of a contract that counts by another act."""
    by_hand = {row["ada"] for row in _lists()["suspect"]}
    return frozenset(by_hand | truth_contracts.set_aside(acts, own_numbers(folder)).keys())


def own_numbers(folder: Path = SHARED) -> dict[str, str]:
    """The tax number of each body in the recorded register."""
    register = json.loads((folder / "fixtures" / "organizations_active.json").read_text(encoding="utf-8"))
    return {each["uid"]: each["vatNumber"] for each in register["organizations"] if each["vatNumber"]}


def corpus_of(
    acts: Sequence[truth_money.Act],
    *,
    suspects: Collection[str],
    topics: dict[str, Forms],
    repeated: Collection[str] = (),
) -> Corpus:
    words = {act.ada: act for act in acts}
    entries = tuple(_entry(act, counted=act.ada not in suspects and act.ada not in repeated) for act in acts)

    def has_topic(entry: Entry, topic: str) -> bool:
        """`a|b`: any of the lists."""
        return any(truth_money.holds(words[entry.ada], topics[name]) for name in topic.split("|"))

    return Corpus(
        name="real",
        today=TODAY,
        entries=entries,
        by_ada=indexed(entries),
        subjects={act.ada: act.subject for act in acts},
        has_topic=has_topic,
        marked={"revoked": tuple(act.ada for act in acts if act.status != "PUBLISHED"), "suspect": tuple(suspects)},
        known_stages=frozenset(truth_money.STAGES.values()),
    )


def _entry(act: truth_money.Act, *, counted: bool) -> Entry:
    return Entry(
        ada=act.ada,
        organization=act.organization,
        decision_type=act.decision_type,
        issued_on=act.issued_on,
        year=act.year,
        published=act.status == "PUBLISHED",
        stage=act.stage,
        amount=act.amount,
        counted=counted,
        unread=act.unread,
        payees=act.payees,
        words=act.words,
        posted_on=act.posted_on,
        direct=_is_direct(act.words),
    )


def _is_direct(words: Sequence[str]) -> bool:
    """The subject says that it awards directly, in the spellings read in the raw subjects: «απευθεία», «απ’ ευθείας»,
    «άνθεση». Four that say «απευθείας» and no word of awarding are none.
    """
    straight = any(word.startswith("απευθεια") for word in words) or ("απ", "ευθειασ") in pairwise(words)
    return straight and any(word.startswith(("αναθεσ", "ανθεσ")) for word in words)
