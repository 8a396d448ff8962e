"""The ways a question can go: card, fixed reply, body to be chosen, the guarded loop."""

from dataclasses import replace

from core.answer import several_payees, topics
from core.answer.alerting.flow import Alerts
from core.answer.bodies import NOT_ABOUT_ONE, Bodies, default_body, resolve
from core.answer.compose import refusals
from core.answer.compose.english import in_english
from core.answer.examples import examples
from core.answer.hearing import Heard, heard
from core.answer.lookups.store import LookupStore
from core.answer.receivers import received
from core.answer.remembering import Answering
from core.answer.routes import fixed_reply, outside
from core.answer.setting import Setting
from core.answer.steps import Situation
from core.answer.topics import Topic
from core.domain.answer import Answer, Question
from core.domain.condition import Condition
from core.domain.request import Intent, Request
from core.errors import InvalidInput
from core.ports import Embedder
from core.store import conversations, decisions
from core.store.conversations import Chat
from core.store.open_data import OpenData
from core.store.pool import Pool
from core.store.requests import FetchDesk

_ASKED_TOO = frozenset({Intent.AGGREGATE, Intent.RECORDS})


class Dispatch:
    """From what was understood to an answer."""

    def __init__(
        self,
        pool: Pool,
        *,
        embedder: Embedder | None,
        minds: Answering,
        desk: FetchDesk | None,
        alerts: Alerts,
        open_data: OpenData | None = None,
    ) -> None:
        self._pool = pool
        self._alerts = alerts
        self._embedder = embedder
        self._minds = minds
        self._desk = desk
        self._open_data = open_data

    async def answer(self, question: Question, request: Request, setting: Setting, chat: Chat, *, page: int) -> Answer:
        """Not kept yet. `chat`: what is remembered of the conversation."""
        request = await self._with_held_adas(request)
        if request.intent is Intent.SUBSCRIBE and (asked := _ASKED_TOO & set(request.also)):
            answer = await self.answer(question, replace(request, intent=min(asked), also=()), setting, chat, page=page)
            return replace(answer, text=f"{answer.text}\n\n{refusals.ALERTS_BESIDE}")
        if request.intent is Intent.SUBSCRIBE and request.ask == "list":
            return await self._alerts.listed(question.conversation, request=request)
        if request.intent is Intent.UNSUBSCRIBE:
            return await self._alerts.unwanted(question.conversation, request, by_button=question.by_button)
        if request.intent is not Intent.ADASEARCH:
            near = default_body(setting, given=question.organization_uid, chat=chat.organization_uid)
            shown = await examples(self._pool, setting, organization_uid=near.uid if near else None)
            reply = fixed_reply(request, setting, shown)
            if reply is not None:
                return in_english(reply, setting)
        given = question.organization_uid
        if given and not setting.is_covered(given) and request.intent is not Intent.ADASEARCH:
            return refusals.not_held(request, (setting.body(given).label,), tuple(setting.coverage.values()), ())
        current = default_body(setting, given=given, chat=chat.organization_uid)
        listened = heard(received(request, setting), setting, current=current.uid if current else None)
        request = listened.request
        bodies = resolve(request, setting, given=given, chat=chat.organization_uid)
        if request.intent is not Intent.ADASEARCH:
            if bodies.not_held:
                wishes = () if setting.demo else refusals.wishes(bodies.absent)
                return refusals.not_held(request, bodies.not_held, tuple(setting.coverage.values()), wishes)
            if bodies.ask and (not bodies.chosen or request.intent is Intent.COMPARE):
                await conversations.await_body(self._pool, conversation=question.conversation, text=question.text)
                return refusals.which_body(request, bodies.ask)
        return await self._by_lookups(question, listened, setting, bodies, page, editing=chat.editing)

    async def _with_held_adas(self, request: Request) -> Request:
        """Candidates that are no ΑΔΑ by their form alone count only when we hold them, or they follow «ΑΔΑ»."""
        if not request.adas:
            return request
        doubtful = [item.ada for item in request.adas if not (item.certain or item.labelled)]
        held = await decisions.held(self._pool, adas=doubtful) if doubtful else set()
        kept = tuple(item for item in request.adas if item.ada not in doubtful or item.ada in held)
        if kept and request.intent not in NOT_ABOUT_ONE:
            also = (Intent.SUBSCRIBE,) if request.intent is Intent.SUBSCRIBE else ()
            return replace(request, adas=kept, intent=Intent.ADASEARCH, also=request.also + also)
        if kept:
            return replace(request, adas=kept)
        if request.intent is Intent.ADASEARCH and not request.topic:
            return request  # nothing else was asked: it is told that there is no such act
        intent = Intent.RECORDS if request.intent is Intent.ADASEARCH else request.intent
        return replace(request, adas=(), intent=intent)

    async def _by_lookups(
        self,
        question: Question,
        listened: Heard,
        setting: Setting,
        bodies: Bodies,
        page: int,
        *,
        editing: int | None,
    ) -> Answer:
        named = await several_payees.resolve(self._pool, listened.request)
        if named.answer is not None:
            return named.answer
        request = named.request
        topic = await self._topic(request)
        situation = Situation(
            request=request,
            setting=setting,
            today=question.asked_on,
            topic=topic,
            topics=await topics.of_sides(self._pool, request),
            bodies=bodies.chosen,
            page=page,
            heard=listened.corrections,
            payee=named.party,
            payees=named.parties,
            called=named.corrections,
        )
        if request.intent is Intent.SUBSCRIBE:
            return await self._alerts.offer(situation, question.conversation, editing=editing)
        if request.intent is not Intent.ADASEARCH and (refused := outside(situation)) is not None:
            return refused
        return await self._found(situation)

    async def _found(self, situation: Situation) -> Answer:
        """By lookups, and how far the data of its bodies reach."""
        request, setting = situation.request, situation.setting
        store = LookupStore(
            pool=self._pool,
            embedder=self._embedder,
            today=situation.today,
            demo=setting.demo,
            index=setting.index,
            desk=None if setting.demo else self._desk,
            open_data=self._open_data,
        )
        try:
            made = await self._minds.answer(situation, store)
            ends = (item.published_through or item.last_on for item in situation.coverages)
            reached = [day for day in ends if day]
            body = situation.body.uid if situation.body else None
            return replace(made, organization_uid=body, data_until=min(reached, default=None))
        except InvalidInput as error:
            return refusals.unclear(request, str(error))

    async def _topic(self, request: Request) -> Topic:
        """An ΑΔΑ needs none: whatever else was typed is not looked for."""
        if request.intent is Intent.ADASEARCH:
            return Topic(condition=Condition())
        return await topics.resolve(self._pool, words=request.topic, exclude=request.exclude, joints=request.joints)
