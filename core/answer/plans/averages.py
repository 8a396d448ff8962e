"""«μέσος όρος», «διάμεσος»: both of one stage's acts, since either alone misleads."""

from core.answer.compose import averages as words
from core.answer.compose import totals as sums
from core.answer.compose.closing import beyond
from core.answer.compose.lists import citations, rows_text
from core.answer.compose.words import of_organization, period_words, topic_title
from core.answer.lookups import average_amount
from core.answer.lookups.average_amount import AverageFinding
from core.answer.plans import timeline, totals
from core.answer.plans.asking import other_reading
from core.answer.plans.common import HOW, TABLE, buttons, chart_of, conditions, ending, held_words, notes, nothing_found
from core.answer.steps import Call, Draft, Situation, Step
from core.domain.answer import Answer, Figure, Outcome
from core.domain.ledger import Stage
from core.domain.request import Grouping, Metric, Unit

_ROWS_SHOWN, _ROWS_KEPT = 3, 2000
_SUMS = frozenset({"net", "gross", "reversed"})


def step(situation: Situation) -> Step:
    """One lookup, then the answer."""
    if situation.results:
        return Draft(answer=_draft(situation))
    group_by = situation.request.group_by
    arguments = average_amount.Arguments(
        where=situation.where(),
        stage=situation.request.stage or Stage.PAYMENT,
        group_by=None if group_by is Grouping.PAYEE else group_by,
        rows=_ROWS_KEPT,
    )
    return (Call(lookup=average_amount.NAME, arguments=arguments),)


def _draft(situation: Situation) -> Answer:
    found = next(result for result in situation.results if isinstance(result, AverageFinding))
    if found.total is None and found.asked_total is None:
        return nothing_found(situation)
    told = found.average is not None and found.total is not None
    as_asked = told and found.total is not None and found.total.stage is found.asked
    blocks = [
        "" if as_asked else words.absent(found.asked_total, found.asked),
        _told(situation, found),
        "\n".join(timeline.lines(situation, {each.key: words.group_words(each) for each in found.groups})),
        _examples(situation, found) if told else "",
        notes(situation),
        _closing(situation, found),
    ]
    drawn = [each for each in found.groups if each.tellable]
    years = timeline.by_year(situation, [each.key for each in found.groups])
    files = (TABLE, chart_of(len(drawn))) if told else ()
    return Answer(
        outcome=Outcome.ANSWERED if as_asked else Outcome.PARTIAL,
        text="\n\n".join(block for block in blocks if block),
        request=situation.request,
        figures=tuple(
            sorted(_figures(situation, found), key=lambda each: not _leads(each.label, each.unit, situation))
        ),
        citations=citations(found.rows[:_ROWS_SHOWN], situation.setting.labels()),
        choices=buttons(years, *other_reading(situation), *files, HOW),
    )


def _figures(situation: Situation, found: AverageFinding) -> list[Figure]:
    """Commitments of several years have no sum, here as in totals."""
    apart = found.total is not None and found.total.stage is Stage.COMMITMENT and totals.spans_years(situation)
    return [each for each in found.finding.figures if not (apart and each.label in _SUMS)]


def _leads(label: str, unit: Unit, situation: Situation) -> bool:
    return unit is Unit.EURO and label == ("median" if situation.request.metric is Metric.MEDIAN else "mean")


def _told(situation: Situation, found: AverageFinding) -> str:
    if found.average is None or found.total is None:
        return ""
    stage = found.total.stage
    topic = topic_title(situation.topic.condition)
    limits = conditions(situation)
    sentence = words.headline(
        found.average,
        stage,
        whose=of_organization(situation.body),
        about=(f" για {topic}" if topic else "") + (f" ({limits})" if limits else ""),
        when=period_words(situation.period) or held_words(situation),
        median_first=situation.request.metric is Metric.MEDIAN,
    )
    lines = (
        sentence,
        beyond(situation.coverages, situation.period),
        words.meaning(found.average),
        words.states(found.average, stage),
        sums.set_aside(found.total, found.aside),
    )
    return "\n".join(line for line in lines if line)


def _examples(situation: Situation, found: AverageFinding) -> str:
    rows = found.rows[:_ROWS_SHOWN]
    listed = rows_text(rows, labels=dict(situation.labels), with_stage=False)
    return f"Οι μεγαλύτερες (τα ποσά δεν ελέγχθηκαν στο PDF):\n{listed}" if rows else ""


def _closing(situation: Situation, found: AverageFinding) -> str:
    return ending(situation, found.total.stage if found.total else situation.request.stage)
