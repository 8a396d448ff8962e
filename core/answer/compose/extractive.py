"""What was found, without prose: for a draft that was refused, or a deadline that passed (DESIGN §3.5)."""

from core.answer.compose.closing import closing, reach
from core.answer.compose.lists import PAGE, citations, rows_text
from core.answer.steps import Situation
from core.domain.answer import Answer, Outcome, Row

_NOT_ENOUGH = "Οι πράξεις που βρήκα δεν αρκούν για ασφαλή απάντηση. Δείτε τες εδώ:"
_NOTHING = "Δεν βρήκα πράξεις που να απαντούν. Αυτό δεν σημαίνει ότι δεν υπάρχουν."
_LATE = "Η απάντηση καθυστερεί. Όσα βρήκα ως τώρα:"
_LATE_NOTHING = "Η απάντηση καθυστερεί και δεν βρήκα ακόμη κάτι. Δοκιμάστε ξανά με πιο συγκεκριμένη ερώτηση."


def _rows(situation: Situation) -> tuple[Row, ...]:
    return tuple(row for finding in situation.findings for row in finding.rows)[:PAGE]


def _with_rows(situation: Situation, head: str, nothing: str) -> Answer:
    rows = _rows(situation)
    if not rows:
        return Answer(outcome=Outcome.NOT_IN_DATA, text=nothing, request=situation.request, findings=situation.findings)
    return Answer(
        outcome=Outcome.PARTIAL,
        text="\n\n".join(
            (
                head,
                rows_text(rows, labels=dict(situation.labels)),
                closing(reach(situation.coverages, situation.period)),
            )
        ),
        request=situation.request,
        citations=citations(rows, situation.setting.labels()),
        findings=situation.findings,
    )


def sources(situation: Situation) -> Answer:
    """The rows of the findings, when no wording of them was accepted."""
    return _with_rows(situation, _NOT_ENOUGH, _NOTHING)


def late(situation: Situation) -> Answer:
    """The rows found until the deadline."""
    return _with_rows(situation, _LATE, _LATE_NOTHING)
