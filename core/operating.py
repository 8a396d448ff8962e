"""What the operator may do to all: hold letters back, write to everybody with alerts, shut somebody out."""

import time

from core.answer.alerting.offering import Clock
from core.answer.compose import operating as words
from core.domain.answer import plain
from core.errors import InvalidInput
from core.store import bans, broadcasts, outbox
from core.store.pool import Pool, transaction

LONGEST_BROADCAST = 3_000  # characters: one message, with its heading
_BANS_SECONDS = 15.0


class Operating:
    """Sentences for the operator, in Greek; that it is he who asks, the door has made sure of."""

    def __init__(self, pool: Pool, *, clock: Clock) -> None:
        self._pool = pool
        self._clock = clock
        self._banned: frozenset[str] = frozenset()
        self._banned_at = float("-inf")

    async def switch(self, *, paused: bool) -> str:
        """Letters wait, or go again; matching goes on either way."""
        changed = await outbox.switch(self._pool, paused=paused)
        return words.switched(await outbox.standing(self._pool, at=self._clock()), paused=paused, changed=changed)

    async def preview(self, text: str) -> tuple[int, str, str]:
        """A broadcast that is not sent yet: its number, what a reader would see, how many would get it.

        Raises InvalidInput for a text that is empty or too long.
        """
        message = plain(text).strip()
        if not message:
            raise InvalidInput("Γράψτε το μήνυμα μετά την εντολή: /broadcast Το κείμενό σας.")
        if len(message) > LONGEST_BROADCAST:
            raise InvalidInput(
                f"Το μήνυμα έχει {len(message)} χαρακτήρες· χωρούν έως {LONGEST_BROADCAST}. Συντομέψτε το."
            )
        number, receivers = await broadcasts.make(self._pool, text=message, at=self._clock())
        standing = await outbox.standing(self._pool, at=self._clock())
        wait = round((receivers + standing.waiting) / outbox.A_SECOND)
        return number, words.broadcast(message), words.asked(receivers, seconds=wait, paused=standing.paused)

    async def send(self, number: int) -> str:
        """The second tap. A third one sends nothing."""
        async with transaction(self._pool) as db:
            return words.sent(await broadcasts.send(db, number=number, at=self._clock()))

    async def cancel(self, number: int) -> str:
        async with transaction(self._pool) as db:
            withdrawn, gone = await broadcasts.cancel(db, number=number, at=self._clock())
        return words.cancelled(withdrawn, gone)

    async def ban(self, conversation: str) -> str:
        new = await bans.add(self._pool, conversation=conversation, at=self._clock())
        await self._read_bans()
        return words.banned(conversation, new=new)

    async def unban(self, conversation: str) -> str:
        was = await bans.remove(self._pool, conversation=conversation)
        await self._read_bans()
        return words.unbanned(conversation, was=was)

    async def bans(self) -> str:
        return words.bans(await bans.listed(self._pool))

    async def is_banned(self, *conversations: str) -> bool:
        """Of any of these; the list is read again every quarter of a minute, since other processes write it too."""
        if time.monotonic() - self._banned_at > _BANS_SECONDS:
            await self._read_bans()
        return not self._banned.isdisjoint(conversations)

    async def tell_banned(self, conversation: str) -> bool:
        """Whether it is still to be told, once."""
        return await bans.tell(self._pool, conversation=conversation, at=self._clock())

    async def _read_bans(self) -> None:
        self._banned_at = time.monotonic()
        self._banned = frozenset(await bans.listed(self._pool))
