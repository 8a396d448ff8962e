"""«ποια ήταν η μεγαλύτερη …»: acts of one stage by amount, with what could not be ranked."""

from dataclasses import replace

from core.answer.compose import totals as words
from core.answer.compose.closing import closing, reach
from core.answer.compose.lists import citations, listed, rows_text
from core.answer.compose.words import (
    STAGES,
    bold,
    count,
    of_organization,
    period_words,
    topic_title,
)
from core.answer.lookups import rank_decisions
from core.answer.lookups.rank_decisions import RankFinding
from core.answer.plans.asking import other_reading
from core.answer.plans.common import HOW, TABLE, buttons, chart_of, conditions, ending, held_words, notes, nothing_found
from core.answer.steps import Call, Draft, Situation, Step
from core.domain.answer import Answer, Figure, Outcome
from core.domain.ledger import Stage
from core.domain.request import Metric, Unit
from core.greek.numbers import format_count

_SHOWN = 3
_ORDER = (Stage.PAYMENT, Stage.AWARD, Stage.CONTRACT, Stage.COMMITMENT, Stage.APPROVAL)


def step(situation: Situation) -> Step:
    """The asked stage; the next one that has amounts when it has none, and the answer says so."""
    tried = [result.stage for result in situation.results if isinstance(result, RankFinding)]
    found = [result for result in situation.results if isinstance(result, RankFinding) and result.rows]
    if found:
        return Draft(answer=_draft(situation, found[-1]))
    wanted = situation.request.stage or Stage.PAYMENT
    order = [stage for stage in dict.fromkeys((wanted, *_ORDER)) if stage not in tried]
    if not order:
        return Draft(answer=_none(situation))
    arguments = rank_decisions.Arguments(
        where=replace(situation.where(), stage=None),
        stage=order[0],
        largest=situation.request.metric is not Metric.SMALLEST,
        limit=situation.request.limit or _SHOWN,
    )
    return (Call(lookup=rank_decisions.NAME, arguments=arguments),)


def _none(situation: Situation) -> Answer:
    """Nothing to rank: what was found and why it cannot be ranked."""
    empty = [result.total for result in situation.results if isinstance(result, RankFinding) and result.total]
    if not empty:
        return nothing_found(situation)
    text = "\n".join(words.not_given(total) for total in empty)
    return Answer(
        outcome=Outcome.PARTIAL,
        text="\n\n".join((text, closing(reach(situation.coverages, situation.period)))),
        request=situation.request,
    )


def _draft(situation: Situation, found: RankFinding) -> Answer:
    blocks = [
        _fallback(situation, found),
        _list(situation, found),
        _missing(found, smallest=situation.request.metric is Metric.SMALLEST),
        _aside(found),
        notes(situation),
    ]
    blocks.append(_closing(situation, found))
    return Answer(
        outcome=Outcome.ANSWERED if situation.request.stage in (None, found.stage) else Outcome.PARTIAL,
        text="\n\n".join(block for block in blocks if block),
        request=situation.request,
        figures=_figures(situation, found),
        citations=citations(found.rows, situation.setting.labels()),
        listed=listed(found.rows),
        choices=buttons(*other_reading(situation), TABLE, chart_of(len(found.rows)), HOW),
    )


def _figures(situation: Situation, found: RankFinding) -> tuple[Figure, ...]:
    """The amounts in their order, then how many acts could be ranked at all."""
    amounts = (
        Figure(
            value=row.amount,
            unit=Unit.EURO,
            stage=found.stage,
            period=situation.period,
            decisions=1,
            label=row.ada,
        )
        for row in found.rows
        if row.amount is not None
    )
    counts = (each for each in found.finding.figures if each.unit is Unit.DECISIONS)
    return (*amounts, *counts)


def _fallback(situation: Situation, found: RankFinding) -> str:
    """Why the asked stage is not the one that follows."""
    asked = situation.request.stage
    first = next((item for item in situation.results if isinstance(item, RankFinding)), None)
    if asked is None or asked is found.stage or first is None:
        return ""
    if first.total is None or not first.total.decisions:
        return f"Δεν βρήκα {STAGES[asked].plural} για αυτό που ζητήσατε."
    return words.not_given(first.total)


def _list(situation: Situation, found: RankFinding) -> str:
    stage = STAGES[found.stage]
    topic = topic_title(situation.topic.condition)
    when = period_words(situation.period) or held_words(situation)
    smallest = situation.request.metric is Metric.SMALLEST
    kind = "μικρότερες" if smallest else "μεγαλύτερες"
    one = "μικρότερη" if smallest else "μεγαλύτερη"
    many = len(found.rows) > 1
    head = f"Οι {kind} {bold(stage.plural)}" if many else f"Η {one} {bold(stage.singular)}"
    parts = (
        f"{head} με δηλωμένο ποσό",
        f"για {topic}" if topic else "",
        f"({conditions(situation)})" if conditions(situation) else "",
        of_organization(situation.body),
        when,
        "στη Διαύγεια",
    )
    lines = rows_text(found.rows, labels=dict(situation.labels), with_stage=False, checked=True)
    return " ".join(part for part in parts if part) + ":\n" + lines


def _missing(found: RankFinding, *, smallest: bool) -> str:
    total = found.total
    if total is None or not (total.unstated + total.unread):
        return ""
    missing = total.unstated + total.unread
    of_all = f"Από τις {count(total.decisions, STAGES[found.stage].singular, STAGES[found.stage].plural)}"
    without = f"{format_count(missing)} {'δεν έχει ποσό' if missing == 1 else 'δεν έχουν ποσό'}"
    which = "μικρότερη" if smallest else "μεγαλύτερη"
    return f"{of_all}, {without} στα στοιχεία που κρατώ: μπορεί να λείπει κάποια {which}."


def _aside(found: RankFinding) -> str:
    told = words.left_out(found.total, found.aside) if found.total else ""
    return f"Έξω από την κατάταξη: {told}. {words.counted_elsewhere(found.elsewhere)}".strip() if told else ""


def _closing(situation: Situation, found: RankFinding) -> str:
    return ending(situation, found.stage)
