"""The questions of one message, answered side by side and told in order."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from core.answer import earlier
from core.answer.compose import refusals
from core.answer.compose.several import NO_ANSWER, together
from core.answer.dispatch import Dispatch
from core.answer.parts.splitting import Part, Parts
from core.answer.routes import NO_SUCH_DAY, impossible_day
from core.answer.setting import Setting
from core.domain.answer import Answer, ChoiceKind, Outcome, Question
from core.domain.request import Request
from core.errors import Unavailable
from core.store import conversations
from core.store.conversations import Chat
from core.store.pool import Pool

log = logging.getLogger(__name__)

Again = Callable[[Question, Request, Answer], Awaitable[tuple[Question, Answer]]]
After = Callable[[Question, Request], Awaitable[Request | Answer]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Several:
    """`after`: what the answers before this message make of its first question; None where it needs none of them.

    `again`: reads a question that the rules leave unclear with a model's help.
    """

    pool: Pool
    routed: Dispatch
    setting: Setting
    chat: Chat
    after: After | None = None
    again: Again | None = None

    async def answer(self, question: Question, parts: Parts) -> Answer:
        """One answer of all parts; each of them keeps its own deadline, so that together they have one.

        A part without an answer in time says so and loses none of the others. Raises Unavailable when all are.
        """
        if len(parts.parts) == 1:
            return await self.one(question, parts.parts[0], place=0)
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._part(question, part, place)) for place, part in enumerate(parts.parts)]
        made = [task.result() for task in tasks]
        if all(each is None for each in made):
            raise Unavailable("none of the questions was answered in time")
        told = [each or _late(part) for each, part in zip(made, parts.parts, strict=True)]
        if asked := _body_asked(told, question):
            await conversations.await_body(self.pool, conversation=question.conversation, text=question.text)
            return asked
        return together(told, whole(question.text, parts), unanswered=len(parts.more))

    async def one(self, question: Question, part: Part, *, place: int = 1) -> Answer:
        """The answer to a single question. Raises Unavailable."""
        made = await self._part(question, part, place)
        if made is None:
            raise Unavailable("the question was not answered in time")
        return made

    async def _part(self, question: Question, part: Part, place: int) -> Answer | None:
        asked = replace(question, text=part.text, previous=part.previous)
        if impossible := impossible_day(part.text):
            return refusals.unclear(part.request, NO_SUCH_DAY.format(day=impossible))
        try:
            request = part.request
            if place == 0 and self.after is not None:
                led = await self.after(asked, request)
                if isinstance(led, Answer):
                    return led
                request = led
            request = earlier.carried(earlier.going_on(request), question.left_out or request.left_out)
            made = await self.routed.answer(asked, request, self.setting, self.chat, page=1)
            return (await self.again(asked, request, made))[1] if self.again else made
        except Unavailable as error:
            log.warning("a part of a message has no answer: %s", error)
            return None


def whole(text: str, parts: Parts) -> Request:
    """The request of the message: its first question, with what else was wished (DESIGN §2: `request.also`)."""
    first, *others = (part.request for part in parts.parts)
    wished = tuple(earlier.going_on(each).intent for each in others)
    return replace(earlier.going_on(first), text=text, also=(*first.also, *wished))


def _late(part: Part) -> Answer:
    return Answer(outcome=Outcome.PARTIAL, text=NO_ANSWER, request=part.request)


def _body_asked(told: Sequence[Answer], question: Question) -> Answer | None:
    """The body is asked for once, for the whole message, and answers all of it."""
    asks = next((each for each in told if any(choice.kind is ChoiceKind.BODY for choice in each.choices)), None)
    if asks is None:
        return None
    choices = tuple(
        replace(choice, text=question.text) if choice.kind is ChoiceKind.BODY else choice for choice in asks.choices
    )
    return replace(asks, choices=choices)
