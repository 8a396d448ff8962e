"""The acts behind a number of acts, as a table: each with what it states, and no sum of it."""

from collections.abc import Sequence

from core.answer.compose.flags import flag_words, state_words, status_words
from core.answer.compose.words import STAGES, count, organization_name
from core.answer.kept import told
from core.answer.kept.opened import Opened
from core.answer.kept.table import out_words, type_title
from core.answer.setting import Setting
from core.domain.answer import Citation, Row
from core.domain.asked import Asked
from core.domain.decision import Status
from core.domain.ledger import Flag
from core.domain.request import Unit
from core.domain.table import Cell, CellKind, Column, Table

_NOT_EURO = frozenset({Flag.AFM_AS_AMOUNT, Flag.FOREIGN_CURRENCY})
_COLUMNS = (
    Column(title="ΑΔΑ", width=18),
    Column(title="Στη Διαύγεια", kind=CellKind.LINK, width=20),
    Column(title="Εκδόθηκε", kind=CellKind.DAY, width=11),
    Column(title="Φορέας", width=26),
    Column(title="Είδος πράξης", width=24),
    Column(title="Στάδιο", width=16),
    Column(title="Ποσό της πράξης (€)", kind=CellKind.EURO, width=17),
    Column(title="Κατάσταση ποσού", width=22),
    Column(title="Ανάδοχος ή δικαιούχος", width=34),
    Column(title="Θέμα", width=60),
    Column(title="Κατάσταση πράξης", width=20),
    Column(title="Επισημάνσεις", width=34),
    Column(title="Μετρά", width=10),
    Column(title="Γιατί δεν μετρά", width=30),
)


def acts_table(kept: Opened, asked: Asked, setting: Setting, *, rows: Sequence[Row], number: int) -> Table:
    """`number`: how many acts count, as the answer counts them; the rows beside them say why they do not."""
    then = kept.figure("decisions", Unit.DECISIONS)
    changed = then is not None and then.value != number
    said = f"Η απάντηση έλεγε {count(int(then.value), 'πράξη', 'πράξεις')}" if then else ""
    out = len(rows) - number
    caption = [told.title(asked, setting), f"{count(number, 'πράξη', 'πράξεις')}."]
    caption += out_words(out)
    if changed:
        caption.append(f"Τα στοιχεία άλλαξαν από τότε. {said}.")
    numbers: list[tuple[str, Cell]] = [("Πράξεις που μετρούν", number), ("Πράξεις που δεν μετρούν", out)]
    return Table(
        name=told.file_name(asked, setting, receipt=kept.receipt),
        title=told.title(asked, setting),
        columns=_COLUMNS,
        rows=tuple(_row(row, setting, counts=counts(row, asked)) for row in rows),
        recipe=(
            *told.heading(kept, asked, setting),
            *numbers,
            ("Η απάντηση έλεγε", int(then.value) if then else None),
            ("Ποσά", "Η απάντηση μετρά πράξεις. Τα ποσά ανήκουν σε διαφορετικά στάδια και δεν αθροίζονται."),
            *told.ending(kept, asked, setting),
        ),
        caption="\n".join(caption),
        demo=setting.demo,
    )


def counts(row: Row, asked: Asked) -> bool:
    """Counts are of published acts, or of those of the status that was asked."""
    return row.status == (asked.where.status or Status.PUBLISHED)


def _row(row: Row, setting: Setting, *, counts: bool) -> tuple[Cell, ...]:
    signed = None if row.amount is None or _NOT_EURO & set(row.flags) else row.amount * row.sign
    return (
        row.ada,
        Citation(ada=row.ada).page_url,
        row.issued_on,
        organization_name(setting.body(row.organization_uid).label),
        type_title(row),
        STAGES[row.stage].singular if row.stage else "",
        signed,
        state_words(row.amount_state),
        "· ".join(row.payees),
        row.subject,
        status_words(row.status),
        flag_words(row.flags),
        "ναι" if counts else "όχι",
        "" if counts else status_words(row.status),
    )
