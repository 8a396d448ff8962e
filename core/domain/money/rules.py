"""One decision → its money lines, with stage, sign, payees, state and flags (DIAVGEIA_API §8–§10, DESIGN §4); pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from core.domain.ledger import AmountState, Flag, Line, Payee, Stage
from core.domain.money import fields, subjects, suspects
from core.domain.types import stage_of
from core.greek.fold import fold

_SALARIES = "SKIP_VAT_REASON_1"
_CENT = Decimal("0.01")
_REVERSIBLE = ("Β.1.3", "Β.1.2")
# The field that carries the money of a type; `sponsor` and the KAE lists hold one amount a line.
_FIELDS = {
    "Β.1.2": "amountWithVATAndKae",
    "Β.1.3": "amountWithVAT",
    "Β.2.1": "sponsor",
    "Β.2.2": "sponsor",
    "Β.4": "amountWithVAT",
    "Β.6": "investAmount",
    "Δ.1": "awardAmount",
    "Δ.2.1": "estimatedAmount",
    "Δ.2.2": "awardAmount",
    "Γ.3.4": "contractAmount",
    "Γ.2": "positionSalary",
    "100": "positionSalary",
}
_KAE_LISTS = {"Β.1.2": "amountWithVATAndKae", "Β.1.3": "amountWithKae"}
_PARTIES = {"Δ.1": "person", "Δ.2.2": "person", "Γ.3.4": "person", "Β.4": "donationReceiver"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What the rules look at. `detail_fetched`: our own mark in rebuilt rows; None where the source was read as it is.

    `issuer_afm` is the issuing body's ΑΦΜ in the register; without it the record's own `org` stands for it.
    """

    decision_type: str
    subject: str
    values: Mapping[str, object]
    protocol_number: str | None = None
    issuer_afm: str | None = None
    detail_fetched: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The money of one act. `state` is None where the type carries none; `flags` are those of all its lines."""

    state: AmountState | None
    lines: tuple[Line, ...]
    flags: frozenset[Flag]
    fiscal_year: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Draft:
    """A line before signs and states are settled."""

    amount: fields.Amount
    payees: tuple[Payee, ...] = ()
    kae: str | None = None
    cpvs: tuple[str, ...] = ()
    flags: frozenset[Flag] = frozenset()


def read(act: Act) -> Reading:
    """Every type that carries money gives at least one line, so that an act without an amount is counted as one."""
    stage = stage_of(act.decision_type)
    fiscal_year = fields.year(act.values.get("financialYear"))
    if stage is None:
        return Reading(state=None, lines=(), flags=frozenset(), fiscal_year=fiscal_year)
    lines = _lines(act, stage, fiscal_year)
    flags = frozenset(flag for line in lines for flag in line.flags)
    return Reading(state=_state_of_all(lines), lines=lines, flags=flags, fiscal_year=fiscal_year)


def _state_of_all(lines: Sequence[Line]) -> AmountState:
    states = {line.state for line in lines}
    return next(state for state in (AmountState.STATED, AmountState.UNREAD, AmountState.UNSTATED) if state in states)


def _lines(act: Act, stage: Stage, fiscal_year: int | None) -> tuple[Line, ...]:
    subject = fold(act.subject)
    common = subjects.subject_flags(subject, stage)
    if act.values.get("skipVatReason") == _SALARIES:
        common |= {Flag.PAYROLL}
    reversal = act.decision_type in _REVERSIBLE and (
        act.values.get("recalledExpenseDecision") is True or subjects.reverses(subject)
    )
    known = suspects.numbers(act.values, protocol_number=act.protocol_number, issuer_afm=act.issuer_afm)
    missing = _state_when_missing(act)
    lines = []
    for seq, draft in enumerate(_drafts(act), start=1):
        value = draft.amount.value
        negative = reversal or (value is not None and value < 0)
        own = draft.flags | common | suspects.flags_of(draft.amount, stage, known)
        lines.append(
            Line(
                seq=seq,
                stage=stage,
                amount=None if value is None else abs(value),
                state=missing if value is None else AmountState.STATED,
                sign=-1 if negative else 1,
                currency=draft.amount.currency,
                fiscal_year=fiscal_year if stage is Stage.COMMITMENT else None,
                payees=draft.payees,
                kae=draft.kae,
                cpvs=draft.cpvs,
                flags=own | {Flag.REVERSAL} if negative else own,
            )
        )
    return tuple(lines)


def _state_when_missing(act: Act) -> AmountState:
    """Why there is no amount: we never read it, or the source does not state it (DESIGN §4)."""
    if act.detail_fetched is not None:
        return AmountState.UNSTATED if act.detail_fetched else AmountState.UNREAD
    field = _FIELDS[act.decision_type]
    if field not in act.values:  # the source always sends the field, be it null: whoever copied the row left it out
        return AmountState.UNREAD
    if field == "sponsor" and not fields.objects(act.values[field]) and not act.values.get("skipVatReason"):
        return AmountState.UNREAD
    return AmountState.UNSTATED


def _drafts(act: Act) -> tuple[_Draft, ...]:
    if act.decision_type in _KAE_LISTS:
        return _commitment(act)
    if _FIELDS[act.decision_type] == "sponsor":
        return _sponsors(act)
    return (_single(act),)


def _commitment(act: Act) -> tuple[_Draft, ...]:
    """The header's amount, line by line of the budget where the lines add up to it, else the header alone (§8.3).

    A header of exactly a hundred times its lines is doubtful; which of the two is meant is for a human to say.
    """
    listed = fields.objects(act.values.get(_KAE_LISTS[act.decision_type]))
    lines = tuple(filter(None, map(_kae_line, listed)))
    header = fields.amount(act.values.get("amountWithVAT"))
    if header.value is None and not header.absurd:
        return lines or (_Draft(amount=header),)
    parts = [line.amount.value or Decimal(0) for line in lines]
    same_sign = all((part < 0) == (parts[0] < 0) for part in parts if part)
    whole, stated = abs(sum(parts, Decimal(0))), abs(header.value or Decimal(0))
    if lines and same_sign and abs(whole - stated) <= _CENT:
        return tuple(replace(line, amount=_signed_as(line.amount, header)) for line in lines)
    own = _Draft(amount=header, kae=lines[0].kae if len(lines) == 1 else None)
    doubts = {Flag.LINES_DIFFER, *([Flag.HUNDREDFOLD] if suspects.is_hundredfold(stated, whole) else [])}
    return (replace(own, flags=frozenset(doubts)) if lines else own,)


def _signed_as(amount: fields.Amount, header: fields.Amount) -> fields.Amount:
    """A negative header over positive lines is a reversal of them all."""
    if amount.value is None or header.value is None or header.value >= 0:
        return replace(amount, currency=header.currency)
    return replace(amount, value=-abs(amount.value), currency=header.currency)


def _kae_line(line: Mapping[str, object]) -> _Draft | None:
    """In Β.1.3 `amountWithVAT` is a bare number; its `sponsorAFMName` is the body itself, no payee (§8.3)."""
    amount = fields.amount(line.get("amountWithVAT"))
    if amount.value is None and not amount.absurd:
        return None
    over = amount.value is not None and suspects.above_budget(line, amount.value)
    flags = frozenset({Flag.ABOVE_BUDGET}) if over else frozenset()
    return _Draft(amount=amount, kae=fields.text(line.get("kae")), flags=flags)


def _sponsors(act: Act) -> tuple[_Draft, ...]:
    drafts = tuple(_sponsor(act, each) for each in fields.objects(act.values.get("sponsor")))
    return drafts or (_Draft(amount=fields.NO_AMOUNT),)


def _sponsor(act: Act, line: Mapping[str, object]) -> _Draft:
    payees, flags = _without_issuer(act, [fields.payee(line.get("sponsorAFMName"))])
    if any(subjects.is_many(payee.name or "") for payee in payees):
        flags |= {Flag.PAYROLL}
    return _Draft(
        amount=fields.amount(line.get("expenseAmount")),
        payees=payees,
        kae=fields.text(line.get("kae")),
        cpvs=fields.codes(line.get("cpv")),
        flags=flags,
    )


def _single(act: Act) -> _Draft:
    """One amount, of however many parties: it is theirs together and is never multiplied or divided."""
    values = act.values
    parties = fields.objects(values.get(_PARTIES.get(act.decision_type, "")))
    payees, flags = _without_issuer(act, [fields.payee(party) for party in parties])
    return _Draft(
        amount=fields.amount(values.get(_FIELDS[act.decision_type])),
        payees=payees,
        kae=fields.text(values.get("kae")),
        cpvs=fields.codes(values.get("cpv")),
        flags=flags | {Flag.UNDIVIDED} if len(payees) > 1 else flags,
    )


def _without_issuer(act: Act, payees: Sequence[Payee | None]) -> tuple[tuple[Payee, ...], frozenset[Flag]]:
    """The issuing body is no payee beside others; alone it stays, flagged: that is what the act says."""
    named = tuple({payee.afm or payee.name: payee for payee in payees if payee}.values())
    issuer = act.issuer_afm or _payer_afm(act.values)
    others = tuple(payee for payee in named if payee.afm is None or payee.afm != issuer)
    if others == named:
        return named, frozenset()
    return others or named, frozenset({Flag.PAYEE_IS_ISSUER})


def _payer_afm(values: Mapping[str, object]) -> str | None:
    payer = values.get("org")
    return fields.afm(payer.get("afm")) if isinstance(payer, Mapping) else None
