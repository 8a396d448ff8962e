"""`/healthz` and `/metrics` over HTTP, for whoever watches this machine; nothing of any reader is in them."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial

from bot.watching.heard import Heard
from bot.watching.metrics import metrics
from core.app import App
from core.errors import DiafaneiaError, Misconfigured

log = logging.getLogger(__name__)

_SECONDS = 5.0  # for a request, and for what it asks of the database
_Page = Callable[[], Awaitable[tuple[int, str, str]]]
_REASONS = {200: "OK", 404: "Not Found", 405: "Method Not Allowed", 503: "Service Unavailable"}


@asynccontextmanager
async def health(app: App, heard: Heard, *, host: str, port: int | None) -> AsyncIterator[int | None]:
    """Served while inside; the port. None: not wanted. Raises Misconfigured for a port that is taken."""
    if port is None:
        yield None
        return
    pages: dict[str, _Page] = {"/healthz": lambda: _healthz(app, heard), "/metrics": lambda: _metrics(app, heard)}
    try:
        server = await asyncio.start_server(partial(_serve, pages), host, port, limit=8192)
    except OSError as error:
        why = f"η θύρα {port} στο {host} δεν ανοίγει ({error.strerror})"
        raise Misconfigured(f"HEALTH_PORT: {why}. Δώστε άλλη.") from error
    async with server:
        yield server.sockets[0].getsockname()[1]


async def _healthz(app: App, heard: Heard) -> tuple[int, str, str]:
    """200 while Telegram is heard and the database answers: what a new start of this process may mend."""
    told: dict[str, object] = {"polling": heard.is_alive, "seconds_since_telegram_answered": round(heard.silent, 1)}
    try:
        async with asyncio.timeout(_SECONDS):
            await app.letters.standing()
        told["database"] = True
    except (DiafaneiaError, TimeoutError):
        told["database"] = False
    good = bool(told["polling"] and told["database"])
    return 200 if good else 503, "application/json", json.dumps({"ok": good, **told}) + "\n"


async def _metrics(app: App, heard: Heard) -> tuple[int, str, str]:
    try:
        async with asyncio.timeout(_SECONDS):
            usage, letters = await app.operator.usage(), app.letters
            standing, night = await letters.standing(), await letters.last_night()
    except (DiafaneiaError, TimeoutError):
        return 503, "text/plain", "# the database does not answer\n"
    return 200, "text/plain; version=0.0.4", metrics(usage, standing, night, heard, now=letters.now())


async def _serve(pages: dict[str, _Page], reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """One request a connection."""
    with suppress(OSError, TimeoutError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        async with asyncio.timeout(2 * _SECONDS):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            method, path, *_ = head.split(" ", 2)
            page = pages.get(path.partition("?")[0])
            status, kind, body = 404, "text/plain", "not found\n"
            if method not in ("GET", "HEAD"):
                status, body = 405, "only GET\n"
            elif page is not None:
                status, kind, body = await _answered(page)
            sent = body.encode()
            first = f"HTTP/1.1 {status} {_REASONS[status]}\r\nContent-Type: {kind}\r\nContent-Length: {len(sent)}\r\n"
            writer.write(f"{first}Connection: close\r\n\r\n".encode() + (b"" if method == "HEAD" else sent))
            await writer.drain()
    with suppress(OSError):
        writer.close()
        await writer.wait_closed()


async def _answered(page: _Page) -> tuple[int, str, str]:
    try:
        return await page()
    except Exception:
        log.exception("a page for the operator's machines could not be made")
        return 503, "text/plain", "see the log\n"
