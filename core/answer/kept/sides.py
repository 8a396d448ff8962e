"""A comparison as a table: the acts of every side under one another, each side adding up to what was told of it."""

from collections.abc import Sequence

from core.answer.compose.words import count
from core.answer.kept import told
from core.answer.kept.gathered import Money
from core.answer.kept.opened import Opened
from core.answer.kept.table import money_columns, money_row, number_of, out_words, sum_of
from core.answer.setting import Setting
from core.domain.answer import plain
from core.domain.asked import Asked
from core.domain.ledger import Stage
from core.domain.table import Cell, Column, Table
from core.greek.numbers import format_euro
from core.store.behind import Place


def sides_table(kept: Opened, asked: Asked, setting: Setting, *, sides: Sequence[Money]) -> Table:
    """The columns are those of a total, after the name of the side."""
    labels = told.side_labels(asked, setting)
    stage = asked.stage if all(each.stage is asked.stage for each in sides) else None
    columns = money_columns(stage or Stage.PAYMENT)
    return Table(
        name=told.file_name(asked, setting, receipt=kept.receipt),
        title=told.title(asked, setting),
        columns=(Column(title="Πλευρά", width=22), *columns),
        rows=tuple(
            (label, *money_row(act, stage or Stage.PAYMENT, setting, given=side.given, called=side.stage))
            for label, side in zip(labels, sides, strict=True)
            for act in side.acts
        ),
        recipe=(
            *told.heading(kept, asked, setting),
            *[line for label, side in zip(labels, sides, strict=True) for line in _counted(label, side)],
            *told.ending(kept, asked, setting),
        ),
        caption=_caption(asked, setting, labels, sides),
        demo=setting.demo,
    )


def _counted(label: str, side: Money) -> list[tuple[str, Cell]]:
    lines: list[tuple[str, Cell]] = [(f"{label}: πράξεις που μετρούν", number_of(side.acts))]
    if side.given:
        lines.append((f"{label}: άθροισμα όσων μετρούν (€)", sum_of(side.acts)))
    elif number_of(side.acts):
        lines.append((f"{label}: άθροισμα", "Δεν δίνεται: λείπουν τα περισσότερα ποσά."))
    out = number_of(side.acts, Place.SET_ASIDE) + number_of(side.acts, Place.WITHDRAWN)
    return lines + ([(f"{label}: πράξεις που δεν μετρούν", out)] if out else [])


def _caption(asked: Asked, setting: Setting, labels: Sequence[str], sides: Sequence[Money]) -> str:
    lines = [told.title(asked, setting)]
    for label, side in zip(labels, sides, strict=True):
        number = number_of(side.acts)
        amount = f"{format_euro(sum_of(side.acts))}, " if side.given else "άθροισμα δεν δίνεται, " if number else ""
        lines.append(plain(f"{label}: {amount}{count(number, 'πράξη', 'πράξεις') if number else 'καμία πράξη'}"))
    out = sum(number_of(side.acts, place) for side in sides for place in (Place.SET_ASIDE, Place.WITHDRAWN))
    return "\n".join((*lines, *out_words(out)))
