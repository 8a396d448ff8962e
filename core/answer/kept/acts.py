"""The acts behind a number of acts, as a table: each with what it states, and no sum of it."""

from collections.abc import Sequence

from core.answer.compose.flags import flag_words, state_words, status_words, withdrawn_words
from core.answer.compose.words import STAGES, count
from core.answer.kept import columns, told
from core.answer.kept.opened import Opened
from core.answer.kept.table import number_of, out_words
from core.answer.setting import Setting
from core.domain.asked import Asked
from core.domain.ledger import Flag
from core.domain.request import Unit
from core.domain.table import Cell, CellKind, Column, Table
from core.store.behind import Behind, Place

_NOT_EURO = frozenset({Flag.AFM_AS_AMOUNT, Flag.FOREIGN_CURRENCY})
_COLUMNS = (
    *columns.ACT,
    *columns.ISSUER,
    columns.STAGE,
    Column(title="Ποσό της πράξης (€)", kind=CellKind.EURO, width=17),
    Column(title="Κατάσταση ποσού", width=22),
    Column(title="Ανάδοχος ή δικαιούχος", width=34),
    Column(title="Θέμα", width=60),
    Column(title="Κατάσταση πράξης", width=20),
    Column(title="Επισημάνσεις", width=34),
    Column(title="Μετρά", width=10),
    Column(title="Γιατί δεν μετρά", width=30),
)


def acts_table(
    kept: Opened, asked: Asked, setting: Setting, *, acts: Sequence[Behind], more: Sequence[tuple[str, Cell]] = ()
) -> Table:
    """Those that count, then those that do not, with why. `more`: what the recipe says beside their number."""
    number = number_of(acts)
    then = kept.figure("decisions", Unit.DECISIONS)
    numbers: list[tuple[str, Cell]] = [
        ("Πράξεις που μετρούν", number),
        ("Πράξεις που δεν μετρούν", len(acts) - number),
        ("Η απάντηση έλεγε (πράξεις)", int(then.value) if then else None),
        ("Ποσά", "Η απάντηση μετρά πράξεις. Τα ποσά ανήκουν σε διαφορετικά στάδια και δεν αθροίζονται."),
    ]
    caption = [told.title(asked, setting), f"{count(number, 'πράξη', 'πράξεις')}.", *out_words(len(acts) - number)]
    if then is not None and then.value != number:
        said = count(int(then.value), "πράξη", "πράξεις")
        caption.append(f"Τα στοιχεία άλλαξαν από την απάντηση, που έλεγε {said}.")
    return Table(
        name=told.file_name(asked, setting, receipt=kept.receipt),
        title=told.title(asked, setting),
        columns=_COLUMNS,
        rows=tuple(_row(act, setting) for act in acts),
        recipe=(*told.heading(kept, asked, setting), *numbers, *more, *told.ending(kept, asked, setting)),
        caption="\n".join(caption),
        demo=setting.demo,
    )


def _row(act: Behind, setting: Setting) -> tuple[Cell, ...]:
    row, counts = act.row, act.place is Place.COUNTED
    signed = None if row.amount is None or _NOT_EURO & set(row.flags) else row.amount * row.sign
    return (
        *columns.act_cells(row),
        *columns.issuer_cells(row, setting),
        STAGES[row.stage].singular if row.stage else "",
        signed,
        state_words(row.amount_state),
        "· ".join(row.payees),
        row.subject,
        status_words(row.status),
        flag_words(row.flags),
        "ναι" if counts else "όχι",
        "" if counts else withdrawn_words(row.status),
    )
