"""The card of one decision, at once and without a model (REPLIES «A decision»)."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from decimal import Decimal

from core.answer.compose.course import step_words
from core.answer.compose.words import STAGES, bold, code, euro, organization_name
from core.domain.answer import Choice, ChoiceKind, Citation
from core.domain.contracts.act import is_taxed
from core.domain.decision import ContractStep, DecisionCard, RelatedDecision, Status
from core.domain.ledger import AmountState, Flag, Line, Stage
from core.domain.payees import Setting, is_private_person, shown_payees
from core.domain.period import athens_day
from core.domain.subjects import shown_subject
from core.domain.types import title_of
from core.greek.dates import short_day

PAYEES_SHOWN = 8
_RELATED_SHOWN = 6
_VAT_UNSAID = frozenset({Stage.AWARD, Stage.CONTRACT, Stage.TENDER})
_REVERSAL = {Stage.COMMITMENT: "Ποσό που αποδεσμεύεται (ανατροπή)"}
_NOT_IN_TOTALS = "Δεν υπολογίζεται στα σύνολα."
_AGREEMENT = "Είναι προγραμματική σύμβαση μεταξύ φορέων: χρηματοδότηση, όχι ανάθεση σε ανάδοχο."
_NO_EXPENSE = {False: "Από το θέμα φαίνεται ότι δεν είναι δαπάνη.", True: "Αφορά μισθοδοσία, όχι αγορά."}

REASONS: dict[Flag, str] = {
    Flag.AFM_AS_AMOUNT: "ταυτίζεται αριθμητικά με ΑΦΜ της πράξης (πιθανό λάθος καταχώρισης)",
    Flag.CODE_AS_AMOUNT: "ταυτίζεται αριθμητικά με κωδικό ή αριθμό της πράξης (πιθανό λάθος καταχώρισης)",
    Flag.HUNDREDFOLD: "είναι περίπου εκατονταπλάσιο από ομοειδείς πράξεις του φορέα (πιθανό λάθος στην υποδιαστολή)",
    Flag.ABOVE_BUDGET: "ξεπερνά την πίστωση που δηλώνεται στην ίδια γραμμή",
    Flag.FOREIGN_CURRENCY: "δεν είναι σε ευρώ",
}
# What the register suggests and does not prove: the act counts.
_POSSIBLE = {
    Flag.REPLACED: "Ίσως διορθώθηκε με νεότερη πράξη (ορθή επανάληψη), την",
    Flag.EXCEEDS: "Το ποσό ίσως ξεπερνά όσα προβλέπει προηγούμενη πράξη με την οποία συνδέεται, η",
}


def _day(moment: datetime) -> str:
    return short_day(athens_day(moment))


def _status_line(card: DecisionCard) -> str:
    if card.status is Status.REVOKED:
        when = f" στις {_day(card.submitted_at)}" if card.submitted_at else ""
        return (
            bold(f"Η ανάρτηση ανακλήθηκε στη Διαύγεια{when}.")
            + f" Αυτό δεν σημαίνει κατ' ανάγκη ότι ανακλήθηκε και η ίδια η πράξη. {_NOT_IN_TOTALS}"
        )
    if card.status is Status.PENDING_REVOCATION:
        return bold("Η ανάρτηση βρίσκεται σε αναμονή ανάκλησης.") + f" {_NOT_IN_TOTALS}"
    if card.status is Status.SUBMITTED:
        return bold("Η πράξη έχει υποβληθεί και δεν έχει αναρτηθεί ακόμη.") + f" {_NOT_IN_TOTALS}"
    return ""


def _correction_line(card: DecisionCard) -> str:
    if card.corrected:
        when = f", αναρτήθηκε στις {_day(card.submitted_at)}" if card.submitted_at else ""
        old = card.previous_amount
        before = f" Ποσό προηγούμενης έκδοσης: {euro(old)}." if old is not None else ""
        return f"Ορθή επανάληψη{when}.{before}"
    if card.versions > 1 and card.submitted_at:
        return f"Τα στοιχεία τροποποιήθηκαν στις {_day(card.submitted_at)}."
    return ""


def _what_line(card: DecisionCard) -> str:
    parts = [
        title_of(card.decision_type),
        organization_name(card.organization),
        f"εκδόθηκε {short_day(card.issued_on)}",
    ]
    if card.published_at:
        parts.append(f"αναρτήθηκε {_day(card.published_at)}")
    return " · ".join(parts)


def net_amount(lines: Sequence[Line]) -> Decimal | None:
    """The net of all lines: below zero for a reversal."""
    stated = [line.amount * line.sign for line in lines if line.amount is not None]
    return sum(stated, Decimal(0)) if stated else None


def _amount_line(card: DecisionCard) -> str:
    if not card.lines:
        return ""
    stage = card.lines[0].stage
    words = STAGES[stage]
    reverses = all(line.sign < 0 for line in card.lines)
    what = _REVERSAL.get(stage, "Αρνητικό ποσό") if reverses else words.amount_of
    if card.amount_state is AmountState.UNREAD:
        return f"{what}: δεν το έχουμε φορτώσει. Δείτε το στο PDF."
    amount = net_amount(card.lines)
    if amount is None:
        payroll = any(Flag.PAYROLL in line.flags for line in card.lines)
        return f"{what}: δεν αναφέρεται στα στοιχεία της ανάρτησης{' (μισθοδοσία)' if payroll else ''}."
    if hides_amount(card):
        return f"{what}: χρειάζεται έλεγχο."
    foreign = {line.currency for line in card.lines if line.currency != "EUR"}
    if foreign:
        return f"{what}: {bold(euro(abs(amount)).replace('€', ', '.join(sorted(foreign))))} (όχι ευρώ)."
    vat = " (από τα στοιχεία της ανάρτησης δεν προκύπτει αν περιλαμβάνει ΦΠΑ)" if stage in _VAT_UNSAID else ""
    return f"{what}: {bold(euro(abs(amount)))}{vat}"


def hides_amount(card: DecisionCard) -> bool:
    """The ΑΦΜ of a natural person typed as an amount is that ΑΦΜ: not printed (REPLIES)."""
    flagged = any(Flag.AFM_AS_AMOUNT in line.flags for line in card.lines)
    return flagged and any(is_private_person(payee) for line in card.lines for payee in line.payees)


def named_payees(card: DecisionCard, issuer_afm: str | None) -> Iterator[tuple[Line, str, str]]:
    """A line, whom it may name, and «: 1.240,00 €» where each of several has an amount of his own."""
    several = sum(1 for line in card.lines if line.payees) > 1
    for line in card.lines:
        setting = Setting(
            stage=line.stage,
            decision_type=card.decision_type,
            subject=card.subject,
            one_body=not card.private,
            issuer_afm=issuer_afm,
        )
        amount = f": {euro(line.amount)}" if several and line.amount is not None and not hides_amount(card) else ""
        for name in shown_payees(line.payees, setting=setting):
            yield line, name, amount


def _payee_lines(card: DecisionCard, issuer_afm: str | None) -> list[str]:
    shown = [f"{STAGES[line.stage].payee}: {name}{amount}" for line, name, amount in named_payees(card, issuer_afm)]
    unique = list(dict.fromkeys(shown))
    rest = len(unique) - PAYEES_SHOWN
    undivided = any(Flag.UNDIVIDED in line.flags for line in card.lines)
    lines = unique[:PAYEES_SHOWN] + ([f"και {rest} ακόμη"] if rest > 0 else [])
    return lines + (["Το ποσό αφορά όλους μαζί και δεν επιμερίζεται."] if undivided else [])


def _contract_lines(card: DecisionCard) -> list[str]:
    """«Μία σύμβαση σε 3 πράξεις»: all of them together, and by which one the contract counts."""
    steps = card.same_contract
    if card.lots:
        return _lot_lines(card.lots)
    if not steps:
        return []
    kept = next((other for flag, other in card.screened if flag is Flag.SAME_CONTRACT and other), card.ada)
    told = " · ".join(
        f"{step_words(each.decision_type, each.step)} {short_day(each.issued_on)}, {each.ada}" for each in steps
    )
    lines = [f"Μία σύμβαση σε {len(steps)} πράξεις: {told}."]
    if len({each.amount for each in steps}) > 1:
        lines.append(_other_amounts(steps, kept))
    own = "με αυτήν εδώ" if kept == card.ada else f"με την {kept}"
    return [*lines, f"Στα σύνολα μετρά μία φορά, {own}."]


def _lot_lines(acts: Sequence[ContractStep]) -> list[str]:
    """«Ανάθεση που υπογράφηκε σε 2 συμβάσεις: 224.363,62 € (ΕΥ7Φ…) · …»: they count, and the award does not."""
    award, *lots = (f"{euro(each.amount)} ({each.ada})" if each.amount is not None else each.ada for each in acts)
    return [
        f"Μία ανάθεση, {award}, που υπογράφηκε σε {len(lots)} συμβάσεις: {' · '.join(lots)}.",
        "Στα σύνολα μετρούν οι συμβάσεις και όχι η ανάθεση, ώστε το ποσό να μη μετρά δύο φορές.",
    ]


def _other_amounts(steps: Sequence[ContractStep], kept: str) -> str:
    """Which amount stands: what a modification states may be the new total or the difference alone."""
    counted = next((each.amount for each in steps if each.ada == kept), None)
    stated = [
        f"{euro(each.amount)} ({each.ada}{_as_net(each.amount, counted)})"
        for each in steps
        if each.amount is not None and each.ada != kept
    ]
    standing = f" Μετρά το ποσό {euro(counted)}." if counted is not None else ""
    return f"Οι άλλες πράξεις δηλώνουν: {' · '.join(stated)}.{standing}"


def _as_net(amount: Decimal, counted: Decimal | None) -> str:
    """The posting does not say so: the ratio does, to the cent."""
    return ", όσο χωρίς ΦΠΑ" if counted and amount < counted and is_taxed(amount, counted) else ""


def _doubts(card: DecisionCard) -> list[str]:
    flags = {flag for line in card.lines for flag in line.flags} | {flag for flag, _ in card.screened} | card.flags
    lines = [f"Το ποσό χρειάζεται έλεγχο: {REASONS[flag]}. {_NOT_IN_TOTALS}" for flag in REASONS if flag in flags]
    first = next((other for flag, other in card.screened if flag is Flag.POSTED_TWICE and other), None)
    lines += [
        f"{words} {other}. Υπολογίζεται κανονικά στα σύνολα."
        for flag, other in card.screened
        if other and (words := _POSSIBLE.get(flag))
    ]
    others = sorted({other for flag, other in card.screened if flag is Flag.SAME_AGAIN and other})
    if first:
        lines.append(f"Είναι η ίδια πράξη με την {first}, αναρτημένη δεύτερη φορά. {_NOT_IN_TOTALS}")
    elif others:
        lines.append(f"Ίδιο ποσό, δικαιούχος και θέμα και στην πράξη {others[0]} (πιθανή επανάληψη).")
    if Flag.LINES_DIFFER in flags:
        lines.append("Οι επιμέρους γραμμές δεν συμφωνούν με το συνολικό ποσό της πράξης.")
    if Flag.MULTI_YEAR in flags:
        lines.append("Η πράξη αναφέρει περισσότερα από ένα έτη.")
    if Flag.WARRANT in flags:
        lines.append("Είναι χρηματικό ένταλμα (εντολή πληρωμής) που αναρτήθηκε ως έγκριση δαπάνης.")
    if Flag.AGREEMENT in flags:
        lines.append(f"{_AGREEMENT} {_NOT_IN_TOTALS}")
    if Flag.REVENUE in flags:
        lines.append(_revenue_line(card, flags))
    elif Flag.NOT_EXPENDITURE in flags:
        lines.append(f"{_NO_EXPENSE[Flag.PAYROLL in flags]} {_NOT_IN_TOTALS}")
    return lines


def _revenue_line(card: DecisionCard, flags: Collection[Flag]) -> str:
    """Sure and out of totals, a tender's estimate, or a lease that does not say who lets."""
    if Flag.NOT_EXPENDITURE in flags:
        return f"Από το θέμα φαίνεται ότι είναι έσοδο (εκμίσθωση, παραχώρηση χρήσης ή πώληση). {_NOT_IN_TOTALS}"
    if card.lines and card.lines[0].stage is Stage.TENDER:
        return "Από το θέμα φαίνεται ότι αφορά έσοδο (εκμίσθωση ή πώληση)."
    return "Ίσως είναι έσοδο: από το θέμα δεν προκύπτει ποιος εκμισθώνει σε ποιον."


def _related_line(card: DecisionCard) -> str:
    parts = [_related(other) for other in card.related[:_RELATED_SHOWN]]
    rest = len(card.related) - len(parts)
    if rest > 0:
        parts.append(f"και {rest} ακόμη")
    return "Συνδέεται με: " + " · ".join(parts) if parts else ""


def _related(other: RelatedDecision) -> str:
    if other.decision_type is None:
        return f"{other.ada} (δεν την έχουμε)"
    amount = f" {euro(other.amount)}" if other.amount is not None else ""
    return f"{title_of(other.decision_type)}{amount}, {other.ada}"


def notes(card: DecisionCard) -> list[str]:
    """What else is known of it: corrections, its contract, doubts about its amount, acts that it is linked to."""
    tail = [_correction_line(card), *_contract_lines(card), *_doubts(card), _related_line(card)]
    return [line for line in tail if line]


def card_text(card: DecisionCard, *, issuer_afm: str | None = None, of_amount: str = "", of_acts: str = "") -> str:
    """The card: status first when it matters, then what it is, amounts per payee, links, ΑΔΑ.

    `of_amount`, `of_acts`: what its PDF says of its amount and which acts it names.
    """
    head = [_status_line(card), bold(shown_subject(card.subject, card.decision_type, card.private)), _what_line(card)]
    money = [_amount_line(card), of_amount, *_payee_lines(card, issuer_afm)]
    tail = [*notes(card), of_acts]
    number = f" · αρ. πρωτ. {card.protocol_number}" if card.protocol_number else ""
    blocks = [head, money, tail, [f"ΑΔΑ {code(card.ada)}{number}"]]
    return "\n\n".join("\n".join(line for line in block if line) for block in blocks if any(block))


def card_choices(card: DecisionCard) -> tuple[Choice, ...]:
    citation = Citation(ada=card.ada)
    return (
        Choice(label="PDF", kind=ChoiceKind.LINK, text=citation.url),
        Choice(label="Στη Διαύγεια", kind=ChoiceKind.LINK, text=citation.page_url),
        Choice(label="Αντιγραφή ΑΔΑ", kind=ChoiceKind.COPY, text=card.ada),
        *((_course(card),) if card.related or card.same_contract or card.lots else ()),
    )


def _course(card: DecisionCard) -> Choice:
    return Choice(label="Η πορεία της", kind=ChoiceKind.ASK, text=f"δείξε μου όλη την πορεία της {card.ada}")
