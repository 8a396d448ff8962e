"""A topic as a condition, never a ranked list (DESIGN §4), and the filter that every lookup shares."""

from dataclasses import dataclass, field, replace
from decimal import Decimal

from core.domain.ledger import Flag, Stage
from core.domain.period import Period
from core.greek.lexemes import lexemes

# As subjects write it: in one word, in two, and with a letter missing.
DIRECT_AWARD = tuple(map(lexemes, ("απευθείας ανάθεση", "απ ευθείας ανάθεση", "απευθείας άνθεση")))
_NEXT = Decimal("0.0001")
Phrase = tuple[str, ...]  # lexemes that must all be there


@dataclass(frozen=True, slots=True, kw_only=True)
class WordGroup:
    """One topic word, widened: any alternative satisfies it. `shown` are words for a reader, the typed one first."""

    shown: tuple[str, ...]
    alternatives: tuple[Phrase, ...]


def _any_of(group: WordGroup) -> str:
    phrases = ("(" + " & ".join(f"'{lexeme}'" for lexeme in phrase) + ")" for phrase in group.alternatives)
    return "(" + " | ".join(phrases) + ")"


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Every group must be among the lexemes of the subject, no `exclude` group may be.

    Lexemes come from `core.greek.lexemes`: letters and digits only, so quoting them is safe. `title`: the words as a
    reader joined them, where all of them are wanted together («καύσιμα και λιπαντικά»).
    """

    groups: tuple[WordGroup, ...] = ()
    exclude: tuple[WordGroup, ...] = ()
    title: str = field(default="", compare=False)

    @property
    def tsquery(self) -> str | None:
        """Text of a Postgres tsquery, to be passed as a parameter; None when there is no condition."""
        parts = [_any_of(group) for group in self.groups] + [f"!{_any_of(group)}" for group in self.exclude]
        return " & ".join(parts) or None


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionFilter:
    """What binds on every leg and every count. Empty means no limit. Whole years take commitments by fiscal year."""

    organizations: tuple[str, ...] = ()
    period: Period = field(default_factory=Period)
    decision_types: tuple[str, ...] = ()
    stage: Stage | None = None
    condition: Condition = field(default_factory=Condition)
    payee_afm: str | None = None
    amount_min: Decimal | None = None
    amount_max: Decimal | None = None
    amount_above: bool = False  # the limit itself is outside
    amount_below: bool = False
    status: str | None = None
    kae: str | None = None
    cpv: str | None = None
    direct_only: bool = False
    without: tuple[str, ...] = ()  # taken out by the reader: ΑΔΑs, payees as `core.store.payees.Share.token` names them

    @property
    def tsquery(self) -> str | None:
        """The condition, with «απευθείας ανάθεση» when only direct awards are wanted; None without either."""
        direct = _any_of(WordGroup(shown=(), alternatives=DIRECT_AWARD)) if self.direct_only else None
        return " & ".join(filter(None, (self.condition.tsquery, direct))) or None

    @property
    def least(self) -> Decimal | None:
        """The smallest amount that passes: amounts have four decimals at most."""
        return self.amount_min + _NEXT if self.amount_min is not None and self.amount_above else self.amount_min

    @property
    def most(self) -> Decimal | None:
        """The largest amount that passes."""
        return self.amount_max - _NEXT if self.amount_max is not None and self.amount_below else self.amount_max

    @property
    def limits_lines(self) -> bool:
        """Some limit can be met only by an act whose money lines were read and state it."""
        limits = (self.payee_afm, self.amount_min, self.amount_max, self.kae, self.cpv)
        return any(limit is not None for limit in limits)

    def without_line_limits(self) -> "DecisionFilter":
        """The same question without the limits that acts of unknown amount or payee cannot meet."""
        return replace(self, payee_afm=None, amount_min=None, amount_max=None, kae=None, cpv=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAside:
    """Acts that totals leave out: those of one stage and key, or of them those with one `reason`."""

    stage: Stage
    key: str
    reason: Flag | None
    decisions: int
    amount: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class StageTotal:
    """One stage of what counts. Amounts are euro; `net` = gross − reversed. Suspects are outside of all three.

    `decisions` holds every act that counts: reversals, and acts without an amount (`unstated`, `unread`), too.
    `aside`: the suspects reason by reason; an act may have several.
    """

    stage: Stage
    decisions: int
    unstated: int
    unread: int
    gross: Decimal
    reversed: Decimal
    reversals: int
    suspects: int
    suspect_amount: Decimal
    same_again: int
    key: str = ""
    aside: tuple[SetAside, ...] = ()

    @property
    def net(self) -> Decimal:
        return self.gross - self.reversed

    @property
    def with_amount(self) -> int:
        return self.decisions - self.unstated - self.unread

    @property
    def mostly_unread(self) -> bool:
        """Over half of the stage's acts were not read by us: no total is given (DESIGN §4)."""
        return self.unread * 2 > self.decisions
