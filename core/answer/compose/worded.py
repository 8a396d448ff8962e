"""A model's sentences with all that they may not travel without: the planner's own answer to the same question."""

import re
from collections.abc import Iterator
from dataclasses import replace

from core.answer.claims.check import Told
from core.answer.compose import open_table
from core.answer.compose.lists import citations, rows_text
from core.answer.lookups import (
    compare,
    count_decisions,
    explain_change,
    payee_history,
    rank_decisions,
    total_spending,
)
from core.answer.steps import Situation
from core.domain.answer import Answer, Citation, Figure, plain
from core.domain.request import Unit
from core.errors import Ungrounded

_BASE = re.compile(r"\((άθροισμα .*)\)\.?$")
_LED_BY = {
    total_spending.NAME: Unit.EURO,
    payee_history.NAME: Unit.EURO,
    count_decisions.NAME: Unit.DECISIONS,
}
_AFTER = frozenset({compare.NAME, explain_change.NAME, payee_history.NAME})
_MOST_ACTS = 5
_NO_WORDS = "Η απάντηση δεν λέει κανένα στοιχείο από όσα βρέθηκαν"
_OTHER = "Η απάντηση δεν λέει το στοιχείο που ζητήθηκε"


def answer(told: Told, planned: Answer, situation: Situation) -> Answer:
    """Raises Ungrounded where the sentences lack what was asked, however true they are."""
    _check_leads(told, planned)
    said = replace(
        planned,
        text="\n\n".join(block for block in _blocks(told, planned, situation) if block),
        figures=(*planned.figures, *_more(told, planned)),
        citations=_cited(told, planned, situation),
    )
    return _found(said, situation)


def with_tables(planned: Answer, situation: Situation) -> Answer:
    """The planner's answer with what a SELECT found and no sentence may tell. Raises Ungrounded without any."""
    if not open_table.tables_of(situation):
        raise Ungrounded(_NO_WORDS)
    return _found(planned, situation)


def _found(said: Answer, situation: Situation) -> Answer:
    """With the tables before the closing lines, and all that was looked up."""
    kept = tuple(finding for finding in situation.findings if finding not in said.findings)
    *blocks, last = said.text.split("\n\n")
    tables = [open_table.block(each) for each in open_table.tables_of(situation)]
    known = {each.ada for each in said.citations}
    return replace(
        said,
        text="\n\n".join((*blocks, *tables, last) if blocks else (last, *tables)),
        citations=(*said.citations, *(each for each in open_table.cited(situation) if each.ada not in known)),
        findings=(*kept, *said.findings),  # the last is what files and checks are made from
    )


def _lookup(planned: Answer) -> str:
    return planned.findings[-1].lookup if planned.findings else ""


def _check_leads(told: Told, planned: Answer) -> None:
    """The figure or the act that the planner's answer begins with is among what the sentences tell."""
    lookup, said = _lookup(planned), [each.figure for each in told.evidence]
    unit = _LED_BY.get(lookup)
    if unit is not None:
        led = next((each for each in planned.figures if each.unit is unit), None)
        if led is None or not any(_is_same(each, led) for each in said):
            raise Ungrounded(_OTHER)
    first = planned.citations[0].ada if planned.citations else None
    if lookup == rank_decisions.NAME and first not in [act.row.ada for act in told.acts]:
        raise Ungrounded(_OTHER)


def _is_same(figure: Figure, led: Figure) -> bool:
    """Of groups that are told apart (commitments by year) the first stands for them."""
    return (figure.value, figure.unit, figure.stage) == (led.value, led.unit, led.stage)


def _blocks(told: Told, planned: Answer, situation: Situation) -> Iterator[str]:
    """The sentences in the place of the planner's first one, before a list, or after the lines of a comparison."""
    lookup, (head, *rest) = _lookup(planned), planned.text.split("\n\n")
    if lookup in _AFTER:
        yield from (head, told.text)
    elif lookup in _LED_BY and not head.split("\n")[0].endswith(":"):
        yield from (told.text, _without_first(head))
    else:
        yield from (told.text, head)
    shown = [act.row for act in told.acts if act.row.ada not in planned.text][:_MOST_ACTS]
    if shown:
        yield "Οι πράξεις που αναφέρονται:\n" + rows_text(shown, labels=dict(situation.labels), checked=True)
    yield from rest


def _without_first(head: str) -> str:
    """What the first sentence adds up stays, on a line of its own; so do the lines after it."""
    first, *lines = head.split("\n")
    base = _BASE.search(plain(first))
    return "\n".join((*([f"{base[1][:1].upper()}{base[1][1:]}."] if base else []), *lines))


def _more(told: Told, planned: Answer) -> list[Figure]:
    known = {(each.value, each.unit, each.stage, each.label) for each in planned.figures}
    figures = [each.figure for each in told.evidence]
    return [each for each in figures if (each.value, each.unit, each.stage, each.label) not in known]


def _cited(told: Told, planned: Answer, situation: Situation) -> tuple[Citation, ...]:
    own = citations([act.row for act in told.acts], situation.setting.labels())
    known = {each.ada for each in planned.citations}
    return (*planned.citations, *(each for each in own if each.ada not in known))
