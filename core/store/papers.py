"""PDFs and pages for readers: what is asked for, what came of it, and the files that Telegram holds already."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum

from core.domain.paper import PaperWish
from core.store import runs, sql
from core.store.pool import Connection, Db, Pool
from core.store.requests import FetchDesk

STATEMENTS = sql.load(__name__)
_MOST_WAITING = 50


class PaperState(StrEnum):
    """`refused`: the act is withheld. `failed`: no PDF, or it has no such page. `nobody`: no ingest process to ask."""

    READY = "ready"
    REFUSED = "refused"
    FAILED = "failed"
    WAITING = "waiting"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Of an act that we hold."""

    version_key: bytes
    withheld: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Came:
    """`content` only where it is READY. `marked`: the words of the wish were found on the page."""

    state: PaperState
    content: bytes = b""
    marked: bool = False


async def standing(db: Db, *, ada: str) -> Standing | None:
    """None for an act that we do not hold."""
    row = await db.fetchrow(STATEMENTS.standing, ada)
    return None if row is None else Standing(version_key=bytes(row["version_key"]), withheld=row["withheld"])


async def fetch(pool: Pool, desk: FetchDesk, wish: PaperWish, *, seconds: float) -> Came:
    """What came of a wish within so many seconds."""
    state = PaperState.WAITING
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds), desk.hearing_of(wish.key) as news:
            await _ask(pool, wish)
            state = await _state(pool, wish)
            if state is PaperState.WAITING and not await runs.source_is_taken(pool):
                return Came(state=PaperState.NOBODY)
            while state is PaperState.WAITING:
                await news.wait()
                news.clear()
                state = await _state(pool, wish)
    row = await pool.fetchrow(STATEMENTS.content, wish.key)
    if row is None:
        return Came(state=PaperState.FAILED if state is PaperState.READY else state)
    return Came(state=PaperState.READY, content=bytes(row["content"]), marked=row["marked"])


async def _ask(pool: Pool, wish: PaperWish) -> None:
    await pool.execute(STATEMENTS.ask, wish.key, wish.ada, wish.page, wish.quote, _MOST_WAITING)
    await pool.execute(STATEMENTS.call)


async def _state(db: Db, wish: PaperWish) -> PaperState:
    """Waiting, too, for what found no room in the queue."""
    return PaperState(await db.fetchval(STATEMENTS.state, wish.key) or PaperState.WAITING)


async def waiting(db: Db, *, limit: int) -> list[PaperWish]:
    """What is to be fetched, the latest wish first; what is old is gone."""
    await db.execute(STATEMENTS.forget)
    return [PaperWish(**dict(row)) for row in await db.fetch(STATEMENTS.waiting, limit)]


async def finish(
    db: Connection, wish: PaperWish, *, state: PaperState, content: bytes = b"", marked: bool = False
) -> None:
    """In the caller's transaction: whoever waits hears when it commits. REFUSED where the act is withheld by now."""
    row = await db.fetchrow(STATEMENTS.held_fast, wish.ada)
    if row is None or row["withheld"]:
        state, content, marked = PaperState.REFUSED, b"", False
    await db.execute(STATEMENTS.finish, wish.key, state.value, content or None, marked)
    await db.execute(STATEMENTS.tell, wish.key)


async def file_id(db: Db, *, bot: str, ada: str, version_key: bytes) -> str:
    """ "" where this bot has not sent the file of this version."""
    return str(await db.fetchval(STATEMENTS.file_id, bot, ada, version_key) or "")


async def keep_file_id(db: Db, *, bot: str, ada: str, version_key: bytes, file_id: str) -> None:
    await db.execute(STATEMENTS.keep_file_id, bot, ada, version_key, file_id)


async def drop_file_id(db: Db, *, bot: str, ada: str) -> None:
    """Telegram does not know it any longer."""
    await db.execute(STATEMENTS.drop_file_id, bot, ada)
