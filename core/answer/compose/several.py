"""Answers to the questions of one message as one: numbered, each with its own figures, the coverage said once."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from core.answer.compose.words import bold, italic
from core.domain.answer import ITALIC, ITALIC_END, Answer, Choice, ChoiceKind, Citation, Outcome
from core.domain.request import Request

NO_ANSWER = "Σε αυτό δεν πρόλαβα να απαντήσω. Ρωτήστε το ξανά, μόνο του."
_MORE = "Απαντώ έως τέσσερις ερωτήσεις μαζί. Στείλτε {what} σε άλλο μήνυμα."
_BUTTONS = 4
_OFFERED = 2  # of the buttons, for parts that need a choice
_REACH = re.compile(r"(?:Αναρτήσεις έως|Φορτωμένο αρχείο)[^" + ITALIC_END + r"]*$")
_TOLD = frozenset({Outcome.ANSWERED, Outcome.PARTIAL})
# Of one answer alone: its pages, its picture, its links; the file and the recipe are of all.
_NOT_SHARED = frozenset({ChoiceKind.PAGE, ChoiceKind.CHART, ChoiceKind.CHECK, ChoiceKind.LINK, ChoiceKind.COPY})
_SHARED = (ChoiceKind.TABLE, ChoiceKind.HOW)


def together(
    parts: Sequence[Answer], request: Request | None = None, *, unanswered: int = 0, demo: bool = False
) -> Answer:
    """`request`: of the message as a whole. `unanswered`: how many more questions it held."""
    lists = [part.listed for part in parts if part.listed]
    milliseconds = {name: max(part.milliseconds.get(name, 0) for part in parts) for name in parts[0].milliseconds}
    minds = [part.mind for part in parts if part.mind != "planner"]
    bodies = {part.organization_uid for part in parts}
    return Answer(
        outcome=_outcome(parts),
        text="\n\n".join(_blocks(parts, unanswered)),
        request=request,
        figures=tuple(figure for part in parts for figure in part.figures),
        citations=_cited(parts),
        listed=lists[0] if len(lists) == 1 else (),  # «το δεύτερο» of two lists is of neither
        quotes=tuple(quote for part in parts for quote in part.quotes),
        findings=tuple(finding for part in parts for finding in part.findings),
        choices=_choices(parts),
        mind=minds[0] if minds else "planner",
        cached=all(part.cached for part in parts),
        model_calls=sum(part.model_calls for part in parts),
        cost_eur=sum((part.cost_eur for part in parts), Decimal(0)),
        milliseconds=milliseconds,
        data_until=min((part.data_until for part in parts if part.data_until), default=None),
        organization_uid=bodies.pop() if len(bodies) == 1 else None,
        notes=tuple(dict.fromkeys(note for part in parts for note in part.notes)),
        parts=tuple(parts),
        demo=demo,
    )


def numbered(place: int, number: int) -> str:
    return f"{place} από {number}"


def _outcome(parts: Sequence[Answer]) -> Outcome:
    """That of all; partial where some part was answered and some was not."""
    outcomes = {part.outcome for part in parts}
    if len(outcomes) == 1:
        return outcomes.pop()
    return Outcome.PARTIAL if outcomes & _TOLD else parts[0].outcome


def _blocks(parts: Sequence[Answer], unanswered: int) -> Iterator[str]:
    reaches = {found for part in parts if (found := _reach(part.text))}
    once = next(iter(reaches)) if len(reaches) == 1 else ""
    for place, part in enumerate(parts, 1):
        yield f"{bold(numbered(place, len(parts)))} · {_without(part.text, once)}"
    if once:
        yield italic(once)
    if unanswered:
        yield _MORE.format(what="την άλλη" if unanswered == 1 else "τις άλλες")


def _reach(text: str) -> str:
    """How far the data reach, as the last line of an answer says it."""
    last = text.rsplit("\n\n", 1)[-1]
    if not (last.startswith(ITALIC) and last.endswith(ITALIC_END)):
        return ""
    found = _REACH.search(last.removesuffix(ITALIC_END))
    return found.group() if found else ""


def _without(text: str, once: str) -> str:
    if not once or _reach(text) != once:
        return text
    body, last = text.rsplit("\n\n", 1) if "\n\n" in text else ("", text)
    kept = last.removesuffix(ITALIC_END).removesuffix(once).rstrip()
    closing = f"{kept}{ITALIC_END}" if kept != ITALIC else ""
    return "\n\n".join(part for part in (body, closing) if part)


def _cited(parts: Sequence[Answer]) -> tuple[Citation, ...]:
    known = {citation.ada: citation for part in parts for citation in part.citations}
    return tuple(known.values())


def _choices(parts: Sequence[Answer]) -> tuple[Choice, ...]:
    """At most four: what a part without an answer needs, the file and the recipe of all, then the parts' own."""
    places = list(enumerate(parts, 1))
    asking = [choice for place, part in places if part.outcome not in _TOLD for choice in _own(part, place)]
    held = [choice for part in parts for choice in part.choices]
    shared = [next((each for each in held if each.kind is kind), None) for kind in _SHARED]
    own = [choice for place, part in places if part.outcome in _TOLD for choice in _own(part, place)]
    wanted = [*asking[:_OFFERED], *(choice for choice in shared if choice), *own]
    return tuple(dict.fromkeys(wanted))[:_BUTTONS]


def _own(part: Answer, place: int) -> list[Choice]:
    """Questions to be tapped: those of the part, of its body, with its number."""
    return [
        replace(
            choice, label=f"{choice.label} ({place})", organization_uid=choice.organization_uid or part.organization_uid
        )
        for choice in part.choices
        if choice.kind not in (*_NOT_SHARED, *_SHARED)
    ]
