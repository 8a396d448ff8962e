"""The columns that every file of acts begins with, and their cells."""

from core.answer.compose.words import organization_name
from core.answer.setting import Setting
from core.domain.answer import Citation, Row
from core.domain.table import Cell, CellKind, Column
from core.domain.types import title_of

ACT = (
    Column(title="ΑΔΑ", width=18),
    Column(title="Στη Διαύγεια", kind=CellKind.LINK, width=20),
    Column(title="Εκδόθηκε", kind=CellKind.DAY, width=11),
)
ISSUER = (Column(title="Φορέας", width=26), Column(title="Είδος πράξης", width=24))
STAGE = Column(title="Στάδιο", width=16)


def act_cells(row: Row) -> tuple[Cell, ...]:
    """Those of ACT."""
    return row.ada, Citation(ada=row.ada).page_url, row.issued_on


def issuer_cells(row: Row, setting: Setting) -> tuple[Cell, ...]:
    """Those of ISSUER."""
    return organization_name(setting.body(row.organization_uid).label), title_of(row.decision_type)
