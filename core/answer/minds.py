"""Which mind answers: the planner always, and a language model in front of it where one is set and may be asked."""

import logging
import time
from dataclasses import dataclass, replace
from decimal import Decimal

from core.answer import deadline, prompts
from core.answer.agent import Agent
from core.answer.lookups.store import LookupStore
from core.answer.model.budget import PaidChat
from core.answer.model.mind import ModelMind
from core.answer.model.tools import PLANNED_ALONE
from core.answer.planner import Planner
from core.answer.steps import Situation
from core.domain.answer import Answer, Outcome
from core.domain.request import Intent
from core.errors import Unavailable
from core.ports import ChatModel

_RESERVE = 0.5  # seconds that sending the planner's answer needs after the model's time is up
_SURE = 0.8

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Routing:
    """`economy`: a model is asked only where the rules were not sure. `daily_eur`: 0 is no limit; of all processes."""

    economy: bool = False
    daily_eur: Decimal = Decimal(0)


class Minds:
    """The planner answers first: what it says is the ground of a model's words, and what is sent without them."""

    def __init__(self, chat: PaidChat | None = None, *, seconds: float, routing: Routing | None = None) -> None:
        self._chat = chat
        self._seconds = seconds
        self._routing = routing or Routing()

    async def affordable(self) -> ChatModel | None:
        """The model, where one is set and the budget of the day lets it be asked."""
        return self._chat if self._chat is not None and await self._chat.affords() else None

    async def answer(self, situation: Situation, store: LookupStore) -> Answer:
        """Within the seconds, whatever the model does. Raises InvalidInput for what no lookup can read."""
        started, seconds = time.monotonic(), deadline.left(self._seconds)
        planned = await Agent(Planner(), store, seconds=seconds).run(situation)
        left = seconds - (time.monotonic() - started) - _RESERVE
        if self._chat is None or left <= 0 or not self._may_ask(situation, planned):
            return planned
        if not await self._chat.affords():
            return planned
        mind = ModelMind(self._chat, store.pool, views=store.open_data.views if store.open_data else ())
        try:
            held = replace(store, desk=None)  # an act that a model imagines is not asked for at the source
            made = await Agent(mind, held, seconds=left, planned=planned).run(situation)
        except Unavailable as error:
            log.warning("the planner answers: %s", error)
            made = planned
        self._log(mind, made, planned, started)
        return replace(made, model_calls=mind.spent.calls, cost_eur=mind.spent.euro)

    def _may_ask(self, situation: Situation, planned: Answer) -> bool:
        """Only above an answer: what is missing, unclear or refused is told in words that were weighed."""
        plain_list = situation.request.intent is Intent.ADASEARCH or situation.page > 1
        alone = any(finding.lookup in PLANNED_ALONE for finding in planned.findings)
        if planned.outcome is not Outcome.ANSWERED or plain_list or alone:
            return False
        return not self._routing.economy or situation.request.sureness < _SURE

    def _log(self, mind: ModelMind, made: Answer, planned: Answer, started: float) -> None:
        log.info(
            "model",
            extra={
                "prompt": prompts.HASH,
                "model": mind.name,
                "calls": mind.spent.calls,
                "tokens": mind.spent.tokens,
                "cost_eur": str(mind.spent.euro),
                "ms": round((time.monotonic() - started) * 1000),
                "accepted": made is not planned,
            },
        )
