"""Results and the question as a model reads them: only what it may say, fenced, as data (DESIGN §3.5)."""

import json
from collections.abc import Iterator

from core.answer import prompts
from core.answer.compose import open_table
from core.answer.compose.lists import row_line
from core.answer.compose.words import STAGES, decisions, organization_name, period_label
from core.answer.evidence import Evidence, Kind, acts, evidence
from core.answer.lookups import Result, query_open_data
from core.answer.lookups.query_open_data import OpenFinding
from core.answer.slots import slots
from core.answer.steps import Call, Situation
from core.domain.answer import plain
from core.domain.organization import Coverage
from core.domain.request import Unit
from core.errors import InvalidInput
from core.greek.dates import long_day, short_day
from core.greek.numbers import format_euro, format_percent

FENCE, FENCE_END = "⟦ΔΕΔΟΜΕΝΑ", "ΔΕΔΟΜΕΝΑ⟧"
_MOST_FIGURES, _MOST_ACTS, _MOST_BODIES, _MOST_TEXT = 24, 8, 12, 2_000
_NOTHING = "Δεν βρέθηκε κάτι. Δεν είναι στοιχείο για απάντηση."
_SHOWN = (
    "Ο πίνακας μπαίνει στην απάντηση από το πρόγραμμα. Οι αριθμοί του δεν λέγονται σε πρόταση: αν άλλη αναζήτηση δεν "
    "έδωσε κάτι να πεις, κάλεσε answer με κενό text."
)
_FORMATS = "ποσά «1.234,56 €», ποσοστά «12,3%», πλήθη «1.234 πράξεις», ημερομηνίες «14/3/2024»"


def fenced(text: str) -> str:
    """Nothing inside can end the fence."""
    bare = plain(text).translate(str.maketrans("⟦⟧", "[]"))
    return f"{FENCE}\n{bare}\n{FENCE_END}"


def result_text(call: Call, result: Result, situation: Situation) -> str:
    if isinstance(result, OpenFinding) and result.rows:
        return f"{fenced(open_table.block(result))}\n{_SHOWN}"
    lines = [*_figures(call, result, situation), *_acts(call, result), *_facts(result)]
    return fenced("\n".join(lines)) if lines else _NOTHING


def refusal_text(call: Call, refusal: InvalidInput) -> str:
    """Why a lookup was not made. Names near one that no act holds are of acts: data, like all that is found."""
    return fenced(str(refusal)) if isinstance(call.arguments, query_open_data.Arguments) else str(refusal)


def _figures(call: Call, result: Result, situation: Situation) -> Iterator[str]:
    for each in list(evidence(call, result))[:_MOST_FIGURES]:
        yield " · ".join(part for part in _parts(each, situation) if part)


def _parts(each: Evidence, situation: Situation) -> tuple[str, ...]:
    figure, where = each.figure, each.where
    value = {
        Unit.EURO: format_euro(abs(figure.value)),
        Unit.PERCENT: format_percent(abs(figure.value)),
    }.get(figure.unit, decisions(int(figure.value)))
    stage = figure.stage or where.stage
    when = period_label(each.period)
    if each.kind is Kind.CHANGE and each.before is not None:
        when = f"{'αύξηση' if figure.value > 0 else 'μείωση'} από {period_label(each.before)} στο {when}"
    bodies = ", ".join(organization_name(situation.setting.body(uid).label) for uid in where.organizations)
    words = " + ".join(group.shown[0] for group in where.condition.groups)
    return value, STAGES[stage].plural if stage else "", when, bodies, words, each.name


def _acts(call: Call, result: Result) -> Iterator[str]:
    for place, act in enumerate(list(acts(call, result))[:_MOST_ACTS], 1):
        yield row_line(place, act.row)


def _facts(result: Result) -> Iterator[str]:
    """Names and dates of lookups that are no evidence: which body is meant, how far our data reach."""
    for name, told in result.finding.facts:
        if name in ("organization", "first", "last", "published"):
            yield f"{name}: {told}"


def question_text(situation: Situation) -> str:
    read = {name: value for name, value in slots(situation.request).items() if value not in (None, [], "")}
    read["intent"] = situation.request.intent.value
    return prompts.QUESTION.filled(
        question=plain(situation.request.text[:_MOST_TEXT]).translate(str.maketrans("⟦⟧", "[]")),
        slots=json.dumps(read, ensure_ascii=False, default=str),
        fence=FENCE,
        fence_end=FENCE_END,
    )


def system_text(situation: Situation) -> str:
    """Placeholders from the store; of many bodies those of the question, the others by number."""
    own = {body.uid for body in situation.bodies}
    ordered = sorted(situation.setting.coverage.values(), key=lambda each: each.organization_uid not in own)
    lines = [_coverage(each) for each in ordered[: max(_MOST_BODIES, len(own))]]
    if len(ordered) > len(lines):
        lines.append(f"- και άλλοι {len(ordered) - len(lines)} φορείς: find_organization")
    names = ", ".join(organization_name(body.label) for body in situation.bodies)
    return prompts.SYSTEM.filled(
        today=f"{long_day(situation.today)} ({situation.today.isoformat()})",
        coverage="\n".join(lines) or "- τίποτα ακόμη",
        organizations=names or "όλοι οι φορείς που έχουμε",
        stages="\n".join(f"- {stage.value}: {words.plural} ({words.types})" for stage, words in STAGES.items()),
        formats=_FORMATS,
        fence=FENCE,
        fence_end=FENCE_END,
    )


def _coverage(each: Coverage) -> str:
    reach = " έως ".join(short_day(day) for day in (each.first_on, each.last_on) if day)
    return f"- {organization_name(each.label)} ({each.organization_uid}): {reach}"
