"""One payee's history in words: its stages on lines of their own, by year, by body, and how much may be missing."""

from core.answer.compose.payees import itself, payee_words
from core.answer.compose.totals import reasons
from core.answer.compose.words import STAGES, bold, capitalised, count, decisions, euro
from core.answer.lookups.payee_history import HistoryFinding
from core.domain.ledger import Stage
from core.domain.organization import Organization
from core.domain.payee_classes import Party
from core.greek.numbers import format_count
from core.store.payees import Part, Silence

_TO = {
    Stage.PAYMENT: "στον δικαιούχο",
    Stage.AWARD: "στον ανάδοχο",
    Stage.CONTRACT: "με τον συμβαλλόμενο",
}


def called(party: Party) -> str:
    """««ΔΟΚΙΜΗ Ο.Ε.» (ΑΦΜ …)», «με ΑΦΜ …, χωρίς όνομα στις πράξεις»."""
    if party.name is None:
        return f"με ΑΦΜ {party.afm} (όνομα δεν αναφέρεται)"
    return f"«{party.name.strip('«»')}»" + (f" (ΑΦΜ {party.afm})" if party.afm else "")


def headline(part: Part, party: Party, *, who: str, topic: str, when: str, limits: str) -> str:
    """«…, το 2024 ο Δήμος Χ **ανέθεσε** στον ανάδοχο «…» (ΑΦΜ …) **41.200,00 €** (7 πράξεις).»

    Without a body («who»): «… **ανατέθηκαν** στον ανάδοχο …».
    """
    about = (f" για {topic}" if topic else "") + (f" ({limits})" if limits else "")
    opening = " ".join(each for each in ("Σύμφωνα με πράξεις αναρτημένες στη Διαύγεια,", when, who) if each)
    to = _TO.get(part.stage, "για τον δικαιούχο")
    did = STAGES[part.stage].did if who else STAGES[part.stage].was_done
    return f"{opening} {bold(did)} {to} {called(party)}{about}{_told(part)}."


def _told(part: Part) -> str:
    """« **41.200,00 €** (7 πράξεις)», «, σε 1 πράξη χωρίς δηλωμένο ποσό»."""
    return f" {bold(euro(part.amount))} ({acts(part)})" if _has_amount(part) else f", σε {bold(acts(part))}"


def _has_amount(part: Part) -> bool:
    return part.decisions > part.without_amount


def _amount_and_acts(part: Part) -> str:
    return f"{euro(part.amount)}, {acts(part)}" if _has_amount(part) else acts(part)


def acts(part: Part) -> str:
    """«7 πράξεις, 1 χωρίς δηλωμένο ποσό»; «1 πράξη χωρίς δηλωμένο ποσό» where none has one."""
    if not _has_amount(part):
        return f"{decisions(part.decisions)} χωρίς δηλωμένο ποσό"
    missing = f", {format_count(part.without_amount)} χωρίς δηλωμένο ποσό" if part.without_amount else ""
    return decisions(part.decisions) + missing


def beside(found: HistoryFinding) -> list[str]:
    """The other stages, never added to the first; amounts shared with others, which nobody holds alone."""
    lines = [
        f"{capitalised(STAGES[part.stage].plural)} ({STAGES[part.stage].types}): {_amount_and_acts(part)}."
        for part in found.stages
        if found.leading is None or part.stage is not found.leading.stage
    ]
    if lines:
        lines.append("Τα στάδια δεν προστίθενται: το ίδιο ποσό περνά από περισσότερα.")
    lines += [
        f"Μαζί με άλλους, με ένα κοινό ποσό που δεν μοιράζεται ({STAGES[part.stage].plural}): "
        f"{_amount_and_acts(part)}. Δεν είναι μέσα στο άθροισμα."
        for part in found.shared
    ]
    return [*lines, *_aside(found)]


def _aside(found: HistoryFinding) -> list[str]:
    """«Έξω από το άθροισμα (αναθέσεις): 1 πράξη για σύμβαση που μετρά ήδη …», a line a stage."""
    by_stage = {stage: [each for each in found.aside if each.stage is stage] for stage in STAGES}
    told = {stage: reasons(aside, between="· ") for stage, aside in by_stage.items()}
    counted = {part.stage for part in found.stages if _has_amount(part)}
    heads = {stage: "Έξω" if stage in counted else "Άλλες πράξεις του, έξω" for stage in STAGES}
    return [f"{heads[stage]} από το άθροισμα ({STAGES[stage].plural}): {why}." for stage, why in told.items() if why]


def silences(found: HistoryFinding, body: Organization | None) -> list[str]:
    """«Σε 203 από τις 1.321 αναθέσεις δεν δηλώνεται ανάδοχος: μπορεί να έχει κι άλλες.»"""
    told = [(stage, each) for stage, each in found.silences if each.unnamed and each.unread < each.decisions]
    return [_silence(stage, silence, body) for stage, silence in told]


def absent(found: HistoryFinding) -> str:
    """Why another stage is told than the one that was asked; "" when it is told."""
    asked = found.asked
    if asked is None or (found.leading and found.leading.stage is asked):
        return ""
    return never_read(found) or f"Δεν βρήκα {STAGES[asked].plural} που να τον αναφέρουν."


def never_read(found: HistoryFinding) -> str:
    """The acts of the asked stage were never read as far as their payees; "" where some were, or there are none."""
    asked = found.asked
    silence = dict(found.silences).get(asked) if asked else None
    if asked is None or silence is None or not silence.decisions or silence.unread < silence.decisions:
        return ""
    words = STAGES[asked]
    return (
        f"{capitalised(words.plural)}: βρήκα {decisions(silence.decisions)} ({words.types})· ποσά και "
        f"{payee_words(asked)[2]} δεν τα έχουμε φορτώσει, γι' αυτό δεν ξέρω τι πήρε σε αυτό το στάδιο."
    )


def _silence(stage: Stage, silence: Silence, body: Organization | None) -> str:
    words, one = STAGES[stage], payee_words(stage)[0]
    reasons = [f"δεν δηλώνεται {one}"] if silence.silent else []
    reasons += [f"δηλώνεται {itself(body)}"] if silence.own else []
    reasons += ["δεν έχουμε φορτώσει ποιος είναι"] if silence.unread else []
    return (
        f"Σε {format_count(silence.unnamed)} από τις {count(silence.decisions, words.singular, words.plural)} "
        f"{' ή '.join(reasons)}: μπορεί να έχει κι άλλες."
    )
