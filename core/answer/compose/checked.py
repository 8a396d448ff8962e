"""«Ισχύει ακόμη;»: the figures of an answer beside today's, and what changed, in Greek."""

from dataclasses import replace
from decimal import Decimal

from core.answer.compose.closing import closing
from core.answer.compose.payees import payee_words
from core.answer.compose.several import together
from core.answer.compose.words import STAGES, bold, capitalised, count
from core.domain.answer import Answer, Citation, Outcome, plain
from core.domain.checked import Change, ChangeKind, Checked, Compared
from core.domain.payee_classes import PayeeClass
from core.domain.request import Unit
from core.greek.dates import short_day
from core.greek.numbers import format_count, format_euro, format_percent

_CHANGES_SHOWN = 10
_FIGURES_SHOWN = 12
_MEASURED = {
    "mean": "Μέσος όρος",
    "median": "Διάμεσος",
    "ninth": "Εννέα στις δέκα έως",
    "share": "Ποσοστό σε ευρώ",
    "share acts": "Ποσοστό σε πράξεις",
}
_SIGNS = {ChangeKind.NEW: "+", ChangeKind.GONE: "−", ChangeKind.CHANGED: "≠"}


def checked_answer(checked: Checked) -> Answer:
    """The whole reply; the acts that changed are its citations. Of several questions each is told by itself."""
    if checked.more:
        return together([_of_one(replace(each, more=())) for each in (checked, *checked.more)], demo=checked.demo)
    return _of_one(checked)


def _of_one(checked: Checked) -> Answer:
    blocks = [
        _verdict(checked),
        f"{checked.title}\n" + "\n".join(_figure_lines(checked)),
        _changes(checked),
        closing(checked.reach),
    ]
    shown = [change.ada for change in checked.changes[:_CHANGES_SHOWN]]
    return Answer(
        outcome=Outcome.ANSWERED,
        text="\n\n".join(block for block in blocks if block),
        citations=tuple(Citation(ada=ada) for ada in shown),
        demo=checked.demo,
    )


def _verdict(checked: Checked) -> str:
    then = f"Η απάντηση της {short_day(checked.answered_on)}"
    if checked.same:
        return f"{then} {bold('ισχύει')}: με τα σημερινά στοιχεία οι αριθμοί της είναι οι ίδιοι."
    if all(figure.same for figure in checked.figures):
        return f"{then}: οι αριθμοί της {bold('είναι οι ίδιοι')}, άλλαξαν όμως πράξεις πίσω τους."
    return f"{then} {bold('δεν ισχύει πια όπως δόθηκε')}: με τα σημερινά στοιχεία οι αριθμοί είναι άλλοι."


def _figure_lines(checked: Checked) -> list[str]:
    """What was told first; of the others those that are not the same, and how many are."""
    first, rest = checked.figures[:1], checked.figures[1:]
    changed = [figure for figure in rest if not figure.same]
    lines = [_figure(figure, checked) for figure in (*first, *changed[:_FIGURES_SHOWN])]
    if more := len(changed) - _FIGURES_SHOWN:
        lines += [f"και {count(more, 'ακόμη αριθμός', 'ακόμη αριθμοί')} που άλλαξαν"] if more > 0 else []
    same = len(rest) - len(changed)
    return lines + ([f"Ίδιοι έμειναν {count(same, 'ακόμη αριθμός', 'ακόμη αριθμοί')}."] if same > 1 else [])


def _figure(figure: Compared, checked: Checked) -> str:
    then, now = _value(figure.then, figure.unit), _value(figure.now, figure.unit)
    if figure.same:
        return f"{_label(figure)}: {then}, και τότε και σήμερα"
    return f"{_label(figure)}: τότε {then}, σήμερα {now}"


def _label(figure: Compared) -> str:
    """«Αναθέσεις 2024», «Πλήθος πράξεων 2024»; the ΑΔΑ of a ranked act."""
    name, _, key = figure.label.partition(" ")
    if name == PayeeClass.SUPPLIER and figure.stage:
        return f"Όλοι οι {payee_words(figure.stage)[1]}"
    if figure.label in _MEASURED or name in _MEASURED:
        said = _MEASURED.get(figure.label)
        return said or f"{_MEASURED[name]} {key}"
    if name not in ("net", "decisions"):
        return plain(figure.label)
    what = STAGES[figure.stage].plural if figure.stage and figure.unit is Unit.EURO else "πλήθος πράξεων"
    return capitalised(f"{what} {key}".strip())


def _value(value: Decimal | None, unit: Unit) -> str:
    if value is None:
        return "δεν δίνεται"
    if unit is Unit.PERCENT:
        return format_percent(value)
    if unit is Unit.DAYS:
        return count(int(value), "ημέρα", "ημέρες")
    return format_euro(value) if unit is Unit.EURO else format_count(int(value))


def _changes(checked: Checked) -> str:
    changes = checked.changes
    lines = [_change(change) for change in changes[:_CHANGES_SHOWN]]
    if more := len(changes) - len(lines):
        lines.append(f"και {count(more, 'ακόμη πράξη', 'ακόμη πράξεις')}")
    if checked.rewritten:
        lines.append(f"{count(checked.rewritten, 'πράξη', 'πράξεις')} σε νεότερη έκδοση, με το ίδιο ποσό.")
    if not checked.traced and not checked.same:
        lines.append("Όσες έφυγαν χωρίς ίχνος δεν φαίνονται εδώ: από αυτή την απάντηση δεν κρατώ κάθε πράξη.")
    return "\n".join(["Τι άλλαξε:", *lines]) if lines else ""


def _change(change: Change) -> str:
    amount = ""
    if change.kind is ChangeKind.CHANGED and change.then is not None and change.now is not None:
        amount = f"από {format_euro(change.then)} σε {format_euro(change.now)}"
    elif (value := change.now if change.now is not None else change.then) is not None:
        amount = format_euro(value)
    return " · ".join(part for part in (f"{_SIGNS[change.kind]} {change.ada}", amount, change.why) if part)
