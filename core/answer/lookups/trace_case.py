"""Lookup: the course of one act: committed, awarded, contracted, approved, paid; never a sum across stages."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from core.answer.lookups import figures
from core.answer.lookups.amount_checks import facts_of_named
from core.answer.lookups.store import LookupStore
from core.domain.answer import Figure, Finding, Row
from core.domain.contracts.wording import Step
from core.domain.decision import Status
from core.domain.ledger import OUTSIDE, Flag, Stage
from core.domain.request import Unit
from core.errors import InvalidInput
from core.store import facts, traces
from core.store.facts import Named

NAME = "trace_case"
ORDER = (Stage.COMMITMENT, Stage.TENDER, Stage.AWARD, Stage.CONTRACT, Stage.APPROVAL, Stage.PAYMENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """One ΑΔΑ in official letters."""

    ada: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceFinding:
    """`rows` oldest first, the asked act among them; none when it is not held. `paid`: the sum of its payments, given
    only where there are several, to the same payees, and every one counts with an amount. `named`: acts beside these
    that the PDF of the asked act names, or whose PDF names it: nothing is added up over them."""

    finding: Finding
    ada: str
    rows: tuple[Row, ...]
    steps: Mapping[str, Step]
    paid: Decimal | None = None
    beyond: int = 0
    absent: tuple[str, ...] = ()
    named: tuple[Named, ...] = ()

    @property
    def later(self) -> tuple[Row, ...]:
        """What came after the asked act."""
        return _later(self.rows, self.ada)

    def of(self, stage: Stage | None) -> tuple[Row, ...]:
        if stage is None:
            return tuple(row for row in self.rows if row.stage not in ORDER)
        return tuple(row for row in self.rows if row.stage is stage)


async def run(store: LookupStore, arguments: Arguments) -> TraceFinding:
    if not arguments.ada:
        raise InvalidInput("Χρειάζεται ένας ΑΔΑ, π.χ. ΨΤ1ΜΩ1Ρ-ΙΕΓ.")
    found = await traces.course(store.pool, ada=arguments.ada)
    paid, later = _paid(found), _later(found.rows, arguments.ada)
    known = {row.ada for row in found.rows}
    named = tuple(each for each in await facts.named(store.pool, ada=arguments.ada) if each.ada not in known)
    return TraceFinding(
        finding=Finding(
            lookup=NAME,
            arguments=(("ada", arguments.ada),),
            figures=(*_figures(found.rows, paid, found.beyond), figures.acts(len(later), "later")),
            rows=found.rows,
            total_rows=len(found.rows) + found.beyond,
            facts=(*(("missing", ada) for ada in found.absent), *facts_of_named(named)),
        ),
        ada=arguments.ada,
        rows=found.rows,
        steps=found.steps,
        paid=paid,
        beyond=found.beyond,
        absent=found.absent,
        named=named,
    )


def _later(rows: Sequence[Row], ada: str) -> tuple[Row, ...]:
    """Acts of the same day are among them: the source tells no hour."""
    asked = next((row for row in rows if row.ada == ada), None)
    return tuple(row for row in rows if asked and row.ada != ada and row.issued_on >= asked.issued_on)


def counts(row: Row) -> bool:
    """Totals hold it: published, and nothing set it aside."""
    return row.status == Status.PUBLISHED and not (OUTSIDE | {Flag.SAME_AGAIN}) & set(row.flags)


def _paid(found: traces.Course) -> Decimal | None:
    payments = [row for row in found.rows if row.stage is Stage.PAYMENT]
    amounts = [row.amount * row.sign for row in payments if counts(row) and row.amount is not None]
    to_whom = {found.payees[row.ada] for row in payments}
    of_one = len(to_whom) == 1 and frozenset() not in to_whom
    return sum(amounts, Decimal(0)) if of_one and len(payments) == len(amounts) > 1 else None


def _figures(rows: Sequence[Row], paid: Decimal | None, beyond: int) -> Iterator[Figure]:
    for row in rows:
        if row.amount is not None:
            yield Figure(value=row.amount, unit=Unit.EURO, stage=row.stage, decisions=1, label=row.ada)
    for stage in ORDER:
        number = sum(1 for row in rows if row.stage is stage)
        if number:
            yield figures.acts(number, "decisions", stage=stage)
    if beyond:
        yield figures.acts(beyond, "beyond")
    if paid is not None:
        number = sum(1 for row in rows if row.stage is Stage.PAYMENT)
        yield Figure(value=paid, unit=Unit.EURO, stage=Stage.PAYMENT, decisions=number, label="paid")
