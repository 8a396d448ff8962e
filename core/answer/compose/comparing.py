"""Sides beside each other in words: the sentence, a line for each, and why the asked stage is not compared."""

from collections.abc import Sequence

from core.answer.comparison import Comparison, Kind, Named
from core.answer.compose.totals import reasons, unstated_words
from core.answer.compose.words import (
    STAGES,
    bold,
    capitalised,
    count,
    decisions,
    euro,
    join_and,
    of_organization,
    the_organization,
)
from core.answer.lookups.compare import CompareFinding, Difference, SideTotal
from core.domain.condition import StageTotal
from core.domain.ledger import Stage
from core.domain.organization import Organization
from core.greek.numbers import format_count, format_percent

_OPENING = "Σύμφωνα με πράξεις αναρτημένες στη Διαύγεια,"


def sentence(
    found: CompareFinding,
    compared: Comparison,
    *,
    body: Organization | None,
    about: str,
    when: str,
    kinds: str,
    premise: str = "",
    least: bool = False,
) -> str:
    """What the comparison says, with its stage; `kinds`: «αναθέσεις», `about`: « για καύσιμα (έως 1.000 €)»."""
    pairs = zip(compared.sides, found.sides, strict=True)
    told = [(named, side.total) for named, side in pairs if side.total and side.tellable]
    if compared.kind is Kind.STAGES:
        return _of_stages(told, body=body, about=about, when=when)
    among_many = compared.kind is Kind.BODIES and len(found.sides) > 2
    if len(told) < (2 if among_many else len(found.sides)):
        return ""
    if compared.kind is Kind.PERIODS:
        return _of_periods(told, found.differences, body=body, about=about, kinds=kinds, premise=premise)
    ordered = sorted(told, key=lambda each: each[1].net if least else -each[1].net)
    which = "λιγότερα" if least else "περισσότερα"
    opening = " ".join(part for part in (_OPENING, when) if part)
    if compared.kind is Kind.BODIES:
        among = "" if len(told) == len(found.sides) else ", από τους φορείς με ποσά,"
        return f"{opening}{among} {_of_bodies(ordered, found, about=about, which=which)}"
    return f"{opening} {_of_parts(ordered, found, compared.kind, body=body, about=about, which=which)}"


Told = Sequence[tuple[Named, StageTotal]]


def _of_periods(
    told: Told, differences: Sequence[Difference], *, body: Organization | None, about: str, kinds: str, premise: str
) -> str:
    """«οι αναθέσεις του Δήμου Χ αυξήθηκαν από … (2023) σε … (2024): διαφορά …, αύξηση 23,4%.»"""
    head = f"{_OPENING} οι {bold(kinds)} {of_organization(body)}{about}"
    if len(told) > 2:
        least, most = min(told, key=lambda each: each[1].net), max(told, key=lambda each: each[1].net)
        return (
            f"{head} κυμαίνονται από {bold(euro(least[1].net))} ({least[0].label}) "
            f"έως {bold(euro(most[1].net))} ({most[0].label})."
        )
    (first, before), (second, after) = told
    change = differences[0].change
    if not change.difference:
        return (
            f"{head} ήταν ίσες: {bold(euro(after.net))} ({first.label}) και {bold(euro(after.net))} ({second.label})."
        )
    grew = change.difference > 0
    moved = "αυξήθηκαν" if grew else "μειώθηκαν"
    denied = {"change:up": not grew, "change:down": grew}.get(premise, False)
    moved = f"δεν {'μειώθηκαν' if grew else 'αυξήθηκαν'}· {moved}" if denied else moved
    percent = f", {'αύξηση' if grew else 'μείωση'} {format_percent(abs(change.percent))}" if change.percent else ""
    return (
        f"{head} {moved} από {bold(euro(before.net))} ({first.label}) σε {bold(euro(after.net))} ({second.label}): "
        f"διαφορά {euro(abs(change.difference))}{percent}."
    )


def _gap(found: CompareFinding) -> str:
    """«Διαφορά: 1.000,00 € (23,4% πάνω από το μικρότερο).», of two sides: what the larger has more than the smaller."""
    if len(found.sides) != 2 or not found.differences:
        return ""
    change = found.differences[0].change
    percent = f" ({format_percent(abs(change.percent))} πάνω από το μικρότερο)" if change.percent else ""
    return f" Διαφορά: {euro(abs(change.difference))}{percent}."


def _of_bodies(ordered: Told, found: CompareFinding, *, about: str, which: str) -> str:
    (most, total), (second, less) = ordered[0], ordered[1]
    did = bold(STAGES[total.stage].did)
    if total.net == less.net:
        both = join_and([the_organization(each.body) for each, amount in ordered if amount.net == total.net])
        return f"το ίδιο ποσό έχουν {both}{about} ({STAGES[total.stage].plural}): {bold(euro(total.net))}."
    against = f", έναντι {bold(euro(less.net))} ({second.label})" if len(ordered) == 2 else ""
    return f"{which} {did}{about} {the_organization(most.body)}: {bold(euro(total.net))}{against}.{_gap(found)}"


def _of_parts(
    ordered: Told, found: CompareFinding, kind: Kind, *, body: Organization | None, about: str, which: str
) -> str:
    """Topics, or kinds of act of one stage."""
    with_ = "για" if kind is Kind.TOPICS else "με"
    (most, total), (second, less) = ordered[0], ordered[1]
    head = f"{the_organization(body)} {bold(STAGES[total.stage].did)}{about}"
    if total.net == less.net:
        return f"{head} το ίδιο ποσό {with_} «{most.label}» και «{second.label}»: {bold(euro(total.net))}."
    against = f", έναντι {bold(euro(less.net))} {with_} «{second.label}»" if len(ordered) == 2 else ""
    return f"{head} {which} {with_} «{most.label}»: {bold(euro(total.net))}{against}.{_gap(found)}"


def _of_stages(told: Told, *, body: Organization | None, about: str, when: str) -> str:
    """Each stage with its own verb; no difference, since one and the same euro may be in both."""
    parts = [f"{bold(STAGES[total.stage].did)} {bold(euro(total.net))}" for _, total in told if total.with_amount]
    if not parts:
        return ""
    opening = " ".join(part for part in (_OPENING, when, the_organization(body)) if part)
    return (
        f"{opening}{about} {join_and(parts)}. Είναι διαφορετικά στάδια και το ίδιο ποσό μπορεί να βρίσκεται σε όλα: "
        "ούτε τα προσθέτω ούτε δίνω διαφορά."
    )


def not_compared(found: CompareFinding, sides: Sequence[Named], stage: Stage) -> str:
    """Why the asked stage has no comparison, side by side: nothing found, not read by us, not stated."""
    told = [f"{named.label}: {_why(side.asked)}" for named, side in zip(sides, found.sides, strict=True)]
    if all(side.asked is None or not side.asked.decisions for side in found.sides):
        return f"Δεν βρήκα {STAGES[stage].plural} για αυτό που ζητήσατε."
    return f"{capitalised(STAGES[stage].plural)} δεν συγκρίνω. {capitalised('· '.join(told))}."


def _why(total: StageTotal | None) -> str:
    if total is None or not total.decisions:
        return "δεν βρήκα πράξεις"
    if total.mostly_unread:
        every = total.unread == total.decisions
        which = "με ποσό" if every else f"{format_count(total.unread)} από αυτές με ποσό"
        return f"βρήκα {decisions(total.decisions)}, {which} που δεν έχουμε φορτώσει"
    if not total.with_amount:
        return f"βρήκα {decisions(total.decisions)} χωρίς δηλωμένο ποσό"
    return f"{euro(total.net)} σε {decisions(total.with_amount)}"


def side_lines(found: CompareFinding, sides: Sequence[Named], *, by_amount: bool) -> list[str]:
    """«2023 · 42.000,00 € · 14 πράξεις· άλλες 2 δεν δηλώνουν ποσό», a line each; what is set aside, on its line."""
    pairs = list(zip(sides, found.sides, strict=True))
    if by_amount:
        pairs.sort(key=lambda pair: -(pair[1].total.net if pair[1].total and pair[1].tellable else -1))
    return [f"{capitalised(named.label)} · {_line(side)}" for named, side in pairs]


def _line(side: SideTotal) -> str:
    total = side.total
    if total is None or not side.tellable:
        aside = _aside(total) if total else ""
        return f"{_why(total)}{aside}"
    return f"{euro(total.net)} · {decisions(total.with_amount)}{unstated_words(total)}{_reversed(total)}{_aside(total)}"


def _reversed(total: StageTotal) -> str:
    if not total.reversals:
        return ""
    one, many = ("ανατροπή", "ανατροπές") if total.stage is Stage.COMMITMENT else ("αρνητική", "αρνητικές")
    return f"· μέσα τους {count(total.reversals, one, many)}, {euro(total.reversed)}, που αφαιρέθηκαν"


def _aside(total: StageTotal) -> str:
    """What is out of the sum, and what may be in it twice."""
    parts = []
    if told := reasons(total.aside, between=" και "):
        parts.append(f"έξω: {told}")
    if total.same_again:
        parts.append(f"μέσα: {count(total.same_again, 'πιθανή επανάληψη', 'πιθανές επαναλήψεις')}")
    return "".join(f"· {part}" for part in parts)
