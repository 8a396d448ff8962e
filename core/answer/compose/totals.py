"""A total, with its stage and period in the first sentence, what it stands on, and what it leaves out (DESIGN §4)."""

from collections.abc import Sequence

from core.answer.compose.words import STAGES, bold, capitalised, count, decisions, euro
from core.domain.condition import StageTotal
from core.domain.ledger import Stage

_NEXT: dict[Stage, tuple[Stage, ...]] = {
    Stage.PAYMENT: (Stage.APPROVAL, Stage.AWARD, Stage.COMMITMENT, Stage.CONTRACT),
    Stage.AWARD: (Stage.CONTRACT, Stage.COMMITMENT, Stage.PAYMENT),
}
_SHOWN_BESIDE = (
    Stage.PAYMENT,
    Stage.APPROVAL,
    Stage.AWARD,
    Stage.CONTRACT,
    Stage.COMMITMENT,
    Stage.TENDER,
    Stage.GRANT,
)


def has_total(total: StageTotal | None) -> bool:
    """A figure may be given: some act of the stage states an amount, and most were read."""
    return total is not None and not total.mostly_unread and (total.with_amount > 0)


def chosen(totals: Sequence[StageTotal], wanted: Stage) -> StageTotal | None:
    """The asked stage when it has a figure, else the nearest one that has (and the answer says so)."""
    by_stage = {total.stage: total for total in totals}
    for stage in (wanted, *_NEXT.get(wanted, ()), *_SHOWN_BESIDE):
        if has_total(by_stage.get(stage)):
            return by_stage[stage]
    return None


def unstated_words(total: StageTotal) -> str:
    """«· η 1 δεν δηλώνει ποσό», «· 3 δεν τις έχουμε φορτώσει με ποσό»; "" when every act states one."""
    parts = []
    if total.unstated:
        parts.append(
            "η 1 δεν δηλώνει ποσό" if total.unstated == 1 else f"οι {count(total.unstated, '', '').strip()} δεν δηλώνουν ποσό"
        )
    if total.unread:
        parts.append(f"{count(total.unread, '', '').strip()} με ποσό που δεν έχουμε φορτώσει")
    return ("· " + ", ".join(parts)) if parts else ""


def headline(total: StageTotal, *, who: str, topic: str, when: str) -> str:
    """«το 2024 ο Δήμος Χ **ανέθεσε** για καύσιμα **9.485,80 €** (άθροισμα 3 πράξεων· η 1 δεν δηλώνει ποσό).»"""
    words = STAGES[total.stage]
    about = f" για {topic}" if topic else ""
    opening = " ".join(part for part in ("Σύμφωνα με πράξεις αναρτημένες στη Διαύγεια,", when, who) if part)
    if total.stage is Stage.PAYMENT:
        base = f"άθροισμα {count(total.decisions, 'οριστικοποιημένης πληρωμής', 'οριστικοποιημένων πληρωμών')}, Β.2.2"
    else:
        base = f"άθροισμα {count(total.decisions, 'πράξης', 'πράξεων')}"
    return f"{opening} {bold(words.did)}{about} {bold(euro(total.net))} ({base}{unstated_words(total)})."


def netting(total: StageTotal) -> str:
    """How a net commitment came about."""
    if not total.reversals:
        return "Δέσμευση δεν σημαίνει πληρωμή." if total.stage is Stage.COMMITMENT else ""
    return (
        f"Αναλήψεις {euro(total.gross)}, από τις οποίες αφαιρέθηκαν {count(total.reversals, 'ανατροπή', 'ανατροπές')}, "
        f"{euro(total.reversed)}. Δέσμευση δεν σημαίνει πληρωμή."
    )


def set_aside(total: StageTotal) -> str:
    """Suspects, with count and amount; repeats, which stay inside until someone looks."""
    parts = []
    if total.suspects:
        parts.append(
            f"Έξω από το σύνολο: {decisions(total.suspects)} με ποσό που χρειάζεται έλεγχο, {euro(total.suspect_amount)}."
        )
    if total.same_again:
        parts.append(
            f"{capitalised(decisions(total.same_again))} έχουν ίδιο ποσό, δικαιούχο και θέμα με άλλη πράξη (πιθανή επανάληψη) "
            "και είναι μέσα στο άθροισμα."
        )
    return " ".join(parts)


def not_given(total: StageTotal) -> str:
    """Why a stage has no total: its amounts were not read, or none is stated."""
    words = STAGES[total.stage]
    if total.mostly_unread:
        return (
            f"{capitalised(words.plural)}: βρήκα {decisions(total.decisions)} ({words.types})· τα ποσά "
            f"{'της' if total.unread == 1 else f'των {count(total.unread, '', '').strip()}'} δεν τα έχουμε φορτώσει, γι' αυτό "
            f"δεν δίνω σύνολο {words.genitive}."
        )
    return f"{capitalised(words.plural)}: βρήκα {decisions(total.decisions)} ({words.types}), χωρίς δηλωμένο ποσό."


def beside(totals: Sequence[StageTotal], main: Stage | None) -> list[str]:
    """The other stages, a line each: never added to the main one."""
    lines = []
    for stage in _SHOWN_BESIDE:
        total = next((item for item in totals if item.stage is stage and item.decisions), None)
        if total is None or stage is main:
            continue
        if has_total(total):
            words = STAGES[stage]
            lines.append(
                f"{capitalised(words.plural)} ({words.types}): {euro(total.net)}, {decisions(total.decisions)}"
                f"{unstated_words(total)}."
            )
        else:
            lines.append(not_given(total))
    return lines


def group_lines(groups: Sequence[tuple[str, StageTotal]]) -> list[str]:
    """«2023 · 12.345,00 € · 14 πράξεις (2 χωρίς ποσό)», a line each."""
    lines = []
    for label, total in groups:
        if total.mostly_unread:
            lines.append(f"{label} · {decisions(total.decisions)}, ποσά που δεν έχουμε φορτώσει")
            continue
        missing = total.unstated + total.unread
        lines.append(
            f"{label} · {euro(total.net)} · {decisions(total.decisions)}" + (f" ({missing} χωρίς ποσό)" if missing else "")
        )
    return lines
