"""Stages, money lines, payees and flags: what one decision says about money (DIAVGEIA_API §8–§10)."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum


class Stage(StrEnum):
    """The only list of money stages (DESIGN §4). Nothing sums across stages."""

    COMMITMENT = "commitment"
    TENDER = "tender"
    AWARD = "award"
    CONTRACT = "contract"
    APPROVAL = "approval"
    PAYMENT = "payment"
    GRANT = "grant"
    PERSONNEL = "personnel"


class AmountState(StrEnum):
    """Three states of an amount, never mixed (DESIGN §4)."""

    STATED = "stated"
    UNSTATED = "unstated"
    UNREAD = "unread"


class Flag(StrEnum):
    """Why a line or a decision deserves a second look. OUTSIDE flags take it out of totals; it stays visible."""

    REVERSAL = "reversal"
    AFM_AS_AMOUNT = "afm_as_amount"
    CODE_AS_AMOUNT = "code_as_amount"
    HUNDREDFOLD = "hundredfold"
    ABOVE_BUDGET = "above_budget"
    FOREIGN_CURRENCY = "foreign_currency"
    LINES_DIFFER = "lines_differ"
    PLACEHOLDER = "placeholder"
    MULTI_YEAR = "multi_year"
    NOT_EXPENDITURE = "not_expenditure"
    REVENUE = "revenue"  # something is let or sold, or may be
    AGREEMENT = "agreement"  # a programme agreement between bodies, posted as an award or a contract
    WARRANT = "warrant"  # an approval that is a payment order
    PAYROLL = "payroll"
    PAYEE_IS_ISSUER = "payee_is_issuer"
    UNDIVIDED = "undivided"
    DATE_DOUBTFUL = "date_doubtful"
    SAME_AGAIN = "same_again"
    POSTED_TWICE = "posted_twice"  # surely the same act again: protocol number and all
    REPLACED = "replaced"  # perhaps corrected by a later act under another ΑΔΑ
    EXCEEDS = "exceeds"  # more than the earlier acts that it is linked with
    SAME_CONTRACT = "same_contract"  # a step of a contract that counts by another act
    SEVERAL_ACTS = "several_acts"  # the act by which such a contract counts
    SUPPLY = "supply"
    SERVICE = "service"
    WORKS = "works"


SUSPECT = frozenset(
    {
        Flag.AFM_AS_AMOUNT,
        Flag.CODE_AS_AMOUNT,
        Flag.HUNDREDFOLD,
        Flag.ABOVE_BUDGET,
        Flag.FOREIGN_CURRENCY,
    }
)
# Why a published act is in no total.
OUTSIDE = SUSPECT | {Flag.NOT_EXPENDITURE, Flag.AGREEMENT, Flag.POSTED_TWICE, Flag.SAME_CONTRACT}

# What a Γ.3.4 buys that is no contract of employment.
PURCHASES = frozenset({Flag.SUPPLY, Flag.SERVICE, Flag.WORKS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Payee:
    """Who gets the money. `afm` is kept whole here and masked at the door for natural persons (DESIGN §4).

    `elsewhere`: the name that other acts give this ΑΦΜ, where the act itself gives none.
    """

    afm: str | None
    name: str | None
    natural: bool = False
    elsewhere: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One amount of one decision. `amount` is never negative: `sign` is −1 for a reversal. None: see `state`.

    Several payees of one undivided amount are one line with `payees` > 1 and Flag.UNDIVIDED.
    """

    seq: int
    stage: Stage
    amount: Decimal | None
    state: AmountState
    sign: int = 1
    currency: str = "EUR"
    fiscal_year: int | None = None
    payees: tuple[Payee, ...] = ()
    kae: str | None = None
    cpvs: tuple[str, ...] = ()
    flags: frozenset[Flag] = frozenset()

    @property
    def suspect(self) -> bool:
        """Out of totals, whether its amount is doubtful or nothing is spent."""
        return bool(self.flags & OUTSIDE)
