"""A language model as a mind: its messages, its calls as typed lookups, its last words as sentences to be checked."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from core.answer import prompts
from core.answer.compose.open_table import tables_of
from core.answer.lookups import LOOKUPS
from core.answer.model.calls import call_of
from core.answer.model.told import question_text, refusal_text, result_text, system_text
from core.answer.model.tools import ANSWER, LOOKUP_ARGUMENTS, QUERY, json_object, tools
from core.answer.steps import Call, Situation, Step, Wording
from core.errors import InvalidInput, Unavailable
from core.ports import ChatMessage, ChatModel, ChatReply, Finish, Role, ToolCall
from core.store.open_data import OpenView
from core.store.pool import Db

MOST_CALLS = 7  # of the model, in one answer
MOST_TOKENS = 60_000
AT_ONCE = 4
MOST_QUERIES = 2  # SELECTs of its own in one answer: one, and one mended
_KEPT_WHOLE = 2  # the last messages of tools, when the rest has to be shortened
_HELD = "Η απάντηση γράφτηκε πριν από τα αποτελέσματα και δεν έγινε δεκτή. Δες τα και γράψε την ξανά."
_TOO_MANY = f"Έως {AT_ONCE} αναζητήσεις μαζί: αυτή δεν έγινε."
_AGAIN = "Η ίδια αναζήτηση έγινε ήδη: δες το αποτέλεσμά της πιο πάνω."
_NO_MORE_QUERIES = f"Έως {MOST_QUERIES} ερωτήματα SQL: αυτό δεν έγινε."
_CUT = "Το μήνυμα κόπηκε στη μέση και δεν διαβάστηκε. Γράψε το ξανά, πιο σύντομα."
_UNKNOWN = "Δεν υπάρχει αναζήτηση «{name}». Υπάρχουν: {known}."
_SHORTENED = "(παλαιότερο αποτέλεσμα, κόπηκε)"
_SPENT = "Το γλωσσικό μοντέλο δεν κατέληξε σε απάντηση."

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Spent:
    """What an answer has cost so far."""

    calls: int = 0
    tokens: int = 0
    euro: Decimal = Decimal(0)
    model: str = ""

    def add(self, reply: ChatReply) -> None:
        self.tokens += reply.tokens_in + reply.tokens_out
        self.euro += reply.cost_eur
        self.model = reply.model


class ModelMind:
    """For one answer: it remembers what was said. Satisfies `core.ports.Mind`."""

    def __init__(self, chat: ChatModel, db: Db, *, views: Sequence[OpenView] = ()) -> None:
        self._chat = chat
        self._db = db
        self._tools = tools(views)
        self._queries = 0
        self._messages: list[ChatMessage] = []
        self._asked: list[ToolCall] = []  # the calls whose results come next, in their order
        self._made: list[Call] = []
        self._answered: ToolCall | None = None
        self._rejections = 0
        self.spent = Spent()

    @property
    def name(self) -> str:
        return self.spent.model or self._chat.name

    async def next_step(self, situation: Situation) -> Step:
        """Lookups to be made, or words to be checked. Raises Unavailable when the model gives neither."""
        self._hear(situation)
        while True:
            step = await self._proposed(await self._reply(), situation)
            if step is not None:
                return step

    def _hear(self, situation: Situation) -> None:
        """What came of the last step: results to their calls, or why the words were refused."""
        if not self._messages:
            self._messages = [
                ChatMessage(role=Role.SYSTEM, text=system_text(situation)),
                ChatMessage(role=Role.USER, text=question_text(situation)),
            ]
        for asked, call, came in zip(self._asked, self._made[-len(self._asked) :], situation.last, strict=False):
            told = refusal_text(call, came) if isinstance(came, InvalidInput) else result_text(call, came, situation)
            self._tell(asked, told)
        self._asked = []
        if len(situation.rejections) > self._rejections:
            self._rejections = len(situation.rejections)
            reason = prompts.RETRY.filled(reason=situation.rejections[-1])
            if self._answered is not None:
                self._tell(self._answered, reason)
            else:
                self._messages.append(ChatMessage(role=Role.USER, text=reason))
        self._answered = None

    def _tell(self, call: ToolCall, text: str) -> None:
        self._messages.append(ChatMessage(role=Role.TOOL, text=text, call_id=call.id))

    async def _reply(self) -> ChatReply:
        """The last call has no lookups any more: it can only answer (MODELS §5)."""
        left = MOST_CALLS - self.spent.calls
        if left <= 0 or self.spent.tokens >= MOST_TOKENS:
            raise Unavailable(_SPENT)
        offered = self._tools if left > 1 else tuple(tool for tool in self._tools if tool.name == ANSWER)
        self.spent.calls += 1
        reply = await self._chat.reply(self._messages, offered)
        self.spent.add(reply)
        if reply.finish is Finish.TOO_LONG:
            reply = await self._shorter(offered)
        if reply.finish is Finish.FILTERED:
            raise Unavailable(_SPENT)
        return reply

    async def _shorter(self, offered: tuple[object, ...]) -> ChatReply:
        """Once more without the older results: nobody may answer from what was cut, for it has to stand in them."""
        results = [place for place, each in enumerate(self._messages) if each.role is Role.TOOL]
        for place in results[:-_KEPT_WHOLE]:
            self._messages[place] = replace(self._messages[place], text=_SHORTENED)
        self.spent.calls += 1
        reply = await self._chat.reply(self._messages, [tool for tool in self._tools if tool in offered])
        self.spent.add(reply)
        if reply.finish is Finish.TOO_LONG:
            raise Unavailable(_SPENT)
        return reply

    async def _proposed(self, reply: ChatReply, situation: Situation) -> Step | None:
        """None where the model has to speak again: half a message, or no call that can be made."""
        whole = reply.finish is Finish.WHOLE
        said = ChatMessage(role=Role.ASSISTANT, text=reply.text, calls=_numbered(reply.calls, self.spent.calls))
        self._messages.append(said)
        if not said.calls:
            if whole:
                return Wording(text=reply.text)
            self._messages.append(ChatMessage(role=Role.USER, text=_CUT))
            return None
        lookups = [call for call in said.calls if call.name != ANSWER]
        if whole and not lookups:
            return self._answer(said.calls, situation)
        made: list[Call] = []
        for call in said.calls:
            refused = _CUT if not whole else await self._refused(call, made, situation)
            if refused is not None:
                self._tell(call, refused)
        self._made += made
        return tuple(made) or None

    async def _refused(self, call: ToolCall, made: list[Call], situation: Situation) -> str | None:
        """Why the call is not made; a good one is put among `made`."""
        if call.name == ANSWER:
            return _HELD
        offered = {tool.name for tool in self._tools}
        if call.name not in LOOKUPS or (call.name == QUERY and QUERY not in offered):
            known = ", ".join(name for name in LOOKUP_ARGUMENTS if name in offered)
            return _UNKNOWN.format(name=call.name, known=known)
        if call.name == QUERY and self._queries >= MOST_QUERIES:
            return _NO_MORE_QUERIES
        if len(made) >= AT_ONCE:
            return _TOO_MANY
        try:
            typed = await call_of(call.name, call.arguments, situation, self._db)
        except InvalidInput as error:
            return str(error)
        if typed in self._made or typed in made:
            return _AGAIN
        self._queries += call.name == QUERY
        made.append(typed)
        self._asked.append(call)
        return None

    def _answer(self, calls: tuple[ToolCall, ...], situation: Situation) -> Wording | None:
        """The words of one `answer`; a second one beside it is not read."""
        self._answered, *more = calls
        for call in more:
            self._tell(call, _AGAIN)
        try:
            given = json_object(self._answered.arguments)
            text = given.get("text")
            if not isinstance(text, str):
                raise InvalidInput("Το answer χρειάζεται text.")
        except InvalidInput as error:
            self._tell(self._answered, str(error))
            self._answered = None
            return None
        if not text.strip() and not tables_of(situation):  # it says that it has no answer
            raise Unavailable(_SPENT)
        return Wording(text=text)


def _numbered(calls: tuple[ToolCall, ...], round_number: int) -> tuple[ToolCall, ...]:
    """Ids of our own: some providers repeat theirs, or send none."""
    return tuple(replace(call, id=f"call_{round_number}_{place}") for place, call in enumerate(calls, 1))
