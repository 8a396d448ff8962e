"""One ablation: what the application does and what it might do instead, each with its figures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from evals.ablations.bed import SETS, SLIPS, Asked
from evals.ablations.paired import DECIDING, Marks, delta, marks, means, verdict

Ranked = Callable[[Asked], Sequence[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A way of searching: for each question, texts best first. `measured`: milliseconds, sizes, recall of an index."""

    name: str
    orders: Sequence[Sequence[int]]
    measured: Mapping[str, float] = field(default_factory=dict)


def way(name: str, asked: Sequence[Asked], rank: Ranked, **measured: float) -> Way:
    return Way(name=name, orders=[rank(one) for one in asked], measured=measured)


def compared(
    asked: Sequence[Asked], ways: Sequence[Way], *, among: frozenset[int] | None = None
) -> list[dict[str, Any]]:
    """A row each, the first being the application's own. `among`: the texts there are, where not all are ranked."""
    scored = [_scored(asked, one, among) for one in ways]
    return [_row(asked, one, scored[place], scored[0]) for place, one in enumerate(ways)]


def _scored(asked: Sequence[Asked], one: Way, among: frozenset[int] | None) -> list[Marks]:
    held = [each.case.relevant if among is None else each.case.relevant & among for each in asked]
    return [marks(order, relevant) for order, relevant in zip(one.orders, held, strict=True)]


def _row(asked: Sequence[Asked], one: Way, own: Sequence[Marks], built: Sequence[Marks]) -> dict[str, Any]:
    def pick(scores: Sequence[Marks], *sets: str) -> list[Marks]:
        return [score for score, each in zip(scores, asked, strict=True) if each.of in sets]

    row: dict[str, Any] = {"way": one.name}
    row |= {of: means(pick(own, of)) for of in (*SETS, SLIPS) if pick(own, of)}
    row |= {"measured": dict(one.measured)} if one.measured else {}
    if own is built:
        return row | {"verdict": "built"}
    pooled = {name: delta(pick(built, *SETS), pick(own, *SETS), name) for name in DECIDING}
    sets = {name: [delta(pick(built, of), pick(own, of), name) for of in SETS] for name in DECIDING}
    row |= {f"delta_{name}": asdict(found) for name, found in pooled.items()}
    for name, found in sets.items():
        row |= {f"delta_{name}_{of}": asdict(one) for of, one in zip(SETS, found, strict=True)}
    if slipped := pick(own, SLIPS):
        row |= {"delta_mrr_slips": asdict(delta(pick(built, SLIPS), slipped, "mrr"))}
    return row | {"verdict": verdict(pooled, sets)}
