"""Decisions: the card of an ΑΔΑ, pages of a filter, what we hold and what is near; `save` and what follows a load."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from core.domain.answer import Row
from core.domain.condition import DecisionFilter
from core.domain.contracts import wording
from core.domain.decision import ContractStep, DecisionCard, LinkKind, RelatedDecision, Status
from core.domain.identifiers import lookalikes
from core.domain.ledger import AmountState, Flag, Line, Stage
from core.domain.money import rules
from core.domain.types import DECISION_TYPES
from core.store import consistency, counting, screening, sql
from core.store.filters import matching
from core.store.pool import Connection, Db, same_plan
from core.store.rows import as_payees, as_row
from core.store.saving import Saved, save
from core.store.screening import flagged
from core.store.statistics import refresh_statistics

__all__ = ["Saved", "cards", "flagged", "held", "is_owed", "near_adas", "refresh_statistics", "rows", "save", "screen"]

STATEMENTS = sql.load(__name__)
_MOST_RELATED = 100  # a payroll commitment may be named by hundreds of payments
_ADA_LETTERS = "0123456789ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"


async def screen(db: Connection) -> list[str]:
    """What only the whole set tells, of the bodies that changed; their uids. Inside the caller's transaction."""
    bodies = await screening.screen(db)
    await consistency.check(db, bodies=bodies)
    await counting.count(db)
    return bodies


async def is_owed(db: Connection) -> bool:
    """Something changed, in what we hold or in our rules, since everything was screened and counted."""
    return await screening.is_owed(db) or await counting.is_owed(db)


async def held(db: Db, *, adas: Sequence[str]) -> set[str]:
    """Which of these ΑΔΑs we hold."""
    return {row["ada"] for row in await db.fetch(STATEMENTS.held, list(adas))}


async def cards(db: Db, *, adas: Sequence[str]) -> dict[str, DecisionCard]:
    """The full card of each ΑΔΑ that we hold, in whatever state it is."""
    async with same_plan(db) as connection:
        found = await connection.fetch(STATEMENTS.cards, list(adas), _MOST_RELATED)
    return {row["ada"]: _card(row) for row in found}


async def near_adas(db: Db, *, ada: str, limit: int) -> list[str]:
    """ΑΔΑs of ours that may be meant: look-alike letters first, then one-character slips, then the most similar."""
    alike = list(lookalikes(ada))
    found = [row["ada"] for row in await db.fetch(STATEMENTS.slips, [*alike, *_slips(ada)])]
    found.sort(key=lambda each: each not in alike)
    if len(found) < limit:
        found += [row["ada"] for row in await db.fetch(STATEMENTS.similar, ada, limit + len(found))]
    return [each for each in dict.fromkeys(found) if each != ada][:limit]


def _slips(ada: str) -> set[str]:
    """One character changed, left out, put in, or swapped with the next; the dash stays."""
    places = range(len(ada))
    letters = [place for place in places if ada[place] != "-"]
    changed = {ada[:i] + letter + ada[i + 1 :] for i in letters for letter in _ADA_LETTERS}
    lost = {ada[:i] + ada[i + 1 :] for i in letters}
    added = {ada[:i] + letter + ada[i:] for i in range(len(ada) + 1) for letter in _ADA_LETTERS}
    swapped = {ada[:i] + ada[i + 1] + ada[i] + ada[i + 2 :] for i in letters if i + 1 in letters}
    return changed | lost | added | swapped


def _line(stored: Mapping[str, Any]) -> Line:
    amount = stored["amount"]
    return Line(
        seq=stored["seq"],
        stage=Stage(stored["stage"]),
        amount=None if amount is None else Decimal(amount),
        state=AmountState(stored["state"]),
        sign=stored["sign"],
        currency=stored["currency"],
        fiscal_year=stored["fiscal_year"],
        payees=as_payees(stored["payees"]),
        kae=stored["kae"],
        cpvs=tuple(stored["cpvs"]),
        flags=frozenset(map(Flag, stored["flags"])),
    )


def _related(stored: Sequence[Any]) -> RelatedDecision:
    ada, kind, outgoing, decision_type, issued_on, amount = stored
    return RelatedDecision(
        ada=ada,
        kind=LinkKind(kind),
        outgoing=outgoing,
        decision_type=decision_type,
        issued_on=date.fromisoformat(issued_on) if issued_on else None,
        amount=None if amount is None else Decimal(amount),
    )


def _contract_step(stored: Sequence[Any]) -> ContractStep:
    ada, decision_type, issued_on, subject, amount = stored
    return ContractStep(
        ada=ada,
        decision_type=decision_type,
        issued_on=date.fromisoformat(issued_on),
        amount=None if amount is None else Decimal(amount),
        step=wording.read(subject).step,
    )


def _amount_of(previous: Mapping[str, Any] | None) -> Decimal | None:
    """The amount that an earlier version stated, by today's rules."""
    if not previous or previous["decisionTypeId"] not in DECISION_TYPES:
        return None
    act = rules.Act(
        decision_type=previous["decisionTypeId"],
        subject=previous["subject"] or "",
        values=previous["extraFieldValues"] or {},
    )
    lines = [line for line in rules.read(act).lines if line.amount is not None and not line.suspect]
    return (
        abs(sum((line.amount * line.sign for line in lines if line.amount is not None), Decimal(0))) if lines else None
    )


def _card(row: Mapping[str, Any]) -> DecisionCard:
    return DecisionCard(
        ada=row["ada"],
        organization_uid=row["organization_uid"],
        organization=row["organization"],
        decision_type=row["decision_type"],
        subject=row["subject"],
        protocol_number=row["protocol_number"],
        issued_on=row["issued_on"],
        published_at=row["published_at"],
        submitted_at=row["submitted_at"],
        status=Status(row["status"]),
        private=row["private"],
        fiscal_year=row["fiscal_year"],
        amount_state=AmountState(row["amount_state"]) if row["amount_state"] else None,
        lines=tuple(map(_line, row["lines"] or ())),
        flags=frozenset(map(Flag, row["flags"])),
        screened=tuple((Flag(flag), other) for flag, other in row["screened"] or ()),
        related=tuple(map(_related, row["related"] or ())),
        same_contract=tuple(map(_contract_step, row["same_contract"] or ())),
        lots=tuple(map(_contract_step, row["lots"] or ())),
        corrected=row["corrects"] is not None,
        versions=row["versions"],
        previous_amount=_amount_of(row["previous"]),
        unit_uids=tuple(row["unit_uids"]),
        signer_uids=tuple(row["signer_uids"]),
        version_key=row["version_key"],
    )


async def rows(db: Db, *, where: DecisionFilter, newest_first: bool, limit: int, offset: int = 0) -> list[Row]:
    """A page of decisions of any status, suspects too; `where.stage` means the types of that stage."""
    found = await db.fetch(STATEMENTS.rows, *matching(where), newest_first, limit, offset, list(where.without))
    return [as_row(row, one_body=len(where.organizations) == 1) for row in found]
