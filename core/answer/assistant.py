"""The ways a question can go: card, fixed reply, body to be chosen, the guarded loop; and what its buttons do."""

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date

from core.answer import naming, receipts, topics
from core.answer.bodies import Bodies, default_body, resolve
from core.answer.compose import refusals
from core.answer.compose.how import how_found
from core.answer.examples import examples
from core.answer.hearing import Heard, heard
from core.answer.lookups.store import LookupStore
from core.answer.minds import Minds, Routing
from core.answer.routes import fixed_reply, impossible_day, outside
from core.answer.setting import Setting
from core.answer.steps import Situation
from core.answer.topics import Topic
from core.answer.understanding import understand
from core.domain.answer import Answer, Choice, ChoiceKind, Outcome, Question
from core.domain.condition import Condition
from core.domain.request import Intent, Request
from core.errors import InvalidInput
from core.ports import ChatModel, Embedder
from core.store import answers, conversations, decisions, requests
from core.store.conversations import Chat
from core.store.pool import Pool
from core.store.requests import FetchDesk

log = logging.getLogger(__name__)

# An ΑΔΑ inside these does not make the card the answer; a wish to follow an act shows the act, and what we cannot do.
_NOT_ABOUT_ONE = frozenset({Intent.INJECTION, Intent.OUT_OF_SCOPE, Intent.UNSUBSCRIBE})
_ASKED_TOO = frozenset({Intent.AGGREGATE, Intent.RECORDS})
_GONE = "Η λίστα έληξε. Κάντε ξανά την ερώτηση."


def _continued(request: Request) -> Request:
    """A question that goes on from the one before, with its slots filled in: answered where nothing else is asked."""
    points_back = request.ask or request.items or request.intent is not Intent.FOLLOWUP
    asked = (request.topic, request.exclude, request.metric, request.stage, request.decision_types, request.period)
    if points_back or not any(asked):
        return request
    intent = Intent.AGGREGATE if request.metric else Intent.RECORDS
    return replace(request, intent=intent)


class Assistant:
    """One façade for every door: a Question goes in, an Answer comes out, and is kept with its receipt."""

    def __init__(
        self,
        pool: Pool,
        *,
        embedder: Embedder | None,
        setting: Callable[[], Awaitable[Setting]],
        seconds: float,
        desk: FetchDesk | None = None,
        chat: ChatModel | None = None,
        routing: Routing | None = None,
    ) -> None:
        self._pool = pool
        self._embedder = embedder
        self._setting = setting
        self._minds = Minds(chat, seconds=seconds, routing=routing)
        self._desk = desk

    async def answer(self, question: Question, *, page: int | None = None, tapped: bool = False) -> Answer:
        """The answer to one message, to a question that was offered and `tapped`, or a `page` of one given before.

        Raises Unavailable without the database.
        """
        setting = await self._setting()
        chat = await conversations.chat(self._pool, conversation=question.conversation)
        if page is None and not tapped and not question.previous:
            question = replace(question, previous=chat.previous)
        started = time.perf_counter()
        request = _continued(self.read(question, setting))
        named = self._body_alone(question, request, setting)
        if named and (chat.awaiting or request.intent is Intent.FOLLOWUP):
            return await self.choose_body(question, named, chat.awaiting or "")
        if named:
            await conversations.choose_body(self._pool, conversation=question.conversation, organization_uid=named)
        understood = time.perf_counter()
        if (chosen := self._only_a_body(request, setting)) is not None:
            return await self.choose_body(question, chosen, chat.awaiting or "")
        if impossible := impossible_day(question.text):
            return await self._kept(question, refusals.unclear(request, f"Δεν υπάρχει ημερομηνία {impossible}."))
        if request.ask == "delete_data":
            await conversations.forget(self._pool, conversation=question.conversation)
            return Answer(outcome=Outcome.ALERT, text=refusals.FORGOTTEN, request=request, demo=setting.demo)
        made = await self._route(question, request, setting, chat, page or 1)
        finished = time.perf_counter()
        spent = {
            "understanding": round((understood - started) * 1000),
            "lookups": round((finished - understood) * 1000),
            "total": round((finished - started) * 1000),
        }
        notes = (*made.notes, *(() if self._embedder else ("χωρίς διανυσματική αναζήτηση",)))
        until = made.data_until or setting.data_until
        made = replace(made, demo=setting.demo, milliseconds=spent, data_until=until, notes=notes)
        return await self._kept(question, made)

    def read(self, question: Question, setting: Setting) -> Request:
        """What the question asks, by rules alone."""
        return understand(
            question.text,
            today=question.asked_on,
            bodies=setting.index,
            previous=question.previous,
            registered=setting.is_registered,
        )

    async def choose(self, conversation: str, answer_id: str, index: int, asked_on: date) -> Answer:
        """What a button does. An answer of another chat, or one that is gone, has no buttons."""
        stored = await answers.find(self._pool, answer_id=answer_id, conversation=conversation)
        choice = receipts.choice_of(stored, index) if stored else None
        if stored is None or choice is None:
            return Answer(outcome=Outcome.UNCLEAR, text=_GONE, demo=(await self._setting()).demo)
        question = receipts.question_of(stored, conversation=conversation)
        match choice.kind:
            case ChoiceKind.PAGE:
                return await self.answer(question, page=choice.page)
            case ChoiceKind.HOW:
                setting = await self._setting()
                return receipts.recipe(stored, receipt=answer_id, demo=setting.demo)
            case ChoiceKind.WANT if choice.organization_uid:
                await requests.want(self._pool, organization_uid=choice.organization_uid)
                return Answer(outcome=Outcome.ANSWERED, text=refusals.WISHED)
            case ChoiceKind.BODY if choice.organization_uid:
                return await self.choose_body(question, choice.organization_uid, choice.text)
            case _:
                asked = Question(
                    conversation=conversation,
                    text=choice.text,
                    asked_on=asked_on,
                    organization_uid=choice.organization_uid or question.organization_uid,
                )
                return await self.answer(asked, tapped=True)

    async def choose_body(self, question: Question, organization_uid: str, text: str) -> Answer:
        """Remembers the body of the chat and answers the question that waited for it."""
        await conversations.choose_body(
            self._pool, conversation=question.conversation, organization_uid=organization_uid
        )
        if text:
            before = tuple(turn for turn in question.previous if turn != text)
            waited = replace(question, text=text, organization_uid=None, previous=before)
            return await self.answer(waited, tapped=True)
        setting = await self._setting()
        shown = await examples(self._pool, setting, organization_uid=organization_uid)
        answer = refusals.body_chosen(setting.body(organization_uid), shown)
        return await self._kept(question, replace(answer, demo=setting.demo))

    def _body_alone(self, question: Question, request: Request, setting: Setting) -> str | None:
        """The covered body that a message consists of, where an earlier turn was read into it."""
        if not question.previous or not request.organizations:
            return None
        return self._only_a_body(self.read(replace(question, previous=()), setting), setting)

    def _only_a_body(self, request: Request, setting: Setting) -> str | None:
        """The uid of a covered body, when its name is all that the message says."""
        more = (request.topic, request.adas, request.period, request.metric, request.stage, request.decision_types)
        if any(more) or request.intent in _NOT_ABOUT_ONE or len(request.organizations) != 1:
            return None
        held = [uid for uid in request.organizations[0].uids if setting.is_covered(uid)]
        return held[0] if len(held) == 1 else None

    async def _route(self, question: Question, request: Request, setting: Setting, chat: Chat, page: int) -> Answer:
        request = await self._with_held_adas(request)
        if request.intent is Intent.SUBSCRIBE and (asked := _ASKED_TOO & set(request.also)):
            answer = await self._route(question, replace(request, intent=min(asked), also=()), setting, chat, page)
            return replace(answer, text=f"{answer.text}\n\n{refusals.ALERTS_BESIDE}")
        if request.intent is not Intent.ADASEARCH:
            near = default_body(setting, given=question.organization_uid, chat=chat.organization_uid)
            shown = await examples(self._pool, setting, organization_uid=near.uid if near else None)
            reply = fixed_reply(request, setting, shown)
            if reply is not None:
                return reply
        given = question.organization_uid
        if given and not setting.is_covered(given) and request.intent is not Intent.ADASEARCH:
            return refusals.not_held(request, (setting.body(given).label,), tuple(setting.coverage.values()), ())
        current = default_body(setting, given=given, chat=chat.organization_uid)
        listened = heard(request, setting, current=current.uid if current else None)
        request = listened.request
        bodies = resolve(request, setting, given=given, chat=chat.organization_uid)
        if request.intent is not Intent.ADASEARCH:
            if bodies.not_held:
                wishes = () if setting.demo else refusals.wishes(bodies.absent)
                return refusals.not_held(request, bodies.not_held, tuple(setting.coverage.values()), wishes)
            if bodies.ask and (not bodies.chosen or request.intent is Intent.COMPARE):
                await conversations.await_body(self._pool, conversation=question.conversation, text=question.text)
                return refusals.which_body(request, bodies.ask)
        return await self._by_lookups(question, listened, setting, bodies, page)

    async def _with_held_adas(self, request: Request) -> Request:
        """Candidates that are no ΑΔΑ by their form alone count only when we hold them, or they follow «ΑΔΑ»."""
        if not request.adas:
            return request
        doubtful = [item.ada for item in request.adas if not (item.certain or item.labelled)]
        held = await decisions.held(self._pool, adas=doubtful) if doubtful else set()
        kept = tuple(item for item in request.adas if item.ada not in doubtful or item.ada in held)
        if kept and request.intent not in _NOT_ABOUT_ONE:
            also = (Intent.SUBSCRIBE,) if request.intent is Intent.SUBSCRIBE else ()
            return replace(request, adas=kept, intent=Intent.ADASEARCH, also=request.also + also)
        if kept:
            return replace(request, adas=kept)
        if request.intent is Intent.ADASEARCH and not request.topic:
            return request  # nothing else was asked: it is told that there is no such act
        intent = Intent.RECORDS if request.intent is Intent.ADASEARCH else request.intent
        return replace(request, adas=(), intent=intent)

    async def _by_lookups(
        self, question: Question, listened: Heard, setting: Setting, bodies: Bodies, page: int
    ) -> Answer:
        named = await naming.resolve(self._pool, listened.request)
        if named.answer is not None:
            return named.answer
        request = named.request
        topic = await self._topic(request)
        situation = Situation(
            request=request,
            setting=setting,
            today=question.asked_on,
            topic=topic,
            topics=await self._topics(request),
            bodies=bodies.chosen,
            page=page,
            heard=listened.corrections,
            payee=named.party,
            called=named.corrections,
        )
        if request.intent is not Intent.ADASEARCH and (refused := outside(situation)) is not None:
            return refused
        store = LookupStore(
            pool=self._pool,
            embedder=self._embedder,
            today=question.asked_on,
            demo=setting.demo,
            index=setting.index,
            desk=None if setting.demo else self._desk,
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

    async def _topics(self, request: Request) -> tuple[Topic, ...]:
        """Those of a comparison; words that turned out to name a body are no topic any more."""
        kept = [tuple(word for word in words if word in request.topic) for words in request.sides.topics]
        return tuple(
            [await topics.resolve(self._pool, words=words, exclude=request.exclude) for words in kept if words]
        )

    async def examples(self, setting: Setting) -> tuple[Choice, ...]:
        """Questions known to work on the data that we hold."""
        return await examples(self._pool, setting)

    async def kept(self, conversation: str, answer: Answer) -> Answer:
        """Stores a fixed reply whose buttons will be pressed."""
        asked_on = (await self._setting()).data_until or date.min
        return await self._kept(Question(conversation=conversation, text="", asked_on=asked_on), answer)

    async def _kept(self, question: Question, answer: Answer) -> Answer:
        """Stores the answer, so that its buttons, its receipt and its pages can be asked for."""
        answer = replace(answer, receipt=answers.new_id())
        stored = receipts.packed(question, answer, how=how_found(answer))
        await answers.save(
            self._pool,
            answer_id=answer.receipt,
            conversation=question.conversation,
            outcome=answer.outcome,
            stored=stored,
        )
        log.info(
            "answered",
            extra={
                "outcome": answer.outcome.value,
                "lookups": [finding.lookup for finding in answer.findings],
                "rows": sum(len(finding.rows) for finding in answer.findings),
                "ms": answer.milliseconds.get("total"),
                "mind": answer.mind,
            },
        )
        return answer
