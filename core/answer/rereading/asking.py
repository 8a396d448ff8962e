"""Asks a language model to write a message anew as questions that rules can read: one try and one more, no answer."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from core.answer import prompts
from core.answer.model.told import FENCE, FENCE_END
from core.answer.model.tools import json_object
from core.domain.answer import plain
from core.errors import InvalidInput
from core.greek.dates import long_day
from core.ports import ChatMessage, ChatModel, ChatReply, Finish, Role, Tool, ToolCall

TRIES = 2
QUESTIONS = "questions"
_MOST_TEXT, _MOST_REPLY = 1_000, 300
_NOT_A_CALL = "Κάλεσε το questions, με τις ερωτήσεις μόνο."
_NOT_A_LIST = "Το questions χρειάζεται μία λίστα από κείμενα."

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Cost:
    """What the rewriting has cost so far, whatever came of it."""

    calls: int = 0
    tokens: int = 0
    euro: Decimal = Decimal(0)

    def add(self, reply: ChatReply) -> None:
        self.tokens += reply.tokens_in + reply.tokens_out
        self.euro += reply.cost_eur


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The message, the texts before it, and what the rules replied."""

    message: str
    previous: tuple[str, ...]
    reply: str
    today: date


async def rewritten(chat: ChatModel, asked: Asked, check: Callable[[Sequence[str]], None], cost: Cost) -> list[str]:
    """The questions; none where the model has none, or none that `check` lets through. Raises Unavailable."""
    messages = [
        ChatMessage(role=Role.SYSTEM, text=_system(asked.today)),
        ChatMessage(role=Role.USER, text=_message(asked)),
    ]
    for _ in range(TRIES):
        cost.calls += 1
        reply = await chat.reply(messages, (_tool(),))
        cost.add(reply)
        if reply.finish in (Finish.FILTERED, Finish.TOO_LONG):
            return []
        try:
            questions = _read(reply)
            if questions:
                check(questions)
            return questions
        except InvalidInput as error:
            log.debug("a rewrite was refused: %s", error)
            messages += _refused(reply, str(error))
    return []


def _read(reply: ChatReply) -> list[str]:
    """One call of the one tool; prose, half a message and other tools are no rewrite."""
    calls = [call for call in reply.calls if call.name == QUESTIONS]
    if reply.finish is not Finish.WHOLE or len(calls) != 1 or len(reply.calls) != 1:
        raise InvalidInput(_NOT_A_CALL)
    given: Any = json_object(calls[0].arguments).get(QUESTIONS)
    if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
        raise InvalidInput(_NOT_A_LIST)
    return [" ".join(plain(each).split()) for each in given]


def _refused(reply: ChatReply, reason: str) -> list[ChatMessage]:
    calls = tuple(
        ToolCall(id=f"call_{place}", name=call.name, arguments=call.arguments) for place, call in enumerate(reply.calls)
    )
    told = prompts.REREAD_RETRY.filled(reason=reason)
    said = ChatMessage(role=Role.ASSISTANT, text=reply.text, calls=calls)
    if not calls:
        return [said, ChatMessage(role=Role.USER, text=told)]
    return [said, *(ChatMessage(role=Role.TOOL, text=told, call_id=call.id) for call in calls)]


def _system(today: date) -> str:
    return prompts.REREAD.filled(today=f"{long_day(today)} ({today.isoformat()})", fence=FENCE, fence_end=FENCE_END)


def _message(asked: Asked) -> str:
    before = "\n".join(f"- {_bare(text)}" for text in asked.previous) or "(κανένα)"
    return prompts.REREAD_QUESTION.filled(
        previous=before,
        message=_bare(asked.message),
        reply=_bare(asked.reply)[:_MOST_REPLY],
        fence=FENCE,
        fence_end=FENCE_END,
    )


def _bare(text: str) -> str:
    """Nothing inside can end the fence."""
    return plain(text[:_MOST_TEXT]).translate(str.maketrans("⟦⟧", "[]"))


def _tool() -> Tool:
    text = {"type": "string"}
    schema = {
        "type": "object",
        "properties": {QUESTIONS: {"type": "array", "items": text, "maxItems": 4}},
        "required": [QUESTIONS],
        "additionalProperties": False,
    }
    return Tool(name=QUESTIONS, description=prompts.REREAD_TOOL[QUESTIONS]["about"], parameters=schema)
