"""«γιατί …»: what a difference is made of, in words; a cause is never given."""

from core.answer.compose.lists import row_line
from core.answer.compose.words import MONTHS, STAGES, bold, euro
from core.answer.lookups.explain_change import ChangeFinding, Part
from core.domain.ledger import Stage
from core.greek.numbers import format_percent

UNKNOWN = "Την αιτία δεν τη δείχνουν τα στοιχεία."
NO_CAUSE = "Την αιτία δεν τη δείχνουν τα στοιχεία: δείχνω μόνο από ποιες πράξεις βγαίνει η διαφορά."
_TELLING = 30  # of a hundred: what makes less of the difference explains nothing
_MENTIONED = "αναφέρεται"
_ALL = 100


def explained(found: ChangeFinding, *, before: str, after: str) -> str:
    """The first act's share and the total without it; the largest acts of both sides; a payee, a month."""
    if found.change is None or not found.change.difference or not found.acts:
        return UNKNOWN
    grew = found.change.difference > 0
    larger, smaller = (after, before) if grew else (before, after)
    lines = [_first(found, larger, smaller), f"Οι μεγαλύτερες ({larger}), με ποσά που δεν ελέγχθηκαν στο PDF:"]
    lines += [row_line(place, each.row, with_stage=False) for place, each in enumerate(found.acts, 1)]
    if found.others:
        lines.append(f"Η μεγαλύτερη ({smaller}), επίσης χωρίς έλεγχο στο PDF:")
        lines.append(row_line(1, found.others[0], with_stage=False))
    lines += [_payee(found.payee, found.stage, before, after), _month(found.month, before, after), NO_CAUSE]
    return "\n".join(line for line in lines if line)


def _first(found: ChangeFinding, larger: str, smaller: str) -> str:
    """A share of more than the whole is no share; an act that has its like on the other side makes no difference."""
    act, other = found.acts[0], found.others[0] if found.others else None
    amount = euro(act.row.amount) if act.row.amount is not None else ""
    if act.share is None or act.row.amount is None:
        return ""
    if other is not None and other.amount == act.row.amount:
        return (
            f"Η μεγαλύτερη πράξη έχει το ίδιο ποσό και στις δύο πλευρές, {amount}: {act.row.ada} ({larger}), "
            f"{other.ada} ({smaller}). Μπορεί να αφορούν την ίδια σύμβαση· δεν εξηγούν τη διαφορά."
        )
    if other is not None and other.amount is not None and 2 * other.amount >= act.row.amount and act.share >= _TELLING:
        return "Η διαφορά δεν βγαίνει από μία πράξη: οι μεγαλύτερες των δύο πλευρών είναι κοντά σε ποσό."
    if act.share > _ALL:
        return (
            f"Μία πράξη ({larger}) είναι μεγαλύτερη από όλη τη διαφορά: {act.row.ada}, {amount}. "
            f"Χωρίς αυτήν, {larger}: {bold(euro(act.without))}."
        )
    if act.share < _TELLING:
        return (
            f"Η διαφορά δεν βγαίνει από μία πράξη: η μεγαλύτερη ({larger}) αντιστοιχεί στο "
            f"{format_percent(act.share)} της."
        )
    return (
        f"Το {bold(format_percent(act.share))} της διαφοράς αντιστοιχεί σε μία πράξη ({larger}): {act.row.ada}, "
        f"{amount}. Χωρίς αυτήν, {larger}: {bold(euro(act.without))}."
    )


def _payee(part: Part | None, stage: Stage, before: str, after: str) -> str:
    if part is None or part.share is None or part.share < _TELLING or part.decisions < 2:
        return ""
    named = STAGES[stage].payee.lower()
    only = f"{named} μόνο" if named == _MENTIONED else f"{named} είναι μόνο"
    return (
        f"Πράξεις όπου {only} {part.key}: {euro(part.change.before)} ({before}), {euro(part.change.after)} ({after})."
    )


def _month(part: Part | None, before: str, after: str) -> str:
    if part is None or part.share is None or part.share < _TELLING:
        return ""
    return (
        f"Ανά μήνα, η μεγαλύτερη διαφορά είναι ο {MONTHS[int(part.key) - 1]}: {euro(part.change.before)} ({before}), "
        f"{euro(part.change.after)} ({after})."
    )
