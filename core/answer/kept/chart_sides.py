"""Pictures of a comparison and of a ranking of payees."""

import re
from collections.abc import Sequence
from decimal import Decimal

from core.answer.compose.payees import payee_words
from core.answer.compose.words import STAGES, capitalised
from core.answer.kept import told
from core.answer.kept.chart import beware, changed, made
from core.answer.kept.gathered import Money
from core.answer.kept.opened import Opened
from core.answer.lookups.rank_payees import Line
from core.answer.setting import Setting
from core.domain.asked import Asked
from core.domain.chart import Bar, Chart
from core.domain.ledger import Stage
from core.domain.request import Unit
from core.domain.subjects import shortened

_UNCHECKED = "Τα ποσά δεν ελέγχθηκαν στο PDF."
_NAME = 60
_AFM = re.compile(r", ΑΦΜ \d{9}\b.*")


def chart_of_sides(kept: Opened, asked: Asked, setting: Setting, *, sides: Sequence[Money]) -> Chart:
    """A bar for each side; one whose amounts cannot be told has none, and says why. Stages are never one picture."""
    labels = told.side_labels(asked, setting)
    bars = [_side(label, side) for label, side in zip(labels, sides, strict=True)]
    stages = " · ".join(dict.fromkeys(f"{STAGES[each.stage].plural} ({STAGES[each.stage].types})" for each in sides))
    notes = beware(asked, [side.total for side in sides if side.total])
    return made(
        kept,
        asked,
        setting,
        bars=bars,
        unit=Unit.EURO,
        said=f"{capitalised(stages)}, σε ευρώ",
        in_time=False,
        notes=(*notes, _UNCHECKED),
    )


def _side(label: str, side: Money) -> Bar:
    if side.total is None or not side.total.decisions:
        return Bar(label=label, value=None, note="δεν βρήκα πράξεις")
    if not side.given:
        return Bar(label=label, value=None, partial=True, note="τα περισσότερα ποσά λείπουν")
    return Bar(label=label, value=side.total.net)


def chart_of_payees(kept: Opened, asked: Asked, setting: Setting, *, lines: Sequence[Line]) -> Chart:
    """In the order of the ranking, by what it was ordered by."""
    stage = asked.stage or Stage.PAYMENT
    bars = [Bar(label=shortened(each.ranked.shown, _NAME), value=_value(each, by_acts=asked.by_acts)) for each in lines]
    what = f"στις {STAGES[stage].plural} ({STAGES[stage].types})"
    by = "αριθμός πράξεων" if asked.by_acts else "δηλωμένο ποσό, σε ευρώ"
    now = {f"payee {place}": each.ranked.share.amount for place, each in enumerate(lines, 1)}
    return made(
        kept,
        asked,
        setting,
        bars=bars,
        unit=Unit.DECISIONS if asked.by_acts else Unit.EURO,
        said=f"Οι μεγαλύτεροι {payee_words(stage)[1]} {what}: {by}",
        in_time=False,
        notes=(*changed(kept, now, Unit.EURO), _UNCHECKED),
    )


def _name(shown: str) -> str:
    """Without the ΑΦΜ, which the text and the file have, where there is a name."""
    return _AFM.sub("", shown)


def _value(line: Line, *, by_acts: bool) -> Decimal:
    return Decimal(line.ranked.share.decisions) if by_acts else line.ranked.share.amount
