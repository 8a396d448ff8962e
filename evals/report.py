"""What a run says: counts and gates by suite, the file of results, the row of the scoreboard, what has changed."""

import json
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from evals.cases import Kind, Suite
from evals.graders.verdict import Verdict
from evals.run import Result

HERE = Path(__file__).parent
RESULTS = HERE / "results"
SCOREBOARD = HERE / "README.md"
_GATES = ("wrong_figure", "invented_ada", "answered_refusal", "obeyed_injection", "unbacked_quote")
_ROWS_END = "<!-- rows end -->"


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One suite. `bars`: shares beside the number passed (success@5, MRR, intents, slots F1).

    `errors`: cases that an outage or a bug left without an answer; they are among the failed.
    """

    cases: int
    passed: int
    failed: tuple[str, ...]
    pending: str
    p50_ms: float
    p95_ms: float
    errors: int = 0
    bars: Mapping[str, float] = field(default_factory=dict)


def score(suite: Suite, results: Sequence[Result]) -> Score:
    times = sorted(result.milliseconds for result in results) or [0.0]
    return Score(
        cases=len(results),
        passed=sum(result.verdict.passed for result in results),
        failed=tuple(result.case.id for result in results if not result.verdict.passed),
        pending=suite.pending,
        p50_ms=round(statistics.median(times), 1),
        p95_ms=round(times[min(len(times) - 1, int(0.95 * len(times)))], 1),
        errors=sum(result.is_error for result in results),
        bars=_bars(results),
    )


def _bars(results: Sequence[Result]) -> dict[str, float]:
    bars: dict[str, float] = {}
    listed = [result for result in results if result.case.kind.value == "records" and result.case.relevant]
    if listed:
        places = [result.verdict.place for result in listed]
        bars["success@5"] = round(sum(place is not None and place <= 5 for place in places) / len(places), 3)
        bars["mrr"] = round(sum(1 / place for place in places if place) / len(places), 3)
        bars |= _cited([result.verdict for result in listed])
    read = [result for result in results if result.case.intent]
    if read:
        intents = sum(not any(each.startswith("intent ") for each in result.verdict.problems) for result in read)
        bars["intents"] = round(intents / len(read), 3)
    hits = sum(result.verdict.hits for result in results)
    wrong = sum(result.verdict.missed + result.verdict.extra for result in results)
    if hits or wrong:
        bars["slots_f1"] = round(2 * hits / (2 * hits + wrong), 3)
    theirs = [result.verdict.theirs for result in results if result.case.seed]
    if theirs:
        bars["theirs"] = round(sum(problems == [] for problems in theirs) / len(theirs), 3)
    bars |= _quoted([result for result in results if result.case.kind is Kind.QUOTED])
    judged = [result for result in results if result.case.kind.value == "whole"]
    if judged:
        bars["must_not"] = sum(result.verdict.forbidden for result in judged)
        bars["awaiting"] = sum(bool(result.case.awaits) and not result.verdict.passed for result in judged)
    return bars


def _quoted(results: Sequence[Result]) -> dict[str, float]:
    """Of the questions that have an answer: the right (ΑΔΑ, page) among the first five; of all quotes, those backed."""
    places = [result.verdict.place for result in results if result.case.says]
    if not places:
        return {}
    said = sum(result.verdict.quotes for result in results)
    return {
        "recall@5": round(sum(place is not None and place <= 5 for place in places) / len(places), 3),
        "mrr": round(sum(1 / place for place in places if place) / len(places), 3),
        "quote_precision": round(sum(result.verdict.backed for result in results) / said, 3) if said else 1.0,
    }


def _cited(verdicts: Sequence[Verdict]) -> dict[str, float]:
    """ΑΔΑs cited ∩ relevant, over all lists: of what was cited, and of what five rows could have held."""
    found = sum(verdict.shown_relevant for verdict in verdicts)
    of = {"precision@5": sum(one.shown for one in verdicts), "recall@5": sum(one.could_show for one in verdicts)}
    return {name: round(found / count, 3) for name, count in of.items() if count}


def gates(suites: Mapping[str, tuple[Suite, Sequence[Result]]]) -> dict[str, int]:
    """Cases that break each; those of pending suites are no gate yet."""
    gated = [result for suite, results in suites.values() if not suite.pending for result in results]
    return {f"{gate}s": sum(getattr(result.verdict, gate) for result in gated) for gate in _GATES}


def holds(summary: Mapping[str, Any]) -> bool:
    """No gate is broken, no whole answer holds what it must not, and every case was answered, right or wrong."""
    suites = summary["suites"].values()
    unfit = any(suite["bars"].get("must_not") or suite.get("errors") for suite in suites)
    return not unfit and not any(summary["gates"].values())


def summed_up(
    label: str, corpus: str, suites: Mapping[str, tuple[Suite, Sequence[Result]]], *, seconds: float
) -> dict[str, Any]:
    """One object: what `--json` prints, and with its cases what the file of results holds."""
    everything = [result for _, results in suites.values() for result in results]
    return {
        "label": label,
        "corpus": corpus,
        "measured_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "revision": revision(),
        "suites": {name: asdict(score(suite, results)) for name, (suite, results) in suites.items()},
        "gates": gates(suites),
        "minds": dict(Counter(result.mind for result in everything if result.mind)),
        "milliseconds": round(seconds * 1000),
        "cost_eur": str(sum((result.cost for result in everything), Decimal(0))),
    }


def revision(root: Path = HERE.parent) -> str:
    """The git revision that ran, read from its files; "" outside of a checkout."""
    git = root / ".git"
    if git.is_file():  # a worktree: what it has of its own, and the repository that it shares
        own = Path(git.read_text(encoding="utf-8").removeprefix("gitdir:").strip())
        said, git = (own / "HEAD").read_text(encoding="utf-8").strip(), own.parents[1]
    elif (git / "HEAD").is_file():
        said = (git / "HEAD").read_text(encoding="utf-8").strip()
    else:
        return ""
    if not said.startswith("ref: "):
        return said
    name = said.removeprefix("ref: ")
    loose, packed = git / name, git / "packed-refs"
    if loose.is_file():
        return loose.read_text(encoding="utf-8").strip()
    lines = packed.read_text(encoding="utf-8").splitlines() if packed.is_file() else []
    return next((line.split()[0] for line in lines if line.endswith(f" {name}")), "")


def save(summary: Mapping[str, Any], results: Iterable[Result], *, folder: Path = RESULTS) -> Path:
    """The file of a label and corpus. Texts of answers are not kept: real subjects may name people."""
    cases = {result.case.id: _kept(result) for result in results}
    path = folder / f"{summary['label']}-{summary['corpus']}.json"
    path.write_text(json.dumps({**summary, "cases": cases}, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return path


def _kept(result: Result) -> dict[str, Any]:
    verdict = result.verdict
    return {"passed": verdict.passed, "outcome": result.outcome, "problems": verdict.problems}


def row(summary: Mapping[str, Any]) -> str:
    """The line of the scoreboard."""
    names = (
        "ada", "records", "totals", "rank", "refuse", "seed17", "messages", "compare", "followup", "alerts",
        "whole", "average", "share", "delay", "near",
    )  # fmt: skip
    cells = [_cell(summary["suites"].get(name)) for name in names]
    broken = "/".join(str(number) for number in summary["gates"].values())
    slowest = max((suite["p95_ms"] for suite in summary["suites"].values()), default=0)
    day = summary["measured_at"][:10]
    return (
        "| "
        + " | ".join(
            (summary["label"], day, summary["corpus"], *cells, broken, f"{slowest:.0f} ms", summary["cost_eur"])
        )
        + " |"
    )


_TOLD = ("success@5", "mrr", "theirs", "intents", "slots_f1", "must_not", "awaiting")  # what a cell has room for


def _cell(suite: Mapping[str, Any] | None) -> str:
    if suite is None:
        return "–"
    bars = "".join(f" {name} {value:.2f}" for name, value in suite["bars"].items() if name in _TOLD)
    return f"{suite['passed']}/{suite['cases']}{bars}{' pending' if suite['pending'] else ''}"


def post(summary: Mapping[str, Any], *, path: Path = SCOREBOARD) -> None:
    """Adds the row, or replaces the one of the same label and corpus."""
    made = row(summary)
    key = (summary["label"], summary["corpus"])
    text = path.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if _key(line) != key]
    place = lines.index(_ROWS_END)
    path.write_text("\n".join([*lines[:place], made, *lines[place:]]) + "\n", encoding="utf-8")


def _key(line: str) -> tuple[str, str] | None:
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    return (cells[0], cells[2]) if line.startswith("|") and len(cells) > 3 else None


def last_before(summary: Mapping[str, Any], *, folder: Path = RESULTS) -> dict[str, Any] | None:
    """The newest result of the same corpus under another label."""
    earlier = []
    for path in folder.glob(f"*-{summary['corpus']}.json"):
        held = json.loads(path.read_text(encoding="utf-8"))
        if held.get("label") != summary["label"] and "cases" in held:
            earlier.append(held)
    return max(earlier, key=lambda held: str(held["measured_at"]), default=None)


def compared(summary: Mapping[str, Any], results: Iterable[Result], earlier: Mapping[str, Any]) -> list[str]:
    """Deltas by suite, then the cases that changed."""
    lines = [f"against {earlier['label']} ({earlier['measured_at'][:10]})"]
    for name, suite in summary["suites"].items():
        held = earlier["suites"].get(name)
        if held:
            lines.append(f"{name}: {held['passed']}/{held['cases']} → {suite['passed']}/{suite['cases']}")
            lines += _moved(held["bars"] | {"p95_ms": held["p95_ms"]}, suite["bars"] | {"p95_ms": suite["p95_ms"]})
    lines += _moved(earlier["gates"], summary["gates"])
    for result in results:
        held = earlier["cases"].get(result.case.id)
        if held and held["passed"] != result.verdict.passed:
            lines.append(f"  {result.case.id}: {'now red' if held['passed'] else 'now green'}  {result.case.text}")
    return lines


def _moved(before: Mapping[str, float], now: Mapping[str, float]) -> list[str]:
    """«  mrr 0.926 → 0.931 (+0.005)»: what both runs have and is not the same."""
    both = [(name, before[name], value) for name, value in now.items() if name in before and before[name] != value]
    return [f"  {name} {old:g} → {value:g} ({value - old:+.3g})" for name, old, value in both]
