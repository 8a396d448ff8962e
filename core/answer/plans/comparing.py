"""«σύγκρινε …», «γιατί αυξήθηκαν …»: sides side by side; what makes their difference when that is asked."""

from dataclasses import replace
from decimal import Decimal

from core.answer.comparison import Comparison, Hindrance, Kind, comparison_of
from core.answer.compose import comparing as words
from core.answer.compose import explaining, uneven
from core.answer.compose.closing import beyond, closing, gaps, reach, understood
from core.answer.compose.lists import citations, rows_text
from core.answer.compose.words import STAGES, lowered, period_words, topic_title
from core.answer.lookups import compare, explain_change
from core.answer.lookups.compare import CompareFinding
from core.answer.lookups.explain_change import ChangeFinding
from core.answer.plans.common import HOW, TABLE, buttons, chart_of, conditions, held_words, nothing_found
from core.answer.plans.single_totals import singles
from core.answer.steps import Call, Draft, Situation, Step
from core.domain.answer import Answer, Choice, Figure, Outcome, Row
from core.domain.condition import Condition
from core.domain.ledger import Stage
from core.domain.types import DECISION_TYPES

_NOT_BY_DATA = frozenset({Hindrance.BEGINS_LATER, Hindrance.ENDS_EARLIER, Hindrance.HOLES})
_SHOWN = 2  # of each side; the others stand behind its button
_FEW = 3  # sides whose acts are shown


def step(situation: Situation) -> Step:
    """Compare; then, asked why, what makes the difference; then the answer. What cannot be compared is said at once."""
    compared = comparison_of(situation)
    if compared.hindrance is not None:
        return Draft(answer=_refused(situation, compared))
    found = next((each for each in situation.results if isinstance(each, CompareFinding)), None)
    if found is None:
        arguments = compare.Arguments(
            sides=tuple(each.side for each in compared.sides),
            stage=None if compared.kind is Kind.STAGES else situation.request.stage or Stage.PAYMENT,
            named=situation.request.stage_named,
        )
        return (Call(lookup=compare.NAME, arguments=arguments),)
    why = next((each for each in situation.results if isinstance(each, ChangeFinding)), None)
    if why is None and situation.request.ask == "why" and len(found.sides) == 2 and found.differences and found.stage:
        change = explain_change.Arguments(
            before=found.sides[found.differences[0].before].side,
            after=found.sides[found.differences[0].after].side,
            stage=found.stage,
        )
        return (Call(lookup=explain_change.NAME, arguments=change),)
    return Draft(answer=_draft(situation, compared, found, why))


def _refused(situation: Situation, compared: Comparison) -> Answer:
    """Nothing was counted: what is missing, and the single totals or years as buttons."""
    lacks = compared.hindrance in _NOT_BY_DATA
    return Answer(
        outcome=Outcome.OUTSIDE_COVERAGE if lacks else Outcome.UNCLEAR,
        text=uneven.refused(compared),
        request=situation.request,
        choices=singles(situation, compared),
    )


def _draft(situation: Situation, compared: Comparison, found: CompareFinding, why: ChangeFinding | None) -> Answer:
    if not any(side.total and (side.total.decisions or side.total.suspects) for side in found.sides):
        return nothing_found(situation)
    why_asked = situation.request.ask == "why"
    blocks = [
        _head(situation, compared, found),
        "\n".join(words.side_lines(found, compared.sides, by_amount=compared.kind is Kind.BODIES)),
        uneven.notes(found, compared),
        _explained(situation, compared, found, why) if why_asked else _acts(situation, compared, found),
        _closing(situation, compared, found),
    ]
    whole = all(side.tellable for side in found.sides) and (found.stage is None or found.stage is found.asked)
    return Answer(
        outcome=Outcome.ANSWERED if whole else Outcome.PARTIAL,
        text="\n\n".join(block for block in blocks if block),
        request=situation.request,
        figures=_figures(found, why),
        citations=citations(_cited(found, why), situation.setting.labels()),
        choices=_buttons(situation, compared, found),
    )


def _buttons(situation: Situation, compared: Comparison, found: CompareFinding) -> tuple[Choice, ...]:
    """Two sides have a button each; of more a picture shows more."""
    alone = singles(situation, _largest_first(compared, found), stage=found.stage)
    if len(found.sides) == 2 and alone:
        return buttons(TABLE, HOW, *alone)
    return buttons(TABLE, chart_of(len(found.sides)) if found.stage else None, HOW)


def _largest_first(compared: Comparison, found: CompareFinding) -> Comparison:
    """Of many bodies the buttons are those of the first lines."""
    if compared.kind is not Kind.BODIES:
        return compared
    nets = {side.side.key: side.total.net for side in found.sides if side.total and side.tellable}
    ordered = sorted(compared.sides, key=lambda each: -nets.get(each.side.key, Decimal(-1)))
    return replace(compared, sides=tuple(ordered))


def _head(situation: Situation, compared: Comparison, found: CompareFinding) -> str:
    """The asked stage, or why it is not told and which one is; then the sentence."""
    when = period_words(compared.period)
    if not when and compared.kind is not Kind.PERIODS:
        when = held_words(situation)
    sentence = words.sentence(
        found,
        compared,
        body=situation.body,
        about=_about(situation, compared),
        when=when,
        kinds=_kinds(situation, found),
        premise=next((note for note in situation.request.notes if note.startswith("change:")), ""),
        least="side:least" in situation.request.notes,
    )
    lines = []
    if found.asked and found.asked is not found.stage:
        lines.append(words.not_compared(found, compared.sides, found.asked))
    if found.stage and not sentence:
        lines.append(f"Πλήρη σύγκριση ({_kinds(situation, found)}) δεν δίνω: δεν έχω ποσό για όλες τις πλευρές.")
    lines += [sentence, beyond(situation.coverages, compared.period) if compared.kind is Kind.TOPICS else ""]
    return "\n".join(line for line in lines if line)


def _about(situation: Situation, compared: Comparison) -> str:
    """« για καύσιμα (έως 1.000,00 €)»; of two topics each side names its own."""
    topic = "" if compared.kind is Kind.TOPICS else topic_title(situation.topic.condition)
    limits = conditions(situation)
    return (f" για {topic}" if topic else "") + (f" ({limits})" if limits else "")


def _kinds(situation: Situation, found: CompareFinding) -> str:
    types = situation.where().decision_types
    if len(types) == 1 and types[0] in DECISION_TYPES:
        return lowered(DECISION_TYPES[types[0]].plural)
    return STAGES[found.stage].plural if found.stage else ""


def _explained(situation: Situation, compared: Comparison, found: CompareFinding, why: ChangeFinding | None) -> str:
    if why is None or why.change is None or not why.change.difference or not found.differences:
        return "\n".join(part for part in (_acts(situation, compared, found), explaining.UNKNOWN) if part)
    first = found.differences[0]
    before, after = compared.sides[first.before], compared.sides[first.after]
    return explaining.explained(why, before=before.label, after=after.label)


def _acts(situation: Situation, compared: Comparison, found: CompareFinding) -> str:
    """The largest acts of each side, when the sides are few."""
    if len(found.sides) > _FEW:
        return ""
    blocks = []
    for named, side in zip(compared.sides, found.sides, strict=True):
        if rows := [row for row in side.rows if row.amount is not None][:_SHOWN]:
            blocks.append(f"{named.label}:\n{rows_text(rows, with_stage=False)}")
    head = "Οι μεγαλύτερες πράξεις κάθε πλευράς (τα ποσά δεν ελέγχθηκαν στο PDF):"
    return "\n".join((head, *blocks)) if blocks else ""


def _cited(found: CompareFinding, why: ChangeFinding | None) -> tuple[Row, ...]:
    if why is not None and why.acts:
        return (*(act.row for act in why.acts), *why.others)
    return tuple(row for side in found.sides for row in side.rows[: _SHOWN if len(found.sides) <= _FEW else 1])


def _figures(found: CompareFinding, why: ChangeFinding | None) -> tuple[Figure, ...]:
    """Those of the told stage: what the asked one lacks is said in words."""
    every = (*found.finding.figures, *(why.finding.figures if why else ()))
    told = {side.total.stage for side in found.sides if side.total}
    return tuple(dict.fromkeys(each for each in every if each.stage is None or each.stage in told))


def _closing(situation: Situation, compared: Comparison, found: CompareFinding) -> str:
    topics = [topic.condition for topic in situation.topics] if compared.kind is Kind.TOPICS else []
    line = understood(
        situation.request,
        condition=Condition() if topics else situation.topic.condition,
        period=compared.period,
        organizations=[each.body for each in compared.sides if each.body] or situation.bodies,
        stage=found.stage,
        corrections=situation.corrections,
        topics=topics,
    )
    held = situation.coverages
    return closing(line, gaps(held, compared.period), reach(held, compared.period))
