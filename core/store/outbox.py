"""Letters to chats: written in the transaction that gives the reason, claimed by one sender at a time, never lost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from core.store import sql, subscriptions
from core.store.pool import Connection, Db, Pool, transaction

STATEMENTS = sql.load(__name__)
A_SECOND = 20.0  # letters of all senders together (TELEGRAM §5)
_LEASE = timedelta(minutes=2)
_A_CHAT = timedelta(seconds=1.1)  # between letters to one chat (TELEGRAM §5)
_NEARLY = timedelta(minutes=10)  # what is due so soon comes along


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A claimed letter. `kind`: «digest» (its lines are `matches.of_letter`), «notice» or «broadcast» (see payload)."""

    id: int
    key: str
    conversation: str
    kind: str
    payload: Mapping[str, Any]
    attempts: int
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """For the operator. `oldest`: since when the letter that waits longest is due; `paused`: by his switch."""

    waiting: int
    oldest: datetime | None
    paused: bool
    dead: int
    blocked: int
    subscriptions: int


async def expect(db: Connection, *, due: Mapping[str, datetime], at: datetime) -> None:
    """A digest for each chat; in the transaction of its reason."""
    if due:
        await db.execute(STATEMENTS.expect, list(due), list(due.values()), at)


async def notify(db: Db, *, keys: Mapping[str, str], payload: Mapping[str, Any], due_at: datetime, at: datetime) -> int:
    """One letter to each chat of `keys` (chat → key), unless the key was used before. How many."""
    sent = await db.fetch(STATEMENTS.notify, list(keys), list(keys.values()), dict(payload), due_at, at)
    return len(sent)


async def addressees(db: Db) -> list[str]:
    return [row["conversation"] for row in await db.fetch(STATEMENTS.addressees)]


async def claim(pool: Pool, *, prefix: str, most: int, a_second: float, at: datetime) -> list[Letter]:
    """At most one letter a chat, and so many in all that all senders together keep the pace; each is leased."""
    await recover(pool, at=at)
    async with transaction(pool) as db:
        if not await db.fetchval(STATEMENTS.may_send, at):
            return []
        await subscriptions.wake(db, at=at)
        chats = [row["conversation"] for row in await db.fetch(STATEMENTS.due, prefix, at, most)]
        if not chats:
            return []
        taken = [_letter(row) for row in await db.fetch(STATEMENTS.take, chats, at, at + _LEASE)]
        await db.execute(STATEMENTS.pace_chats, [each.conversation for each in taken], at + _A_CHAT)
        full = await _filled(db, taken, at)
        await db.execute(STATEMENTS.spend, at + timedelta(seconds=len(full) / a_second))
        return full


async def _filled(db: Connection, taken: Sequence[Letter], at: datetime) -> list[Letter]:
    """Digests with what is due in them; those with nothing left to tell are over."""
    digests = [each.id for each in taken if each.kind == "digest"]
    full = {row["id"] for row in await db.fetch(STATEMENTS.fill, digests, at + _NEARLY)} if digests else set()
    empty = [number for number in digests if number not in full]
    if empty:
        await db.execute(STATEMENTS.empty, empty)
    if digests:
        await db.execute(STATEMENTS.expect_rest, [each.conversation for each in taken if each.kind == "digest"], at)
    return [each for each in taken if each.id not in empty]


async def recover(pool: Pool, *, at: datetime) -> int:
    """Letters of senders that died wait again: they may have arrived, and at least once is what we promise."""
    async with transaction(pool) as db:
        left = [row["id"] for row in await db.fetch(STATEMENTS.abandoned, at)]
        if left:
            await _put_back(db, left, due_at=at, error="lease expired", free_tries=0)
    return len(left)


async def put_back(pool: Pool, *, letter: Letter, due_at: datetime, error: str, counts: bool) -> None:
    """To be tried again. Without `counts` this try was none."""
    async with transaction(pool) as db:
        await _put_back(db, [letter.id], due_at=due_at, error=error, free_tries=0 if counts else 1)


async def _put_back(db: Connection, ids: Sequence[int], *, due_at: datetime, error: str, free_tries: int) -> None:
    await db.execute(STATEMENTS.loosen, list(ids))
    joined = [row["id"] for row in await db.fetch(STATEMENTS.join_waiting, list(ids), due_at)]
    await db.execute(STATEMENTS.remove, joined)
    await db.execute(STATEMENTS.put_back, list(ids), due_at, error, free_tries)


async def mark_sent(pool: Pool, *, letter: Letter, at: datetime) -> None:
    """It has arrived, and so has all that it tells."""
    async with transaction(pool) as db:
        await db.execute(STATEMENTS.sent, letter.id, at)
        await db.execute(STATEMENTS.told, letter.id, at)


async def bury(pool: Pool, *, letter: Letter, error: str) -> None:
    """Telegram will never take it; the operator sees it."""
    await pool.execute(STATEMENTS.bury, letter.id, error)


async def hold_chat(db: Db, *, conversation: str, until: datetime) -> None:
    """Nothing goes to this chat before that moment."""
    await db.execute(STATEMENTS.hold_chat, conversation, until)


async def last_sent(db: Db, *, conversation: str) -> datetime | None:
    """When the chat's last digest went out."""
    moment: datetime | None = await db.fetchval(STATEMENTS.last_sent, conversation)
    return moment


async def sent_to(db: Db, *, conversation: str) -> list[Mapping[str, Any]]:
    """Every letter of a chat: kind, when it was written and sent, its state."""
    return [dict(row) for row in await db.fetch(STATEMENTS.sent_to, conversation)]


async def gaps(db: Db, *, since: datetime, until: datetime) -> list[tuple[datetime, datetime]]:
    """Times that no night was read, between two that were."""
    return [(row["since"], row["until"]) for row in await db.fetch(STATEMENTS.gaps, since, until)]


async def last_night(db: Db, *, at: datetime) -> datetime | None:
    """When the last night began that was read, or is being read."""
    moment: datetime | None = await db.fetchval(STATEMENTS.last_night, at)
    return moment


async def withdraw(db: Db, *, before: str) -> None:
    """Notices of an outage that began before this day wait no longer."""
    await db.execute(STATEMENTS.withdraw, before)


async def switch(db: Db, *, paused: bool) -> bool:
    """Whether this changed it: while it is off nothing is sent, whoever the senders are."""
    return bool(await db.fetchval(STATEMENTS.switch, paused))


async def standing(db: Db, *, at: datetime) -> Standing:
    return Standing(**await db.fetchrow(STATEMENTS.standing, at))


def _letter(row: Mapping[str, Any]) -> Letter:
    return Letter(**row)
