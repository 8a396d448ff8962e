"""`python -m evals.mutations`: one rule broken at a time, in a copy of this tree; each must turn a golden case red."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from evals.bench import RESULTS, machine

_ROOT = Path(__file__).resolve().parents[1]
_LEFT_BEHIND = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis", "*.egg-info")
_SUITES = ("ada", "records", "totals", "rank", "refuse", "compare")
_SECONDS = 600


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation:
    """`old` stands in the file as it is, once or more; all of it becomes `new`. `added`: what the new needs beside."""

    rule: str
    path: str
    old: str
    new: str
    added: str = ""


MUTATIONS = (
    Mutation(
        rule="a reversal is subtracted",
        path="core/domain/money/rules.py",
        old="-1 if",
        new="1 if",
    ),
    Mutation(
        rule="the day of an act is Athens'",
        path="ingest/diavgeia/parse.py",
        old="round(moment.timestamp() * 1000), moment.astimezone(ATHENS).date()",
        new="round(moment.timestamp() * 1000), moment.date()",
    ),
    Mutation(
        rule="suspects are out of totals",
        path="migrations/0001_decisions.sql",
        old="AND NOT l.suspect",
        new="",
    ),
    Mutation(
        rule="a commitment belongs to its fiscal year",
        path="core/store/spending.sql",
        old="CASE WHEN $4::integer IS NOT NULL AND l.stage = 'commitment' THEN",
        new="CASE WHEN false THEN",
    ),
    Mutation(
        rule="an ΑΔΑ that is not held is not replaced by a near one",
        path="core/answer/lookups/find_decision.py",
        old="for ada in wanted if ada in held)",
        new="for ada in wanted if ada in held) + await _nearest(store, wanted, held)",
        added="""

async def _nearest(store, wanted, held):
    near = [(await _missing(store, ada, None)).near[:1] for ada in wanted if ada not in held]
    cards = await decisions.cards(store.pool, adas=[ada for each in near for ada in each])
    return tuple(cards.values())
""",
    ),
    Mutation(
        rule="every word of a topic binds",
        path="core/domain/condition.py",
        old='" & ".join',
        new='" | ".join',
    ),
    Mutation(
        rule="nothing is told by inhabitant",
        path="core/answer/routes.py",
        old="if request.metric is Metric.PER_CAPITA:",
        new="if False:",
    ),
    Mutation(
        rule="a period outside of the data is refused",
        path="core/answer/routes.py",
        old="or _touches(coverage, period):",
        new="or True:",
    ),
    Mutation(
        rule="stages are not added",
        path="core/store/spending.sql",
        old="AND ($7::text IS NULL OR l.stage = $7)",
        new="AND ($7::text IS NULL OR true)",
    ),
    Mutation(
        rule="the period that is asked binds",
        path="core/store/spending.sql",
        old="l.issued_on >= $2::date AND l.issued_on < $3::date",
        new="l.issued_on >= $2::date AND ($3::date IS NOT NULL OR true)",
    ),
    Mutation(
        rule="an article is no word of a topic",
        path="core/answer/reading/plain.toml",
        old='"ο|η|το|οι|τα|του|της|των|τον|τη|την|τους|τις|ένα|ένας|μια|μία|ενός|μιας|έναν",',
        new="",
    ),
    Mutation(
        rule="an answer says how far its data reach",
        path="core/answer/compose/closing.py",
        old="(unread(read, period), _published(read), _archived(loaded, alone=not read))",
        new="()",
    ),
    Mutation(
        rule="only what is published counts",
        path="migrations/0001_decisions.sql",
        old="d.status = 'PUBLISHED' AND d.gone_at IS NULL",
        new="d.gone_at IS NULL",
    ),
    Mutation(
        rule="a body named is the body asked",
        path="core/store/filters.py",
        old="list(where.organizations) or None",
        new="None",
    ),
)


class DoesNotStart(Exception):
    """A tree that cannot even be asked: no case noticed anything."""


def reds(tree: Path) -> set[str]:
    """Ids of the cases that fail in a tree, over the invented world. Raises DoesNotStart."""
    of_the_tree = ("env", f"PYTHONPATH={tree}", "PYTHONDONTWRITEBYTECODE=1")
    command = (*of_the_tree, sys.executable, "-m", "evals", *_SUITES, "--label", "mutation", "--json")
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=_SECONDS, check=False)
    try:
        told: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        raise DoesNotStart(done.stderr[-300:]) from None
    return {case for suite in told["suites"].values() for case in suite["failed"]}


def broken(tree: Path, mutation: Mutation) -> set[str]:
    """What fails once the rule is broken; the file is mended afterwards."""
    file = tree / mutation.path
    sound = file.read_text(encoding="utf-8")
    if mutation.old not in sound:
        raise LookupError(f"{mutation.path} has no «{mutation.old}» any more: {mutation.rule}")
    file.write_text(sound.replace(mutation.old, mutation.new) + mutation.added, encoding="utf-8")
    try:
        return reds(tree)
    finally:
        file.write_text(sound, encoding="utf-8")


def _kept(label: str, again: Collection[str]) -> list[dict[str, Any]]:
    """What an earlier run said of the rules that stand still and were not broken again."""
    file = RESULTS / f"{label}.json"
    held = json.loads(file.read_text(encoding="utf-8"))["mutations"] if file.is_file() else []
    standing = {each.rule for each in MUTATIONS} - set(again)
    return [each for each in held if each["rule"] in standing]


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 every broken rule is noticed, 1 some is not."""
    parser = argparse.ArgumentParser(prog="python -m evals.mutations", description=__doc__)
    parser.add_argument("--label", default="mutations", help="name of the file in evals/results/")
    parser.add_argument("--only", default="", help="rules by expression; the file keeps what it says of the others")
    asked = parser.parse_args(arguments)
    label, chosen = asked.label, [each for each in MUTATIONS if re.search(asked.only, each.rule)]
    with tempfile.TemporaryDirectory(prefix="diafaneia-mutations-") as place:
        os.chmod(place, 0o755)
        tree = Path(place) / "tree"
        shutil.copytree(_ROOT, tree, ignore=_LEFT_BEHIND)
        sound = reds(tree)
        told = []
        for mutation in chosen:
            try:
                new, why = sorted(broken(tree, mutation) - sound), {}
            except DoesNotStart as error:
                new, why = [], {"does_not_start": str(error)}
            told.append({"rule": mutation.rule, "file": mutation.path, "turned_red": len(new), "some": new[:5]} | why)
            sys.stderr.write(f"{len(new):4} red: {mutation.rule}\n")
    told = [*_kept(label, {str(each["rule"]) for each in told}), *told]
    result = {"measured_at": datetime.now(UTC).isoformat(), "machine": machine(), "red_unbroken": sorted(sound)}
    text = json.dumps({**result, "mutations": told}, ensure_ascii=False, indent=2)
    (RESULTS / f"{label}.json").write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(text + "\n")
    return 0 if all(each["turned_red"] for each in told) else 1


if __name__ == "__main__":
    sys.exit(main())
