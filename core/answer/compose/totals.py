"""A total, with its stage and period in the first sentence, what it stands on, and what it leaves out (DESIGN §4)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from core.answer.compose.words import STAGES, bold, capitalised, count, decisions, euro
from core.domain.condition import SetAside, StageTotal
from core.domain.ledger import Flag, Stage
from core.greek.dates import short_day
from core.greek.numbers import format_count
from core.store.counted_elsewhere import Elsewhere
from core.store.spending import Noted

KIMDIS = "Από το 2019–2021 πολλές πληρωμές προμηθευτών αναρτώνται στο ΚΗΜΔΗΣ: μια πτώση μπορεί να μην είναι πραγματική."


def _missing_words(total: StageTotal) -> list[str]:
    parts = []
    if total.unstated:
        many = f"άλλες {format_count(total.unstated)} δεν δηλώνουν ποσό"
        parts.append("άλλη 1 δεν δηλώνει ποσό" if total.unstated == 1 else many)
    if total.unread:
        parts.append(f"{format_count(total.unread)} ακόμη με ποσό που δεν έχουμε φορτώσει")
    return parts


def unstated_words(total: StageTotal) -> str:
    """«· η 1 δεν δηλώνει ποσό», «· 3 με ποσό που δεν έχουμε φορτώσει»; "" when every act states one."""
    parts = _missing_words(total)
    return ("· " + ", ".join(parts)) if parts else ""


def headline(total: StageTotal, *, who: str, topic: str, when: str, limits: str = "") -> str:
    """«το 2024 ο Δήμος Χ **ανέθεσε** για καύσιμα **9.485,80 €** (άθροισμα 3 πράξεων· η 1 δεν δηλώνει ποσό).»"""
    words = STAGES[total.stage]
    about = (f" για {topic}" if topic else "") + (f" ({limits})" if limits else "")
    opening = " ".join(part for part in ("Σύμφωνα με πράξεις αναρτημένες στη Διαύγεια,", when, who) if part)
    if total.stage is Stage.PAYMENT:
        base = f"άθροισμα {count(total.with_amount, 'οριστικοποιημένης πληρωμής', 'οριστικοποιημένων πληρωμών')}, Β.2.2"
    else:
        base = f"άθροισμα {count(total.with_amount, 'πράξης', 'πράξεων')}"
    return f"{opening} {bold(words.did)}{about} {bold(euro(total.net))} ({base}{unstated_words(total)})."


def netting(total: StageTotal) -> str:
    """How a net figure came about: reversals of commitments, negative amounts of other stages."""
    committed = total.stage is Stage.COMMITMENT
    meaning = "Δέσμευση δεν σημαίνει πληρωμή." if committed else ""
    if not total.reversals:
        return meaning
    taken = "αφαιρέθηκε" if total.reversals == 1 else "αφαιρέθηκαν"
    one, many = ("ανατροπή", "ανατροπές") if committed else ("αρνητική πράξη", "αρνητικές πράξεις")
    what, of_them = ("Αναλήψεις", "τις οποίες") if committed else ("Ποσά", "τα οποία")
    return (
        f"{what} {euro(total.gross)}, από {of_them} {taken} {count(total.reversals, one, many)}, "
        f"{euro(total.reversed)}. {meaning}"
    ).strip()


def reversals(total: StageTotal, *, who: str, topic: str, when: str) -> str:
    """«Ανατροπές δεσμεύσεων, το 2024, ο Δήμος Χ: **12 πράξεις, 1.234,00 €**.», asked for by their name."""
    about = ", ".join(part for part in (f"για {topic}" if topic else "", when, who) if part)
    opening = f"Ανατροπές δεσμεύσεων ({about})" if about else "Ανατροπές δεσμεύσεων"
    if not total.reversals:
        return f"{opening}: δεν βρήκα καμία στις πράξεις που δηλώνουν ποσό."
    told = bold(f"{decisions(total.reversals)}, {euro(total.reversed)}")
    return f"{opening}: {told}. Αφαιρούνται από όσα δεσμεύτηκαν."


def reversals_beside(total: StageTotal) -> str:
    """«· 3 ανατροπές, 123,00 €», on the line of a group."""
    if not total.reversals or total.mostly_unread:
        return ""
    return f" · {count(total.reversals, 'ανατροπή', 'ανατροπές')}, {euro(total.reversed)}"


def left_out(total: StageTotal, aside: Sequence[SetAside]) -> str:
    """«12 πράξεις για σύμβαση που μετρά ήδη με άλλη πράξη, 1.234,00 €· 1 πράξη …», reason by reason."""
    return reasons((each for each in aside if each.stage is total.stage), between="· ")


def reasons(aside: Iterable[SetAside], *, between: str) -> str:
    """The same of one stage, whatever the keys: each reason once, with its acts and euro together."""
    told: dict[Flag, SetAside] = {}
    for each in aside:
        if each.reason in _ASIDE:
            held = told.get(each.reason, replace(each, decisions=0, amount=Decimal(0)))
            told[each.reason] = replace(
                held, decisions=held.decisions + each.decisions, amount=held.amount + each.amount
            )
    return between.join(_left_out(told[reason]) for reason in _ASIDE if reason in told)


_ELSEWHERE_NAMED = 2


def counted_elsewhere(elsewhere: Sequence[Elsewhere]) -> str:
    """«2 από τις πράξεις αυτές μετρούν εκτός της περιόδου, με την 6ΑΑΒ… (7/11/2023).»: where their money is found."""
    if not elsewhere:
        return ""
    counting = list(dict.fromkeys((each.counted_by, each.counted_on) for each in elsewhere))
    named = [f"{ada} ({short_day(day)})" for ada, day in counting[:_ELSEWHERE_NAMED]]
    which = f"με την {named[0]}" if len(counting) == 1 else f"με τις {', '.join(named)}"
    more = " και άλλες" if len(counting) > _ELSEWHERE_NAMED else ""
    counts = "μετρά" if len(elsewhere) == 1 else "μετρούν"
    return f"{format_count(len(elsewhere))} από τις πράξεις αυτές {counts} εκτός της περιόδου, {which}{more}."


def set_aside(total: StageTotal, aside: Sequence[SetAside], elsewhere: Sequence[Elsewhere] = ()) -> str:
    """What is left out, reason by reason, with count and amount; repeats, which stay inside until someone looks."""
    parts = []
    if told := left_out(total, aside):
        parts += [f"Έξω από το σύνολο: {told}.", *filter(None, (counted_elsewhere(elsewhere),))]
    if total.same_again:
        parts.append(
            f"Μέσα είναι {decisions(total.same_again)} ίδιου ποσού, δικαιούχου και θέματος με άλλη (πιθανή επανάληψη)."
        )
    return " ".join(parts)


_ASIDE = {
    Flag.SAME_CONTRACT: "για σύμβαση που μετρά ήδη με άλλη πράξη",
    Flag.POSTED_TWICE: "που αναρτήθηκε δεύτερη φορά",
    Flag.AGREEMENT: "προγραμματικής σύμβασης μεταξύ φορέων",
    Flag.NOT_EXPENDITURE: "που δεν είναι δαπάνη (έσοδο, προϋπολογισμός, προγραμματική σύμβαση, μισθοδοσία)",
    Flag.HUNDREDFOLD: "με ποσό που χρειάζεται έλεγχο (πιθανό λάθος υποδιαστολής)",
    Flag.AFM_AS_AMOUNT: "με ποσό που χρειάζεται έλεγχο (ταυτίζεται με ΑΦΜ)",
    Flag.CODE_AS_AMOUNT: "με ποσό που χρειάζεται έλεγχο (ταυτίζεται με κωδικό)",
    Flag.ABOVE_BUDGET: "με ποσό που χρειάζεται έλεγχο (πάνω από την πίστωσή του)",
    Flag.FOREIGN_CURRENCY: "με ποσό που χρειάζεται έλεγχο (όχι σε ευρώ)",
}
_NO_EUROS = frozenset({Flag.AFM_AS_AMOUNT, Flag.FOREIGN_CURRENCY})


def _left_out(aside: SetAside) -> str:
    many = "που αναρτήθηκαν δεύτερη φορά" if aside.reason is Flag.POSTED_TWICE and aside.decisions > 1 else ""
    why = many or _ASIDE.get(aside.reason or Flag.POSTED_TWICE, "")
    amount = f", {euro(aside.amount)}" if aside.amount and aside.reason not in _NO_EUROS else ""
    return f"{decisions(aside.decisions)} {why}{amount}"


_NOTED = {
    Flag.MULTI_YEAR: "για περισσότερα έτη",
    Flag.REVENUE: "με βέβαιο ή πιθανό έσοδο αντί για δαπάνη (εκμίσθωση, πώληση)",
    Flag.WARRANT: "με χρηματικό ένταλμα (εντολή πληρωμής) αναρτημένο ως έγκριση δαπάνης",
    Flag.PAYROLL: "μισθοδοσίας",
    Flag.REPLACED: "που ίσως διορθώθηκε με νεότερη πράξη (ορθή επανάληψη)",
    Flag.EXCEEDS: "που ίσως ξεπερνά προηγούμενη πράξη με την οποία συνδέεται",
    Flag.LINES_DIFFER: "με γραμμές που δεν συμφωνούν με το σύνολό τους",
    Flag.FOREIGN_CURRENCY: "σε άλλο νόμισμα",
    Flag.SUPPLY: "για προμήθεια",
    Flag.SERVICE: "για υπηρεσία",
    Flag.WORKS: "για κατασκευή έργου",
}


def inside(noted: Sequence[Noted], total: StageTotal | None = None) -> str:
    """What a reader should know of acts that are in the total; "" when there is nothing.

    A body that pays through its approvals is told as one (DIAVGEIA_API §9.3): with `total`, when all of them are.
    """
    warrants = sum(each.decisions for each in noted if each.flag is Flag.WARRANT)
    all_warrants = total is not None and warrants == total.decisions
    told = _noted([each for each in noted if not (all_warrants and each.flag is Flag.WARRANT)])
    return " ".join(
        filter(None, (_ALL_WARRANTS if all_warrants and warrants else "", told and f"Μέσα στο άθροισμα: {told}."))
    )


_ALL_WARRANTS = "Είναι όλες χρηματικά εντάλματα (εντολές πληρωμής), που ο φορέας αναρτά ως έγκριση δαπάνης."


def _noted(noted: Sequence[Noted]) -> str:
    return "· ".join(
        f"{decisions(each.decisions)} {_NOTED[each.flag]}, {euro(each.amount)}"
        for each in noted
        if each.flag in _NOTED and each.amount
    )


def not_given(total: StageTotal) -> str:
    """Why a stage has no total: its amounts were not read, or none is stated."""
    words = STAGES[total.stage]
    found = f"{capitalised(words.plural)}: βρήκα {decisions(total.decisions)} ({words.types})"
    if total.unread:
        which = "το ποσό της" if total.decisions == 1 else f"τα ποσά {_of_them(total)}"
        have = "δεν το" if total.decisions == 1 else "δεν τα"
        return f"{found}· {which} {have} έχουμε φορτώσει, γι' αυτό δεν δίνω σύνολο {words.genitive}."
    return f"{found}, χωρίς δηλωμένο ποσό."


def _of_them(total: StageTotal) -> str:
    return "τους" if total.unread == total.decisions else f"των {format_count(total.unread)}"


def beside_line(total: StageTotal, *, tellable: bool, kinds: Sequence[Noted] = ()) -> str:
    """Another stage, on a line of its own: never added to the main one. `kinds`: what its contracts buy."""
    if not tellable or not total.with_amount:
        return not_given(total)
    words = STAGES[total.stage]
    why = reasons(total.aside, between=" και ")
    outside = f"· έξω από αυτό {why}" if why else ""
    return (
        f"{capitalised(words.plural)} ({words.types}): {euro(total.net)}, "
        f"{decisions(total.with_amount)}{unstated_words(total)}{outside}."
        + (f" Από αυτές: {told}." if (told := _noted(kinds)) else "")
    )


def unread_line(totals: Sequence[StageTotal]) -> list[str]:
    """All stages whose amounts were not read, together: they have no totals."""
    parts = [f"{format_count(total.decisions)} {_plural(total)}" for total in totals]
    return [f"Χωρίς σύνολο (δεν έχουμε φορτώσει τα ποσά): {', '.join(parts)}."] if parts else []


def _plural(total: StageTotal) -> str:
    words = STAGES[total.stage]
    return words.singular if total.decisions == 1 else words.plural


def group_words(total: StageTotal) -> str:
    """«12.345,00 € · 14 πράξεις και 2 χωρίς ποσό»: what a line says of its group."""
    if total.mostly_unread:
        return f"{decisions(total.decisions)}, ποσά που δεν έχουμε φορτώσει"
    if not total.with_amount:
        aside = f" και {format_count(total.suspects)} έξω από το σύνολο" if total.suspects else ""
        return f"{decisions(total.decisions)} χωρίς δηλωμένο ποσό{aside}"
    missing = total.unstated + total.unread
    without = f" και {format_count(missing)} χωρίς ποσό" if missing else ""
    return f"{euro(total.net)} · {decisions(total.with_amount)}{without}"
