"""The groups or the ranks of an answer as a picture: one stage, every span of its time, what is partial or absent."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from core.answer.compose.how import GROUPS
from core.answer.compose.totals import KIMDIS, reasons
from core.answer.compose.words import STAGES, capitalised, decisions, organization_name
from core.answer.kept import told
from core.answer.kept.opened import Opened
from core.answer.kept.spans import axis, days_held, short_label
from core.answer.setting import Setting
from core.domain.asked import Asked
from core.domain.chart import Bar, Chart
from core.domain.condition import StageTotal
from core.domain.ledger import Stage
from core.domain.request import IN_TIME, Grouping, Unit
from core.domain.subjects import shortened
from core.domain.types import DECISION_TYPES
from core.greek.dates import short_day
from core.store.behind import Behind

MOST_BARS = 30  # lying; of more the largest are drawn, and the picture says so
_NO_DATA, _NOTHING = "δεν έχουμε πράξεις", "δεν βρήκα πράξεις"
APART = "Οι δεσμεύσεις διαφορετικών ετών δεν προστίθενται."


def chart_of_totals(kept: Opened, asked: Asked, setting: Setting, *, totals: Sequence[StageTotal]) -> Chart:
    """Net euro of one stage by group; a span most of whose amounts were not read has no bar."""
    stage = asked.stage or Stage.PAYMENT
    bars = {each.key: _euro_bar(each) for each in totals if each.decisions or each.suspects}
    now = {f"net {each.key}": each.net for each in totals if each.with_amount and not each.mostly_unread}
    unit = f"{capitalised(STAGES[stage].plural)} ({STAGES[stage].types}){_by(asked)}, σε ευρώ"
    return _chart(
        kept,
        asked,
        setting,
        bars=bars,
        unit=Unit.EURO,
        said=unit,
        notes=(*changed(kept, now, Unit.EURO), *beware(asked, totals)),
    )


def chart_of_counts(kept: Opened, asked: Asked, setting: Setting, *, counted: Sequence[tuple[str, int]]) -> Chart:
    """Numbers of acts by group."""
    bars = {key: Bar(label=key, value=Decimal(number)) for key, number in counted}
    now = {f"decisions {key}": Decimal(number) for key, number in counted}
    return _chart(
        kept,
        asked,
        setting,
        bars=bars,
        unit=Unit.DECISIONS,
        said=f"Αριθμός πράξεων{_by(asked)}",
        notes=changed(kept, now, Unit.DECISIONS),
    )


_MEASURES = {
    "mean": "Μέσος όρος ανά πράξη",
    "median": "Διάμεσος ανά πράξη",
}


def chart_of_measure(
    kept: Opened, asked: Asked, setting: Setting, *, bars: Mapping[str, Bar], unit: Unit, label: str
) -> Chart:
    """An average or a median of each group, or the median of days to posting."""
    what = f"{STAGES[asked.stage].plural} ({STAGES[asked.stage].types})" if asked.stage else ""
    said = f"{_MEASURES[label]}{_by(asked)} · {what}, σε ευρώ"
    if unit is Unit.DAYS:
        said = f"Από την έκδοση έως την ανάρτηση, διάμεσος{_by(asked)}, σε ημέρες"
    now = {f"{label} {key}": bar.value for key, bar in bars.items() if bar.value is not None}
    notes = changed(kept, now, unit)
    return _chart(kept, asked, setting, bars=bars, unit=unit, said=said, notes=notes)


def chart_of_ranks(kept: Opened, asked: Asked, setting: Setting, *, acts: Sequence[Behind]) -> Chart:
    """Acts by amount, in the order of the ranking."""
    stage = asked.stage or Stage.PAYMENT
    bars = [
        Bar(
            label=f"{shortened(each.row.subject, 70)}\n{each.row.ada} · {short_day(each.row.issued_on)}",
            value=each.signed,
        )
        for each in acts
    ]
    now = {each.row.ada: each.signed for each in acts if each.signed is not None}
    order = "Οι μεγαλύτερες" if asked.largest else "Οι μικρότερες"
    return made(
        kept,
        asked,
        setting,
        bars=bars,
        unit=Unit.EURO,
        said=f"{order} με δηλωμένο ποσό · {STAGES[stage].plural} ({STAGES[stage].types}), σε ευρώ",
        in_time=False,
        notes=(*changed(kept, now, Unit.EURO), "Τα ποσά δεν ελέγχθηκαν στο PDF."),
    )


def changed(kept: Opened, now: Mapping[str, Decimal], unit: Unit) -> list[str]:
    """What is drawn are today's figures: where they are not those of the answer, the picture says so."""
    told = (kept.figure(label, unit) for label in now)
    same = all(figure is not None and figure.value == now[figure.label] for figure in told)
    return [] if same else ["Τα στοιχεία άλλαξαν από την απάντηση: εδώ φαίνονται τα σημερινά."]


def beware(asked: Asked, totals: Sequence[StageTotal]) -> list[str]:
    """What the figures may not travel without: what is missing, set aside, possibly twice, or not to be added."""
    missing = sum(each.unstated + each.unread for each in totals if not each.mostly_unread)
    again = sum(each.same_again for each in totals)
    aside = reasons((one for each in totals for one in each.aside), between="· ")
    old = asked.group_by is Grouping.YEAR and any(each.key <= "2020" for each in totals)
    told = (
        (missing, f"Δεν φαίνονται {decisions(missing)} χωρίς ποσό."),
        (aside, f"Έξω από το γράφημα: {aside}."),
        (again, f"Μέσα στο γράφημα: {decisions(again)} που ίσως επαναλαμβάνουν άλλη πράξη."),
        (asked.stage is Stage.COMMITMENT, APART),
        (old and asked.stage is Stage.PAYMENT, KIMDIS),
    )
    return [words for applies, words in told if applies]


def _by(asked: Asked) -> str:
    return f" ανά {GROUPS[asked.group_by]}" if asked.group_by else ""


def _euro_bar(total: StageTotal) -> Bar:
    if total.mostly_unread:
        return Bar(label=total.key, value=None, partial=True, note="ποσά που δεν έχουμε φορτώσει")
    if not total.with_amount:
        return Bar(label=total.key, value=None, partial=True, note="χωρίς δηλωμένο ποσό")
    return Bar(label=total.key, value=total.net)


def _chart(
    kept: Opened,
    asked: Asked,
    setting: Setting,
    *,
    bars: Mapping[str, Bar],
    unit: Unit,
    said: str,
    notes: Sequence[str],
) -> Chart:
    if asked.group_by in IN_TIME:
        placed = _in_time(asked, setting, bars)
        return made(kept, asked, setting, bars=placed, unit=unit, said=said, in_time=True, notes=notes)
    ordered = sorted(bars.values(), key=lambda bar: (bar.value is None, -(bar.value or Decimal(0)), bar.label))
    named = [_renamed(bar, _group_name(bar.label, setting)) for bar in ordered[:MOST_BARS]]
    cut = f"Φαίνονται οι {MOST_BARS} μεγαλύτερες από {len(ordered)} ομάδες." if len(ordered) > MOST_BARS else ""
    return made(kept, asked, setting, bars=named, unit=unit, said=said, in_time=False, notes=(*notes, cut))


def _in_time(asked: Asked, setting: Setting, bars: Mapping[str, Bar]) -> list[Bar]:
    """A bar for every span: drawn, partial, empty because nothing was found, or because we hold nothing of it."""
    held, period = told.coverages(asked, setting), asked.where.period
    assert asked.group_by is not None  # the caller looked
    placed = []
    for key in axis(sorted(bars), asked.group_by, period=period, held=held):
        some, whole = days_held(key, period=period, held=held)
        bar = bars.get(key) or Bar(label=key, value=None, note=_NOTHING if some else _NO_DATA)
        placed.append(Bar(label=short_label(key), value=bar.value, note=bar.note, partial=bar.partial or not whole))
    return placed


def _renamed(bar: Bar, label: str) -> Bar:
    return Bar(label=label, value=bar.value, partial=bar.partial, note=bar.note)


def _group_name(key: str, setting: Setting) -> str:
    if key in DECISION_TYPES:
        return DECISION_TYPES[key].plural
    return organization_name(setting.body(key).label) if setting.is_registered(key) or setting.is_covered(key) else key


def made(
    kept: Opened,
    asked: Asked,
    setting: Setting,
    *,
    bars: Sequence[Bar],
    unit: Unit,
    said: str,
    in_time: bool,
    notes: Sequence[str],
) -> Chart:
    read = (*notes, told.reach_words(asked, setting), f"Πηγή: Διαύγεια. Απόδειξη {kept.receipt}.")
    title = told.title(asked, setting)
    return Chart(
        name=told.file_name(asked, setting, receipt=kept.receipt),
        title=title,
        subtitle=said,
        unit=unit,
        bars=tuple(bars),
        in_time=in_time,
        notes=tuple(note for note in read if note),
        caption="\n".join((title, said)),
        demo=setting.demo,
    )
