"""Decisions about something: those that hold its words, else near ones offered as such; without words, the latest."""

from dataclasses import replace

from core.answer.compose import refusals
from core.answer.compose.lists import PAGE, citations, listed, paging, rows_text
from core.answer.compose.words import bold, of_organization, period_words, quoted_title, topic_title
from core.answer.lookups import search_decisions
from core.answer.lookups.search_decisions import SearchFinding
from core.answer.plans import unmet
from core.answer.plans.asking import other_reading
from core.answer.plans.common import HOW, TABLE, asked_words, buttons, conditions, ending, nothing_found
from core.answer.steps import Call, Draft, Situation, Step
from core.domain.answer import Answer, Choice, ChoiceKind, Outcome
from core.domain.ledger import Stage
from core.domain.request import Intent, Metric, Scope
from core.greek.numbers import format_count

_MOST_PAGES = 100
_SUGGESTED = 3


def step(situation: Situation) -> Step:
    """One page of one search; where amounts or codes limit it, also how many acts cannot meet them."""
    if situation.results:
        return Draft(answer=_draft(situation))
    if (unlimited := unmet.call(situation)) is not None:
        return (
            unlimited,
            Call(lookup=search_decisions.NAME, arguments=_arguments(situation)),
        )  # the file is the last's
    return (Call(lookup=search_decisions.NAME, arguments=_arguments(situation)),)


def _size(situation: Situation) -> int:
    return min(situation.request.limit or PAGE, 2 * PAGE)


def _arguments(situation: Situation) -> search_decisions.Arguments:
    request = situation.request
    size = _size(situation)
    return search_decisions.Arguments(
        where=replace(situation.where(), stage=request.stage),
        words=request.topic,
        topic=situation.topic if request.topic else None,
        newest_first=request.newest_first or not request.topic,
        limit=size,
        offset=(situation.page - 1) * size,
    )


def _draft(situation: Situation) -> Answer:
    found = next(result for result in situation.results if isinstance(result, SearchFinding))
    few_words = found.fewer is not None and not situation.topic.mostly_nearest
    if few_words or not found.rows or (found.page is not None and not found.found):
        return _nothing(situation, nothing_found(situation, found.rows[:_SUGGESTED]))
    labels = situation.setting.labels()
    size = _size(situation)
    first = 1 + (situation.page - 1) * size
    blocks = [
        refusals.UNIT_PRICE if situation.request.metric is Metric.UNIT_PRICE and situation.page == 1 else "",
        "\n".join((_headline(situation, found), rows_text(found.rows, first=first, labels=dict(situation.labels)))),
        _near_text(situation, found),
        _beware(situation),
        unmet.words(situation) if situation.page == 1 else "",
        _closing(situation),
    ]
    pages = _pages(found, size)
    return Answer(
        outcome=_outcome(situation, found),
        text="\n\n".join(block for block in blocks if block),
        request=situation.request,
        figures=found.finding.figures,
        citations=citations((*found.rows, *found.near), labels),
        listed=listed((*found.rows, *found.near), first=first),
        choices=buttons(
            *paging(situation.page, pages),
            *other_reading(situation),
            *_more(situation, found),
            TABLE if found.total else None,
            HOW,
        ),
        page=situation.page,
        pages=pages,
    )


def _nothing(situation: Situation, nothing: Answer) -> Answer:
    """Nothing among acts whose amounts were read; where most were not, that is the answer."""
    if unmet.is_blind(situation):
        first = unmet.blind(situation, conditions(situation))
        return replace(nothing, text="\n\n".join((first, _closing(situation))))
    told = unmet.words(situation)
    return replace(nothing, text=f"{nothing.text}\n\n{told}") if told else nothing


def _outcome(situation: Situation, found: SearchFinding) -> Outcome:
    if situation.request.metric is Metric.UNIT_PRICE:
        return Outcome.WRONG_UNIT
    return Outcome.PARTIAL if found.fewer else Outcome.ANSWERED


def _near_text(situation: Situation, found: SearchFinding) -> str:
    if not found.near:
        return ""
    lines = rows_text(found.near, first=len(found.rows) + 1, labels=dict(situation.labels))
    return f"Κοντινά θέματα, χωρίς όλες τις λέξεις:\n{lines}"


def _pages(found: SearchFinding, size: int) -> int:
    listed = found.page.total if found.page else found.total
    return max(1, min(-(-listed // size), _MOST_PAGES))


def _headline(situation: Situation, found: SearchFinding) -> str:
    topic = bold(topic_title(situation.topic.condition)) if situation.topic.condition.groups else ""
    when = period_words(situation.period)
    whose = of_organization(situation.body) if situation.body else ""
    bound = f"({conditions(situation)})" if conditions(situation) else ""
    where = " ".join(part for part in (bound, whose, when) if part)
    number = f"{format_count(found.total)} {asked_words(situation)}" if found.total != 1 else "1 πράξη"
    if found.page is None:
        parts = (f"Βρήκα {number}", f"για {topic}" if topic else "", where)
        return " ".join(part for part in parts if part) + (". Οι πιο πρόσφατες:" if len(found.rows) > 1 else ":")
    end = ". Οι πιο σχετικές:" if len(found.rows) > 1 else ":"
    if found.fewer:
        rest = bold(quoted_title(found.fewer))
        named = f"Καμία πράξη δεν έχει όλες τις λέξεις «{_plain_topic(situation)}» στο θέμα της."
        return f"{named} Μόνο για {rest} βρήκα {number}{f' {where}' if where else ''}{end}"
    if not found.total:
        return f"Καμία πράξη δεν έχει όλες τις λέξεις «{_plain_topic(situation)}» στο θέμα της. Οι πιο κοντινές:"
    return f"Βρήκα {number} για {topic}{f' {where}' if where else ''}{end}"


def _plain_topic(situation: Situation) -> str:
    return " + ".join(group.shown[0] for group in situation.topic.condition.groups)


def _beware(situation: Situation) -> str:
    """Lines that some lists may not travel without."""
    request = situation.request
    if request.stage is Stage.TENDER:
        return "Η προθεσμία αναγράφεται στο PDF· για το τι είναι ανοιχτό σήμερα δείτε ΚΗΜΔΗΣ ή ΕΣΗΔΗΣ."
    if request.scope is Scope.PRIVATE_PERSON:
        return "Ονόματα δεν γράφω: βρίσκονται στις ίδιες τις πράξεις."
    return ""


def _more(situation: Situation, found: SearchFinding) -> tuple[Choice, ...]:
    """[Σύνολο ποσών], where there is a topic to total."""
    body = situation.body
    if not situation.request.topic or not found.total or situation.request.intent is not Intent.RECORDS or body is None:
        return ()
    when = period_words(situation.period)
    text = " ".join(part for part in ("πόσα ανατέθηκαν για", situation.request.topic_text, when) if part)
    return (Choice(label="Σύνολο ποσών", kind=ChoiceKind.ASK, text=text, organization_uid=body.uid),)


def _closing(situation: Situation) -> str:
    return ending(situation, situation.request.stage)
