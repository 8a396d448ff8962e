"""Which acts make a figure another one than it was, and why: new, corrected, revoked, set aside."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from core.answer.compose.flags import reason_words, status_words, withdrawn_words
from core.answer.kept.opened import KeptRow, Opened
from core.domain.checked import Change, ChangeKind
from core.domain.decision import Status
from core.domain.period import athens_day
from core.greek.dates import short_day
from core.store.behind import Behind, Place, Standing

Amounts = Mapping[str, Decimal | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Now:
    """The acts of today: `counted` by ΑΔΑ with their signed amounts, `out` with why they do not count."""

    counted: Amounts
    out: Mapping[str, str] = field(default_factory=dict)
    standing: Mapping[str, Standing] = field(default_factory=dict)


def now_of(acts: Sequence[Behind], standing: Mapping[str, Standing]) -> Now:
    """Rows of one act, a fiscal year each, are one act here."""
    counted: dict[str, Decimal | None] = {}
    for each in acts:
        if each.place is Place.COUNTED:
            before = counted.get(each.row.ada)
            counted[each.row.ada] = before if each.signed is None else (before or Decimal(0)) + each.signed
    out = {each.row.ada: _out(each) for each in acts if each.row.ada not in counted}
    return Now(counted=counted, out=out, standing=standing)


def _out(act: Behind) -> str:
    return reason_words(act.row.flags) if act.place is Place.SET_ASIDE else withdrawn_words(act.row.status)


def then_of(rows: Iterable[KeptRow]) -> Amounts:
    return {row.ada: row.amount for row in rows if not row.set_aside}


def traced(kept: Opened, now: Now, *, ranked: bool) -> tuple[list[Change], int]:
    """By the acts that were kept with the answer; the number of those rewritten without another amount."""
    then = then_of(kept.rows)
    changes = [
        Change(ada=ada, kind=ChangeKind.NEW, now=amount, why=_why_new(ada, kept, now))
        for ada, amount in now.counted.items()
        if ada not in then
    ]
    changes += [
        Change(ada=ada, kind=ChangeKind.GONE, then=amount, why=_why_gone(ada, now, ranked=ranked))
        for ada, amount in then.items()
        if ada not in now.counted
    ]
    changes += [
        Change(ada=ada, kind=ChangeKind.CHANGED, then=then[ada], now=amount, why=_why_changed(ada, now))
        for ada, amount in now.counted.items()
        if ada in then and then[ada] != amount
    ]
    versions = {row.ada: row.version for row in kept.rows if row.version}
    told = {change.ada for change in changes}
    rewritten = [ada for ada, held in now.standing.items() if versions.get(ada, held.version) != held.version]
    return changes, len(set(rewritten) - told)


def by_time(now: Now, *, since: datetime) -> list[Change]:
    """By when we first saw an act, or saw it change: what there is where the acts themselves were not kept."""
    changes = []
    for ada, held in now.standing.items():
        if ada in now.counted and held.first_seen_at > since:
            why = f"νέα πράξη, διαβάστηκε στις {_day(held.first_seen_at)}"
            changes.append(Change(ada=ada, kind=ChangeKind.NEW, now=now.counted[ada], why=why))
        elif ada in now.counted and held.changed_at > since:
            why = _why_changed(ada, now)
            changes.append(Change(ada=ada, kind=ChangeKind.CHANGED, now=now.counted[ada], why=why))
        elif ada in now.out and held.changed_at > since and held.first_seen_at <= since:
            changes.append(Change(ada=ada, kind=ChangeKind.GONE, why=now.out[ada]))
    return changes


def _why_new(ada: str, kept: Opened, now: Now) -> str:
    held = now.standing.get(ada)
    if held is None or held.first_seen_at > kept.answered_at:
        when = f", διαβάστηκε στις {_day(held.first_seen_at)}" if held else ""
        return f"νέα πράξη{when}"
    if any(row.ada == ada for row in kept.rows):
        return "το ποσό της δεν χρειάζεται πια έλεγχο"
    return _why_changed(ada, now)


def _why_gone(ada: str, now: Now, *, ranked: bool) -> str:
    held = now.standing.get(ada)
    if held is None or held.gone:
        return "δεν βρίσκεται πια στη Διαύγεια"
    if held.status != Status.PUBLISHED:
        return status_words(held.status)
    if ada in now.out:
        return now.out[ada]
    return "άλλες προηγούνται" if ranked else "με τα νέα της στοιχεία δεν ανήκει πια εδώ"


def _why_changed(ada: str, now: Now) -> str:
    held = now.standing.get(ada)
    if held is None:
        return "άλλαξαν τα στοιχεία της"
    what = "ορθή επανάληψη" if held.correction else "τροποποιήθηκαν τα στοιχεία της"
    return f"{what}, διαβάστηκε στις {_day(held.changed_at)}"


def _day(moment: datetime) -> str:
    return short_day(athens_day(moment))
