"""A question in its conversation, its answer kept with a receipt, and what the buttons under it do."""

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date

from core.answer import earlier, receipts, warming
from core.answer.alerting.command import command_of
from core.answer.alerting.desk import AlertDesk, in_place
from core.answer.alerting.flow import Alerts
from core.answer.alerting.under import forgetting, with_alert
from core.answer.bodies import only_a_body
from core.answer.compose import refusals
from core.answer.compose.english import in_english
from core.answer.compose.how import how_found
from core.answer.dispatch import Dispatch
from core.answer.earlier import going_on
from core.answer.examples import examples
from core.answer.minds import Minds, Routing
from core.answer.model.budget import PaidChat
from core.answer.parts.answering import Several, whole
from core.answer.parts.splitting import Parts, split
from core.answer.remembering import Answering, Remembering
from core.answer.rereading.again import Again
from core.answer.routes import NO_SUCH_DAY, impossible_day
from core.answer.setting import Setting
from core.answer.timing import measured, so_far, stage
from core.answer.understanding import understand
from core.domain.answer import Answer, Choice, ChoiceKind, Outcome, Question
from core.domain.request import Intent, Request
from core.ports import ChatModel, Embedder
from core.store import answers, conversations, matched, requests
from core.store.conversations import Chat
from core.store.open_data import OpenData
from core.store.pool import Pool
from core.store.requests import FetchDesk

log = logging.getLogger(__name__)

_REHEARSED = ("πόσα ανατέθηκαν για καύσιμα", "αποφάσεις για προμήθεια υλικών")
_GONE = "Η λίστα έληξε. Κάντε ξανά την ερώτηση."


class Assistant:
    """One façade for every door: a Question goes in, an Answer comes out, and is kept with its receipt.

    `remember`: equal questions of the same data get the answer that was made for the first of them.
    """

    def __init__(
        self,
        pool: Pool,
        *,
        embedder: Embedder | None,
        setting: Callable[[], Awaitable[Setting]],
        seconds: float,
        desk: FetchDesk | None = None,
        alerts: Alerts | None = None,
        chat: ChatModel | None = None,
        routing: Routing | None = None,
        remember: bool = False,
        open_data: OpenData | None = None,
    ) -> None:
        self._pool = pool
        self._embedder = embedder
        self._setting = setting
        alerts = alerts or Alerts(pool)
        routing = routing or Routing()
        self._chat = PaidChat(chat, pool, daily_eur=routing.daily_eur) if chat else None
        self._seconds = seconds
        self._minds = Minds(self._chat, seconds=seconds, routing=routing)
        minds: Answering = self._minds
        if remember:
            made_by = f"{chat.name if chat else ''}|{routing.economy}|{open_data is not None}"
            minds = Remembering(minds, pool, made_by=made_by, by_words=chat is not None)
        self._routed = Dispatch(pool, embedder=embedder, minds=minds, desk=desk, open_data=open_data, alerts=alerts)

        self.alerts = AlertDesk(pool=pool, alerts=alerts, routed=self._routed, setting=setting, kept=self._kept)

    @property
    def chat(self) -> ChatModel | None:
        """The language model, whose every call is booked."""
        return self._chat

    async def close(self) -> None:
        """Leaves the language model, with all that it cost booked."""
        if self._chat is not None:
            await self._chat.close()

    async def answer(
        self, question: Question, *, page: int | None = None, tapped: bool = False, again: bool = False
    ) -> Answer:
        """The answer to one message, to a question that was offered and `tapped`, or a `page` of one given before.

        `again`: the question of an earlier answer, whose list was changed. Raises Unavailable without the database.
        """
        with measured() as timing, matched.remembered():
            made = await self._answered(question, page=page, tapped=tapped, again=again)
            return replace(made, milliseconds=timing.milliseconds)

    async def _answered(self, question: Question, *, page: int | None, tapped: bool, again: bool) -> Answer:
        with stage("understanding"):
            setting = await self._setting()
            chat = await conversations.chat(self._pool, conversation=question.conversation)
            alone = page is not None or tapped  # needs nothing of the answers before it
            question = question if alone else in_place(question, chat, lambda asked: self.read(asked, setting))
            parts = self.parts(question, setting) if page is None else None
        started = time.perf_counter()
        if parts is not None:
            with stage("lookups"):
                made = await self._in_parts(question, parts, setting, chat, started, alone=alone)
            return await self._told(question, made, setting, again=again)
        with stage("understanding"):
            meant = await self._meant(question, setting, alone=alone, changed=again and page is None)
        if isinstance(meant, Answer):
            return replace(meant, demo=setting.demo)
        request = meant
        named = self._body_alone(question, request, setting)
        if named and (chat.awaiting or request.intent is Intent.FOLLOWUP):
            return await self.choose_body(question, named, chat.awaiting or "")
        if named:
            await conversations.choose_body(self._pool, conversation=question.conversation, organization_uid=named)
        if (chosen := only_a_body(request, setting)) is not None:
            return await self.choose_body(question, chosen, chat.awaiting or "")
        if impossible := impossible_day(question.text):
            return await self._kept(question, refusals.unclear(request, NO_SUCH_DAY.format(day=impossible)))
        if request.ask == "delete_data":
            return in_english(await self._kept(question, replace(forgetting(request), demo=setting.demo)), setting)
        with stage("lookups"):
            made = await self._routed.answer(question, request, setting, chat, page=page or 1)
            if not (alone or again):
                question, made = await self._again(question, setting, chat, started).better(question, request, made)
        made = with_alert(made, is_page=page is not None)
        return await self._told(question, made, setting, again=again or page is not None)

    async def _told(self, question: Question, made: Answer, setting: Setting, *, again: bool) -> Answer:
        """The answer with what every answer carries, kept."""
        notes = (*made.notes, *(() if self._embedder else ("χωρίς διανυσματική αναζήτηση",)))
        until = made.data_until or setting.data_until
        made = replace(made, demo=setting.demo, data_until=until, notes=notes)
        return await self._kept(question, made, again=again)

    async def _in_parts(
        self, question: Question, parts: Parts, setting: Setting, chat: Chat, started: float, *, alone: bool
    ) -> Answer:
        """The answer to a message that surely holds several questions."""
        after = None if alone else lambda asked, request: self._after(asked, request, setting)
        again = None if alone else replace(self._again(question, setting, chat, started), most=1).better
        several = Several(pool=self._pool, routed=self._routed, setting=setting, chat=chat, after=after, again=again)
        return await several.answer(question, parts)

    def _again(self, question: Question, setting: Setting, chat: Chat, started: float) -> Again:
        """What reads a message again with a model's help, in the time that is left of this answer's."""
        several = Several(pool=self._pool, routed=self._routed, setting=setting, chat=chat)
        read = self._reader(question, setting)
        return Again(minds=self._minds, several=several, read=read, until=started + self._seconds)

    def parts(self, question: Question, setting: Setting) -> Parts | None:
        """The questions that one message holds, where it surely holds several."""
        return split(question.text, self._reader(question, setting), question.previous)

    def _reader(self, question: Question, setting: Setting) -> Callable[[str, tuple[str, ...]], Request]:
        """How another text is read in the place of this question's, after other turns."""
        return lambda text, before: self.read(replace(question, text=text, previous=before), setting)

    def understood(self, question: Question, setting: Setting) -> Request:
        """What the message asks: its first question, and in `also` what else it wishes."""
        parts = self.parts(question, setting)
        return whole(question.text, parts) if parts else self.read(question, setting)

    async def _meant(self, question: Question, setting: Setting, *, alone: bool, changed: bool) -> Request | Answer:
        """The question as the conversation has it; `changed`: its list was, by this very message."""
        request = self.read(question, setting)
        after = request if alone else await self._after(question, request, setting)
        if isinstance(after, Answer):
            return after
        request = earlier.carried(going_on(after), question.left_out or after.left_out)
        return earlier.noted(request) if changed else request

    async def _after(self, question: Question, request: Request, setting: Setting) -> Request | Answer:
        """The request as the answers before it make it, or the answer where they give it at once."""
        led = await earlier.led(self._pool, question, request, lambda asked: self.read(asked, setting))
        if isinstance(led, Answer):
            return await self._kept(question, led) if led.choices and not led.receipt else led
        if not led.again:
            return led.request
        made = await self.answer(led.question, page=led.page, tapped=True, again=True)
        return replace(made, text=f"{led.said}\n\n{made.text}") if led.said else made

    async def warm(self) -> None:
        """Does beforehand what the first questions would wait for; takes its time, so beside them. Never fails."""
        await warming.warm(self._pool, embedder=self._embedder, chat=self._chat, rehearse=self._rehearse)

    async def _rehearse(self) -> None:
        """A question that nobody asked, answered and not kept."""
        setting = await self._setting()
        for text in _REHEARSED if setting.covered else ():
            day, body = setting.data_until or date.min, setting.covered[0].uid
            question = Question(conversation="", text=text, asked_on=day, organization_uid=body)
            await self._routed.answer(question, self.read(question, setting), setting, Chat(), page=1)

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
            case ChoiceKind.ALERT | ChoiceKind.WATCH:
                return await self.alerts.pressed(question, stored, command_of(choice), asked_on)
            case ChoiceKind.BODY if choice.organization_uid:
                return await self.choose_body(question, choice.organization_uid, choice.text)
            case _:
                asked = Question(
                    conversation=conversation,
                    text=choice.text,
                    asked_on=asked_on,
                    organization_uid=choice.organization_uid or question.organization_uid,
                    left_out=question.left_out,
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
        return only_a_body(self.read(replace(question, previous=()), setting), setting)

    async def examples(self, setting: Setting) -> tuple[Choice, ...]:
        """Questions known to work on the data that we hold."""
        return await examples(self._pool, setting)

    async def kept(self, conversation: str, answer: Answer) -> Answer:
        """Stores a fixed reply whose buttons will be pressed."""
        asked_on = (await self._setting()).data_until or date.min
        return await self._kept(Question(conversation=conversation, text="", asked_on=asked_on), answer)

    async def _kept(self, question: Question, answer: Answer, *, again: bool = False) -> Answer:
        """Stores the answer, so that its buttons, its receipt and its pages can be asked for."""
        answer = replace(answer, receipt=answers.new_id(), milliseconds=so_far())
        with stage("keeping"):
            await answers.save(
                self._pool,
                answer_id=answer.receipt,
                conversation=question.conversation,
                outcome=answer.outcome,
                stored=receipts.packed(question, answer, how=how_found(answer), again=again),
            )
        log.info(
            "answered",
            extra={
                "outcome": answer.outcome.value,
                "lookups": [finding.lookup for finding in answer.findings],
                "rows": sum(len(finding.rows) for finding in answer.findings),
                "ms": answer.milliseconds,
                "mind": answer.mind,
                "cached": answer.cached,
            },
        )
        return answer
