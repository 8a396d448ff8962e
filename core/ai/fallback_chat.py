"""A second provider for when the first gives no answer."""

import logging
from collections.abc import Sequence
from decimal import Decimal

from core.errors import Unavailable
from core.ports import ChatMessage, ChatModel, ChatReply, Tool

log = logging.getLogger(__name__)


class FallbackChat:
    """Asks the first; what it does not answer, the second. A reply tells which of them made it."""

    def __init__(self, first: ChatModel, second: ChatModel) -> None:
        self._first = first
        self._second = second

    @property
    def name(self) -> str:
        return self._first.name

    @property
    def spent_eur(self) -> Decimal:
        return self._first.spent_eur + self._second.spent_eur

    async def reply(self, messages: Sequence[ChatMessage], tools: Sequence[Tool]) -> ChatReply:
        try:
            return await self._first.reply(messages, tools)
        except Unavailable as error:
            log.warning("%s gave no answer, %s is asked: %s", self._first.name, self._second.name, error)
            return await self._second.reply(messages, tools)

    async def close(self) -> None:
        await self._first.close()
        await self._second.close()
