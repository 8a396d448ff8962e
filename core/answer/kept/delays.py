"""The acts behind days to posting, as a table: when each was issued and posted, and which of them count."""

from collections.abc import Sequence

from core.answer.compose.words import count
from core.answer.kept import columns, told
from core.answer.kept.opened import Opened
from core.answer.kept.table import out_words
from core.answer.setting import Setting
from core.domain.asked import Asked
from core.domain.ledger import Flag
from core.domain.request import Unit
from core.domain.table import Cell, CellKind, Column, Table
from core.store.delays import Delay, Posted

_COLUMNS = (
    *columns.ACT,
    Column(title="Αναρτήθηκε", kind=CellKind.DAY, width=11),
    Column(title="Ημέρες που μετρούν", kind=CellKind.NUMBER, width=12),
    *columns.ISSUER,
    Column(title="Θέμα", width=60),
    Column(title="Μετρά", width=10),
    Column(title="Γιατί δεν μετρά", width=36),
)


def delays_table(kept: Opened, asked: Asked, setting: Setting, *, acts: Sequence[Posted], delay: Delay | None) -> Table:
    """The slowest first, then those that do not count."""
    counted = sum(each.counts for each in acts)
    then = kept.figure("median", Unit.DAYS)
    numbers: list[tuple[str, Cell]] = [
        ("Πράξεις που μετρούν", counted),
        ("Πράξεις που δεν μετρούν", len(acts) - counted),
        ("Διάμεσος (ημέρες)", delay.median if delay else None),
        ("Εννέα στις δέκα έως (ημέρες)", delay.ninth if delay else None),
        ("Η απάντηση έλεγε, διάμεσος (ημέρες)", int(then.value) if then else None),
        ("Ημέρες", "Από την ημερομηνία έκδοσης έως την πρώτη ανάρτηση, ημερολογιακές, ώρα Αθήνας."),
        ("Διάμεσος και εννέα στις δέκα", "Ημέρες κάποιας πράξης: η μεσαία στη σειρά, και εκείνη στο 90% της σειράς."),
    ]
    caption = [told.title(asked, setting), f"{count(counted, 'πράξη', 'πράξεις')}.", *out_words(len(acts) - counted)]
    return Table(
        name=told.file_name(asked, setting, receipt=kept.receipt),
        title=told.title(asked, setting),
        columns=_COLUMNS,
        rows=tuple(_row(each, setting) for each in acts),
        recipe=(
            *told.heading(kept, asked, setting),
            *((label, cell) for label, cell in numbers if cell is not None),
            *told.ending(kept, asked, setting),
        ),
        caption="\n".join(caption),
        demo=setting.demo,
    )


def _row(posted: Posted, setting: Setting) -> tuple[Cell, ...]:
    row = posted.row
    return (
        *columns.act_cells(row),
        posted.published_on,
        posted.days if posted.counts else None,
        *columns.issuer_cells(row, setting),
        row.subject,
        "ναι" if posted.counts else "όχι",
        "" if posted.counts else _why(posted),
    )


def _why(posted: Posted) -> str:
    if posted.days is None:
        return "δεν έχουμε ώρα ανάρτησης"
    return "αμφίβολη ημερομηνία έκδοσης" if Flag.DATE_DOUBTFUL in posted.row.flags else "εκδόθηκε μετά την ανάρτηση"
