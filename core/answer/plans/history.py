"""«πόσα πήρε η Χ», «τι έχει αναλάβει η Χ»: one payee, stage by stage, with the acts behind it."""

from dataclasses import replace

from core.answer.compose import history as words
from core.answer.compose.closing import beyond
from core.answer.compose.lists import citations, rows_text
from core.answer.compose.words import (
    STAGES,
    count,
    euro,
    of_organization,
    organization_name,
    period_words,
    the_organization,
    topic_title,
)
from core.answer.lookups import payee_history
from core.answer.lookups.payee_history import HistoryFinding
from core.answer.plans.common import HOW, TABLE, buttons, conditions, ending, held_words, key_label, notes
from core.answer.steps import Call, Draft, Situation, Step
from core.domain.answer import Answer, Figure, Outcome
from core.domain.payee_classes import Party
from core.domain.request import Grouping, Metric, Request
from core.store.payees import Part

_ROWS, _MOST_ROWS = 5, 20
_MEASURED_ALONE = frozenset({Metric.LARGEST, Metric.SMALLEST, Metric.COUNT_PEOPLE, Metric.UNIT_PRICE})
_NOT_BY_PAYEE = frozenset({Grouping.MONTH, Grouping.QUARTER, Grouping.DECISION_TYPE})


def asks_for_history(request: Request) -> bool:
    """A payee and no other measure; one without an ΑΦΜ has its history alone."""
    if not (request.payee or request.afm):
        return False
    other = request.metric in _MEASURED_ALONE or request.newest_first or request.group_by in _NOT_BY_PAYEE
    return not other or request.afm is None


def step(situation: Situation) -> Step:
    """One lookup, then the answer."""
    if situation.results:
        return Draft(answer=_draft(situation))
    party = situation.payee or Party(key=situation.request.afm or "", afm=situation.request.afm)
    arguments = payee_history.Arguments(
        where=replace(situation.where(), decision_types=()) if situation.request.stage else situation.where(),
        key=party.key,
        stage=situation.request.stage,
        rows=min(situation.request.limit or _ROWS, _MOST_ROWS),
    )
    return (Call(lookup=payee_history.NAME, arguments=arguments),)


def _draft(situation: Situation) -> Answer:
    found = next(result for result in situation.results if isinstance(result, HistoryFinding))
    led = found.leading
    blocks = [
        _first(situation, found),
        _years(situation, found),
        "\n".join(words.beside(found)),
        _bodies(situation, found),
        _acts(situation, found),
        "\n".join(words.silences(found, situation.body)),
        notes(situation),
        _closing(situation, found),
    ]
    as_asked = led is not None and situation.request.stage in (None, led.stage)
    nothing = Outcome.NOT_IN_DATA if not found.shared and not found.bodies else Outcome.PARTIAL
    return Answer(
        outcome=nothing if led is None else Outcome.ANSWERED if as_asked else Outcome.PARTIAL,
        text="\n\n".join(block for block in blocks if block),
        request=situation.request,
        figures=_figures(found),
        citations=citations(found.rows, situation.setting.labels()),
        choices=buttons(TABLE if led else None, HOW),
    )


def _figures(found: HistoryFinding) -> tuple[Figure, ...]:
    """The leading stage's first."""
    stage = found.leading.stage if found.leading else None
    return tuple(sorted(found.finding.figures, key=lambda each: (each.stage is not stage, each.label != "net")))


def _first(situation: Situation, found: HistoryFinding) -> str:
    """What was asked first; that it was not found, when another stage is told instead."""
    led = found.leading
    if led is None:
        when = period_words(situation.period)
        where = " ".join(part for part in (of_organization(situation.body), when) if part)
        topic = topic_title(situation.topic.condition)
        about = f" για {topic}" if topic else ""
        called = words.called(found.party)
        nothing = f"Δεν βρήκα πράξεις {where}{about} που να αναφέρουν τον ανάδοχο ή δικαιούχο {called}."
        return "\n\n".join(part for part in (words.never_read(found), nothing) if part)
    sentence = words.headline(
        led,
        found.party,
        who=the_organization(situation.body) if situation.body else "",
        topic=topic_title(situation.topic.condition),
        when=period_words(situation.period) or held_words(situation),
        limits=_other_conditions(situation),
    )
    told = "\n".join(part for part in (sentence, beyond(situation.coverages, situation.period)) if part)
    return "\n\n".join(part for part in (words.absent(found), told) if part)


def _other_conditions(situation: Situation) -> str:
    """What else binds: the payee has its place in the sentence."""
    bare = replace(situation, request=replace(situation.request, payee=None, afm=None))
    return conditions(bare)


def _line(label: str, part: Part) -> str:
    amount = f"{euro(part.amount)} · " if part.decisions > part.without_amount else ""
    return f"{label} · {amount}{words.acts(part)}"


def _years(situation: Situation, found: HistoryFinding) -> str:
    if len(found.years) < 2 or found.leading is None:
        return ""
    lines = [_line(key_label(situation, part.key), part) for part in found.years]
    return "\n".join((f"Ανά έτος ({STAGES[found.leading.stage].plural}):", *lines))


def _bodies(situation: Situation, found: HistoryFinding) -> str:
    """From whom else: all the bodies of which we hold acts, in the same stage and period."""
    if not found.bodies or (len(found.bodies) == 1 and situation.body and found.bodies[0].key == situation.body.uid):
        return ""
    ordered = sorted(found.bodies, key=lambda part: -part.amount)
    lines = [_line(organization_name(situation.setting.body(part.key).label), part) for part in ordered[:_ROWS]]
    more = len(ordered) - len(lines)
    lines += [f"και {count(more, 'ακόμη φορέας', 'ακόμη φορείς')}"] if more else []
    return "\n".join((f"Σε πράξεις που έχουμε, ανά φορέα ({STAGES[found.bodies[0].stage].plural}):", *lines))


def _acts(situation: Situation, found: HistoryFinding) -> str:
    if not found.rows or found.leading is None:
        return ""
    whole = found.leading.decisions + sum(each.decisions for each in found.shared)
    head = "Οι μεγαλύτερες" if whole > len(found.rows) else "Οι πράξεις"
    lines = rows_text(found.rows, labels=dict(situation.labels), with_stage=False)
    return f"{head} (τα ποσά δεν ελέγχθηκαν στο PDF):\n{lines}"


def _closing(situation: Situation, found: HistoryFinding) -> str:
    return ending(situation, found.leading.stage if found.leading else situation.request.stage)
