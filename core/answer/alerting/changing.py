"""What buttons under alerts change: made, paced, paused, stopped, deleted, narrowed; each told with a way back."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from core.answer.alerting.command import Command, Do
from core.answer.alerting.offering import Clock
from core.answer.alerting.unlike import unlike, without
from core.answer.compose import alerts as words
from core.answer.compose.words import bold, capitalised
from core.answer.setting import Setting
from core.domain.answer import Answer, Choice, Outcome
from core.domain.period import ATHENS
from core.domain.request import Request
from core.domain.subscription import Frequency, Subscription, SubscriptionState, Wish, fit
from core.greek.dates import short_day
from core.store import conversations, matches, outbox, subscriptions
from core.store.pool import Connection, Pool, transaction

_EVER = datetime(1990, 1, 1, tzinfo=ATHENS)
_LATEST_HORIZON = timedelta(days=3)
_MIDNIGHT = timedelta(days=1)
_MINE = Command(do=Do.LIST).choice("Οι ειδοποιήσεις μου")


class Changing:
    """Every change of one chat's subscriptions; whose button it is was checked before."""

    def __init__(self, pool: Pool, *, clock: Clock) -> None:
        self._pool = pool
        self._clock = clock

    async def do(self, conversation: str, command: Command, setting: Setting) -> Answer:
        match command.do:
            case Do.ADD if command.wish is not None:
                return await self._add(conversation, command, command.wish, setting)
            case Do.REPLACE if command.wish is not None:
                return await self._replace(conversation, command, command.wish, setting)
            case Do.EXCLUDE | Do.UNLIKE:
                return await self._narrow(conversation, command, setting)
            case Do.SHOW | Do.FREQUENCY | Do.EDIT | Do.DELETE | Do.DELETED:
                return await self._one(conversation, command)
            case Do.FORGET:
                return await self.forget(conversation)
            case Do.KEEP:
                return _said(words.KEPT)
        return await self.changed(conversation, command)

    async def shown(self, conversation: str, each: Subscription, *, request: Request | None = None) -> Answer:
        """One subscription with all that can be done with it."""
        held = await matches.held_back(self._pool, conversation=conversation, numbers=(each.id,))
        waiting = f"\nΌσο δεν σας έστελνα, {words.found(held)}." if held else ""
        text = f"{bold(each.title)}\n{capitalised(words.state(each, self._clock()))}.{waiting}"
        return _said(text, self._choices_of(each, held), request=request)

    def _choices_of(self, each: Subscription, held: int) -> list[Choice]:
        going = each.is_active(self._clock())
        first = Command(do=Do.PAUSE, numbers=(each.id,)).choice("Παύση")
        if not going:
            first = Command(do=Do.RESUME, numbers=(each.id,)).choice("Συνέχιση")
        missed = [Command(do=Do.MISSED, numbers=(each.id,)).choice(f"Στείλτε όσα χάθηκαν ({held})")] if held else []
        edit = Command(do=Do.EDIT, number=each.id).choice("Αλλαγή")
        return [first, edit, Command(do=Do.DELETE, number=each.id).choice("Διαγραφή"), *missed]

    async def _add(self, conversation: str, command: Command, wish: Wish, setting: Setting) -> Answer:
        at = self._clock()
        title = command.title or words.title_of(wish, lambda uid: setting.body(uid).label)
        async with transaction(self._pool) as db:
            await subscriptions.wait_for_matching(db)
            known = await subscriptions.of_chat(db, conversation=conversation)
            there = await subscriptions.same(db, conversation=conversation, wish=wish)
            if there is None and len(known) >= words.MOST_SUBSCRIPTIONS:
                return _said(words.TOO_MANY, [_MINE])
            made, new = await subscriptions.add(
                db,
                conversation=conversation,
                title=title,
                wish=wish,
                frequency=command.frequency,
                weekday=command.weekday,
                at=at,
                news_from=await _news_from(db, wish, at),
            )
            if new and wish.is_watch:
                seen = await matches.posted(db, organizations=(), since=_EVER, until=at, adas=wish.adas)
                await matches.watch(db, subscription=made.id, acts=seen, at=at)
        if new:
            return _said(_made(made), [Command(do=Do.DELETED, number=made.id).choice("Αναίρεση"), _MINE])
        return await self._again(conversation, made, command)

    async def _again(self, conversation: str, there: Subscription, command: Command) -> Answer:
        """A wish that the chat has already: as often as it is wished now, and going."""
        await subscriptions.set_state(
            self._pool, conversation=conversation, numbers=(there.id,), state=SubscriptionState.ACTIVE
        )
        paced = await self._paced(conversation, there.id, command)
        shown = await self.shown(conversation, paced or there)
        return replace(shown, text=f"Αυτή την ειδοποίηση την έχετε ήδη:\n{shown.text}")

    async def _paced(self, conversation: str, number: int, command: Command) -> Subscription | None:
        return await subscriptions.set_frequency(
            self._pool,
            conversation=conversation,
            number=number,
            frequency=command.frequency,
            weekday=command.weekday,
        )

    async def _replace(self, conversation: str, command: Command, wish: Wish, setting: Setting) -> Answer:
        number = command.number or 0
        there = await subscriptions.same(self._pool, conversation=conversation, wish=wish)
        if there is not None and there.id != number:
            shown = await self.shown(conversation, there)
            return replace(shown, text=f"Αυτή την ειδοποίηση την έχετε ήδη:\n{shown.text}")
        title = words.title_of(wish, lambda uid: setting.body(uid).label)
        await self._reworded(conversation, number, title, wish, widened=True)
        made = await self._paced(conversation, number, command)
        return _said(_made(made), [_MINE]) if made else _said(words.GONE)

    async def _reworded(
        self, conversation: str, number: int, title: str, wish: Wish, *, widened: bool
    ) -> Subscription | None:
        """What waits for the old words and does not fit the new ones is not told under their title."""
        at = self._clock()
        async with transaction(self._pool) as db:
            await subscriptions.wait_for_matching(db)
            since = await _news_from(db, wish, at) if widened else None
            made = await subscriptions.reword(
                db, conversation=conversation, number=number, title=title, wish=wish, news_from=since
            )
            if made is None:
                return None
            await self._resorted(db, made, at)
        return made

    async def _resorted(self, db: Connection, each: Subscription, at: datetime) -> None:
        """Of what waits for it: what it does not want any more is taken back, what it wants again waits again."""
        waiting, taken = await matches.untold(db, subscription=each.id)
        acts = await matches.posted(db, organizations=(), since=_EVER, until=at + _MIDNIGHT, adas=[*waiting, *taken])
        fitting = {act.ada for act in acts if fit(each.wish, act) is not None}
        unwanted = [ada for ada in waiting if ada not in fitting]
        await matches.take_back(db, subscription=each.id, adas=unwanted, at=at)
        wanted, moment = [ada for ada in taken if ada in fitting], at if each.is_active(at) else None
        if due := await matches.give_back(db, subscription=each.id, adas=wanted, at=moment):
            await outbox.expect(db, due={each.conversation: due}, at=at)

    async def _narrow(self, conversation: str, command: Command, setting: Setting) -> Answer:
        """«Όχι τέτοιες»: asked what is unwanted, then left out."""
        each = await subscriptions.find(self._pool, conversation=conversation, number=command.number or 0)
        if each is None:
            return _said(words.GONE)
        if command.do is Do.UNLIKE:
            rows = await matches.rows(self._pool, adas=(command.ada,))
            return unlike(each, rows[0]) if rows else _said(words.GONE)
        wish = without(each.wish, word=command.title, decision_type=command.decision_type)
        back = replace(command, do=Do.REPLACE, wish=each.wish, frequency=each.frequency, weekday=each.weekday, title="")
        title = words.title_of(wish, lambda uid: setting.body(uid).label)
        made = await self._reworded(conversation, each.id, title, wish, widened=False)
        text = f"Έγινε. Η ειδοποίηση είναι πια: {bold(made.title)}." if made else words.GONE
        return _said(text, [back.choice("Αναίρεση"), _MINE])

    async def _one(self, conversation: str, command: Command) -> Answer:
        each = await subscriptions.find(self._pool, conversation=conversation, number=command.number or 0)
        if each is None:
            return _said(words.GONE)
        match command.do:
            case Do.FREQUENCY:
                made = await self._paced(conversation, each.id, command)
                return _said(_made(made or each), [_MINE])
            case Do.EDIT:
                await subscriptions.edit(self._pool, conversation=conversation, number=each.id)
                return _said(f"{bold(each.title)}\n{words.EDIT}", _paces(each))
            case Do.DELETE:
                sure = Command(do=Do.DELETED, number=each.id).choice("Ναι, διαγραφή")
                return _said(f"Να διαγράψω την ειδοποίηση «{each.title}»;", [sure, Command(do=Do.KEEP).choice("Όχι")])
            case Do.DELETED:
                async with transaction(self._pool) as db:
                    await subscriptions.wait_for_matching(db)
                    await subscriptions.remove(db, conversation=conversation, number=each.id)
                return _said(f"Διέγραψα την ειδοποίηση «{each.title}».", [_MINE])
        return await self.shown(conversation, each)

    async def changed(self, conversation: str, command: Command, *, request: Request | None = None) -> Answer:
        """Paused, stopped, going on: several at once, or all of the chat."""
        numbers = command.numbers or None
        async with transaction(self._pool) as db:
            await subscriptions.wait_for_matching(db)
            match command.do:
                case Do.STOP | Do.STOP_ALL:
                    return await self._stop(db, conversation, numbers, request)
                case Do.PAUSE:
                    return await self._pause(db, conversation, numbers, command.days, request)
                case Do.MISSED:
                    return await self._send_missed(db, conversation, numbers)
                case Do.DROP:
                    await matches.drop(db, conversation=conversation, numbers=numbers, held=True)
                    return _said("Εντάξει, δεν θα τις στείλω. Από εδώ και πέρα μόνο ό,τι νεότερο βρίσκω.", [_MINE])
            return await self._resume(db, conversation, numbers, request)

    async def _stop(
        self, db: Connection, conversation: str, numbers: Sequence[int] | None, request: Request | None
    ) -> Answer:
        done = await subscriptions.set_state(
            db, conversation=conversation, numbers=numbers, state=SubscriptionState.STOPPED
        )
        await matches.hold_back(db, conversation=conversation, numbers=numbers)
        if not done:
            return _said(words.NOTHING_TO_STOP, request=request)
        known = await subscriptions.of_chat(db, conversation=conversation)
        left = [each for each in known if each.state is not SubscriptionState.STOPPED]
        what = "Σταμάτησα όλες τις ειδοποιήσεις" if not left else f"Σταμάτησα: {words.titles(done)}"
        others = f" Συνεχίζουν: {words.titles(left)}." if left else " Δεν θα λάβετε άλλη."
        undo = Command(do=Do.RESUME, numbers=tuple(each.id for each in done)).choice("Αναίρεση")
        return _said(f"{what}.{others}", [undo, _MINE], request=request)

    async def _pause(
        self, db: Connection, conversation: str, numbers: Sequence[int] | None, days: int, request: Request | None
    ) -> Answer:
        at = self._clock()
        midnight = at.astimezone(ATHENS).replace(hour=0, minute=0, second=0, microsecond=0)
        until = midnight + timedelta(days=days + 1) if days else None
        done = await subscriptions.set_state(
            db, conversation=conversation, numbers=numbers, state=SubscriptionState.PAUSED, until=until
        )
        await matches.hold_back(db, conversation=conversation, numbers=numbers)
        if not done:
            return _said(words.NOTHING_TO_STOP, request=request)
        time = f" έως και {short_day((until - _MIDNIGHT).date())}" if until else ""
        text = f"Σε παύση{time}: {words.titles(done)}. Όσα βρεθούν τα κρατώ και θα σας ρωτήσω αν τα θέλετε."
        undo = Command(do=Do.RESUME, numbers=tuple(each.id for each in done)).choice("Συνέχιση")
        return _said(text, [undo, _MINE], request=request)

    async def _resume(
        self, db: Connection, conversation: str, numbers: Sequence[int] | None, request: Request | None
    ) -> Answer:
        done = await subscriptions.set_state(
            db, conversation=conversation, numbers=numbers, state=SubscriptionState.ACTIVE
        )
        held = await matches.held_back(db, conversation=conversation, numbers=numbers)
        text = f"Συνεχίζω: {words.titles(done)}." if done else "Οι ειδοποιήσεις σας είναι ήδη σε λειτουργία."
        if not held:
            return _said(text, [_MINE], request=request)
        chosen = tuple(numbers or ())
        return _said(
            f"{text} Στο μεταξύ {words.found(held)}. Να στείλω ό,τι χάθηκε σε μία σύνοψη;",
            [
                Command(do=Do.MISSED, numbers=chosen).choice("Ναι, στείλτε το"),
                Command(do=Do.DROP, numbers=chosen).choice("Όχι"),
            ],
            request=request,
        )

    async def _send_missed(self, db: Connection, conversation: str, numbers: Sequence[int] | None) -> Answer:
        at = self._clock()
        if not await matches.release(db, conversation=conversation, numbers=numbers, due_at=at):
            return _said("Δεν περιμένει τίποτα να σταλεί.", [_MINE])
        await outbox.expect(db, due={conversation: at}, at=at)
        return _said("Έρχονται σε μία σύνοψη, σε λίγο.")

    async def forget(self, conversation: str) -> Answer:
        """Everything of the chat, in one transaction."""
        async with transaction(self._pool) as db:
            await subscriptions.wait_for_matching(db)
            await conversations.forget(db, conversation=conversation)
            await subscriptions.forget(db, conversation=conversation)
        return _said(words.FORGOTTEN)


async def _news_from(db: Connection, wish: Wish, at: datetime) -> datetime:
    """What was posted after the moment until which we hold everything is news, though it was posted before the wish:
    the reader could not have seen it here."""
    held = await subscriptions.horizon(db, organizations=wish.organizations)
    return at if held is None else min(at, max(held, at - _LATEST_HORIZON))


def _made(each: Subscription) -> str:
    if each.wish.is_watch:
        return f"Έγινε. Παρακολουθώ: {bold(each.title)}. Θα σας γράψω μόλις αλλάξει κάτι. {words.STOP_HINT}"
    time = words.when(each.frequency, each.weekday)
    return f"Έγινε. Θα σας ειδοποιώ για «{bold(each.title)}», {time}, όταν υπάρχει κάτι νέο. {words.STOP_HINT}"


def _paces(each: Subscription) -> list[Choice]:
    others = ((Frequency.DAILY, "Κάθε μέρα"), (Frequency.WEEKLY, "Κάθε Δευτέρα"), (Frequency.IMMEDIATE, "Αμέσως"))
    paces = [
        Command(do=Do.FREQUENCY, number=each.id, frequency=frequency).choice(label)
        for frequency, label in others
        if frequency is not each.frequency
    ]
    return [*paces, Command(do=Do.DELETE, number=each.id).choice("Διαγραφή")]


def _said(text: str, choices: Sequence[Choice] = (), *, request: Request | None = None) -> Answer:
    return Answer(outcome=Outcome.ALERT, text=text, request=request, choices=tuple(choices))
