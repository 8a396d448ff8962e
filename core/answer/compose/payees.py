"""Who got the money, in words: a ranking and what stands beside it, one payee's history, why there is none."""

from collections.abc import Sequence

from core.answer.compose.totals import reasons
from core.answer.compose.words import STAGES, bold, capitalised, count, decisions, euro
from core.answer.lookups.rank_payees import PayeeRankFinding, Ranked
from core.domain.condition import StageTotal
from core.domain.ledger import Stage
from core.domain.organization import Organization
from core.domain.payee_classes import PayeeClass
from core.greek.fold import fold
from core.greek.numbers import format_count
from core.store.payees import Share, Silence

_PAYEES = {
    Stage.AWARD: ("ανάδοχος", "ανάδοχοι", "αναδόχους"),
    Stage.CONTRACT: ("συμβαλλόμενος", "συμβαλλόμενοι", "συμβαλλομένους"),
}
_RECEIVERS = ("δικαιούχος", "δικαιούχοι", "δικαιούχους")
_APART = {
    PayeeClass.PUBLIC_BODY: "δημόσιοι φορείς και νομικά τους πρόσωπα",
    PayeeClass.SOCIAL_INSURANCE: "ασφαλιστικά ταμεία",
    PayeeClass.TAX: "φόροι και Δημόσιο",
    PayeeClass.DEBT: "τράπεζες και δάνεια",
    PayeeClass.WITHHELD: "αποδόσεις κρατήσεων",
    PayeeClass.PAYROLL: "μισθοδοσία",
    PayeeClass.PRIVATE: "ιδιώτες",
}
NAMELESS = "Όπου λείπει όνομα, η ανάρτηση δίνει μόνο ΑΦΜ."


def payee_words(stage: Stage) -> tuple[str, str, str]:
    """«ανάδοχος», «ανάδοχοι», «αναδόχους»: how the payees of a stage are called."""
    return _PAYEES.get(stage, _RECEIVERS)


def itself(body: Organization | None) -> str:
    """«ο ίδιος ο δήμος»."""
    return "ο ίδιος ο δήμος" if body and fold(body.label).startswith("δημοσ ") else "ο ίδιος ο φορέας"


def share_line(place: int, ranked: Ranked, *, by_acts: bool) -> str:
    """«1. **830.088,99 €** · ΔΟΚΙΜΗ Ο.Ε., ΑΦΜ … · 44 πράξεις (2 χωρίς ποσό) · μεγαλύτερη 6ΑΑΕΩΔΟ-ΔΟΚ»."""
    share = ranked.share
    acts = decisions(share.decisions) + (
        f" ({format_count(share.without_amount)} χωρίς ποσό)" if share.without_amount else ""
    )
    together = f"κοινό ποσό: {ranked.shown}" if len(share.keys) > 1 else ranked.shown
    amount = euro(share.amount)
    one = "" if ranked.row is None else ranked.row.ada if share.decisions == 1 else f"μεγαλύτερη {ranked.row.ada}"
    parts = [bold(acts), together, amount, one] if by_acts else [_bold_first(amount), together, acts, one]
    return f"{place}. " + " · ".join(part for part in parts if part)


def _bold_first(amount: str) -> str:
    first, space, rest = amount.partition(" (")
    return bold(first) + space + rest


def apart(found: PayeeRankFinding) -> str:
    """Receivers that are no suppliers, one line: «Χωριστά, έξω από την κατάταξη: ιδιώτες (12): 3.400,00 € …»."""
    parts = [
        f"{_APART[each.payee_class]} ({format_count(each.payees)}): {euro(each.amount)}, {decisions(each.decisions)}"
        for each in sorted(found.apart, key=lambda share: -share.amount)
        if each.payee_class in _APART
    ]
    return f"Χωριστά, έξω από την κατάταξη: {'· '.join(parts)}." if parts else ""


def whole(found: PayeeRankFinding) -> str:
    """All suppliers together, so that a reader sees what part of them the list shows."""
    if found.suppliers is None or len(found.ranked) >= found.suppliers.payees:
        return ""
    one, many, _ = payee_words(found.stage)
    total = found.suppliers
    return f"Όλοι μαζί: {count(total.payees, one, many)}, {euro(total.amount)}, {decisions(total.decisions)}."


def doubtful(total: StageTotal | None) -> str:
    """Suspects, which are not ranked, and acts that may be repeats."""
    if total is None:
        return ""
    told = reasons(total.aside, between="· ")
    aside = f"Έξω από την κατάταξη: {told}." if told else ""
    again = (
        f"{decisions(total.same_again)} με ίδιο ποσό, δικαιούχο και θέμα με άλλη πράξη (πιθανή επανάληψη)."
        if total.same_again
        else ""
    )
    return " ".join(filter(None, (aside, again)))


def silent(stage: Stage, silence: Silence, body: Organization | None, unnamed: Sequence[Share] = ()) -> str:
    """«Σε 203 από τις 1.321 αναθέσεις δεν δηλώνεται ανάδοχος (21.276.306,08 €): η κατάταξη είναι ελλιπής.»"""
    if not silence.unnamed:
        return ""
    worth = (
        "· ".join(
            f"{euro(share.amount)} {'χωρίς όνομα' if share.payee_class is PayeeClass.NOBODY else f'με {itself(body)}'}"
            for share in unnamed
            if share.amount
        )
        .replace("με ο ίδιος ο", "με τον ίδιο τον")
        .replace("τον ίδιο τον δήμος", "τον ίδιο τον δήμο")
    )
    aside = f" ({worth})" if worth else ""
    return f"{counted(stage, silence, body)}{aside}: η κατάταξη είναι ελλιπής."


def counted(stage: Stage, silence: Silence, body: Organization | None) -> str:
    """«Σε 203 από τις 1.321 αναθέσεις δεν δηλώνεται ανάδοχος», with every reason."""
    words, who = STAGES[stage], payee_words(stage)[0]
    said = f"Σε {format_count(silence.unnamed)} από τις {count(silence.decisions, words.singular, words.plural)}"
    reasons = [f"δεν δηλώνεται {who}"] if silence.silent else []
    reasons += [f"δηλώνεται {itself(body)}"] if silence.own else []
    reasons += [f"δεν έχουμε φορτώσει τον {_accusative(who)}"] if silence.unread else []
    return f"{said} {' ή '.join(reasons)}"


def _accusative(word: str) -> str:
    return word.removesuffix("ς")


def refused(found: PayeeRankFinding, body: Organization | None) -> str:
    """Why a stage has no ranking: no acts, none read so far, or most of them silent."""
    words, silence = STAGES[found.stage], found.silence
    if not silence.decisions:
        return f"Δεν βρήκα {words.plural}."
    if found.silence.unread * 2 > silence.decisions:
        return (
            f"{capitalised(words.plural)}: βρήκα {decisions(silence.decisions)} ({words.types})· ποσά και "
            f"{payee_words(found.stage)[2]} δεν τα έχουμε φορτώσει, γι' αυτό δεν δίνω κατάταξη."
        )
    if silence.mostly:
        return f"{counted(found.stage, silence, body)}: δεν δίνω κατάταξη."
    return f"{capitalised(words.plural)}: δεν βρήκα {payee_words(found.stage)[2]} με δηλωμένο ποσό."
