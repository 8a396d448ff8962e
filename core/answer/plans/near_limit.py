"""«αναθέσεις λίγο κάτω από το όριο»: both readings of VAT apart, by act, by payee or by body. A list, no accusation."""

from dataclasses import replace

from core.answer.compose import near_limit as words
from core.answer.compose.lists import citations
from core.answer.compose.words import of_organization, period_words, topic_title
from core.answer.lookups import near_limit
from core.answer.lookups.near_limit import NearFinding
from core.answer.plans.asking import other_reading
from core.answer.plans.common import CHART, HOW, TABLE, buttons, conditions, ending, held_words
from core.answer.steps import Call, Draft, Situation, Step
from core.domain.answer import Answer, Figure, Outcome
from core.domain.award_limits import bands, kind_of, readings
from core.domain.ledger import Stage
from core.domain.request import Grouping, Item, Metric, Unit

_FEW_BANDS = 2
_SHOWN, _OF_SEVERAL = 5, 3  # acts of each band, fewer where several limits were in force
_GROUPS = frozenset({Grouping.PAYEE, Grouping.ORGANIZATION})


def step(situation: Situation) -> Step:
    """One lookup, then the answer."""
    found = next((each for each in situation.results if isinstance(each, NearFinding)), None)
    if found is not None:
        return Draft(answer=_draft(situation, found))
    request = situation.request
    where, kind = situation.where(), kind_of(request.limit_euro)
    several = request.group_by not in _GROUPS and len(bands(kind, where.period)) > _FEW_BANDS
    arguments = near_limit.Arguments(
        where=where,
        kind=kind,
        group_by=request.group_by if request.group_by in _GROUPS else None,
        rows=request.limit or (_OF_SEVERAL if several else _SHOWN),
    )
    return (Call(lookup=near_limit.NAME, arguments=arguments),)


def _draft(situation: Situation, found: NearFinding) -> Answer:
    if not found.near:
        text = "\n\n".join((words.NO_LIMIT, _closing(situation)))
        return Answer(outcome=Outcome.NOT_IN_DATA, text=text, request=situation.request)
    with_rows = _with_rows(situation)
    rows = [row for each in found.near for row in each.rows] if with_rows else []
    told = words.text(found.near, labels=situation.labels, with_rows=with_rows, body=situation.body)
    what_it_is = f"{words.WHAT_IT_IS} {words.other_limits(kind_of(situation.request.limit_euro), found.others)}"
    what_it_is = f"{what_it_is} {words.NOT_CHECKED}".strip()
    blocks = (_headline(situation), _asked_limit(situation, found), told, what_it_is, _closing(situation))
    any_found = found.finding.total_rows > 0
    return Answer(
        outcome=Outcome.ANSWERED if any_found else Outcome.NOT_IN_DATA,
        text="\n\n".join(block for block in blocks if block),
        request=situation.request,
        figures=_figures(found),
        citations=citations(rows, situation.setting.labels()),
        listed=_listed(found) if with_rows else (),
        choices=buttons(*other_reading(situation), *((TABLE, CHART) if any_found else ()), HOW),
    )


def _with_rows(situation: Situation) -> bool:
    """«πόσες» asks for numbers alone, unless they are wanted by payee or body."""
    request = situation.request
    return request.metric is not Metric.COUNT or request.group_by in _GROUPS


def _figures(found: NearFinding) -> tuple[Figure, ...]:
    """The numbers of acts of each band first: they are what is told. The ends of a band are no findings."""
    kept = [
        each for each in found.finding.figures if each.unit is not Unit.PERCENT and not each.label.startswith(_ENDS)
    ]
    return tuple(sorted(kept, key=lambda each: not each.label.startswith("decisions ")))


_ENDS = ("limit ", "least ", "most ", "shown ")


def _listed(found: NearFinding) -> tuple[Item, ...]:
    lines = [item for each in found.near for item in words.lines_of(each)]
    return tuple(replace(item, place=place) for place, item in enumerate(lines, 1))


def _headline(situation: Situation) -> str:
    topic = topic_title(situation.topic.condition)
    limits = conditions(situation)
    parts = (
        "Αναθέσεις (Δ.1)",
        f"για {topic}" if topic else "",
        f"({limits})" if limits else "",
        of_organization(situation.body),
        period_words(situation.period) or held_words(situation),
        "με ποσό λίγο κάτω από το όριο της απευθείας ανάθεσης, στη Διαύγεια:",
    )
    return " ".join(part for part in parts if part)


def _asked_limit(situation: Situation, found: NearFinding) -> str:
    """A limit that the question names and the law did not have then."""
    asked = situation.request.limit_euro
    if asked is None or any(asked in readings(each.band.limit) for each in found.near):
        return ""
    return "Το όριο που γράψατε δεν ίσχυε τότε: δείχνω με βάση εκείνο που ίσχυε."


def _closing(situation: Situation) -> str:
    return ending(situation, Stage.AWARD)
