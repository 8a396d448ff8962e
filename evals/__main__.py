"""python -m evals SUITE… [--label NAME] [--corpus world|real] [--live] [--compare] …: golden cases, scored.

python -m evals bench [--at N]: speed, memory and size.
"""

import argparse
import asyncio
import json
import re
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

from core.answer.planner import Planner
from core.errors import DiafaneiaError
from evals import bench, report, whole
from evals.cases import SUITES, Suite, load
from evals.corpora import invented, real
from evals.corpora.entries import Corpus
from evals.injection import run as injection
from evals.recorded import understanding
from evals.run import Result, opened, run_suite, settings_of
from evals.scripted import NAMES, ScriptedChat
from ingest.world import build

_APART = frozenset({"messages", "injection"})  # these ask another application, or none
_OF_RECORDED = frozenset({"messages", "whole"})  # what people wrote is asked of the real decisions alone

Scored = dict[str, tuple[Suite, list[Result]]]


def _label(text: str) -> str:
    if not re.fullmatch(r"[\w.-]+", text):
        raise argparse.ArgumentTypeError("letters, digits, dots and dashes alone")
    return text


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m evals", description=__doc__)
    known = [*SUITES, "all"]
    parser.add_argument("suites", nargs="*", metavar="SUITE", help=", ".join(known))
    parser.add_argument("--label", type=_label, help="name of the row and of the file in evals/results/")
    parser.add_argument("--corpus", choices=["world", "real"], default="world")
    parser.add_argument(
        "--mind", choices=[f"scripted:{name}" for name in NAMES], help="a language model that is a script"
    )
    parser.add_argument("--runs", type=int, default=1, help="how often each case is asked; the worst answer counts")
    parser.add_argument("--live", action="store_true", help="with the language model that is set; else without any")
    parser.add_argument("--json", action="store_true", help="one object and nothing else")
    parser.add_argument("--compare", action="store_true", help="against the last run of this corpus")
    parser.add_argument("--show", action="store_true", help="the answers of red cases, whole")
    asked = parser.parse_args(arguments)
    if problem := _problem(asked, known):
        parser.exit(2, f"{problem}\n")
    return asked


def _problem(asked: argparse.Namespace, known: Sequence[str]) -> str:
    """What cannot be measured as it was asked, in words; "" when all can."""
    if "bench" in asked.suites:
        return "Το bench ζητιέται μόνο του: «python -m evals bench»."
    if unknown := [name for name in asked.suites if name not in known]:
        return f"Δεν υπάρχει: {', '.join(unknown)}. Υπάρχουν: {', '.join(known)}, bench."
    if not asked.suites:
        return f"Πείτε ποια: {', '.join(known)}, bench."
    if asked.runs < 1:
        return f"Το --runs θέλει ακέραιο από 1 και πάνω, όχι {asked.runs}."
    return ""


async def _scored(
    names: Sequence[str], corpus: Corpus, *, runs: int, live: bool = False, mind: str | None = None
) -> Scored:
    """The suites that ask the application share one; what people wrote is only understood."""
    scored: Scored = {}
    if corpus.name != "real":
        names = [name for name in names if name not in _OF_RECORDED]
    plain = [name for name in names if name not in _APART]
    suites = [whole.load() if name == "whole" else load(name, corpus) for name in plain]
    chat = ScriptedChat(mind.removeprefix("scripted:")) if mind else None
    async with opened(corpus, live=live, chat=chat) as door:
        for suite in suites:
            scored[suite.name] = (suite, await run_suite(suite, door, corpus, runs=runs))
    if "messages" in names:
        scored["messages"] = await understanding(corpus)
    if "injection" in names and corpus.name == "world" and mind is None:
        scored["injection"] = await injection.scored()
    return {name: scored[name] for name in names if name in scored}


def _told(asked: argparse.Namespace, summary: Mapping[str, Any], scored: Scored) -> None:
    for name, (suite, results) in scored.items():
        told = summary["suites"][name]
        bars = "".join(f"  {bar} {value:.3f}" for bar, value in told["bars"].items())
        sys.stdout.write(f"{name:9} {told['passed']}/{told['cases']}{bars}  {told['p50_ms']}/{told['p95_ms']} ms")
        sys.stdout.write(f"  pending: {suite.pending}\n" if suite.pending else "\n")
        for result in results:
            for problem in result.verdict.theirs or ():
                sys.stdout.write(f"  ✗ by theirs {result.case.id} {problem}\n")
            if not result.verdict.passed:
                sys.stdout.write(f"  ✗ {result.case.id} {result.case.text}\n")
                sys.stdout.writelines(f"      {problem}\n" for problem in result.verdict.problems)
                if asked.show:
                    sys.stdout.writelines(f"      | {line}\n" for line in result.text.splitlines() if line)
    sys.stdout.write("gates: " + ", ".join(f"{name} {number}" for name, number in summary["gates"].items()) + "\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 every gate holds, 1 some does not, 2 it could not be measured."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["bench"]:
        return bench.main(given[1:])
    asked = _asked(given)
    names = list(SUITES) if "all" in asked.suites else list(dict.fromkeys(asked.suites))
    started = time.perf_counter()
    try:
        settings_of(live=asked.live)
        corpus = real.read() if asked.corpus == "real" else invented.corpus_of(build())
        scored = asyncio.run(_scored(names, corpus, runs=asked.runs, live=asked.live, mind=asked.mind))
    except DiafaneiaError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    everything = [result for _, results in scored.values() for result in results]
    summary = report.summed_up(asked.label or "", corpus.name, scored, seconds=time.perf_counter() - started)
    if asked.live and not set(summary["minds"]) - {Planner.name}:
        sys.stderr.write(f"Το γλωσσικό μοντέλο δεν έδωσε καμία από τις {len(everything)} απαντήσεις: δεν μετρήθηκε.\n")
        return 2
    earlier = report.last_before(summary) if asked.compare else None
    if asked.label and not asked.mind:  # without a label it is only told; the scoreboard is the product's
        report.save(summary, everything)
        report.post(summary)
    if asked.json:
        sys.stdout.write(json.dumps(summary, ensure_ascii=False) + "\n")
    else:
        _told(asked, summary, scored)
    if asked.compare and not earlier:
        sys.stderr.write(f"Δεν υπάρχει παλιότερη μέτρηση στα δεδομένα «{corpus.name}».\n")
    if earlier:
        sys.stderr.writelines(f"{line}\n" for line in report.compared(summary, everything, earlier))
    return 0 if report.holds(summary) else 1


if __name__ == "__main__":
    sys.exit(main())
