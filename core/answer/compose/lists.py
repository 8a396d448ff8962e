"""Decisions about something: numbered rows, paged, identical subjects told once (REPLIES.md)."""

from collections.abc import Sequence

from core.answer.compose.pdf_amounts import check_words
from core.answer.compose.words import STAGES, count, euro, organization_name
from core.domain.answer import Choice, ChoiceKind, Citation, Row
from core.domain.ledger import SUSPECT, AmountState, Flag, Stage
from core.domain.payees import THE_BODY_ITSELF
from core.domain.request import Item
from core.domain.subjects import shortened
from core.greek.dates import short_day

PAGE = 5
_STATUS = {
    "REVOKED": "ανακλήθηκε η ανάρτηση",
    "PENDING_REVOCATION": "σε αναμονή ανάκλησης",
    "SUBMITTED": "δεν έχει δημοσιευθεί",
}
_COUNTED_ONCE = {
    Flag.SEVERAL_ACTS: "μία σύμβαση σε περισσότερες πράξεις",
    Flag.SAME_CONTRACT: "ίδια σύμβαση με άλλη πράξη, δεν μετρά ξανά",
    Flag.POSTED_TWICE: "αναρτήθηκε δεύτερη φορά, δεν μετρά ξανά",
    Flag.AGREEMENT: "προγραμματική σύμβαση μεταξύ φορέων, έξω από τα σύνολα",
    Flag.NOT_EXPENDITURE: "δεν είναι δαπάνη, έξω από τα σύνολα",
}
_POSSIBLE = {
    Flag.REPLACED: "ίσως διορθώθηκε με νεότερη πράξη",
    Flag.EXCEEDS: "ίσως ξεπερνά προηγούμενη πράξη",
}


def amount_words(row: Row, *, with_stage: bool = True) -> str:
    """«ανάθεση 24.800,00 €», or which of the three states its amount is in."""
    if row.stage is None:
        return ""
    words = STAGES[row.stage].singular if with_stage else ""
    if row.sign < 0:
        words = "ανατροπή δέσμευσης" if row.stage is Stage.COMMITMENT else f"αρνητική {STAGES[row.stage].singular}"
    if Flag.AFM_AS_AMOUNT in row.flags:
        return f"{words}, το ποσό χρειάζεται έλεγχο".strip(", ")
    if row.amount is not None:
        doubtful = " (χρειάζεται έλεγχο)" if SUSPECT & set(row.flags) else ""
        return f"{words} {euro(row.amount)}{doubtful}".strip()
    unread = row.amount_state == AmountState.UNREAD
    return f"{words}, {'ποσό που δεν έχουμε φορτώσει' if unread else 'δεν δηλώνεται ποσό'}".strip(", ")


def state_words(row: Row) -> str:
    """«ανακλήθηκε η ανάρτηση», where the act is not simply published."""
    return _STATUS.get(row.status, "")


def row_line(number: int, row: Row, *, organization: str = "", with_stage: bool = True, checked: bool = False) -> str:
    """One line of a list: ΑΔΑ · date · subject · amount · payee."""
    parts = [row.ada, short_day(row.issued_on), organization, shortened(row.subject)]
    parts.append(amount_words(row, with_stage=with_stage))
    payees = [payee for payee in row.payees if payee != THE_BODY_ITSELF]
    parts += payees[:1] + ([f"και {len(payees) - 1} ακόμη"] if len(payees) > 1 else [])
    parts.append(state_words(row))
    if row.same_subject > 1:
        parts.append(f"ίδιο θέμα σε {count(row.same_subject, 'πράξη', 'πράξεις')}")
    parts.append(next((words for flag, words in _COUNTED_ONCE.items() if flag in row.flags), ""))
    if Flag.SAME_AGAIN in row.flags and Flag.POSTED_TWICE not in row.flags:
        parts.append("ίδιο ποσό και θέμα και σε άλλη πράξη")
    parts += [words for flag, words in _POSSIBLE.items() if flag in row.flags]
    if checked:
        parts.append(check_words(row.check))
    return f"{number}. " + " · ".join(part for part in parts if part)


def rows_text(
    rows: Sequence[Row],
    *,
    first: int = 1,
    labels: dict[str, str] | None = None,
    with_stage: bool = True,
    checked: bool = False,
) -> str:
    """`labels` (uid → label) adds the body to each row, where several bodies are in the list."""
    names = {uid: organization_name(label) for uid, label in (labels or {}).items()}
    return "\n".join(
        row_line(
            first + place,
            row,
            organization=names.get(row.organization_uid, ""),
            with_stage=with_stage,
            checked=checked,
        )
        for place, row in enumerate(rows)
    )


def listed(rows: Sequence[Row], *, first: int = 1) -> tuple[Item, ...]:
    """The numbers that `rows_text` gave them."""
    return tuple(Item(place=first + place, key=row.ada, shown=row.ada) for place, row in enumerate(rows))


def citations(rows: Sequence[Row], labels: dict[str, str]) -> tuple[Citation, ...]:
    return tuple(
        Citation(
            ada=row.ada,
            organization=organization_name(labels.get(row.organization_uid, row.organization_uid)),
            issued_on=row.issued_on,
        )
        for row in rows
    )


def paging(page: int, pages: int) -> tuple[Choice, ...]:
    """[◀] [▶], only where there is somewhere to go."""
    back = (Choice(label=f"◀ {page - 1}/{pages}", kind=ChoiceKind.PAGE, page=page - 1),) if page > 1 else ()
    on = (Choice(label=f"{page + 1}/{pages} ▶", kind=ChoiceKind.PAGE, page=page + 1),) if page < pages else ()
    return back + on


def stage_of(rows: Sequence[Row]) -> Stage | None:
    stages = {row.stage for row in rows}
    return next(iter(stages)) if len(stages) == 1 else None
