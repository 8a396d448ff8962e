"""What the invented world really spent: the generator's own rows and totals, never our ledger's."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum

from core.domain.decision import LinkKind, Status
from core.domain.ledger import AmountState, Flag, Stage
from ingest.worlds.parties import Json, PayeeClass


class SetAside(StrEnum):
    """Why an amount is in no total."""

    REVOKED = "revoked"
    PENDING_REVOCATION = "pending_revocation"
    AFM_AS_AMOUNT = "afm_as_amount"
    CODE_AS_AMOUNT = "code_as_amount"
    HUNDREDFOLD = "hundredfold"
    ABOVE_BUDGET = "above_budget"
    FOREIGN_CURRENCY = "foreign_currency"
    SAME_AGAIN = "same_again"
    NOT_EXPENDITURE = "not_expenditure"


@dataclass(frozen=True, slots=True, kw_only=True)
class TruthRow:
    """One amount of one decision. `year`: fiscal of a commitment, else the Athens year of issue; `month`: of issue.

    `amount` is never negative: `sign` is −1 for a reversal. `named`: the subject holds the words of the topic.
    `payees` are ΑΦΜ, several where one amount is undivided. `counted` is whether totals hold it; `set_aside` why not.
    """

    organization_uid: str
    ada: str
    decision_type: str
    stage: Stage
    sign: int
    amount: Decimal | None
    state: AmountState
    year: int
    month: str
    topic: str | None
    named: bool
    payees: tuple[str, ...]
    payee_class: PayeeClass
    kae: str | None
    flags: frozenset[Flag]
    set_aside: SetAside | None

    @property
    def counted(self) -> bool:
        return self.set_aside is None


@dataclass(frozen=True, slots=True, kw_only=True)
class TruthDecision:
    """One ΑΔΑ, with or without money. `cases` names the traps that it sets; `chain` the purchase that it belongs to."""

    organization_uid: str
    ada: str
    decision_type: str
    status: Status
    issued_on: date
    topic: str | None
    named: bool
    direct: bool
    cases: tuple[str, ...]
    chain: int | None

    @property
    def counted(self) -> bool:
        """Counts of acts hold it: published, suspects and repeats included."""
        return self.status is Status.PUBLISHED


@dataclass(frozen=True, slots=True, kw_only=True)
class TruthLink:
    """`ada` names `target` in the field of this kind."""

    ada: str
    target: str
    kind: LinkKind


@dataclass(frozen=True, slots=True, kw_only=True)
class TruthTotal:
    """Sums of counted rows; numbers of acts: `unstated` and `unread` have no amount at all, `aside` no counted one."""

    gross: Decimal
    reversed: Decimal
    decisions: int
    reversals: int
    unstated: int
    unread: int
    aside: int
    aside_amount: Decimal

    @property
    def net(self) -> Decimal:
        return self.gross - self.reversed


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """Everything that the generator knows. Decisions stand in the order of submission, rows as they were planned."""

    rows: list[TruthRow] = field(default_factory=list)
    decisions: list[TruthDecision] = field(default_factory=list)
    links: list[TruthLink] = field(default_factory=list)
    topics: dict[str, str] = field(default_factory=dict)
    payees: dict[str, str] = field(default_factory=dict)

    def totals(self, *by: str, where: Callable[[TruthRow], bool] | None = None) -> dict[tuple[object, ...], TruthTotal]:
        """Totals by any fields of a row: `totals("stage", "year", "organization_uid")`."""
        cells: dict[tuple[object, ...], list[TruthRow]] = defaultdict(list)
        for row in self.rows:
            if where is None or where(row):
                cells[tuple(getattr(row, name) for name in by)].append(row)
        return {cell: total(rows) for cell, rows in cells.items()}

    def total(self, **wanted: object) -> TruthTotal:
        """One total: `total(stage=Stage.AWARD, year=2024, topic="fuel")`; `payee` is an ΑΦΜ alone on its amount."""
        payee = wanted.pop("payee", None)
        rows = self.rows if payee is None else [row for row in self.rows if row.payees == (payee,)]
        return total(row for row in rows if all(getattr(row, name) == value for name, value in wanted.items()))

    def counts(self, *by: str) -> dict[tuple[object, ...], int]:
        """Published acts by any of organization_uid, decision_type, year, month, topic, named, direct, chain."""
        cells: dict[tuple[object, ...], int] = defaultdict(int)
        for decision in self.decisions:
            if decision.counted:
                cells[tuple(_count_key(decision, name) for name in by)] += 1
        return dict(cells)

    def with_case(self, case: str) -> list[TruthDecision]:
        """The decisions that set one trap."""
        return [decision for decision in self.decisions if case in decision.cases]

    def chains(self) -> Mapping[int, tuple[TruthDecision, ...]]:
        """Each purchase with its acts, oldest first."""
        cells: dict[int, list[TruthDecision]] = defaultdict(list)
        for decision in self.decisions:
            if decision.chain is not None:
                cells[decision.chain].append(decision)
        return {chain: tuple(sorted(acts, key=lambda act: act.issued_on)) for chain, acts in cells.items()}

    def as_json(self) -> Json:
        """For `truth.json`: amounts as decimal strings, totals by body, stage, year and topic beside the rows."""
        return {
            "rows": [_plain(asdict(row)) | {"counted": row.counted} for row in self.rows],
            "decisions": [_plain(asdict(decision)) | {"counted": decision.counted} for decision in self.decisions],
            "links": [_plain(asdict(link)) for link in self.links],
            "topics": self.topics,
            "payees": self.payees,
            "totals": [
                dict(zip(_CELL, map(_simple, cell), strict=True)) | _plain(asdict(sums)) | {"net": str(sums.net)}
                for cell, sums in self.totals(*_CELL).items()
            ],
        }


_CELL = ("organization_uid", "stage", "year", "topic")


def total(rows: Iterable[TruthRow]) -> TruthTotal:
    """Adds up rows, those set aside apart."""
    listed = list(rows)
    counted, aside = [row for row in listed if row.counted], [row for row in listed if not row.counted]
    acts = {row.ada for row in counted}
    silent = acts - {row.ada for row in counted if row.amount is not None}
    unread = silent & {row.ada for row in counted if row.state is AmountState.UNREAD}
    return TruthTotal(
        gross=_sum(row for row in counted if row.sign > 0),
        reversed=_sum(row for row in counted if row.sign < 0),
        decisions=len(acts),
        reversals=len(acts - {row.ada for row in counted if row.sign > 0}),
        unstated=len(silent - unread),
        unread=len(unread),
        aside=len({row.ada for row in aside}),
        aside_amount=_sum(aside),
    )


def _sum(rows: Iterable[TruthRow]) -> Decimal:
    return sum((row.amount for row in rows if row.amount is not None), Decimal(0))


def _count_key(decision: TruthDecision, name: str) -> object:
    if name == "year":
        return decision.issued_on.year
    if name == "month":
        return f"{decision.issued_on:%Y-%m}"
    return getattr(decision, name)


def _plain(values: Mapping[str, object]) -> Json:
    return {name: _simple(value) for name, value in values.items()}


def _simple(value: object) -> object:
    if isinstance(value, Decimal | date):
        return str(value)
    if isinstance(value, frozenset | tuple):
        return sorted(str(each) for each in value)
    return value
