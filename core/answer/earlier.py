"""What a message means after earlier answers: a changed list, one of its lines, its file, its next page, a recap."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from core.answer import receipts, share_of_turn, taking_out
from core.answer.compose import earlier as words
from core.answer.compose.recap import MOST, recap
from core.answer.intents.editing import and_too
from core.answer.intents.following import COURSE_ASKS
from core.answer.intents.shares import OF_TURN
from core.answer.intents.turns import OF_ACT
from core.answer.papers import page_asked
from core.answer.planner import can_leave_out
from core.answer.plans.leaving_out import COUNTED_AGAIN, JUST_CHANGED
from core.domain.answer import Answer, Choice, ChoiceKind, Outcome, Question
from core.domain.identifiers import is_ada
from core.domain.request import AdaCandidate, Intent, Item, Request, Scope
from core.errors import InvalidInput
from core.store import answers, conversations, decisions
from core.store.conversations import Turn
from core.store.pool import Pool

_KEPT = 12
_LEANING = frozenset({Intent.FOLLOWUP, Intent.UNCLEAR})
_FILES = {"export": ChoiceKind.TABLE, "chart": ChoiceKind.CHART}

Read = Callable[[Question], Request]


@dataclass(frozen=True, slots=True, kw_only=True)
class Led:
    """The request with what the earlier answers give it; `again`: another page or list of `question` instead of it."""

    request: Request
    question: Question
    again: bool = False
    page: int | None = None
    said: str = ""


def going_on(request: Request) -> Request:
    """A question that goes on from the one before, with its slots filled in: answered where nothing else is asked."""
    points_back = request.ask not in (None, "why") or request.items or request.intent is not Intent.FOLLOWUP
    asked = (request.topic, request.exclude, request.metric, request.stage, request.decision_types, request.period)
    if points_back or not any(asked):
        return request
    return replace(request, intent=Intent.AGGREGATE if request.metric else Intent.RECORDS)


def noted(request: Request) -> Request:
    """Its list was changed by this very message."""
    return replace(request, notes=(*request.notes, JUST_CHANGED))


async def led(pool: Pool, question: Question, request: Request, read: Read) -> Led | Answer:
    """The request by itself where nothing leans on an earlier answer; what cannot be done is said."""
    try:
        if request.ask == "page" and request.intent in _LEANING:
            return await _of_page(pool, Led(request=request, question=question))
        return await _led(pool, question, request, read)
    except InvalidInput as error:
        return Answer(outcome=Outcome.UNCLEAR, text=str(error), request=request)


async def _led(pool: Pool, question: Question, request: Request, read: Read) -> Led | Answer:
    alone = Led(request=request, question=question)
    if not (_leans(request) or request.continues):
        return alone
    if request.scope is Scope.RECAP:
        return await _recap(pool, alone)
    turns = await conversations.turns(pool, conversation=question.conversation, limit=_KEPT)
    if request.items and not request.ask and and_too(request.text) and taking_out.was_edited(turns):
        request = replace(request, ask="without")
    if request.ask in taking_out.EDITS:
        return await _edited(pool, question, request, turns, read)
    if not turns:
        return alone
    if OF_TURN in request.notes:
        request = await share_of_turn.resolved(pool, question.conversation, request, turns)
    if request.continues:
        return replace(alone, request=replace(request, left_out=taking_out.left_out_of(turns[0])))
    if request.items:
        return _of_lines(alone, taking_out.pointed(request, turns))
    if request.ask in (*OF_ACT, *COURSE_ASKS):
        return _of_one(alone, turns)
    return await _of_answer(pool, alone, turns[0])


async def _recap(pool: Pool, alone: Led) -> Led | Answer:
    """Of this chat alone, from its answers as they were given."""
    told = await conversations.told(pool, conversation=alone.question.conversation, limit=MOST + 1)
    if not told:
        return alone
    return replace(recap(told[-MOST:], more=len(told) > MOST), request=alone.request)


def _leans(request: Request) -> bool:
    """It says nothing of its own, or changes the list."""
    if request.scope is Scope.RECAP or request.ask in taking_out.EDITS:
        return True
    pointing = request.items or request.ask in (*OF_ACT, *COURSE_ASKS, *_FILES, "explain", "more")
    return request.intent in _LEANING and bool(pointing) and not (request.topic or request.adas)


def carried(request: Request, out: tuple[Item, ...]) -> Request:
    """What was taken out before stays out, where the question can leave it out; else it is said that it counts."""
    if not out or can_leave_out(request, out):
        return replace(request, left_out=out)
    return replace(request, left_out=(), notes=(*request.notes, COUNTED_AGAIN))


async def _edited(pool: Pool, question: Question, request: Request, turns: Sequence[Turn], read: Read) -> Led:
    typed = [each.ada for each in request.adas]
    held = await decisions.held(pool, adas=typed) if typed else set()
    out = taking_out.changed(request, turns, held)
    before = receipts.question_of(turns[0], conversation=question.conversation)
    base = replace(before, asked_on=question.asked_on, left_out=out)
    if not can_leave_out(going_on(read(base)), out):
        raise InvalidInput(words.CANNOT_LEAVE_OUT)
    said = words.ALL_BACK if request.ask == "restore" and not out else ""
    return Led(request=request, question=base, again=True, said=said)


def _of_lines(alone: Led, items: Sequence[Item]) -> Led:
    """«το δεύτερο», «στείλε μου το PDF της πρώτης»: the card of each act."""
    payees = [item for item in items if not is_ada(item.key)]
    if payees:
        raise InvalidInput(words.is_payee(payees[0]))
    return replace(alone, request=_card(alone.request, [item.key for item in items]))


def _card(request: Request, adas: Sequence[str]) -> Request:
    found = tuple(AdaCandidate(ada=ada, typed=ada, certain=True) for ada in adas)
    return replace(request, intent=Intent.ADASEARCH, adas=found, items=(), topic=())


def _of_one(alone: Led, turns: Sequence[Turn]) -> Led | Answer:
    """«ποιος την υπέγραψε;», «στείλε μου το PDF»: of the one act that the answer before showed."""
    shown = cast(Mapping[str, Any], turns[0].request)["request"].get("slots", {}).get("ada", [])
    seen = [item.key for item in taking_out.lines(turns).values() if is_ada(item.key)]
    adas = shown or seen
    if len(adas) == 1:
        return replace(alone, request=_card(alone.request, adas))
    return words.which_one(alone.request, taking_out.lines(turns)) if len(seen) > 1 else alone


async def _of_page(pool: Pool, alone: Led) -> Led | Answer:
    """«δείξε τη σελίδα» under a quote: its picture; under a list with pages: that one of them; else of the act."""
    question, request = alone.question, alone.request
    turns = await conversations.turns(pool, conversation=question.conversation, limit=_KEPT)
    if not turns:
        return alone
    page, choices = page_asked(request.text), cast(list[dict[str, Any]], turns[0].answer["choices"])
    sheet = next((each for each in choices if each["kind"] == ChoiceKind.SHEET and page in (None, each["page"])), None)
    if sheet is not None:
        button = Choice(label=sheet["label"], kind=ChoiceKind.SHEET, text=sheet["text"], page=sheet["page"])
        return Answer(
            outcome=Outcome.ANSWERED,
            text=words.PAGE_OF_PDF.format(page=button.page),
            request=_card(request, [button.text.split(" ")[0]]),
            choices=(button,),
            at_once=ChoiceKind.SHEET,
        )
    if page and any(each["kind"] == ChoiceKind.PAGE and each["page"] == page for each in choices):
        before = receipts.question_of(turns[0], conversation=question.conversation)
        return replace(alone, question=replace(before, asked_on=question.asked_on), again=True, page=page)
    return alone if request.adas else _of_one(alone, turns)


async def _of_answer(pool: Pool, alone: Led, turn: Turn) -> Led | Answer:
    """«σε excel», «γράφημα», «πώς το βρήκες;», «δείξε περισσότερες»: of the answer that was given."""
    question, request = alone.question, alone.request
    choices = cast(list[dict[str, Any]], turn.answer["choices"])
    if request.ask == "explain":
        stored = await answers.find(pool, answer_id=turn.answer_id, conversation=question.conversation)
        return receipts.recipe(stored, receipt=turn.answer_id, demo=False) if stored else alone
    if request.ask == "more":
        page = cast(int, turn.request["page"]) + 1
        if not any(each["kind"] == ChoiceKind.PAGE and each["page"] == page for each in choices):
            raise InvalidInput(words.NO_MORE)
        before = receipts.question_of(turn, conversation=question.conversation)
        return replace(alone, question=replace(before, asked_on=question.asked_on), again=True, page=page)
    kind = _FILES[request.ask or ""]
    found = next((each for each in choices if each["kind"] == kind), None)
    if found is None:
        raise InvalidInput(words.NO_FILE[kind])
    button = Choice(label=found["label"], kind=kind)
    text = words.FILE[kind]
    return Answer(outcome=Outcome.ANSWERED, text=text, request=request, choices=(button,), receipt=turn.answer_id)
