"""A reader's subscription: what is watched, how often it is told, and whether one act is what was asked for."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from core.domain.condition import DIRECT_AWARD, Condition, Phrase
from core.domain.ledger import Stage
from core.domain.types import stage_of


class Frequency(StrEnum):
    """How often a reader is told. `immediate`: as soon as it is found, outside quiet hours."""

    DAILY = "daily"
    WEEKLY = "weekly"
    IMMEDIATE = "immediate"


class SubscriptionState(StrEnum):
    """`paused`: what is found is held back and offered later. `stopped`: nothing is looked for."""

    ACTIVE = "active"
    PAUSED = "paused"
    STOPPED = "stopped"


class News(StrEnum):
    """Why an act is told: it is new, or something happened to one that was told before or is watched by its ΑΔΑ."""

    NEW = "new"
    CORRECTED = "corrected"
    PENDING = "pending"
    REVOKED = "revoked"
    RESTORED = "restored"
    PAID = "paid"


class Fit(StrEnum):
    """How an act is what was asked for. `unstated`: but for an amount that it does not state (a part of its own)."""

    WHOLE = "whole"
    UNSTATED = "unstated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a subscription is about; empty means no limit. `words` as in totals: widened, over the subject's lexemes.

    `adas`: single acts that are watched, and then nothing else binds. `only`: of what happens to those, what is told;
    empty is everything. `cpv` is a prefix of digits. `least` and `most` are inside.
    """

    words: Condition = field(default_factory=Condition)
    organizations: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    decision_types: tuple[str, ...] = ()
    without_types: tuple[str, ...] = ()
    stage: Stage | None = None
    payee_afm: str | None = None
    kae: str | None = None
    cpv: str | None = None
    least: Decimal | None = None
    most: Decimal | None = None
    direct_only: bool = False
    adas: tuple[str, ...] = ()
    only: tuple[News, ...] = ()

    @property
    def is_watch(self) -> bool:
        return bool(self.adas)

    @property
    def says_nothing(self) -> bool:
        """It would be everything that the bodies ever post."""
        said = (self.words.groups, self.units, self.decision_types, self.stage, self.payee_afm, self.kae, self.cpv)
        return not any(said) and self.least is None and self.most is None and not self.adas


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscription:
    """One of a chat's subscriptions. `title` names it to the reader. `weekday` (0 is Monday) is of weekly ones.

    `news_from`: only what was posted from then on is news to this reader (`core.alerts`, README).
    """

    id: int
    conversation: str
    title: str
    wish: Wish
    frequency: Frequency
    state: SubscriptionState
    created_at: datetime
    news_from: datetime
    weekday: int = 0
    paused_until: datetime | None = None

    def is_active(self, at: datetime) -> bool:
        """A pause that has ended is none any more."""
        over = self.state is SubscriptionState.PAUSED and self.paused_until is not None and self.paused_until <= at
        return self.state is SubscriptionState.ACTIVE or over


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenLine:
    """A money line as matching looks at it. `amount` is signed, None when unknown or doubtful."""

    amount: Decimal | None
    kae: str | None = None
    cpvs: tuple[str, ...] = ()
    afms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """An act as matching looks at it. `facts` changes when what a reader was told of the act does.

    `posted_at`: when it was posted first. `fresh`: it was not held before.
    """

    ada: str
    organization_uid: str
    decision_type: str
    lexemes: frozenset[str]
    posted_at: datetime
    status: str = "PUBLISHED"
    version: str = ""
    facts: str = ""
    units: tuple[str, ...] = ()
    lines: tuple[SeenLine, ...] = ()
    carries_amount: bool = False
    fresh: bool = True


def fit(wish: Wish, act: Sighting) -> Fit | None:
    """Whether the act is what was asked for. A watch of single acts fits none: what happens to them is told apart."""
    if wish.is_watch or not (_is_of(wish, act) and _says(wish, act.lexemes)):
        return None
    return _meets(wish, act)


def _is_of(wish: Wish, act: Sighting) -> bool:
    if wish.organizations and act.organization_uid not in wish.organizations:
        return False
    if wish.units and not set(wish.units) & set(act.units):
        return False
    if act.decision_type in wish.without_types or (
        wish.decision_types and act.decision_type not in wish.decision_types
    ):
        return False
    return wish.stage is None or stage_of(act.decision_type) is wish.stage


def _says(wish: Wish, lexemes: frozenset[str]) -> bool:
    words = wish.words
    return (
        all(_any(group.alternatives, lexemes) for group in words.groups)
        and not any(_any(group.alternatives, lexemes) for group in words.exclude)
        and (not wish.direct_only or _any(DIRECT_AWARD, lexemes))
    )


def _any(alternatives: Sequence[Phrase], lexemes: frozenset[str]) -> bool:
    return any(lexemes.issuperset(phrase) for phrase in alternatives)


def _meets(wish: Wish, act: Sighting) -> Fit | None:
    """Limits that are of money lines: those that the line limits let pass are summed, as a total would."""
    by_line = (wish.payee_afm, wish.kae, wish.cpv)
    if wish.least is None and wish.most is None and not any(by_line):
        return Fit.WHOLE
    lines = [line for line in act.lines if _passes(wish, line)]
    if any(by_line) and not lines:
        return None
    if wish.least is None and wish.most is None:
        return Fit.WHOLE
    stated = [line.amount for line in lines if line.amount is not None]
    amount = abs(sum(stated, Decimal(0))) if stated else None
    if amount is not None and _within(wish, amount):
        return Fit.WHOLE
    unknown = (act.carries_amount and len(stated) == len(lines) == 0) or len(stated) < len(lines)
    above = amount is not None and wish.most is not None and amount > wish.most
    return Fit.UNSTATED if unknown and not above else None


def _within(wish: Wish, amount: Decimal) -> bool:
    return (wish.least is None or amount >= wish.least) and (wish.most is None or amount <= wish.most)


def _passes(wish: Wish, line: SeenLine) -> bool:
    if wish.payee_afm and wish.payee_afm not in line.afms:
        return False
    if wish.kae and not any(_is_under(code, wish.kae) for code in _codes(line.kae)):
        return False
    return not wish.cpv or any(code.startswith(wish.cpv) for code in line.cpvs)


def _codes(kae: str | None) -> list[str]:
    return (kae or "").replace(",", " ").replace(";", " ").split()


def _is_under(code: str, asked: str) -> bool:
    """«02.30-6641» is under «02.30», and under «66»."""
    return code.startswith(asked) or code.partition("-")[2].startswith(asked)
