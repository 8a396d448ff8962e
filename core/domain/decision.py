"""A decision as we hold it, its status, versions and links to other decisions."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

from core.domain.contracts.wording import Step
from core.domain.ledger import AmountState, Flag, Line


class Status(StrEnum):
    """States of a posting (DIAVGEIA_API §3.6)."""

    PUBLISHED = "PUBLISHED"
    REVOKED = "REVOKED"
    PENDING_REVOCATION = "PENDING_REVOCATION"
    SUBMITTED = "SUBMITTED"


class LinkKind(StrEnum):
    """Which field of the source names the other decision (DIAVGEIA_API §15)."""

    APPROVAL = "approval"
    COMMITMENT = "commitment"
    REVERSED = "reversed"
    RELATED = "related"
    TENDER_OR_AWARD = "tender_or_award"
    SUBJECT = "subject"


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """This decision names another one."""

    target_ada: str
    kind: LinkKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One version of one act. Dates are Athens dates, timestamps aware UTC (DIAVGEIA_API §4).

    `version_key` is the sha256 of the canonical JSON without `_` fields (DESIGN §8); `raw` is that JSON as text.
    """

    ada: str
    organization_uid: str
    decision_type: str
    subject: str
    protocol_number: str | None
    issued_on: date
    issued_ms: int
    published_at: datetime | None
    submitted_at: datetime | None
    status: Status
    private: bool
    unit_uids: tuple[str, ...]
    signer_uids: tuple[str, ...]
    thematic_uids: tuple[str, ...]
    fiscal_year: int | None
    version_id: str | None
    corrects: str | None
    amount_state: AmountState | None
    lines: tuple[Line, ...]
    links: tuple[Link, ...]
    flags: frozenset[Flag]
    fidelity: str | None
    raw: str
    version_key: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class RelatedDecision:
    """The other end of a link; the facts are None when we do not hold it."""

    ada: str
    kind: LinkKind
    outgoing: bool
    decision_type: str | None = None
    issued_on: date | None = None
    amount: Decimal | None = None

    @property
    def held(self) -> bool:
        return self.decision_type is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractStep:
    """One act of a contract that was posted in several; the amount is the whole contract's as that act states it."""

    ada: str
    decision_type: str
    issued_on: date
    amount: Decimal | None
    step: Step = Step.PLAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionCard:
    """Everything that the card of one ΑΔΑ shows: the latest version, its lines, its links, what it replaced.

    `same_contract`: the acts of its contract, this one among them, oldest first; empty where it is the only one.
    `lots`: an award that was signed lot by lot, then its contracts, which count in its stead.
    """

    ada: str
    organization_uid: str
    organization: str
    decision_type: str
    subject: str
    protocol_number: str | None
    issued_on: date
    published_at: datetime | None
    submitted_at: datetime | None
    status: Status
    private: bool
    fiscal_year: int | None
    amount_state: AmountState | None
    lines: tuple[Line, ...]
    flags: frozenset[Flag]
    screened: tuple[tuple[Flag, str | None], ...] = ()
    related: tuple[RelatedDecision, ...] = ()
    same_contract: tuple[ContractStep, ...] = ()
    lots: tuple[ContractStep, ...] = ()
    corrected: bool = False
    versions: int = 1
    previous_amount: Decimal | None = None
    unit_uids: tuple[str, ...] = ()
    signer_uids: tuple[str, ...] = ()
    version_key: bytes = b""
