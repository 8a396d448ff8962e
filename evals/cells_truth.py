"""The truth table of the invented world: every figure that a total may tell, from the generator's own rows.

A cell is stage × month × payee × topic × body, each of them open (None) for the marginals. What is expected is said as
the labels of figures, so that whatever a lookup tells beyond them is as wrong as what it leaves out.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from itertools import product
from typing import NamedTuple

from ingest.world import SetAside, TruthRow

Figures = dict[str, Decimal]
_NEVER_SHOWN = frozenset({SetAside.REVOKED, SetAside.PENDING_REVOCATION})  # not published: in no figure at all
_NO_EURO = frozenset({SetAside.AFM_AS_AMOUNT})  # digits of a tax number are no amount
PRIVATE = ("4", "5")  # first digits of the invented persons (ingest/worlds/README.md)


class Chosen(NamedTuple):
    """What a question binds, but for stage and time; None is no limit."""

    payee: str | None = None
    topic: str | None = None
    body: str | None = None


class Table:
    """Rows by what a question may bind and by stage."""

    def __init__(self, rows: Iterable[TruthRow]) -> None:
        self._rows: dict[Chosen, dict[str, list[TruthRow]]] = defaultdict(lambda: defaultdict(list))
        for row in rows:
            if row.set_aside not in _NEVER_SHOWN:
                for chosen in _cells_of(row):
                    self._rows[chosen][row.stage.value].append(row)

    def __iter__(self) -> Iterator[Chosen]:
        return iter(tuple(self._rows))

    def __contains__(self, chosen: Chosen) -> bool:
        return chosen in self._rows

    def stages(self, chosen: Chosen) -> Mapping[str, list[TruthRow]]:
        """Stage → rows of the cell; nothing where the cell is empty."""
        return self._rows.get(chosen, {})

    def whole(self, chosen: Chosen, **time: object) -> dict[str, Figures]:
        """Stage → what is told of all its acts; `time`: year or month."""
        told = {}
        for stage, rows in self.stages(chosen).items():
            within = _within(rows, time)
            if within:
                told[stage] = figures(within, of=self._judged(chosen, stage, time))
        return told

    def by(self, name: str, chosen: Chosen, stage: str) -> dict[str, Figures]:
        """Key → figures of one stage, by «month» or «year» (fiscal of a commitment)."""
        keys: dict[object, list[TruthRow]] = defaultdict(list)
        for row in self.stages(chosen).get(stage, ()):
            keys[getattr(row, name)].append(row)
        judged = self._judged(chosen, stage, {})
        return {str(key): figures(rows, of=rows if chosen.payee is None else judged) for key, rows in keys.items()}

    def _judged(self, chosen: Chosen, stage: str, time: Mapping[str, object]) -> list[TruthRow]:
        """The rows that say whether most acts were read: acts never read name no payee."""
        return _within(self.stages(chosen._replace(payee=None)).get(stage, ()), time)


def _cells_of(row: TruthRow) -> Iterator[Chosen]:
    payees = dict.fromkeys((None, *row.payees))
    topics = dict.fromkeys((None, row.topic if row.named else None))
    yield from (Chosen(*each) for each in product(payees, topics, (None, row.organization_uid)))


def _within(rows: Iterable[TruthRow], time: Mapping[str, object]) -> list[TruthRow]:
    return [row for row in rows if all(getattr(row, name) == value for name, value in time.items())]


def figures(rows: Iterable[TruthRow], *, of: Iterable[TruthRow]) -> Figures:
    """Label → value, without zeros among the counts. `of`: the acts by which it is judged whether a sum may be told."""
    listed = list(rows)
    counted, aside = [row for row in listed if row.counted], [row for row in listed if not row.counted]
    told = _counts(counted)
    if told.get("with_amount") and not _mostly_unread(of):
        told |= _sums(counted, reversals=bool(told.get("reversals")))
    if aside:
        told["suspects"] = _acts(aside)
        told["set_aside"] = _sum(row for row in aside if row.set_aside not in _NO_EURO)
    return told


def _counts(counted: list[TruthRow]) -> Figures:
    acts = {row.ada for row in counted}
    silent = acts - {row.ada for row in counted if row.amount is not None}
    unread = silent & {row.ada for row in counted if row.state == "unread"}
    reversals = acts - {row.ada for row in counted if row.sign > 0}
    numbers = {
        "decisions": len(acts),
        "with_amount": len(acts) - len(silent),
        "unstated": len(silent - unread),
        "unread": len(unread),
        "reversals": len(reversals),
        "without_reversals": len(acts) - len(reversals) if reversals else 0,
    }
    return {label: Decimal(number) for label, number in numbers.items() if number}


def _mostly_unread(rows: Iterable[TruthRow]) -> bool:
    counts = _counts([row for row in rows if row.counted])
    return counts.get("unread", 0) * 2 > counts.get("decisions", 0)


def _sums(counted: list[TruthRow], *, reversals: bool) -> Figures:
    gross = _sum(row for row in counted if row.sign > 0)
    undone = _sum(row for row in counted if row.sign < 0)
    return {"net": gross - undone} | ({"gross": gross, "reversed": undone} if reversals else {})


def _sum(rows: Iterable[TruthRow]) -> Decimal:
    return sum((row.amount for row in rows if row.amount is not None), Decimal(0))


def _acts(rows: Iterable[TruthRow]) -> Decimal:
    return Decimal(len({row.ada for row in rows}))
