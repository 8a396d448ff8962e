"""Where the conversation meets alerts: pressed buttons, commands of a door, a subscription that is worded anew."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import date

from core.answer import receipts
from core.answer.alerting.command import Command, Do
from core.answer.alerting.flow import Alerts
from core.answer.alerting.under import watched_request
from core.answer.dispatch import Dispatch
from core.answer.setting import Setting
from core.domain.answer import Answer, Question
from core.domain.request import Intent, Request
from core.store import conversations
from core.store.answers import StoredAnswer
from core.store.conversations import Chat
from core.store.pool import Pool

_WISH = "ειδοποίησέ με για"
_NO_REWORDING = frozenset(
    {Intent.SUBSCRIBE, Intent.UNSUBSCRIBE, Intent.ADASEARCH, Intent.SMALLTALK, Intent.AGGREGATE, Intent.COMPARE}
)


def in_place(question: Question, chat: Chat, read: Callable[[Question], Request]) -> Question:
    """The question after the turns before it. What is written after «Αλλαγή» words the subscription anew, unless it is
    about something else."""
    if chat.editing is None:
        return question if question.previous else replace(question, previous=chat.previous)
    alone = replace(question, previous=())
    reworded = read(alone).intent not in _NO_REWORDING
    return replace(alone, text=f"{_WISH} {question.text}") if reworded else alone


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertDesk:
    """`kept` stores an answer, so that its buttons can be pressed."""

    pool: Pool
    alerts: Alerts
    routed: Dispatch
    setting: Callable[[], Awaitable[Setting]]
    kept: Callable[[Question, Answer], Awaitable[Answer]]

    async def pressed(self, question: Question, stored: StoredAnswer, command: Command, asked_on: date) -> Answer:
        """A button about alerts; under an answer it asks whether the same is to be watched."""
        setting = await self.setting()
        asked_now = replace(question, text="", asked_on=asked_on)
        if command.do is not Do.OFFER:
            made = replace(await self.alerts.do(question.conversation, command, setting), demo=setting.demo)
            return made if command.do is Do.FORGET else await self.kept(asked_now, made)
        request = watched_request(receipts.request_of(stored))
        chat = replace(await conversations.chat(self.pool, conversation=question.conversation), editing=None)
        made = await self.routed.answer(replace(question, asked_on=asked_on), request, setting, chat, page=1)
        return await self.kept(asked_now, replace(made, demo=setting.demo))

    async def told(self, conversation: str, command: Command, asked_on: date) -> Answer:
        """What a command of the door asks of alerts."""
        setting = await self.setting()
        made = await self.alerts.do(conversation, command, setting)
        question = Question(conversation=conversation, text="", asked_on=asked_on)
        return await self.kept(question, replace(made, demo=setting.demo))
