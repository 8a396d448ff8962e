"""«ποια απόφαση λέει ότι …»: pages of PDFs that say it, in quotes; else the acts whose subject does, or none."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.answer.compose import quoted
from core.answer.compose.lists import citations, listed, row_line
from core.answer.compose.words import organization_name
from core.answer.lookups import search_documents
from core.answer.lookups.search_decisions import SearchFinding
from core.answer.lookups.search_documents import PassageFinding
from core.answer.plans import records
from core.answer.plans.common import HOW, buttons, nothing_found
from core.answer.reading.english import speaks_english
from core.answer.steps import Call, Draft, Situation, Step
from core.answer.telling import ASK
from core.domain.answer import Answer, Choice, ChoiceKind, Outcome, Row
from core.domain.request import Request


def is_asked(request: Request) -> bool:
    return request.ask == ASK


def step(situation: Situation) -> Step:
    """The text first; where no PDF says it, subjects."""
    found = next((result for result in situation.results if isinstance(result, PassageFinding)), None)
    if found is None:
        bodies = tuple(body.uid for body in situation.bodies)
        arguments = search_documents.Arguments(
            words=situation.request.about, organizations=bodies, period=situation.period
        )
        return (Call(lookup=search_documents.NAME, arguments=arguments),)
    if found.places:
        return Draft(answer=_answer(situation, found))
    nothing = quoted.not_said(found.files, situation.request.about)
    if not situation.topic.condition.groups:
        return Draft(answer=_above(nothing_found(situation, ()), nothing))
    if not any(isinstance(result, SearchFinding) for result in situation.results):
        return records.step(replace(situation, results=()))
    drafted = records.step(situation)
    return Draft(answer=_above(drafted.answer, nothing)) if isinstance(drafted, Draft) else drafted


def _above(answer: Answer, line: str) -> Answer:
    """What the subjects say is no answer to what the text says."""
    outcome = Outcome.PARTIAL if answer.outcome is Outcome.ANSWERED else answer.outcome
    return replace(answer, text=f"{line}\n\n{answer.text}", outcome=outcome)


def _answer(situation: Situation, found: PassageFinding) -> Answer:
    request, labels = situation.request, situation.setting.labels()
    rows = tuple(dict.fromkeys(place.row for place in found.places))
    cited = citations(rows, labels)
    first = quoted.said_headline(request.about, in_english=speaks_english(request.text))
    return Answer(
        outcome=Outcome.ANSWERED,
        text="\n\n".join((first, *_acts(situation, found, rows), quoted.searched(found.files))),
        request=request,
        quotes=tuple(place.quote for place in found.places),
        citations=cited,
        listed=listed(rows),
        choices=buttons(
            Choice(label="PDF", kind=ChoiceKind.LINK, text=cited[0].url),
            Choice(label="Στη Διαύγεια", kind=ChoiceKind.LINK, text=cited[0].page_url),
            HOW,
        ),
    )


def _acts(situation: Situation, found: PassageFinding, rows: Sequence[Row]) -> Iterator[str]:
    """Each act as a list shows it, and what its pages say."""
    for number, row in enumerate(rows, 1):
        label = situation.labels.get(row.organization_uid, "")
        line = row_line(number, row, organization=organization_name(label) if label else "")
        yield f"{line}\n{quoted.quotes_text([place.quote for place in found.places if place.row == row])}"
