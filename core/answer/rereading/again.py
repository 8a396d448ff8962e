"""A message that rules could not take apart, read again with a model's help: its rewrite goes the ordinary way."""

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.answer import prompts
from core.answer.compose import reread
from core.answer.deadline import within
from core.answer.minds import Minds
from core.answer.parts.answering import Several
from core.answer.parts.splitting import Part, Parts
from core.answer.rereading.allowed import MOST, check
from core.answer.rereading.asking import Asked, Cost, rewritten
from core.answer.rereading.said import Read, said_of
from core.answer.rereading.when import Help, help_for
from core.domain.answer import Answer, ChoiceKind, Outcome, Question, plain
from core.domain.request import Request
from core.errors import DiafaneiaError
from core.ports import ChatModel

_RESERVE = 0.5  # seconds that sending the rules' reply needs after the time is up
_TURNS = 4
_TOLD = frozenset({Outcome.ANSWERED, Outcome.PARTIAL})
_HELPS = {
    Help.INSTEAD: _TOLD | {Outcome.OUTSIDE_COVERAGE},  # «δεν βρήκα» of a misread question would mislead
    Help.OFFERED: _TOLD,
}

log = logging.getLogger(__name__)


def _helps(answer: Answer, way: Help) -> bool:
    """A choice of bodies is a step on: the question waits for it."""
    asks_body = way is Help.INSTEAD and any(choice.kind is ChoiceKind.BODY for choice in answer.choices)
    return answer.outcome in _HELPS[way] or asks_body


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """A message and what the rules replied. `until`: when the reader has to be answered (`time.perf_counter`);
    `most`: how many questions it may be.
    """

    minds: Minds
    several: Several
    read: Read
    until: float
    most: int = MOST

    async def better(self, question: Question, request: Request, made: Answer) -> tuple[Question, Answer]:
        """The reply that helps most, and the question as it stands in the conversation from now on.

        Whatever the model does, the rules' reply is there in time.
        """
        way = help_for(request, made)
        chat = await self.minds.affordable() if way else None
        if way is None or chat is None or self._left() <= 0:
            return question, made
        cost = Cost()
        better = question, made
        try:
            async with asyncio.timeout(self._left()):
                better = await self._reread(chat, way, question, request, made, cost)
        except (TimeoutError, DiafaneiaError) as error:
            log.warning("the rules' reply stands: %s", type(error).__name__)
        self._log(chat, cost, accepted=better[1] is not made)
        return better[0], reread.paid(better[1], cost.calls, cost.euro)

    async def _reread(
        self, chat: ChatModel, way: Help, question: Question, request: Request, made: Answer, cost: Cost
    ) -> tuple[Question, Answer]:
        previous = question.previous[-_TURNS:]
        said = said_of(question.text, previous, self.read)
        bodies = dict(self.several.setting.organizations)

        def checked(questions: Sequence[str]) -> None:
            check(questions, [self.read(each, ()) for each in questions], said, bodies, most=self.most)

        asked = Asked(message=question.text, previous=previous, reply=plain(made.text), today=question.asked_on)
        questions = await rewritten(chat, asked, checked, cost)
        if not questions:
            return question, made
        anew = replace(question, text="; ".join(questions), previous=())
        requests = [self.read(each, ()) for each in questions]
        answer = await self._answer(anew, requests)
        told = [each for each, part in zip(requests, answer.parts or (answer,), strict=False) if _helps(part, way)]
        if not told:
            return question, made
        if way is Help.OFFERED:
            return question, reread.offered(made, told)
        return anew, reread.instead(answer, requests)

    async def _answer(self, anew: Question, requests: Sequence[Request]) -> Answer:
        parts = tuple(Part(text=each.text, previous=(), request=each) for each in requests)
        with within(self._left()):
            if len(parts) == 1:
                return await self.several.one(anew, parts[0])
            return await self.several.answer(anew, Parts(parts=parts))

    def _left(self) -> float:
        return self.until - time.perf_counter() - _RESERVE

    def _log(self, chat: ChatModel, cost: Cost, *, accepted: bool) -> None:
        log.info(
            "reread",
            extra={
                "prompt": prompts.REREAD_HASH,
                "model": chat.name,
                "calls": cost.calls,
                "tokens": cost.tokens,
                "cost_eur": str(cost.euro),
                "accepted": accepted,
            },
        )
