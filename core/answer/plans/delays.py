"""«πόσο αργεί η ανάρτηση»: days from issue to posting, by what they were grouped, with the slowest acts."""

from dataclasses import replace

from core.answer.compose import delays as words
from core.answer.compose.closing import beyond
from core.answer.compose.lists import citations
from core.answer.compose.words import of_organization, period_words, topic_title
from core.answer.lookups import posting_delay
from core.answer.lookups.posting_delay import DelayFinding
from core.answer.plans import timeline
from core.answer.plans.asking import other_reading
from core.answer.plans.common import (
    HOW,
    TABLE,
    asked_words,
    buttons,
    chart_of,
    conditions,
    ending,
    held_words,
    nothing_found,
)
from core.answer.steps import Call, Draft, Situation, Step
from core.domain.answer import Answer, Outcome
from core.domain.condition import DecisionFilter
from core.domain.request import Grouping
from core.store.delays import Delay

_SLOWEST = 3


def _where(situation: Situation) -> DecisionFilter:
    return replace(situation.where(), stage=situation.request.stage)


def step(situation: Situation) -> Step:
    """One lookup, then the answer."""
    if situation.results:
        return Draft(answer=_draft(situation))
    group_by = situation.request.group_by
    arguments = posting_delay.Arguments(
        where=_where(situation),
        group_by=None if group_by is Grouping.PAYEE else group_by,
        slowest=situation.request.limit or _SLOWEST,
    )
    return (Call(lookup=posting_delay.NAME, arguments=arguments),)


def _draft(situation: Situation) -> Answer:
    found = next(result for result in situation.results if isinstance(result, DelayFinding))
    if found.whole is None:
        return nothing_found(situation)
    bodies = situation.request.group_by is Grouping.ORGANIZATION
    known = [each for each in found.groups if each.tellable]
    told = found.whole.tellable or (bodies and bool(known))
    blocks = [
        _whole(situation, found.whole, told=told),
        _groups(situation, found),
        words.slowest(found.slowest, of=found.whole),
        words.NO_TERM if told else "",
        _closing(situation),
    ]
    files = (TABLE, chart_of(len(known))) if found.whole.tellable else ()
    years = timeline.by_year(situation, [each.key for each in found.groups])
    return Answer(
        outcome=Outcome.ANSWERED if found.whole.tellable else Outcome.PARTIAL if told else Outcome.NOT_IN_DATA,
        text="\n\n".join(block for block in blocks if block),
        request=situation.request,
        figures=found.finding.figures,
        citations=citations([each.row for each in found.slowest if each.days], situation.setting.labels()),
        choices=buttons(years, *other_reading(situation), *files, HOW),
    )


def _whole(situation: Situation, whole: Delay, *, told: bool) -> str:
    """Of several bodies each has its own line, and the whole is theirs alone where most acts can be measured."""
    whose = of_organization(situation.body)
    if not whole.tellable:
        return "" if told else words.unknown(whole, whose=whose)
    topic = topic_title(situation.topic.condition)
    limits = conditions(situation)
    sentence = words.headline(
        whole,
        whose=whose,
        what=asked_words(situation),
        about=(f" για {topic}" if topic else "") + (f", {limits}" if limits else ""),
        when=period_words(situation.period) or held_words(situation),
    )
    lines = (sentence, beyond(situation.coverages, situation.period), words.spread(whole), words.outside(whole))
    return "\n".join(line for line in lines if line)


def _groups(situation: Situation, found: DelayFinding) -> str:
    groups = found.groups
    if situation.request.group_by is Grouping.ORGANIZATION:
        groups = tuple(sorted(groups, key=lambda each: (not each.tellable, -(each.median or 0), -(each.ninth or 0))))
    lines = timeline.lines(situation, {each.key: words.group_words(each) for each in groups})
    if situation.request.group_by is Grouping.ORGANIZATION and lines:
        lines = [words.NOT_RANKED, *lines]
    return "\n".join(lines)


def _closing(situation: Situation) -> str:
    return ending(situation, situation.request.stage)
