"""A share in words: what of what, both amounts beside it, what neither holds, or why there is none."""

from decimal import Decimal

from core.answer.compose import payees, totals
from core.answer.compose.words import STAGES, bold, capitalised, decisions, euro
from core.answer.lookups.share_rules import NoShare
from core.answer.lookups.spending_share import ShareFinding
from core.domain.condition import StageTotal
from core.domain.ledger import Stage
from core.domain.organization import Organization
from core.greek.numbers import format_count, format_percent

UNCLEAR = (
    "Ποσοστό ποιου πράγματος θέλετε; Γράψτε και τα δύο, π.χ. «τι ποσοστό των αναθέσεων του 2023 αφορά καύσιμα» ή "
    "«τι ποσοστό των αναθέσεων πήρε η …»."
)
ONE_BODY = (
    "Μερίδιο ενός φορέα μέσα σε όλους δεν δίνω: όσα έχουμε από κάθε φορέα δεν καλύπτουν τα ίδια διαστήματα. "
    "Μπορώ να πω μερίδια μέσα σε έναν φορέα."
)
_LEAST = Decimal("0.1")


def percent(value: Decimal) -> str:
    """«12,3%»; what rounds to nothing is «λιγότερο από 0,1%»."""
    return format_percent(value) if value else f"λιγότερο από {format_percent(_LEAST)}"


def headline(found: ShareFinding, *, whose: str, of: str, does: str, when: str) -> str:
    """«το 2023 το **12,3%** των **αναθέσεων** του Δήμου Χ (σε ευρώ) αφορά καύσιμα: **1,00 €** από 8,00 €.»"""
    opening = " ".join(part for part in ("Σύμφωνα με πράξεις αναρτημένες στη Διαύγεια,", when) if part)
    if found.stage is None:
        share = bold(percent(found.percent_acts or Decimal(0)))
        part, whole = found.numbers
        stated = " με ποσό" if found.silent else ""
        return (
            f"{opening} το {share} των πράξεων{stated} {whose}{of} {does}: {decisions(part)} από {format_count(whole)}."
        )
    assert found.part is not None and found.whole is not None and found.percent is not None  # it was not refused
    return (
        f"{opening} το {bold(percent(found.percent))} των {bold(STAGES[found.stage].genitive)} {whose}{of}, σε ευρώ, "
        f"{does}: {bold(euro(found.part.amount))} από {euro(found.whole.net)}."
    )


def in_acts(found: ShareFinding) -> str:
    """«Σε πράξεις: 12 από 320 (3,8%).»"""
    part, whole = found.numbers
    if found.stage is None or found.percent_acts is None:
        return ""
    stated = " με ποσό" if found.silent else ""
    return f"Σε πράξεις{stated}: {format_count(part)} από {format_count(whole)} ({percent(found.percent_acts)})."


def states(found: ShareFinding) -> str:
    """How many acts of the whole and of the part carry no amount, and why; what stands outside of both."""
    if found.silent and found.stage is None:
        have = "δεν έχει" if found.silent == 1 else "δεν έχουν"
        return f"Έξω από το ποσοστό: {decisions(found.silent)} που {have} ποσό στα στοιχεία μας."
    if found.whole is None or found.part is None:
        return ""
    silent = _silent(found.whole)
    lines = []
    if silent:
        inside = found.part.decisions - found.part.with_amount
        of_part = f"· από αυτές {format_count(inside)} είναι μέσα στο μέρος που ρωτήσατε" if inside else ""
        of_euro = "" if found.silent else " σε ευρώ"
        lines.append(f"Χωρίς ποσό, άρα έξω από το ποσοστό{of_euro}: {silent}{of_part}.")
    else:
        lines.append(f"Όλες οι {STAGES[found.whole.stage].plural} που μετρούν δηλώνουν ποσό.")
    if found.whole.reversals:
        lines.append(totals.netting(found.whole))
    lines.append(totals.set_aside(found.whole, found.aside))
    return "\n".join(line for line in lines if line)


def _silent(total: StageTotal) -> str:
    parts = []
    if total.unstated:
        parts.append(f"{decisions(total.unstated)} {'δεν δηλώνει' if total.unstated == 1 else 'δεν δηλώνουν'} ποσό")
    if total.unread:
        parts.append(f"{decisions(total.unread)} με ποσό που δεν έχουμε φορτώσει")
    return ", ".join(parts)


def nameless(found: ShareFinding, body: Organization | None) -> str:
    """Acts that name nobody: the payee may have more. What it holds together with others is nobody's part."""
    lines = []
    if found.silence is not None and found.silence.unnamed and found.stage is not None:
        said = payees.counted(found.stage, found.silence, body)
        may = "διαφέρει" if found.silence.unread else "είναι μεγαλύτερο"
        lines.append(f"{said}: το μερίδιο μπορεί να {may}.")
    if found.part is not None and found.part.shared is not None:
        shared = found.part.shared
        lines.append(
            f"Έξω από το μερίδιο: {decisions(shared.decisions)} με κοινό ποσό για περισσότερους, {euro(shared.amount)}."
        )
    return "\n".join(lines)


def set_apart(found: ShareFinding, called: str) -> str:
    """«Πράξεις για … υπάρχουν, μα έξω από το σύνολο: 1 πράξη για σύμβαση που μετρά ήδη με άλλη πράξη, 9,00 €.»"""
    why = totals.reasons(found.part_aside, between="· ")
    if not why or found.stage is None:
        return ""
    return (
        f"Δεν δίνω ποσοστό για «{called}»: καμία από τις {STAGES[found.stage].plural} του που μετρούν στο σύνολο δεν "
        f"δηλώνει ποσό. Έξω από το σύνολο έχει: {why}."
    )


def _outside(found: ShareFinding) -> str:
    told = totals.reasons(found.part_aside, between="· ")
    return f" Έξω από το σύνολο έχει: {told}." if told else ""


def refused(found: ShareFinding, stage: Stage, *, about: str, body: Organization | None) -> str:
    """Why there is no share, in one sentence."""
    words = STAGES[stage]
    whole, total = found.whole, found.total
    if found.stage is None and found.silent:
        return f"Δεν δίνω ποσοστό: βρήκα {decisions(found.silent)}, καμία με ποσό στα στοιχεία μας."
    if found.refused is NoShare.UNREAD and whole is not None:
        read = total if not whole.mostly_unread and total is not None else whole
        which = f" για {about}" if read is total and about else ""
        return (
            f"{capitalised(words.plural)}{which}: βρήκα {decisions(read.decisions)} ({words.types})· τα ποσά "
            f"{_of_them(read)} δεν τα έχουμε φορτώσει, γι' αυτό δεν δίνω ποσοστό."
        )
    if found.refused is NoShare.UNEVEN and whole is not None and found.part is not None:
        of_part = _missing(found.part.decisions, found.part.with_amount)
        of_whole = _missing(whole.decisions, whole.with_amount)
        return (
            f"Δεν δίνω ποσοστό σε ευρώ: ποσό δεν έχουν στα στοιχεία μας {of_part} του μέρους και {of_whole} του "
            "συνόλου· οι δύο πλευρές δεν συγκρίνονται." + _outside(found)
        )
    if found.refused is NoShare.UNNAMED and found.silence is not None:
        return f"{payees.counted(stage, found.silence, body)}: δεν δίνω μερίδιο."
    if found.refused is NoShare.YEARS:
        return (
            "Ποσοστό δεσμεύσεων πολλών ετών μαζί δεν δίνω: όσες δεν πληρωθούν δεσμεύονται ξανά το επόμενο έτος και θα "
            "μετρούσαν διπλά. Ρωτήστε για ένα έτος."
        )
    if found.refused is NoShare.NO_WHOLE:
        return f"Δεν βρήκα {words.plural}: δεν δίνω ποσοστό."
    return f"{capitalised(words.plural)}: δεν βρήκα δηλωμένα ποσά από τα οποία να βγαίνει ποσοστό."


def _missing(number: int, with_amount: int) -> str:
    """«6 από 8 πράξεις», «καμία από 8 πράξεις»."""
    missing = number - with_amount
    return f"{format_count(missing) if missing else 'καμία'} από {decisions(number)}"


def _of_them(total: StageTotal) -> str:
    return "τους" if total.unread == total.decisions else f"των {format_count(total.unread)}"
