"""The questions of the truth table, cell by cell, and how what is told is held against what is true."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from itertools import product
from typing import Any

from core.answer.lookups import total_spending
from core.answer.lookups.arguments import PRIVATE_PERSON
from core.answer.lookups.store import LookupStore
from core.domain.answer import Figure
from core.domain.condition import Condition, DecisionFilter
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import Grouping
from core.errors import InvalidInput
from evals.cells_truth import PRIVATE, Chosen, Figures, Table

_LABELS = (
    *("net", "gross", "reversed", "set_aside"),
    *("decisions", "with_amount", "unstated", "unread", "reversals", "without_reversals", "suspects"),
)
AT_ONCE = 3
Told = dict[str, dict[str, Figures]]  # key of a group ("" is the whole) → stage → label → value


@dataclass(slots=True, kw_only=True)
class Graded:
    """Cells compared: those with acts, and the empty ones beside them. `refused`: questions about private persons."""

    cells: int = 0
    empty: int = 0
    figures: int = 0
    questions: int = 0
    refused: int = 0
    wrong: list[str] = field(default_factory=list)

    def compare(self, where: str, said: Mapping[str, Figures], right: Mapping[str, Figures], *, asked: int) -> None:
        """`asked`: how many cells the question looked at, by stage or by key of a group."""
        self.cells += len(right)
        self.empty += asked - len(right)
        self.figures += sum(map(len, right.values()))
        for key in sorted(said.keys() | right.keys()):
            if said.get(key) != right.get(key):
                self.wrong.append(f"{where} {key}: {_plain(said.get(key))}, truth {_plain(right.get(key))}")


def _plain(told: Figures | None) -> str:
    return ", ".join(f"{label} {value}" for label, value in sorted((told or {}).items())) or "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A world, its truth, and the store that it was loaded into; `conditions` by topic."""

    table: Table
    store: LookupStore
    months: tuple[str, ...]
    years: tuple[int, ...]
    conditions: Mapping[str, Condition]

    async def ask(self, chosen: Chosen, *, period: Period | None = None, **more: Any) -> Told:
        """What `total_spending` tells; `more`: stage, group_by."""
        where = DecisionFilter(
            organizations=(chosen.body,) if chosen.body else (),
            period=period or Period(),
            stage=more.get("stage"),
            condition=self.conditions[chosen.topic] if chosen.topic else Condition(),
            payee_afm=chosen.payee,
        )
        arguments = total_spending.Arguments(where=where, group_by=more.get("group_by"), rows=0)
        return _told((await total_spending.run(self.store, arguments)).finding.figures)


def _told(figures: Sequence[Figure]) -> Told:
    told: Told = {}
    for figure in figures:
        label, _, key = figure.label.partition(" ")
        if label in _LABELS and figure.stage and (not key or key[0].isdigit()):
            told.setdefault(key, {}).setdefault(figure.stage.value, {})[label] = figure.value
    return told


async def grade(loaded: Loaded, graded: Graded, *, empty: int, seed: int) -> None:
    """Every cell with acts, month by month; `empty`: of the cells without any, how many are asked (−1: all)."""
    plain = [chosen for chosen in loaded.table if chosen.payee is None]
    await _each(partial(_by_stage, loaded, graded), loaded.table)
    await _each(partial(_by_month, loaded, graded), [each for each in loaded.table if not _is_private(each)])
    await _each(partial(_by_stage, loaded, graded), _without_acts(loaded, empty, seed))
    await _each(partial(_by_year, loaded, graded), plain)
    await _each(partial(_in_months, loaded, graded), [each for each in plain if each.topic is None])


async def _each(ask: Callable[[Chosen], Awaitable[None]], cells: Iterable[Chosen]) -> None:
    """A few at once."""
    free = asyncio.Semaphore(AT_ONCE)

    async def one(chosen: Chosen) -> None:
        async with free:
            await ask(chosen)

    async with asyncio.TaskGroup() as group:
        for chosen in cells:
            group.create_task(one(chosen))


def _is_private(chosen: Chosen) -> bool:
    return bool(chosen.payee and chosen.payee.startswith(PRIVATE))


async def _by_stage(loaded: Loaded, graded: Graded, chosen: Chosen, **time: Any) -> None:
    """All stages at once; `time`: year, or month with its period."""
    graded.questions += 1
    period = time.pop("period", None)
    try:
        told = await loaded.ask(chosen, period=period)
    except InvalidInput as error:
        graded.refused += 1
        if not _is_private(chosen) or str(error) != PRIVATE_PERSON:
            graded.wrong.append(f"{chosen}: refused, «{error}»")
        return
    if _is_private(chosen):
        graded.wrong.append(f"{chosen}: a private person has a total")
    graded.compare(f"{chosen} {time or ''}", told.get("", {}), loaded.table.whole(chosen, **time), asked=len(Stage))


async def _by_month(loaded: Loaded, graded: Graded, chosen: Chosen) -> None:
    """Of a stage whose acts are all set aside nothing is told, so there is nothing to divide."""
    for stage, told in loaded.table.whole(chosen).items():
        if told.get("decisions"):
            await _grouped(loaded, graded, chosen, Stage(stage), Grouping.MONTH, asked=len(loaded.months))


async def _by_year(loaded: Loaded, graded: Graded, chosen: Chosen) -> None:
    """Gross, reversals and net of each fiscal year: as groups, and as years asked one by one."""
    for stage in loaded.table.stages(chosen):
        await _grouped(loaded, graded, chosen, Stage(stage), Grouping.YEAR, asked=len(loaded.years))
    for year in loaded.years:
        await _by_stage(loaded, graded, chosen, year=year, period=Period.year(year))


async def _grouped(
    loaded: Loaded, graded: Graded, chosen: Chosen, stage: Stage, group_by: Grouping, *, asked: int
) -> None:
    graded.questions += 1
    told = await loaded.ask(chosen, stage=stage, group_by=group_by)
    said = {key: stages[stage.value] for key, stages in told.items() if key}
    right = loaded.table.by(group_by.value, chosen, stage.value)
    graded.compare(f"{chosen} {stage}", said, right, asked=asked)


async def _in_months(loaded: Loaded, graded: Graded, chosen: Chosen) -> None:
    for month in loaded.months:
        await _by_stage(loaded, graded, chosen, month=month, period=_month(month))


def _month(key: str) -> Period:
    year, month = map(int, key.split("-"))
    return Period(since=date(year, month, 1), until=date(year + month // 12, month % 12 + 1, 1))


def _without_acts(loaded: Loaded, wanted: int, seed: int) -> Iterator[Chosen]:
    """Of all bodies together, and of each where others have some: what is empty of all is so of each."""
    kept = [sorted({each[place] for each in loaded.table}, key=str) for place in range(len(Chosen._fields))]
    every = [chosen for chosen in map(Chosen._make, product(*kept)) if chosen not in loaded.table]
    cells = [each for each in every if each.body is None or each._replace(body=None) in loaded.table]
    yield from cells if wanted < 0 else random.Random(seed).sample(cells, min(wanted, len(cells)))
