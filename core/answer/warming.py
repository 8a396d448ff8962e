"""What the first questions would wait for is done at the start, beside them: indexes, encoder, rules, model."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from core.answer import again, sameness
from core.domain.answer import Answer, Outcome
from core.errors import DiafaneiaError
from core.ports import ChatMessage, ChatModel, Embedder, Role
from core.store import warming
from core.store.pool import Pool

SECONDS = 60.0  # of all parts together; whatever is not done by then is left to the questions
_GREETING = "Γεια."

log = logging.getLogger(__name__)


async def warm(
    pool: Pool,
    *,
    embedder: Embedder | None,
    chat: ChatModel | None,
    rehearse: Callable[[], Awaitable[object]],
    seconds: float = SECONDS,
) -> None:
    """Never fails. `rehearse`: answers a question that nobody asked; without pg_prewarm it is all that reads data."""
    began = time.monotonic()
    try:
        async with asyncio.timeout(seconds):
            await asyncio.gather(
                _part("code", lambda: asyncio.to_thread(_code)),
                _part("data", lambda: _data(pool, embedder, rehearse)),
                _part("model", lambda: _model(chat)),
            )
    except TimeoutError:
        log.warning("warming up was not done in %.1f s", seconds)
    log.info("warm", extra={"ms": round((time.monotonic() - began) * 1000)})


def _code() -> None:
    """What is made once a process: the version of our own code, the reader of kept answers."""
    sameness.code_version()
    again.packed(Answer(outcome=Outcome.ANSWERED, text=""))


async def _part(name: str, work: Callable[[], Awaitable[object]]) -> None:
    try:
        await work()
    except DiafaneiaError as error:
        log.warning("warming up, %s: %s", name, error)


async def _data(pool: Pool, embedder: Embedder | None, rehearse: Callable[[], Awaitable[object]]) -> None:
    """The encoder and a question first: they take a moment, and what they read is what the next one reads."""
    if embedder is not None:
        await embedder.encode_query("δοκιμή")
    await rehearse()
    for relation in warming.RELATIONS:
        await warming.read(pool, relation=relation)


async def _model(chat: ChatModel | None) -> None:
    """A connection that is open, and a model that its server has loaded."""
    if chat is not None:
        await chat.reply([ChatMessage(role=Role.USER, text=_GREETING)], [])
