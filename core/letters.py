"""Letters as a sender sees them: claimed, worded, and what became of each; also chats that come, go and move."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from core.answer.alerting.command import Command, Do
from core.answer.alerting.offering import Clock
from core.answer.assistant import Assistant
from core.answer.compose import digests
from core.answer.compose.alerts import found, outage
from core.answer.compose.operating import broadcast
from core.answer.setting import Setting
from core.domain.answer import Answer, Choice, Outcome
from core.domain.digest import digest
from core.store import matches, outbox, subscriptions
from core.store.outbox import Letter, Standing
from core.store.pool import Pool, transaction

__all__ = ["Letter", "Letters", "Standing", "with_missed"]

_AT_ONCE = 20


class Letters:
    """The outbox for whoever sends. A letter that was claimed is leased for two minutes: then it is anybody's again."""

    def __init__(
        self, pool: Pool, assistant: Assistant, setting: Callable[[], Awaitable[Setting]], *, clock: Clock
    ) -> None:
        self._pool = pool
        self._assistant = assistant
        self._setting = setting
        self._clock = clock

    async def claim(self, prefix: str, *, most: int = _AT_ONCE) -> list[Letter]:
        """Letters to chats whose name begins so; each is to be sent now, by nobody else."""
        return await outbox.claim(self._pool, prefix=prefix, most=most, a_second=outbox.A_SECOND, at=self._clock())

    async def worded(self, letter: Letter) -> Answer:
        """What it says now, kept like any answer, so that its buttons can be pressed."""
        setting = await self._setting()
        if letter.kind != "digest":
            said = Answer(outcome=Outcome.ALERT, text=_notice(letter), demo=setting.demo)
            return await self._assistant.kept(letter.conversation, said)
        told = await matches.of_letter(self._pool, letter=letter.id)
        since = await outbox.last_sent(self._pool, conversation=letter.conversation) or letter.created_at
        gaps = await outbox.gaps(self._pool, since=since, until=self._clock())
        made = digests.worded(digest(letter.id, told, gaps=gaps), setting.labels(), demo=setting.demo)
        return await self._assistant.kept(letter.conversation, made)

    async def sent(self, letter: Letter) -> None:
        await outbox.mark_sent(self._pool, letter=letter, at=self._clock())

    async def later(self, letter: Letter, *, after: timedelta, error: str, counts: bool, chat: bool = False) -> None:
        """To be tried again; without `counts` this was no try. `chat`: nothing else goes to the chat before."""
        due = self._clock() + after
        await outbox.put_back(self._pool, letter=letter, due_at=due, error=error, counts=counts)
        if chat:
            await outbox.hold_chat(self._pool, conversation=letter.conversation, until=due)

    async def bury(self, letter: Letter, *, error: str) -> None:
        """It will never be taken."""
        await outbox.bury(self._pool, letter=letter, error=error)

    async def rooms(self, conversation: str) -> list[str]:
        """Those that get letters among a chat and the conversations within it."""
        return await subscriptions.rooms(self._pool, conversation=conversation)

    async def left(self, conversation: str) -> None:
        """The chat has blocked us, or thrown us out: nothing is sent until it comes back."""
        await subscriptions.block(self._pool, conversation=conversation, at=self._clock())

    async def moved(self, old: str, new: str) -> None:
        """A group has become another chat: everything of it goes along."""
        async with transaction(self._pool) as db:
            await subscriptions.move(db, old=old, new=new)

    async def returned(self, conversation: str) -> int:
        """A chat that had left is back; how many acts wait until it asks for them."""
        async with transaction(self._pool) as db:
            if not await subscriptions.unblock(db, conversation=conversation):
                return 0
            await matches.hold_back(db, conversation=conversation)
            return await matches.held_back(db, conversation=conversation)

    async def missed(self, conversation: str) -> Answer | None:
        """For a chat that comes back otherwise than by /start: what was found meanwhile, if anything."""
        held = await self.returned(conversation)
        if not held:
            return None
        told = with_missed(Answer(outcome=Outcome.ALERT, text=""), held)
        demo = (await self._setting()).demo
        return await self._assistant.kept(conversation, replace(told, text=told.text.strip(), demo=demo))

    async def standing(self) -> Standing:
        return await outbox.standing(self._pool, at=self._clock())

    async def last_night(self) -> datetime | None:
        """When the last night began that was read, or is being read."""
        return await outbox.last_night(self._pool, at=self._clock())

    def now(self) -> datetime:
        return self._clock()


def _notice(letter: Letter) -> str:
    """Data are kept, and worded when they are sent."""
    if letter.kind == "broadcast":
        return broadcast(letter.payload["text"])
    if "outage_since" in letter.payload:
        return outage(date.fromisoformat(letter.payload["outage_since"]))
    return str(letter.payload["text"])


def with_missed(answer: Answer, held: int) -> Answer:
    """The answer to a chat that is back, with what was found meanwhile, to be asked for."""
    if not held:
        return answer
    text = f"{answer.text}\n\nΌσο έλειπα από τη συνομιλία {found(held)} για τις ειδοποιήσεις σας."
    offered: Sequence[Choice] = (
        Command(do=Do.MISSED).choice("Στείλτε τις σε μία σύνοψη"),
        Command(do=Do.DROP).choice("Όχι, μόνο τα νέα"),
    )
    return replace(answer, text=text, choices=(*offered, *answer.choices))
