"""Alerts in the conversation: wishes, lists, changes, stops; what is to be made waits for a button."""

from collections.abc import Sequence
from datetime import timedelta

from core.answer.alerting.changing import Changing
from core.answer.alerting.command import Command, Do
from core.answer.alerting.offering import Clock, now_in_utc, offer
from core.answer.compose import alerts as words
from core.answer.compose import digests
from core.answer.setting import Setting
from core.answer.steps import Situation
from core.domain.answer import Answer, Outcome
from core.domain.digest import digest
from core.domain.period import ATHENS
from core.domain.request import Request
from core.domain.subscription import Subscription, SubscriptionState
from core.greek.lexemes import lexemes
from core.store import matches, subscriptions
from core.store.pool import Pool


class Alerts:
    """What the assistant and the doors ask of alerts."""

    def __init__(self, pool: Pool, *, clock: Clock = now_in_utc) -> None:
        self._pool = pool
        self._clock = clock
        self._changing = Changing(pool, clock=clock)

    async def offer(self, situation: Situation, conversation: str, *, editing: int | None) -> Answer:
        """A wish that was understood, put as a question."""
        old = None
        if editing is not None:
            old = await subscriptions.find(self._pool, conversation=conversation, number=editing)
            await subscriptions.edit(self._pool, conversation=conversation, number=None)
        made = await offer(self._pool, self._clock, situation, editing=old)
        if made.text == words.TOO_WIDE:  # «θέλω να ξαναγραφτώ»
            known = await subscriptions.of_chat(self._pool, conversation=conversation)
            return await self.listed(conversation, request=situation.request) if known else made
        return made

    async def do(self, conversation: str, command: Command, setting: Setting) -> Answer:
        """What a button asks for."""
        if command.do is Do.LIST:
            return await self.listed(conversation)
        if command.do is Do.MORE:
            told = await matches.of_letter(self._pool, letter=command.letter)
            return digests.rest(digest(command.letter, told), told, setting.labels(), page=command.page)
        return await self._changing.do(conversation, command, setting)

    async def listed(self, conversation: str, *, request: Request | None = None) -> Answer:
        """All subscriptions of the chat; one alone with its buttons."""
        known = await subscriptions.of_chat(self._pool, conversation=conversation)
        if not known:
            return Answer(outcome=Outcome.ALERT, text=words.NONE_YET, request=request)
        if len(known) == 1:
            return await self._changing.shown(conversation, known[0], request=request)
        at = self._clock()
        lines = [words.line(place, each, at) for place, each in enumerate(known, start=1)]
        choices = [
            Command(do=Do.SHOW, number=each.id).choice(f"{place}. {_short(each.title)}")
            for place, each in enumerate(known, start=1)
        ][:6]
        if any(each.state is SubscriptionState.ACTIVE for each in known):
            choices.append(Command(do=Do.STOP_ALL).choice("Διακοπή όλων"))
        text = f"Οι ειδοποιήσεις σας ({len(known)}):\n" + "\n".join(lines)
        return Answer(outcome=Outcome.ALERT, text=text, request=request, choices=tuple(choices))

    async def unwanted(self, conversation: str, request: Request, *, by_button: bool) -> Answer:
        """ΣΤΟΠ and its many wordings, pauses and «ποιες έχω». `by_button`: only a button may change anything."""
        known = await subscriptions.of_chat(self._pool, conversation=conversation)
        if "list_subscriptions" in request.notes:
            return await self.listed(conversation, request=request)
        going = [each for each in known if each.is_active(self._clock())]
        meant = _about(request, going if request.ask == "pause" else [*going, *_paused(known, going)])
        if not meant:
            if not going:
                return Answer(outcome=Outcome.ALERT, text=words.NOTHING_TO_STOP, request=request)
            listed = await self.listed(conversation, request=request)
            return _told(f"Δεν έχετε ειδοποίηση για «{request.topic_text}».\n\n{listed.text}", listed)
        command = self._stopping(request, meant)
        if by_button:
            sure = command.choice("Ναι"), Command(do=Do.KEEP).choice("Όχι")
            what = words.SURE_STOP if len(meant) == len(known) else f"Να σταματήσω: {words.titles(meant)};"
            return Answer(outcome=Outcome.ALERT, text=what, request=request, choices=sure)
        return await self._changing.changed(conversation, command, request=request)

    def _stopping(self, request: Request, meant: Sequence[Subscription]) -> Command:
        numbers = tuple(each.id for each in meant)
        if request.ask != "pause":
            return Command(do=Do.STOP, numbers=numbers)
        last = request.period.last_day if request.period else None
        days = (last - self._clock().astimezone(ATHENS).date()) // timedelta(days=1) if last else 0
        return Command(do=Do.PAUSE, numbers=numbers, days=max(days, 0))


def _paused(known: Sequence[Subscription], going: Sequence[Subscription]) -> list[Subscription]:
    return [each for each in known if each not in going and each.state is not SubscriptionState.STOPPED]


def _about(request: Request, known: Sequence[Subscription]) -> list[Subscription]:
    """Those whose words the sentence names; all when it names none."""
    asked = {lexeme for word in request.topic for lexeme in lexemes(word)}
    if not asked:
        return list(known)
    return [each for each in known if asked & _words(each)]


def _words(each: Subscription) -> set[str]:
    held = {lexeme for group in each.wish.words.groups for phrase in group.alternatives for lexeme in phrase}
    return held | set(lexemes(each.title))


def _short(title: str) -> str:
    return title if len(title) <= 40 else title[:39].rstrip(" ,") + "…"


def _told(text: str, answer: Answer) -> Answer:
    return Answer(outcome=answer.outcome, text=text, request=answer.request, choices=answer.choices)
