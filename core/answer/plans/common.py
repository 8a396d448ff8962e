"""What several plans share: group labels, what the reader must know beside the figure, and nothing found."""

from collections.abc import Sequence

from core.answer.compose.closing import closing, gaps, limits, reach, understood
from core.answer.compose.lists import citations, listed, rows_text
from core.answer.compose.totals import KIMDIS
from core.answer.compose.words import MONTHS, STAGES, organization_name, period_words, quoted_title
from core.answer.plans.asking import fewer_words, other_reading
from core.answer.steps import Situation
from core.domain.answer import Answer, Choice, ChoiceKind, Outcome, Row
from core.domain.ledger import Stage
from core.domain.request import Metric
from core.domain.types import DECISION_TYPES
from core.greek.dates import short_day

_LOOKED = " Έψαξα στα θέματα· αυτό δεν σημαίνει ότι δεν υπάρχει πράξη."


def key_label(situation: Situation, key: str) -> str:
    """«2024-Q2» → «β΄ τρίμηνο 2024», «2024-03» → «Μάρτιος 2024», a type → its title, a uid → the body's name."""
    if key in DECISION_TYPES:
        return DECISION_TYPES[key].plural
    if "-Q" in key:
        return f"{'αβγδ'[int(key[-1]) - 1]}΄ τρίμηνο {key[:4]}"
    if len(key) == 7 and key[4] == "-":
        return f"{MONTHS[int(key[5:]) - 1]} {key[:4]}"
    if key in situation.setting.labels():
        return organization_name(situation.setting.body(key).label)
    if len(key) == 4 and key.isdecimal():
        return _year_label(situation, int(key))
    return key


def _year_label(situation: Situation, year: int) -> str:
    """«2026 (έως 15/5)»: a year that our data hold only in part says so."""
    first = min((item.first_on for item in situation.coverages if item.first_on), default=None)
    last = max((item.last_on for item in situation.coverages if item.last_on), default=None)
    if last and last.year == year and (last.month, last.day) != (12, 31):
        return f"{year} (έως {short_day(last)})"
    if first and first.year == year and first.month > 1:
        return f"{year} (από {short_day(first)})"
    return str(year)


def held_words(situation: Situation) -> str:
    """The period of a question that names none: all that we hold, said in dates."""
    first = min((item.first_on for item in situation.coverages if item.first_on), default=None)
    last = max((item.last_on for item in situation.coverages if item.last_on), default=None)
    return f"από {short_day(first)} έως {short_day(last)}" if first and last else ""


def notes(situation: Situation) -> str:
    """Lines that a figure may not travel without."""
    request = situation.request
    lines = []
    of_amounts = request.metric not in (Metric.COUNT, Metric.COUNT_PEOPLE)
    if of_amounts and request.group_by and request.group_by.value == "year" and _crosses_2020(situation):
        lines.append(KIMDIS)
    if request.ask == "why":
        lines.append("Την αιτία δεν τη δείχνουν τα στοιχεία.")
    if any(note.startswith("basis:") for note in request.notes):
        lines.append("Από τα στοιχεία δεν προκύπτει αν τα ποσά περιλαμβάνουν ΦΠΑ: τα όρια τα εφαρμόζω όπως δηλώνονται.")
    if request.direct_only:
        lines.append("Μετρώ ως απευθείας μόνο όσες το γράφουν στο θέμα τους.")
    return "\n".join(lines)


def _crosses_2020(situation: Situation) -> bool:
    first = min((item.first_on for item in situation.coverages if item.first_on), default=None)
    return first is not None and first.year <= 2020


def conditions(situation: Situation) -> str:
    """What binds beside topic, body and period: it belongs to the sentence, not only to «Κατάλαβα»."""
    excluded = ", ".join(group.shown[0] for group in situation.topic.condition.exclude)
    parts = [*limits(situation.request), f"εκτός: {excluded}" if excluded else ""]
    return ", ".join(part for part in parts if part)


_STATUSES = {
    "REVOKED": "πράξεις που η ανάρτησή τους ανακλήθηκε",
    "PENDING_REVOCATION": "πράξεις σε αναμονή ανάκλησης",
}


def asked_words(situation: Situation) -> str:
    """«αναθέσεις», «κατακυρώσεις», «πράξεις»: what kind of acts the question is about."""
    request = situation.request
    if request.status in _STATUSES:
        return _STATUSES[request.status]
    if request.stage:
        return STAGES[request.stage].plural
    if len(request.decision_types) == 1 and request.decision_types[0] in DECISION_TYPES:
        return DECISION_TYPES[request.decision_types[0]].plural
    return "πράξεις"


def ending(situation: Situation, stage: Stage | None) -> str:
    """The last lines of every answer of one period: what was understood, which days are not held, how far we reach.

    `stage`: the one told.
    """
    line = understood(
        situation.request,
        condition=situation.topic.condition,
        period=situation.period,
        organizations=situation.bodies,
        stage=stage,
        corrections=situation.corrections,
    )
    held, period = situation.coverages, situation.period
    return closing(line, gaps(held, period), reach(held, period))


def nothing_found(situation: Situation, near: Sequence[Row] = ()) -> Answer:
    """«Δεν βρήκα …» says where it looked, and never that there is nothing; `near` are suggestions, said to be such."""
    words = quoted_title(situation.topic.condition)
    about = f" για {words}" if words else ""
    if bound := conditions(situation):
        about += f" ({bound})"
    what = asked_words(situation)
    when = period_words(situation.period)
    text = f"Δεν βρήκα {what}{about}{f' {when}' if when else ''}.{_LOOKED if words else ''}"
    near_text = f"Κοντινά θέματα:\n{rows_text(near, labels=dict(situation.labels))}" if near else ""
    fewer, offered = fewer_words(situation)
    return Answer(
        outcome=Outcome.NOT_IN_DATA,
        text="\n\n".join(part for part in (text, fewer, near_text, ending(situation, situation.request.stage)) if part),
        request=situation.request,
        citations=citations(near, situation.setting.labels()),
        listed=listed(near),
        choices=(*offered, *other_reading(situation)),
    )


HOW = Choice(label="Πώς το βρήκα", kind=ChoiceKind.HOW)
TABLE = Choice(label="Excel", kind=ChoiceKind.TABLE)
CHART = Choice(label="Γράφημα", kind=ChoiceKind.CHART)
_MOST_BUTTONS = 4
_FEWEST_BARS = 2


def buttons(*choices: Choice | None) -> tuple[Choice, ...]:
    """The first four that there are: paging and sources belong first (REPLIES.md)."""
    return tuple(choice for choice in choices if choice)[:_MOST_BUTTONS]


def chart_of(bars: int) -> Choice | None:
    """A picture where there is something to compare."""
    return CHART if bars >= _FEWEST_BARS else None
