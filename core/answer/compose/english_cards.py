"""The card of one decision in English: names, subjects and ids as they were published; notes that we only have in
Greek follow whole, under a line that says so.
"""

import re
from dataclasses import replace

from core.answer.compose.cards import PAYEES_SHOWN, hides_amount, named_payees, net_amount, notes
from core.answer.compose.words import bold, code, euro, organization_name, plain_code
from core.answer.lookups.find_decision import DecisionFinding, Missing
from core.answer.steps import Situation
from core.domain.answer import Answer
from core.domain.decision import DecisionCard, Status
from core.domain.ledger import AmountState, Stage
from core.domain.payees import NAMED_ELSEWHERE, PRIVATE, THE_BODY_ITSELF
from core.domain.period import athens_day
from core.domain.subjects import shown_subject
from core.domain.types import title_of
from core.greek.dates import short_day
from core.store.requests import Fetched

_SEPARATOR = "\n\n———\n\n"
_NOT_FOUND = {
    Fetched.ABSENT: "There is no act with ΑΔΑ {ada}: I asked Diavgeia too.",
    Fetched.FAILED: "I do not hold act {ada}, and Diavgeia does not answer now. Please send the ΑΔΑ again later.",
    Fetched.WAITING: "I do not hold act {ada} yet. I asked Diavgeia for it; please send the ΑΔΑ again in a moment.",
}
_NOT_HELD = "I found no act with ΑΔΑ {ada} among those that I hold; Diavgeia may have it."
_AMOUNTS = {
    Stage.COMMITMENT: "Amount committed",
    Stage.TENDER: "Estimated amount",
    Stage.AWARD: "Amount awarded",
    Stage.CONTRACT: "Amount of the contract",
    Stage.APPROVAL: "Amount approved",
    Stage.PAYMENT: "Amount paid",
    Stage.GRANT: "Amount",
    Stage.PERSONNEL: "Pay of the post",
}
_PAYEES = {
    Stage.AWARD: "Contractor",
    Stage.APPROVAL: "Payee",
    Stage.PAYMENT: "Payee",
    Stage.CONTRACT: "Contracting party",
}
_VAT_UNSAID = frozenset({Stage.AWARD, Stage.CONTRACT, Stage.TENDER})
_STATUSES = {
    Status.REVOKED: "The posting was revoked on Diavgeia. It is not counted in totals.",
    Status.PENDING_REVOCATION: "The posting is waiting to be revoked. It is not counted in totals.",
    Status.SUBMITTED: "The act has been submitted and is not posted yet. It is not counted in totals.",
}
_SAID_OF_PAYEES = (
    (re.compile(r"όνομα δεν αναφέρεται"), "name not given"),
    (re.compile(re.escape(NAMED_ELSEWHERE)), "name from another act"),
    (re.compile(re.escape(THE_BODY_ITSELF)), "the body itself"),
    (re.compile(r"(\d+) ιδιώτες"), r"\1 private persons"),
    (re.compile(rf"\b{PRIVATE}\b"), "private person"),
)
_LABELS = {
    "Στη Διαύγεια": "On Diavgeia",
    "Αντιγραφή ΑΔΑ": "Copy the ΑΔΑ",
    "Η πορεία της": "Its course (in Greek)",
    "Παρακολούθηση": "Follow (in Greek)",
    "Ναι": "Yes",
    "Στείλε το PDF": "Send the PDF",
}
_NOTES = "Further notes, in Greek:"


def in_english(answer: Answer, situation: Situation, found: DecisionFinding) -> Answer:
    """The same answer with its cards in English: its figures, citations and buttons stay."""
    blocks = [_card(situation, card) for card in found.cards]
    if len(blocks) > 1:
        blocks = [plain_code(block) for block in blocks]
    blocks += [_missing(missing) for missing in found.missing]
    if found.left_out:
        blocks.append(f"I show up to five acts together. Please send again: {', '.join(found.left_out)}")
    choices = tuple(replace(each, label=_LABELS.get(each.label, each.label)) for each in answer.choices)
    return replace(answer, text=_SEPARATOR.join(blocks), choices=choices)


def _card(situation: Situation, card: DecisionCard) -> str:
    """What it is, amounts per payee, notes, ΑΔΑ: as in Greek."""
    issuer = situation.setting.body(card.organization_uid)
    status = bold(_STATUSES[card.status]) if card.status in _STATUSES else ""
    head = [_read_as(situation, card.ada), status, _subject(card), _what(card)]
    money = [_amount(card), *_payees(card, issuer.afm)]
    greek = notes(card)
    number = f" · protocol no. {card.protocol_number}" if card.protocol_number else ""
    blocks = [head, money, [_NOTES, *greek] if greek else [], [f"ΑΔΑ {code(card.ada)}{number}"]]
    return "\n\n".join("\n".join(line for line in block if line) for block in blocks if any(block))


def _read_as(situation: Situation, ada: str) -> str:
    """Said only where letters had to be guessed."""
    guessed = next((each for each in situation.request.adas if each.ada == ada and not each.certain), None)
    return f"I read «{guessed.typed}» as {ada}." if guessed and guessed.typed.upper() != ada else ""


def _subject(card: DecisionCard) -> str:
    return bold(shown_subject(card.subject, card.decision_type, card.private))


def _what(card: DecisionCard) -> str:
    """The type and the body by their names, which are Greek."""
    parts = [
        title_of(card.decision_type),
        organization_name(card.organization),
        f"issued {short_day(card.issued_on)}",
    ]
    if card.published_at:
        parts.append(f"posted {short_day(athens_day(card.published_at))}")
    return " · ".join(parts)


def _amount(card: DecisionCard) -> str:
    if not card.lines:
        return ""
    stage, amount = card.lines[0].stage, net_amount(card.lines)
    what = "Amount released (reversal)" if all(line.sign < 0 for line in card.lines) else _AMOUNTS[stage]
    if card.amount_state is AmountState.UNREAD:
        return f"{what}: not loaded. Please see the PDF."
    if amount is None:
        return f"{what}: not stated in the posting."
    if hides_amount(card):
        return f"{what}: needs to be checked."
    foreign = sorted({line.currency for line in card.lines if line.currency != "EUR"})
    if foreign:
        return f"{what}: {bold(euro(abs(amount)).replace('€', ', '.join(foreign)))} (not euro)."
    vat = " (the posting does not tell whether VAT is included)" if stage in _VAT_UNSAID else ""
    return f"{what}: {bold(euro(abs(amount)))}{vat}"


def _payees(card: DecisionCard, issuer_afm: str | None) -> list[str]:
    named = named_payees(card, issuer_afm)
    shown = [f"{_PAYEES.get(line.stage, 'Named')}: {_payee(name)}{amount}" for line, name, amount in named]
    unique = list(dict.fromkeys(shown))
    rest = len(unique) - PAYEES_SHOWN
    return unique[:PAYEES_SHOWN] + ([f"and {rest} more"] if rest > 0 else [])


def _payee(name: str) -> str:
    """Names as published; what we say of them in English."""
    for said, english in _SAID_OF_PAYEES:
        name = said.sub(english, name)
    return name


def _missing(missing: Missing) -> str:
    told = _NOT_FOUND.get(missing.fetched, _NOT_HELD) if missing.fetched else _NOT_HELD
    near = f" Do you mean {' or '.join(missing.near)}?" if missing.near else ""
    return told.format(ada=missing.ada) + near
