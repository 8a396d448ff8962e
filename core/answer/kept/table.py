"""The acts behind a figure as a table: those that count add up to it, the others say why they do not."""

from collections.abc import Sequence
from decimal import Decimal

from core.answer.compose.flags import flag_words, reason_words, state_words, status_words, withdrawn_words
from core.answer.compose.words import STAGES, count
from core.answer.kept import columns, told
from core.answer.kept.opened import Opened
from core.answer.kept.spans import key_of, short_label
from core.answer.setting import Setting
from core.domain.asked import Asked
from core.domain.condition import StageTotal
from core.domain.ledger import AmountState, Flag, Stage
from core.domain.request import IN_TIME
from core.domain.table import Cell, CellKind, Column, Table
from core.greek.numbers import format_euro
from core.store.behind import Behind, Place

_NOT_EURO = frozenset({Flag.AFM_AS_AMOUNT, Flag.FOREIGN_CURRENCY})
_COUNTS, _DOES_NOT = "ναι", "όχι"
_WITHOUT_AMOUNT = {
    AmountState.UNSTATED: "ναι, ως πράξη· δεν δηλώνει ποσό",
    AmountState.UNREAD: "ναι, ως πράξη· το ποσό δεν το έχουμε φορτώσει",
}


def money_columns(stage: Stage) -> tuple[Column, ...]:
    year = (Column(title="Οικονομικό έτος", width=11),) if stage is Stage.COMMITMENT else ()
    return (
        *columns.ACT,
        *year,
        *columns.ISSUER,
        columns.STAGE,
        Column(title="Ποσό που μετρά (€)", kind=CellKind.EURO, width=17),
        Column(title="Ποσό που δεν μετρά (€)", kind=CellKind.EURO, width=17),
        Column(title=STAGES[stage].payee, width=34),
        Column(title="Θέμα", width=60),
        Column(title="Κατάσταση πράξης", width=20),
        Column(title="Επισημάνσεις", width=34),
        Column(title="Μετρά", width=14),
        Column(title="Γιατί δεν μετρά", width=40),
    )


def money_table(
    kept: Opened,
    asked: Asked,
    setting: Setting,
    *,
    acts: Sequence[Behind],
    total: StageTotal | None,
    given: bool,
    more: Sequence[tuple[str, Cell]] = (),
) -> Table:
    """`total`: the stage as it is counted now; `given` when a sum of it may be told (DESIGN §4). `more`: what the
    recipe says beside the sum.
    """
    stage = asked.stage or Stage.PAYMENT
    return Table(
        name=told.file_name(asked, setting, receipt=kept.receipt),
        title=told.title(asked, setting),
        columns=money_columns(stage),
        rows=tuple(money_row(each, stage, setting, given=given) for each in acts),
        recipe=(
            *told.heading(kept, asked, setting),
            *_counted_lines(kept, asked, acts, total, given=given),
            *more,
            *(_by_span(asked, acts) if given else ()),
            *_then_and_now(kept, acts, stage, given=given),
            *told.ending(kept, asked, setting),
        ),
        caption=_caption(kept, asked, setting, acts, given=given),
        demo=setting.demo,
    )


def _listed(asked: Asked) -> bool:
    """A list of acts, of which no sum was told."""
    return bool(asked.limit or asked.parts)


def sum_of(acts: Sequence[Behind]) -> Decimal:
    """What the counting rows add up to."""
    return sum((each.signed or Decimal(0) for each in acts if each.place is Place.COUNTED), Decimal(0))


def money_row(
    act: Behind, stage: Stage, setting: Setting, *, given: bool, called: Stage | None = None
) -> tuple[Cell, ...]:
    """`called`: the act's own stage, where the table holds several."""
    row, counts = act.row, act.place is Place.COUNTED and given
    amount = act.signed if act.place is Place.COUNTED or not _NOT_EURO & set(row.flags) else None
    year = (str(act.year or ""),) if stage is Stage.COMMITMENT else ()
    return (
        *columns.act_cells(row),
        *year,
        *columns.issuer_cells(row, setting),
        STAGES[called or stage].singular,
        amount if counts else None,
        None if counts else amount,
        "· ".join(row.payees),
        row.subject,
        status_words(row.status),
        flag_words(row.flags),
        *_why(act, given=given),
    )


def _why(act: Behind, *, given: bool) -> tuple[str, str]:
    """Whether the act counts, and why not."""
    row = act.row
    match act.place:
        case Place.SET_ASIDE:
            return _DOES_NOT, reason_words(row.flags)
        case Place.WITHDRAWN:
            return _DOES_NOT, withdrawn_words(row.status)
        case _ if not given:
            return _DOES_NOT, state_words(row.amount_state) + ": σύνολο δεν δίνεται, λείπουν τα περισσότερα ποσά"
    if act.signed is None and row.amount_state:
        return _WITHOUT_AMOUNT.get(AmountState(row.amount_state), _COUNTS), ""
    return _COUNTS, ""


def _counted_lines(
    kept: Opened, asked: Asked, acts: Sequence[Behind], total: StageTotal | None, *, given: bool
) -> list[tuple[str, Cell]]:
    """Numbers of acts and the sum; where the answer gave none as a whole, year by year or not at all."""
    lines: list[tuple[str, Cell]] = [("Πράξεις" if _listed(asked) else "Πράξεις που μετρούν", number_of(acts))]
    lines += [(f"Όρια ποσών {place}", told.band_words(each)) for place, each in enumerate(asked.parts, 1)]
    if given and kept.figure("net") is not None:
        lines += _sum_lines(acts, total)
    elif given and not _listed(asked):
        lines += _by_year(acts)
    elif not given:
        lines.append(("Άθροισμα", "Δεν δίνεται: δεν έχουμε φορτώσει τα περισσότερα ποσά, ή κανένα δεν δηλώνεται."))
    if total is not None and not asked.limit:
        lines += [("χωρίς δηλωμένο ποσό", total.unstated), ("με ποσό που δεν έχουμε φορτώσει", total.unread)]
    lines.append(("Δεν μετρούν: χρειάζονται έλεγχο", number_of(acts, Place.SET_ASIDE)))
    lines.append(("Δεν μετρούν: ανακλήθηκαν ή δεν είναι αναρτημένες", number_of(acts, Place.WITHDRAWN)))
    return [(label, cell) for label, cell in lines if cell != 0]


def _sum_lines(acts: Sequence[Behind], total: StageTotal | None) -> list[tuple[str, Cell]]:
    lines: list[tuple[str, Cell]] = [("Άθροισμα όσων μετρούν (€)", sum_of(acts))]
    if total is not None and total.reversals:
        lines.append(("  θετικά ποσά (€)", total.gross))
        lines.append(("  ανατροπές ή αρνητικά ποσά (€)", -total.reversed))
    return lines


def _by_year(acts: Sequence[Behind]) -> list[tuple[str, Cell]]:
    """Commitments of several years are never one sum (DIAVGEIA_API §9.5)."""
    years = sorted({each.year for each in acts if each.place is Place.COUNTED and each.year})
    sums = [(f"Άθροισμα {year} (€)", sum_of([each for each in acts if each.year == year])) for year in years]
    return [*sums, ("Όλα τα έτη μαζί", "Δεν αθροίζονται: όσες δεν πληρωθούν δεσμεύονται ξανά το επόμενο έτος.")]


def _by_span(asked: Asked, acts: Sequence[Behind]) -> list[tuple[str, Cell]]:
    """The sum of each month, quarter or year that was asked: all of them, however many the message showed."""
    if asked.group_by not in IN_TIME or asked.stage is Stage.COMMITMENT:  # of commitments the years stand above
        return []
    counted = [each for each in acts if each.place is Place.COUNTED]
    spans = sorted({key_of(each.row.issued_on, asked.group_by) for each in counted}) if asked.group_by else []
    sums = {span: [each for each in counted if key_of(each.row.issued_on, asked.group_by) == span] for span in spans}
    return [(f"  {short_label(span)} (€)".replace("\n", " "), sum_of(listed)) for span, listed in sums.items()]


def number_of(acts: Sequence[Behind], place: Place = Place.COUNTED) -> int:
    """Acts, not rows."""
    return len({each.row.ada for each in acts if each.place is place})


def _then_and_now(kept: Opened, acts: Sequence[Behind], stage: Stage, *, given: bool) -> list[tuple[str, Cell]]:
    """The figure of the answer beside the sum of the file: the same, unless the data changed in between."""
    then = kept.figure("net")
    if then is None:
        return []
    same = given and sum_of(acts) == then.value
    return [
        (f"Η απάντηση έλεγε ({STAGES[stage].plural}, €)", then.value),
        ("Συμφωνεί με το αρχείο", _COUNTS if same else "όχι: τα στοιχεία άλλαξαν από τότε"),
    ]


def _caption(kept: Opened, asked: Asked, setting: Setting, acts: Sequence[Behind], *, given: bool) -> str:
    """What stands in the message that carries the file."""
    lines = [told.title(asked, setting), _caption_sum(kept, asked, acts, given=given)]
    out = number_of(acts, Place.SET_ASIDE) + number_of(acts, Place.WITHDRAWN)
    lines += out_words(out)
    then = kept.figure("net")
    if then is not None and given and then.value != sum_of(acts):
        lines.append(f"Τα στοιχεία άλλαξαν από την απάντηση, που έλεγε {format_euro(then.value)}.")
    return "\n".join(lines)


def out_words(number: int) -> list[str]:
    """Acts that are in the file and not in the figure."""
    if not number:
        return []
    what = count(number, "πράξη που δεν μετρά", "πράξεις που δεν μετρούν")
    return [f"Στο αρχείο είναι και {what}, με τον λόγο."]


def _caption_sum(kept: Opened, asked: Asked, acts: Sequence[Behind], *, given: bool) -> str:
    """In the words of the answer: how many acts carry the sum, how many state no amount."""
    number = number_of(acts)
    if asked.parts:
        return f"{count(number, 'πράξη', 'πράξεις')}, κάθε ανάγνωση χωριστά. Η λίστα δεν σημαίνει παράβαση."
    if asked.limit:
        return f"{count(number, 'πράξη', 'πράξεις')}, με τη σειρά της κατάταξης."
    stated = number_of([each for each in acts if each.signed is not None])
    silent = f", και {count(number - stated, 'άλλη', 'άλλες')} χωρίς ποσό" if number > stated else ""
    if given and kept.figure("net") is not None:
        return f"Άθροισμα {format_euro(sum_of(acts))}: {count(stated, 'πράξη', 'πράξεις')} με ποσό{silent}."
    with_words = f"{count(stated, 'πράξη', 'πράξεις')} με ποσό{silent}"
    return f"{with_words}· {'κάθε έτος χωριστά' if given else 'άθροισμα δεν δίνεται'}."
