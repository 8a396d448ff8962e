"""A ranking of payees, or what one of them got, as a table of acts that add up line by line."""

from collections.abc import Sequence
from decimal import Decimal

from core.answer.compose.flags import flag_words, state_words
from core.answer.compose.history import called
from core.answer.compose.payees import payee_words
from core.answer.compose.words import STAGES, count
from core.answer.kept import columns, told
from core.answer.kept.opened import Opened
from core.answer.lookups.rank_payees import Line
from core.answer.setting import Setting
from core.domain.answer import Row, plain
from core.domain.asked import Asked
from core.domain.ledger import Stage
from core.domain.payee_classes import Party
from core.domain.table import Cell, CellKind, Column, Table
from core.greek.numbers import format_euro
from core.store.payees import Got

_ACT = (*columns.ACT, *columns.ISSUER, columns.STAGE)
_ABOUT = (
    Column(title="Κατάσταση ποσού", width=22),
    Column(title="Θέμα", width=60),
    Column(title="Επισημάνσεις", width=34),
)
_MINE = Column(title="Ποσό που μετρά (€)", kind=CellKind.EURO, width=17)
_SHARED = Column(title="Κοινό ποσό με άλλους (€)", kind=CellKind.EURO, width=20)


def ranking_table(kept: Opened, asked: Asked, setting: Setting, *, lines: Sequence[Line]) -> Table:
    """Line by line of the ranking, the acts of each, the largest first."""
    stage = asked.stage or Stage.PAYMENT
    one, many, _ = payee_words(stage)
    sums: list[tuple[str, Cell]] = [
        (f"{place}. {each.ranked.shown} (€)", each.ranked.share.amount) for place, each in enumerate(lines, 1)
    ]
    acts = len({act.row.ada for each in lines for act in each.acts})
    return Table(
        name=told.file_name(asked, setting, receipt=kept.receipt),
        title=told.title(asked, setting),
        columns=(
            Column(title="Θέση", kind=CellKind.NUMBER, width=8),
            Column(title=one.capitalize(), width=40),
            *_ACT,
            _MINE,
            *_ABOUT,
        ),
        rows=tuple(
            (place, each.ranked.shown, *_act(act.row, stage, setting), act.signed, *_about(act.row))
            for place, each in enumerate(lines, 1)
            for act in each.acts
        ),
        recipe=(*told.heading(kept, asked, setting), *sums, *told.ending(kept, asked, setting)),
        caption=f"{told.title(asked, setting)}\n{count(len(lines), one, many)}, {count(acts, 'πράξη', 'πράξεις')}.",
        demo=setting.demo,
    )


def history_table(kept: Opened, asked: Asked, setting: Setting, *, party: Party, acts: Sequence[Got]) -> Table:
    """What is the payee's own adds up to the figure; amounts shared with others stand in a column of their own."""
    stage = asked.stage or Stage.PAYMENT
    own = [each for each in acts if not each.shared]
    total = sum((each.signed or Decimal(0) for each in own), Decimal(0))
    numbers: list[tuple[str, Cell]] = [
        (payee_words(stage)[0].capitalize(), plain(called(party))),
        ("Πράξεις που μετρούν", len(own)),
        ("Άθροισμα όσων μετρούν (€)", total),
        ("Πράξεις με κοινό ποσό, που δεν μετρούν", len(acts) - len(own)),
    ]
    return Table(
        name=told.file_name(asked, setting, receipt=kept.receipt),
        title=told.title(asked, setting),
        columns=(*_ACT, _MINE, _SHARED, *_ABOUT),
        rows=tuple(
            (
                *_act(each.row, stage, setting),
                None if each.shared else each.signed,
                each.signed if each.shared else None,
                *_about(each.row),
            )
            for each in acts
        ),
        recipe=(*told.heading(kept, asked, setting), *numbers, *told.ending(kept, asked, setting)),
        caption=f"{told.title(asked, setting)}\n{plain(called(party))}\n"
        f"Άθροισμα {format_euro(total)}: {count(len(own), 'πράξη', 'πράξεις')}.",
        demo=setting.demo,
    )


def _act(row: Row, stage: Stage, setting: Setting) -> tuple[Cell, ...]:
    return (
        *columns.act_cells(row),
        *columns.issuer_cells(row, setting),
        STAGES[stage].singular,
    )


def _about(row: Row) -> tuple[Cell, ...]:
    return state_words(row.amount_state), row.subject, flag_words(row.flags)
