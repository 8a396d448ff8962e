"""Small literal decisions for tests: an invented body, one line of money, everything else as it usually is."""

import hashlib
import itertools
import json
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any

from core.domain.decision import Decision, Link, LinkKind, Status
from core.domain.ledger import AmountState, Flag, Line, Payee, Stage

BODY = "100000001"
OTHER_BODY = "100000002"
COMPANY = Payee(afm="999999999", name="ΔΟΚΙΜΗ Ο.Ε.")
PERSON = Payee(afm="123456783", name="ΔΟΚΙΜΟΠΟΥΛΟΣ,,ΔΟΚΙΜΙΟΣ,ΠΑΤΡΩΝΥΜΟΣ", natural=True)

_LETTERS = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"
_numbers = itertools.count()


def an_ada() -> str:
    """A new ΑΔΑ of the invented issuer ΩΔΟ."""
    number = next(_numbers)
    letters = "".join(_LETTERS[number // len(_LETTERS) ** place % len(_LETTERS)] for place in range(4))
    return f"{letters}ΩΔΟ-ΔΟΚ"


def a_line(
    amount: Decimal | int | str | None = "100",
    *,
    stage: Stage = Stage.AWARD,
    seq: int = 1,
    sign: int = 1,
    state: AmountState | None = None,
    payees: Sequence[Payee] = (),
    fiscal_year: int | None = None,
    kae: str | None = None,
    cpvs: Sequence[str] = (),
    flags: Iterable[Flag] = (),
) -> Line:
    """`amount` is positive; without one the source states none, unless `state` says that we never read it."""
    own = {*flags, Flag.REVERSAL} if sign < 0 else set(flags)
    return Line(
        seq=seq,
        stage=stage,
        amount=None if amount is None else Decimal(amount),
        state=state or (AmountState.UNSTATED if amount is None else AmountState.STATED),
        sign=sign,
        payees=tuple(payees),
        fiscal_year=fiscal_year,
        kae=kae,
        cpvs=tuple(cpvs),
        flags=frozenset(own),
    )


def a_decision(
    subject: str = "Προμήθεια καυσίμων κίνησης",
    *,
    ada: str | None = None,
    body: str = BODY,
    decision_type: str = "2.4.7.1",
    issued_on: date = date(2024, 3, 14),
    status: Status = Status.PUBLISHED,
    private: bool = False,
    lines: Sequence[Line] = (),
    links: Iterable[str] = (),
    fiscal_year: int | None = None,
    submitted_at: datetime | None = None,
    protocol_number: str | None = None,
    corrects: str | None = None,
) -> Decision:
    """An act of the invented body; without lines its type carries no money. `links`: ΑΔΑs that it names."""
    own = ada or an_ada()
    posted = submitted_at or datetime.combine(issued_on, time(9), tzinfo=UTC)
    states = {line.state for line in lines}
    said = {
        "ada": own,
        "subject": subject,
        "status": status,
        "posted": posted.isoformat(),
        "lines": [repr(x) for x in lines],
    }
    raw = json.dumps(said, ensure_ascii=False, sort_keys=True)
    return Decision(
        ada=own,
        organization_uid=body,
        decision_type=decision_type,
        subject=subject,
        protocol_number=protocol_number,
        issued_on=issued_on,
        issued_ms=int(datetime.combine(issued_on, time(), tzinfo=UTC).timestamp() * 1000),
        published_at=posted,
        submitted_at=posted,
        status=status,
        private=private,
        unit_uids=(),
        signer_uids=(),
        thematic_uids=(),
        fiscal_year=fiscal_year,
        version_id=None,
        corrects=corrects,
        amount_state=next((state for state in AmountState if state in states), None),
        lines=tuple(lines),
        links=tuple(Link(target_ada=target, kind=LinkKind.RELATED) for target in links),
        flags=frozenset(flag for line in lines for flag in line.flags),
        fidelity="api-verbatim",
        raw=raw,
        version_key=hashlib.sha256(raw.encode()).digest(),
    )


def an_award(
    amount: Decimal | int | str | None = "100",
    subject: str = "Προμήθεια καυσίμων κίνησης",
    *,
    payees: Sequence[Payee] = (COMPANY,),
    state: AmountState | None = None,
    flags: Iterable[Flag] = (),
    cpvs: Sequence[str] = (),
    decision_type: str = "Δ.1",
    body: str = BODY,
    issued_on: date = date(2024, 3, 14),
    **more: Any,
) -> Decision:
    """«Ανάθεση», one amount."""
    line = a_line(amount, stage=Stage.AWARD, payees=payees, state=state, flags=flags, cpvs=cpvs)
    return a_decision(subject, decision_type=decision_type, body=body, issued_on=issued_on, lines=(line,), **more)


def a_commitment(
    amount: Decimal | int | str | None = "100",
    subject: str = "Δέσμευση πίστωσης για καύσιμα",
    *,
    reverses: bool = False,
    fiscal_year: int | None = 2024,
    kae: str | None = None,
    state: AmountState | None = None,
    flags: Iterable[Flag] = (),
    body: str = BODY,
    issued_on: date = date(2024, 3, 14),
    **more: Any,
) -> Decision:
    """«Ανάληψη υποχρέωσης», or its «ανατροπή»."""
    line = a_line(
        amount,
        stage=Stage.COMMITMENT,
        sign=-1 if reverses else 1,
        fiscal_year=fiscal_year,
        kae=kae,
        state=state,
        flags=flags,
    )
    return a_decision(
        subject,
        decision_type="Β.1.3",
        body=body,
        issued_on=issued_on,
        fiscal_year=fiscal_year,
        lines=(line,),
        **more,
    )


def a_payment(
    *amounts: Decimal | int | str | None,
    subject: str = "Πληρωμή τιμολογίου καυσίμων",
    payees: Sequence[Payee] = (COMPANY,),
    state: AmountState | None = None,
    decision_type: str = "Β.2.2",
    flags: Iterable[Flag] = (),
    body: str = BODY,
    issued_on: date = date(2024, 3, 14),
    **more: Any,
) -> Decision:
    """«Οριστικοποίηση πληρωμής», a line for each amount; the payees take turns."""
    stage = Stage.APPROVAL if decision_type == "Β.2.1" else Stage.PAYMENT
    turns = itertools.cycle(payees or (None,))
    lines = [
        a_line(amount, stage=stage, seq=seq, state=state, flags=flags, payees=[payee] if payee else [])
        for seq, (amount, payee) in enumerate(zip(amounts or ("100",), turns, strict=False), start=1)
    ]
    return a_decision(subject, decision_type=decision_type, body=body, issued_on=issued_on, lines=lines, **more)


def a_contract(
    amount: Decimal | int | str | None = "100",
    subject: str = "Σύμβαση προμήθειας καυσίμων",
    *,
    payees: Sequence[Payee] = (COMPANY,),
    body: str = BODY,
    issued_on: date = date(2024, 3, 14),
    **more: Any,
) -> Decision:
    """«Σύμβαση» (Γ.3.4)."""
    line = a_line(amount, stage=Stage.CONTRACT, payees=payees)
    return a_decision(subject, decision_type="Γ.3.4", body=body, issued_on=issued_on, lines=(line,), **more)
