"""«η πορεία της …», «πληρώθηκε η …;», «τι έγινε μετά την …»: the card's act with all that came before and after it."""

from core.answer.compose.closing import closing, reach
from core.answer.compose.course import closing_lines, course_text
from core.answer.compose.words import bold, decisions, euro, organization_name
from core.answer.lookups import find_decision, trace_case
from core.answer.lookups.find_decision import DecisionFinding
from core.answer.lookups.trace_case import TraceFinding
from core.answer.plans import cards
from core.answer.plans.common import HOW
from core.answer.steps import Call, Draft, Situation, Step
from core.domain.answer import Answer, Choice, ChoiceKind, Citation, Outcome, Row
from core.domain.ledger import Stage
from core.domain.request import Request

ASKS = frozenset({"course", "paid", "after"})
_CITED = 10


def is_asked(request: Request) -> bool:
    """The course is of one act; of several, their cards are shown."""
    return request.ask in ASKS and len(request.adas) == 1


def step(situation: Situation) -> Step:
    """The act first, since it may have to be fetched; then its course."""
    ada = situation.request.adas[0].ada
    if not situation.results:
        return (Call(lookup=find_decision.NAME, arguments=find_decision.Arguments(adas=(ada,))),)
    known = next(result for result in situation.results if isinstance(result, DecisionFinding))
    if not known.cards:
        return cards.step(situation)
    found = next((result for result in situation.results if isinstance(result, TraceFinding)), None)
    if found is None:
        return (Call(lookup=trace_case.NAME, arguments=trace_case.Arguments(ada=ada)),)
    return Draft(answer=_draft(situation, found))


def _draft(situation: Situation, found: TraceFinding) -> Answer:
    asked = next((row for row in found.rows if row.ada == found.ada), None)
    name = organization_name(situation.setting.body(asked.organization_uid).label) if asked else ""
    head = "\n".join(part for part in (bold(asked.subject) if asked else "", name) if part)
    held = closing("", reach(situation.coverages))
    blocks = (_first(situation, found, asked), head, course_text(found), closing_lines(found), held)
    alone = len(found.rows) < 2
    return Answer(
        outcome=Outcome.PARTIAL if alone else Outcome.ANSWERED,
        text="\n\n".join(block for block in blocks if block),
        request=situation.request,
        figures=found.finding.figures,
        citations=tuple(Citation(ada=row.ada, organization=name, issued_on=row.issued_on) for row in _cited(found)),
        choices=(Choice(label="Η πράξη", kind=ChoiceKind.ASK, text=found.ada), HOW),
        organization_uid=asked.organization_uid if asked else None,
    )


def _cited(found: TraceFinding) -> list[Row]:
    """The asked act first."""
    return sorted(found.rows, key=lambda row: row.ada != found.ada)[:_CITED]


def _first(situation: Situation, found: TraceFinding, asked: Row | None) -> str:
    """The answer to what was asked, before the course itself."""
    if situation.request.ask == "paid":
        return _paid(found, asked)
    if situation.request.ask == "after" and asked is not None:
        return _after(len(found.later))
    return ""


def _after(later: int) -> str:
    if not later:
        return "Δεν βρήκα στα δεδομένα μας μεταγενέστερη πράξη που να συνδέεται με αυτήν."
    if later == 1:
        return "Βρήκα 1 μεταγενέστερη πράξη που συνδέεται με αυτήν."
    return f"Βρήκα {decisions(later)} που συνδέονται με αυτήν και εκδόθηκαν την ίδια μέρα ή αργότερα."


def _paid(found: TraceFinding, asked: Row | None) -> str:
    """Absence is no fact: «δεν βρήκα», never «δεν πληρώθηκε»."""
    payments = found.of(Stage.PAYMENT)
    if asked is not None and asked.stage is Stage.PAYMENT:
        return "Η πράξη είναι η ίδια οριστικοποίηση πληρωμής (Β.2.2)."
    if not payments:
        return "Δεν βρήκα πληρωμή στα δεδομένα μας που να γράφει τον ΑΔΑ της. Μπορεί να υπάρχει χωρίς σύνδεση."
    if found.paid is not None:
        return f"Βρήκα {len(payments)} πληρωμές που συνδέονται με αυτήν, μαζί {euro(found.paid)}."
    if len(payments) == 1:
        return "Βρήκα μία πληρωμή που συνδέεται με αυτήν."
    return f"Βρήκα {len(payments)} πληρωμές που συνδέονται με αυτήν."
