"""Reads Διαύγεια: windows page by page, single acts, the register. Pages leave it only when their echo is true."""

import asyncio
import logging
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Self, TypeVar
from urllib.parse import quote, urlsplit

import httpx

from core.errors import Unavailable
from core.settings import Settings
from ingest.diavgeia import contents
from ingest.diavgeia.contents import VersionEntry as VersionEntry
from ingest.diavgeia.envelope import Envelope, open_envelope
from ingest.diavgeia.envelope import Page as Page
from ingest.diavgeia.failures import EchoMismatch as EchoMismatch
from ingest.diavgeia.failures import NotFound, Refused
from ingest.diavgeia.failures import Outage as Outage
from ingest.diavgeia.failures import QueryRefused as QueryRefused
from ingest.diavgeia.pace import Clock, Pace, Sleep, shared_pace
from ingest.diavgeia.question import Question, advanced, simple, verify
from ingest.diavgeia.rows import decode
from ingest.diavgeia.wire import Wire
from ingest.plan import Window

_LOG = logging.getLogger(__name__)
_SIZE = 500  # the source's own most
_REGISTER_SECONDS = 120.0  # the register takes half a minute by itself
_MOST_MENDED = 50  # rows of one page that are fetched again
_MOST_REPEATS = 3  # pages of a window that say what the one before said
# A day of one body, asked exactly as every window is.
_CANARY = Window(organization_uid="6265", first=date(2024, 3, 4), last=date(2024, 3, 4))

Answer = TypeVar("Answer")
Ask = Callable[[Question, int, int], Awaitable[Page]]


class Client:
    """One source, read politely. Close it, or use it in `async with`.

    `spacing` is in seconds. `seconds` bound one try of a page. `sleep`, `clock` and `jitter` are for tests.
    """

    def __init__(
        self,
        *,
        base_url: str,
        contact: str = "",
        spacing: float = 0.3,
        at_once: int = 2,
        tries: int = 8,
        seconds: float = 90.0,
        ipv4_only: bool = False,
        sleep: Sleep = asyncio.sleep,
        clock: Clock = time.monotonic,
        jitter: Callable[[float, float], float] = random.uniform,
    ) -> None:
        shared = sleep is asyncio.sleep and clock is time.monotonic
        host = urlsplit(base_url).netloc
        pace = (
            shared_pace(host, spacing=spacing, at_once=at_once)
            if shared
            else Pace(spacing=spacing, at_once=at_once, sleep=sleep, clock=clock)
        )
        self._http = httpx.AsyncClient(
            base_url=base_url,
            headers={"User-Agent": user_agent(contact), "Accept": "application/json"},
            timeout=httpx.Timeout(seconds, connect=10.0, pool=None),
            transport=httpx.AsyncHTTPTransport(local_address="0.0.0.0") if ipv4_only else None,
            follow_redirects=True,
        )
        self._wire = Wire(http=self._http, pace=pace, tries=tries, sleep=sleep, jitter=jitter)
        self._seconds = seconds
        self._put: Callable[[Window], Question] = advanced

    @classmethod
    def from_settings(cls, settings: Settings) -> Self:
        return cls(
            base_url=settings.diavgeia_base_url,
            contact=settings.diavgeia_contact or "",
            spacing=settings.diavgeia_spacing_ms / 1000,
            at_once=settings.diavgeia_at_once,
            ipv4_only=settings.diavgeia_ipv4_only,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    @property
    def requests(self) -> int:
        """Sent so far, repeated tries and canaries among them."""
        return self._wire.requests

    @property
    def retries(self) -> int:
        """How many of them were tries of the same request again."""
        return self._wire.retries

    async def pages(self, window: Window) -> AsyncIterator[Page]:
        """The window's pages in the source's order, until its own total is reached or a page is empty.

        The feed may move meanwhile: the same act twice, or never. Count what is distinct against `total`.
        """
        question, page = await self._opened(window, self._page)
        repeats = 0
        while True:
            yield await self._mended(page)
            if not page.rows or (page.number + 1 - repeats) * page.size >= page.total:
                return
            last, page = page, await self._page(question, page.number + 1, page.size)
            if page.size != last.size:
                raise EchoMismatch(f"Η Διαύγεια άλλαξε το μέγεθος σελίδας από {last.size} σε {page.size} στη μέση.")
            if page.rows and page.raw_rows == last.raw_rows:
                _LOG.warning("diavgeia: page %d repeats the one before", page.number)
                repeats += 1
                if repeats > _MOST_REPEATS:
                    raise Unavailable("Η Διαύγεια δίνει ξανά και ξανά την ίδια σελίδα.")

    async def decision(self, ada: str) -> str | None:
        """The JSON text of an act as it stands now; None when the source knows no such ΑΔΑ."""
        return await self._look(f"decisions/{quote(ada)}.json", lambda text: contents.decision_text(text, ada))

    async def version_log(self, ada: str) -> tuple[VersionEntry, ...]:
        """Oldest first; empty for an unknown ΑΔΑ."""
        return await self._look(f"decisions/{quote(ada)}/versionlog.json", contents.versions) or ()

    async def organizations(self, *, status: str = "all") -> list[Mapping[str, object]]:
        """The whole register: 5,400 bodies, half a minute."""
        return await self._get("organizations.json", {"status": status}, contents.organizations, _REGISTER_SECONDS)

    async def supervised(self, uid: str) -> list[Mapping[str, object]]:
        """The bodies that this one supervises, as the register writes them; none for an unknown uid."""
        return await self._look(f"organizations/{quote(uid)}/details.json", contents.supervised) or []

    async def canary(self) -> bool:
        """Whether the source answers a query known to be good. A 400 is believed only then."""
        return await self._sings(tries=2)

    async def is_answering(self, seconds: float = 3.0) -> bool:
        """One look, for a first start: is this Διαύγεια, and does it search?"""
        try:
            async with asyncio.timeout(seconds):
                return await self._sings(tries=1)
        except TimeoutError:
            return False

    async def _sings(self, *, tries: int) -> bool:
        try:
            await self._opened(_CANARY, partial(self._search, tries=tries), size=1)
        except (Unavailable, Refused):
            return False
        return True

    async def _opened(self, window: Window, ask: Ask, size: int = _SIZE) -> tuple[Question, Page]:
        """The first page of a window, and how to go on.

        Where the advanced search adds or drops a condition, the simple one may be honest: then it is asked from now on.
        """
        question = self._put(window)
        try:
            return question, await ask(question, 0, size)
        except EchoMismatch as mismatch:
            other = simple(window)
            if question.path == other.path:
                raise
            try:
                page = await ask(other, 0, size)
            except EchoMismatch:
                raise mismatch from None
        _LOG.warning("diavgeia: the advanced search changes queries, the simple one is asked instead")
        self._put = simple
        return other, page

    async def _page(self, question: Question, number: int, size: int) -> Page:
        """Asked once more after a 400 that the canary contradicts: in an outage some answers are at random."""
        try:
            return await self._search(question, number, size)
        except Refused as error:
            if not await self.canary():
                raise Outage("Η αναζήτηση της Διαύγειας δεν λειτουργεί: απορρίπτει και σωστά ερωτήματα.") from error
        try:
            return await self._search(question, number, size)
        except Refused as error:
            text = "&".join(f"{name}={value}" for name, value in question.parameters.items())
            raise QueryRefused(f"Η Διαύγεια δεν δέχεται το ερώτημα «{text}»: {error}") from error

    async def _search(self, question: Question, number: int, size: int, *, tries: int | None = None) -> Page:
        parameters = {**question.parameters, "page": str(number), "size": str(size), "sort": "recent"}
        try:
            envelope = await self._wire.get(
                question.path, parameters, read=open_envelope, seconds=self._seconds, tries=tries
            )
        except NotFound as error:
            raise Unavailable("Η διεύθυνση της Διαύγειας δεν έχει αναζήτηση (HTTP 404).") from error
        return _checked(envelope, question, number, size)

    async def _look(self, path: str, read: Callable[[str], Answer]) -> Answer | None:
        try:
            return await self._get(path, {}, read, self._seconds)
        except NotFound:
            return None

    async def _get(
        self, path: str, parameters: Mapping[str, str], read: Callable[[str], Answer], seconds: float
    ) -> Answer:
        try:
            return await self._wire.get(path, parameters, read=read, seconds=seconds)
        except Refused as error:
            raise Unavailable(f"Η Διαύγεια απέρριψε το αίτημα {path}.") from error

    async def _mended(self, page: Page) -> Page:
        """Rows that the search broke (DIAVGEIA_API §2.7), each fetched by itself where its ΑΔΑ is known."""
        broken = {place: ada for place, row in enumerate(page.rows) if (ada := contents.broken_row(row))}
        if not broken:
            return page
        rows, raw_rows = list(page.rows), list(page.raw_rows)
        for place, ada in list(broken.items())[:_MOST_MENDED]:
            text = await self.decision(ada)
            row = decode(text) if text else None
            if text and isinstance(row, Mapping):
                rows[place], raw_rows[place] = row, text
        return replace(page, rows=tuple(rows), raw_rows=tuple(raw_rows))


def user_agent(contact: str) -> str:
    """Who we are and whom to write to."""
    return f"Diafaneia/1 (+{contact})" if contact else "Diafaneia/1 (open data reader)"


def _checked(envelope: Envelope, question: Question, number: int, size: int) -> Page:
    page = envelope.page
    verify(envelope.query, question)
    if page.number != number or page.size > size:
        raise EchoMismatch(f"Η Διαύγεια έδωσε τη σελίδα {page.number} των {page.size} αντί για {number} των {size}.")
    return page
