"""What language models cost, kept by day in the database; and a model that is asked only while the day affords it."""

import asyncio
import logging
from collections.abc import Sequence
from decimal import Decimal

from core.answer.timing import stage
from core.errors import Unavailable
from core.ports import ChatMessage, ChatModel, ChatReply, Tool
from core.store import costs
from core.store.pool import Db

_SECONDS = 2.0  # a reader does not wait longer for our own books
_SPENT = "Το ημερήσιο όριο για το γλωσσικό μοντέλο εξαντλήθηκε: απαντούν οι κανόνες."

log = logging.getLogger(__name__)


class PaidChat:
    """Satisfies `ChatModel`. Every call is booked under its Athens day, what brought no reply included.

    `daily_eur`: of all processes together; 0 is no limit. Several calls at once may go over it by what they cost.
    """

    def __init__(self, chat: ChatModel, db: Db, *, daily_eur: Decimal = Decimal(0)) -> None:
        self._chat = chat
        self._db = db
        self._daily = daily_eur
        self._booked = chat.spent_eur  # by whoever had it before us
        self._calls = 0

    @property
    def name(self) -> str:
        return self._chat.name

    @property
    def spent_eur(self) -> Decimal:
        return self._chat.spent_eur

    async def affords(self) -> bool:
        """Whether another call may be made today. When the books cannot be read, none may."""
        if not self._daily:
            return True
        try:
            async with asyncio.timeout(_SECONDS):
                spent = await costs.today(self._db)
                if spent.cost_eur < self._daily:
                    return True
                if await costs.tell_once(self._db):
                    log.warning(
                        "the day's budget for models is spent: %s of %s euro; rules answer until midnight in Athens",
                        spent.cost_eur,
                        self._daily,
                    )
        except (Unavailable, TimeoutError) as error:
            log.warning("what models cost today is not known: %s", error)
        return False

    async def reply(self, messages: Sequence[ChatMessage], tools: Sequence[Tool]) -> ChatReply:
        """As the model's. Raises Unavailable when the day's budget is spent."""
        if not await self.affords():
            raise Unavailable(_SPENT)
        self._calls += 1
        try:
            with stage("model"):
                return await self._chat.reply(messages, tools)
        finally:
            await self.settle()

    async def settle(self) -> None:
        """Books what is not booked yet. What could not be is tried again with the next call."""
        calls, cost = self._calls, self._chat.spent_eur - self._booked
        if not calls and not cost:
            return
        self._calls, self._booked = 0, self._booked + cost
        try:
            async with asyncio.timeout(_SECONDS):
                await costs.add(self._db, calls=calls, cost_eur=cost)
        except BaseException as error:
            self._calls, self._booked = self._calls + calls, self._booked - cost
            if not isinstance(error, Unavailable | TimeoutError):
                raise
            log.warning("the cost of a model's call was not booked yet: %s", error)

    async def close(self) -> None:
        await self.settle()
        await self._chat.close()
