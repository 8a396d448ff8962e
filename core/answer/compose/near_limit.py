"""Awards close under a limit: what the list is, and what it is not (REPLIES.md, «Near a limit»)."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from core.answer.compose import payees as payee_words
from core.answer.compose.lists import rows_text
from core.answer.compose.totals import reasons
from core.answer.compose.words import STAGES, bold, count, organization_name
from core.answer.lookups.near_limit import Near
from core.domain.award_limits import CHECKED, LIMITS, NEAR, VAT, AwardLimit, LimitKind
from core.domain.ledger import Flag, Stage
from core.domain.organization import Organization
from core.domain.request import Item
from core.greek.dates import short_day
from core.greek.numbers import format_count, format_euro

_BODIES = 10
_KINDS = {LimitKind.USUAL: "προμήθειες και υπηρεσίες", LimitKind.WORKS: "έργα"}
WHAT_IT_IS = (
    f"«Λίγο κάτω»: έως {NEAR * 100:.0f}% κάτω από το όριο. Δεν δηλώνεται αν ένα ποσό έχει ΦΠΑ: οι δύο αναγνώσεις "
    "δεν προστίθενται. Η λίστα δεν σημαίνει παράβαση: ως το όριο ο νόμος επιτρέπει την απευθείας ανάθεση, και μια "
    "«ανάθεση» (Δ.1) δεν είναι πάντα απευθείας."
)
NOT_CHECKED = "" if CHECKED else "Τα όρια και οι ημερομηνίες τους δεν έχουν ελεγχθεί στο ΦΕΚ: δείτε τον νόμο."
NO_LIMIT = f"Για αυτό το διάστημα δεν έχω όριο απευθείας ανάθεσης: γνωρίζω όσα ισχύουν με τον {LIMITS[0].law}."


def text(near: Sequence[Near], *, labels: Mapping[str, str], with_rows: bool, body: Organization | None) -> str:
    """One block a limit, one paragraph a reading; numbers run on from the first row to the last."""
    blocks, first = [], 1
    for limit, group in groupby(near, key=lambda each: each.band.limit):
        parts = [_limit_line(limit)]
        for each in group:
            parts.append(_paragraph(each, first=first, labels=labels, with_rows=with_rows, body=body))
            first += len(lines_of(each)) if with_rows else 0
        blocks.append("\n".join(parts))
    return "\n\n".join(blocks)


def other_limits(kind: LimitKind, others: Sequence[AwardLimit]) -> str:
    """«Για έργα το όριο είναι άλλο: …»: an act says what kind of contract it is in its subject alone, or not at all."""
    limits = ", ".join(f"{format_euro(each.euro)} χωρίς ΦΠΑ ({_in_force(each)})" for each in others)
    other = next((each for each in LimitKind if each is not kind), kind)
    known = f"Για {_KINDS[other]} το όριο είναι άλλο: {limits}. " if limits else ""
    return known.strip()


def lines_of(near: Near) -> tuple[Item, ...]:
    """What is numbered of one band: payees where they were asked for, else acts; places count from 1."""
    if near.payees is not None:
        ranked = enumerate(near.payees.ranked, 1)
        return tuple(Item(place=place, key=each.share.token, shown=each.shown) for place, each in ranked)
    rows = () if near.bodies else near.rows
    return tuple(Item(place=place, key=row.ada, shown=row.ada) for place, row in enumerate(rows, 1))


def _limit_line(limit: AwardLimit) -> str:
    return f"Όριο {bold(format_euro(limit.euro))} χωρίς ΦΠΑ για {_KINDS[limit.kind]} ({_in_force(limit)}· {limit.law})"


def _in_force(limit: AwardLimit) -> str:
    since, last = limit.period.since, limit.period.last_day
    when = f"από {short_day(since)}" if since else ""
    return when + (f" έως {short_day(last)}" if last else "")


def _paragraph(near: Near, *, first: int, labels: Mapping[str, str], with_rows: bool, body: Organization | None) -> str:
    least, most = near.where.amount_min or near.band.least, near.where.amount_max or near.band.most
    reading = f"Αν τα ποσά έχουν ΦΠΑ {VAT * 100:.0f}%" if near.band.gross else "Αν τα ποσά είναι χωρίς ΦΠΑ"
    span = f"{reading}, {format_euro(least)} έως {format_euro(most)}"
    if not near.decisions:
        return f"{span}: {bold('καμία ανάθεση')}."
    acts = bold(count(near.decisions, STAGES[Stage.AWARD].singular, STAGES[Stage.AWARD].plural))
    said = [f"{span}: {acts}"]
    if near.at_limit:
        said.append(f"{_of_them(near.at_limit, near.decisions)} ακριβώς {format_euro(near.band.most)}")
    said.append(_direct(near))
    lines = [", ".join(said) + "." + _other_kind(near)]
    if near.total and (told := reasons(near.total.aside, between="· ")):
        lines.append(f"Έξω από τη λίστα: {told}.")
    listed = _listed(near, first, labels, body) if with_rows else []
    if near.rows and with_rows and near.decisions > len(near.rows):
        lines.append(f"Οι {format_count(len(near.rows))} μεγαλύτερες (όλες στο Excel):")
    return "\n".join(lines + listed)


def _of_them(number: int, whole: int) -> str:
    return "όλες" if number == whole > 1 else format_count(number)


def _direct(near: Near) -> str:
    if not near.direct:
        return "καμία δεν γράφει «απευθείας» στο θέμα"
    verb = "γράφει" if near.direct == 1 else "γράφουν"
    return f"{_of_them(near.direct, near.decisions)} {verb} «απευθείας» στο θέμα"


def _other_kind(near: Near) -> str:
    """« 3 γράφουν στο θέμα ότι είναι έργο: ίσως δεν τις αφορά αυτό το όριο.»"""
    works = near.kinds.get(Flag.WORKS, 0)
    goods = near.kinds.get(Flag.SUPPLY, 0) + near.kinds.get(Flag.SERVICE, 0)
    usual = near.band.limit.kind is LimitKind.USUAL
    other, what = (works, "έργο") if usual else (goods, "προμήθεια, υπηρεσία ή μελέτη")
    if not other:
        return ""
    verb, them = ("γράφει", "την") if other == 1 else ("γράφουν", "τις")
    many = _of_them(other, near.decisions).capitalize()
    return f" {many} {verb} στο θέμα ότι είναι {what}: ίσως δεν {them} αφορά αυτό το όριο."


def _listed(near: Near, first: int, labels: Mapping[str, str], body: Organization | None) -> list[str]:
    if near.payees is not None:
        return _by_payee(near, first, body)
    if near.bodies:
        return [
            f"{organization_name(labels.get(each.key, each.key))} · "
            f"{count(each.decisions, STAGES[Stage.AWARD].singular, STAGES[Stage.AWARD].plural)}"
            for each in near.bodies[:_BODIES]
        ]
    return [rows_text(near.rows, first=first, labels=dict(labels), with_stage=False, checked=True)]


def _by_payee(near: Near, first: int, body: Organization | None) -> list[str]:
    found = near.payees
    if found is None or not found.ranked:
        return [payee_words.refused(found, body)] if found else []
    lines = [payee_words.share_line(first + place, each, by_acts=True) for place, each in enumerate(found.ranked)]
    silent = payee_words.silent(Stage.AWARD, found.silence, body)
    return [*lines, silent] if silent else lines
