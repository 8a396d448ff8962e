"""/doc/{ΑΔΑ}: one PDF, from an address built of the ΑΔΑ alone, bounded in bytes and time, never from another host."""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self
from urllib.parse import quote, urljoin, urlsplit

import httpx

from core.domain.document import FileState
from core.domain.identifiers import parse_ada
from core.errors import Unavailable
from core.settings import Settings
from ingest.diavgeia.client import user_agent
from ingest.diavgeia.failures import NoAnswer
from ingest.diavgeia.pace import Pace, Sleep, shared_pace
from ingest.diavgeia.wire import Got, Reply, TryAgain, Wire

MOST_BYTES = 40_000_000
_SECONDS = 60.0
_HEAD = 1024  # bytes in which readers of PDF look for its first mark
_MOST_MOVES = 3
_ONCE_MORE = (FileState.NOT_PDF, FileState.EMPTY)  # the source sends these by mistake, too
_ABSENT = frozenset({401, 403, 404, 410})
_MOVED = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """`state` is None where the body is a PDF as far as its first bytes tell."""

    state: FileState | None
    body: bytes = b""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class _Moved:
    path: str


class Papers:
    """The source's documents, at the pace that all its readers share. Use it in `async with`.

    `spacing` is in seconds; `sleep`, `jitter`, `longest` are for tests.
    """

    def __init__(
        self,
        *,
        base_url: str,
        contact: str = "",
        spacing: float = 0.3,
        at_once: int = 2,
        tries: int = 4,
        seconds: float = _SECONDS,
        longest: int = MOST_BYTES,
        sleep: Sleep = asyncio.sleep,
        jitter: Callable[[float, float], float] = random.uniform,
    ) -> None:
        place = urlsplit(base_url)
        self._root = f"{place.scheme}://{place.netloc}"
        pace = (
            shared_pace(place.netloc, spacing=spacing, at_once=at_once)
            if sleep is asyncio.sleep
            else Pace(spacing=spacing, at_once=at_once, sleep=sleep, clock=time.monotonic)
        )
        self._http = httpx.AsyncClient(
            base_url=self._root,
            headers={"User-Agent": user_agent(contact), "Accept": "application/pdf"},
            timeout=httpx.Timeout(seconds, connect=10.0, pool=None),
            follow_redirects=False,
        )
        self._wire = Wire(http=self._http, pace=pace, tries=tries, sleep=sleep, jitter=jitter)
        self._seconds, self._longest = seconds, longest

    @classmethod
    def from_settings(cls, settings: Settings) -> Self:
        return cls(
            base_url=settings.diavgeia_base_url,
            contact=settings.diavgeia_contact or "",
            spacing=settings.diavgeia_spacing_ms / 1000,
            at_once=settings.diavgeia_at_once,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def fetch(self, ada: str) -> Fetched:
        """InvalidInput for what is no ΑΔΑ; every other trouble is a state."""
        path = f"/doc/{quote(parse_ada(ada), safe='')}"
        found = await self._one(path)
        return await self._one(path) if found.state in _ONCE_MORE else found

    async def _one(self, path: str) -> Fetched:
        for _ in range(_MOST_MOVES):
            try:
                found = await self._wire.send(
                    path, {}, judge=self._judged, seconds=self._seconds, longest=self._longest
                )
            except (NoAnswer, Unavailable) as error:
                return Fetched(state=FileState.UNAVAILABLE, reason=str(error))
            if isinstance(found, Fetched):
                return found
            path = found.path
        return Fetched(state=FileState.UNAVAILABLE, reason="moved too often")

    def _judged(self, reply: Reply) -> Got[Fetched | _Moved] | TryAgain:
        if reply.status in _MOVED:
            return Got(self._moved(reply.headers.get("Location", "")))
        if reply.status in _ABSENT:
            return Got(Fetched(state=FileState.MISSING, reason=f"HTTP {reply.status}"))
        if reply.status != 200:
            return Got(Fetched(state=FileState.UNAVAILABLE, reason=f"HTTP {reply.status}"))
        return Got(self._body(reply.body))

    def _moved(self, location: str) -> Fetched | _Moved:
        """Only about the same host; wherever else it points is never asked."""
        try:
            place = urlsplit(urljoin(f"{self._root}/doc/", location))
        except ValueError:  # «http://[bad/x»
            return Fetched(state=FileState.REDIRECTED, reason="to no address")
        if not location or f"{place.scheme}://{place.netloc}" != self._root:
            return Fetched(state=FileState.REDIRECTED, reason=f"to {place.hostname or 'nowhere'}")
        return _Moved(place.path + (f"?{place.query}" if place.query else ""))

    def _body(self, body: bytes) -> Fetched:
        state = state_of(body, longest=self._longest)
        return Fetched(state=state, body=b"" if state else body)


def state_of(body: bytes, *, longest: int = MOST_BYTES) -> FileState | None:
    """What the bytes give away before anybody opens them; None for what may be a PDF."""
    if not body:
        return FileState.EMPTY
    if len(body) > longest:
        return FileState.TOO_LARGE
    head = body[:_HEAD].lstrip()
    return None if b"%PDF-" in head and not head.startswith(b"<") else FileState.NOT_PDF
