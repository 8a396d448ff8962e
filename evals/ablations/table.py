"""The ablations as a table of the evals README: a row for each way, the application's own first."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

README = Path(__file__).parents[1] / "README.md"
BEGIN, END = "<!-- ablations -->", "<!-- ablations end -->"
_HEAD = (
    "| ablation | way | leg alone MRR | golden: 1 / 5 / 10, MRR, nDCG | held out | with slips MRR | ΔMRR [99 %] |"
    " ΔnDCG [99 %] | verdict | measured |",
    "|---|---|---|---|---|---|---|---|---|---|",
)
_VERDICTS = {"built": "**built**", "noise": "dropped: noise", "loses": "dropped: loses", "mixed": "dropped: mixed"}


def lines(ablations: Mapping[str, Mapping[str, Any]]) -> list[str]:
    return [*_HEAD, *(line for name, told in ablations.items() for line in _rows(name, told))]


def _rows(name: str, told: Mapping[str, Any]) -> Iterable[str]:
    alone = {_plain(row["way"]): row for row in told.get("alone", ())}
    for place, row in enumerate(told["fused"]):
        beside = alone.get(_plain(row["way"]))
        cells = [
            f"{name} ({told['texts']})" if place == 0 else "",
            _plain(row["way"]),
            _both(beside, "mrr") if beside else "–",
            _quality(row["golden"]),
            _quality(row["heldout"]),
            _figure(row["slips"]["mrr"]) if "slips" in row else "–",
            *(_delta(row.get(f"delta_{measure}")) for measure in ("mrr", "ndcg")),
            _VERDICTS.get(row["verdict"], row["verdict"]),
            ", ".join(f"{what} {figure:g}" for what, figure in row.get("measured", {}).items()) or "–",
        ]
        yield "| " + " | ".join(cells) + " |"


def _plain(way: str) -> str:
    return way.removesuffix(": alone").removesuffix(": fused")


def _figure(value: float) -> str:
    return f"{value:.3f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.3f}"


def _quality(means: Mapping[str, float]) -> str:
    within = " / ".join(_figure(means[f"success_{most}"]) for most in (1, 5, 10))
    return f"{within}, {_figure(means['mrr'])}, {_figure(means['ndcg'])}"


def _both(row: Mapping[str, Any], measure: str) -> str:
    return " · ".join(_figure(row[of][measure]) for of in ("golden", "heldout"))


def _delta(found: Mapping[str, Any] | None) -> str:
    if found is None:
        return "–"
    mean, low, high = (f"{found[key]:+.3f}" for key in ("mean", "low", "high"))
    return f"{mean} [{low}, {high}]"


def write(readme: Path, ablations: Mapping[str, Mapping[str, Any]]) -> None:
    """Between the two marks of the README, whatever stands there now."""
    text = readme.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    readme.write_text("\n".join([before + BEGIN, "", *lines(ablations), "", END]) + after, encoding="utf-8")
