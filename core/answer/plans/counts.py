"""«πόσες αποφάσεις …»: a number of acts, all or grouped, and never a number of people or things."""

from dataclasses import replace

from core.answer.compose.closing import beyond
from core.answer.compose.words import (
    STAGES,
    bold,
    capitalised,
    count,
    decisions,
    of_organization,
    period_words,
    topic_title,
)
from core.answer.lookups import count_decisions
from core.answer.lookups.count_decisions import CountFinding
from core.answer.plans import contract_awards, peaks, timeline, unmet
from core.answer.plans.asking import asked_again, other_reading, uid_of
from core.answer.plans.common import (
    HOW,
    TABLE,
    asked_words,
    buttons,
    chart_of,
    conditions,
    ending,
    held_words,
    notes,
    nothing_found,
)
from core.answer.steps import Call, Draft, Situation, Step
from core.domain.answer import Answer, Choice, ChoiceKind, Outcome, plain
from core.domain.condition import DecisionFilter
from core.domain.request import Grouping, Metric, Unit

_PEOPLE = (
    "Μετρώ πράξεις, όχι ανθρώπους: πόσοι ήταν συνολικά δεν προκύπτει από τα στοιχεία της Διαύγειας "
    "(το ίδιο άτομο μπορεί να εμφανίζεται σε περισσότερες πράξεις, και μια πράξη να αφορά πολλά άτομα)."
)
_THINGS = (
    "Μετρώ πράξεις, όχι τεμάχια: πόσα αγοράστηκαν δεν προκύπτει από τα στοιχεία της ανάρτησης, μόνο από το κείμενο "
    "κάθε πράξης."
)
_UNITS = (
    "Τα στοιχεία της Διαύγειας δεν δίνουν {units}, μόνο ευρώ ανά πράξη· αν αναφέρονται, είναι στο κείμενο κάθε πράξης."
)


def _where(situation: Situation) -> DecisionFilter:
    return replace(situation.where(), stage=situation.request.stage)


def step(situation: Situation) -> Step:
    """One lookup, then the answer."""
    if situation.results:
        return Draft(answer=_draft(situation))
    arguments = count_decisions.Arguments(where=_where(situation), group_by=_grouping(situation))
    unlimited = unmet.call(situation)
    beside = (*((unlimited,) if unlimited else ()), *contract_awards.calls(situation))
    return (*beside, Call(lookup=count_decisions.NAME, arguments=arguments))  # the last is what the file is made of


def _grouping(situation: Situation) -> Grouping | None:
    """By payee comes with the payees themselves; until then the number is given whole, and a note says so."""
    return None if situation.request.group_by is Grouping.PAYEE else situation.request.group_by


def _draft(situation: Situation) -> Answer:
    found = next(result for result in situation.results if isinstance(result, CountFinding))
    warning = _not_acts(situation)
    if not found.count:
        nothing = _nothing(situation)
        text = f"{warning}\n\n{nothing.text}"
        told = replace(nothing, outcome=Outcome.WRONG_UNIT, text=text)
        return told if warning else nothing
    blocks = [
        warning,
        _peak(situation, found),
        _headline(situation, found),
        _groups(situation, found),
        unmet.words(situation),
        contract_awards.words(situation),
        notes(situation),
    ]
    blocks.append(_closing(situation))
    return Answer(
        outcome=Outcome.WRONG_UNIT if warning else Outcome.ANSWERED,
        text="\n\n".join(block for block in blocks if block),
        request=situation.request,
        figures=found.finding.figures,
        choices=buttons(
            *_in_euro(situation),
            timeline.by_year(situation, [key for key, _ in found.groups]) or _listed(situation),
            *other_reading(situation),
            TABLE,
            chart_of(len(found.groups)),
            HOW,
        ),
    )


def _nothing(situation: Situation) -> Answer:
    """None among those whose amount or code we have; the others may be meant."""
    told = (nothing_found(situation).text, unmet.words(situation), contract_awards.words(situation))
    return replace(nothing_found(situation), text="\n\n".join(part for part in told if part))


def _listed(situation: Situation) -> Choice:
    return Choice(label="Δείτε τις", kind=ChoiceKind.ASK, text=_list_question(situation))


def _in_euro(situation: Situation) -> tuple[Choice, ...]:
    """Things and litres are not counted; what was decided for them in euro is."""
    if situation.request.unit is not Unit.THINGS or not situation.request.topic:
        return ()
    money = replace(situation.request, metric=Metric.SUM, unit=Unit.EURO)
    text = asked_again(replace(situation, request=money), situation.request.topic_text)
    return (Choice(label="Σε ευρώ", kind=ChoiceKind.ASK, text=text, organization_uid=uid_of(situation)),)


def _not_acts(situation: Situation) -> str:
    """A number of acts is never one of people, vehicles or things (DESIGN §3.5)."""
    if situation.request.metric is Metric.COUNT_PEOPLE or situation.request.unit is Unit.PEOPLE:
        return _PEOPLE
    units = next((note.partition(":")[2] for note in situation.request.notes if note.startswith("unit:")), "")
    if units:
        return _UNITS.format(units=plain(units.lower()))
    return _THINGS if situation.request.unit is Unit.THINGS else ""


def _one_of(plural: str) -> str:
    """«αναθέσεις» → «ανάθεση», where it is the name of a stage."""
    return next((words.singular for words in STAGES.values() if words.plural == plural), plural)


def _headline(situation: Situation, found: CountFinding) -> str:
    what = asked_words(situation)
    number = decisions(found.count) if what == "πράξεις" else count(found.count, _one_of(what), what)
    topic = topic_title(situation.topic.condition)
    when = period_words(situation.period) or held_words(situation)
    about = f" για {topic}" if topic else ""
    bound = f" ({conditions(situation)})" if conditions(situation) else ""
    whose = of_organization(situation.body)
    sentence = f"{capitalised(when)} βρήκα {bold(number)}{about}{bound} {whose} στη Διαύγεια."
    return "\n".join(part for part in (sentence, beyond(situation.coverages, situation.period)) if part)


def _peak(situation: Situation, found: CountFinding) -> str:
    if not peaks.is_asked(situation):
        return ""
    topic = topic_title(situation.topic.condition)
    parts = (f"για {topic}" if topic else "", period_words(situation.period) or held_words(situation))
    return peaks.in_acts(situation, dict(found.groups), about=" ".join(part for part in parts if part))


def _groups(situation: Situation, found: CountFinding) -> str:
    return "\n".join(timeline.lines(situation, {key: decisions(number) for key, number in found.groups}))


def _closing(situation: Situation) -> str:
    return ending(situation, situation.request.stage)


def _list_question(situation: Situation) -> str:
    """The same question as a list, in words that we read ourselves."""
    topic = situation.request.topic_text
    parts = [asked_words(situation), f"για {topic}" if topic else "", period_words(situation.period)]
    return " ".join(part for part in parts if part)
