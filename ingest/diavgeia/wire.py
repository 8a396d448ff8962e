"""One GET to Διαύγεια: paced, bounded in bytes and in time, tried again with full jitter, failures translated."""

import asyncio
import logging
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Generic, TypeVar

import httpx

from core.errors import Unavailable
from ingest.diavgeia.failures import BadBody, NoAnswer, NotFound, Refused
from ingest.diavgeia.pace import Pace, Sleep

_LOG = logging.getLogger(__name__)
_TRY_AGAIN = frozenset({408, 425, 429, *range(500, 600)})
_FIRST_WAIT, _LONGEST_WAIT = 0.5, 60.0
_PATIENCE = 600.0  # a source that asks for more is not there for us today
_LONGEST_BODY = 1 << 26

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back, whatever its status."""

    status: int
    headers: httpx.Headers
    body: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class TryAgain:
    """Why a try failed, and how long the source asked us to stay away."""

    reason: str
    after: float | None = None
    cause: BaseException | None = None


@dataclass(frozen=True, slots=True)
class Got(Generic[Answer]):
    """An answer that stands."""

    value: Answer


class Wire:
    """What all requests to one source have in common. `requests` and `retries` count what was sent."""

    def __init__(
        self,
        *,
        http: httpx.AsyncClient,
        pace: Pace,
        tries: int,
        sleep: Sleep = asyncio.sleep,
        jitter: Callable[[float, float], float] = random.uniform,
    ) -> None:
        self._http = http
        self._pace = pace
        self._tries = tries
        self._sleep = sleep
        self._jitter = jitter
        self.requests = 0
        self.retries = 0

    async def get(
        self,
        path: str,
        parameters: Mapping[str, str],
        *,
        read: Callable[[str], Answer],
        seconds: float,
        tries: int | None = None,
    ) -> Answer:
        """What `read` makes of the body; a BadBody from it is tried again.

        `seconds` bound each try. Raises Refused at 400, NotFound at 404, NoAnswer when no try succeeded, Unavailable
        while the source asked to be left alone for long.
        """
        return await self.send(
            path,
            parameters,
            judge=lambda reply: _read(reply, read),
            seconds=seconds,
            longest=_LONGEST_BODY,
            tries=tries,
        )

    async def send(
        self,
        path: str,
        parameters: Mapping[str, str],
        *,
        judge: Callable[[Reply], Got[Answer] | TryAgain],
        seconds: float,
        longest: int,
        tries: int | None = None,
    ) -> Answer:
        """The same for any body: `judge` sees all but what is tried again anyway, at most a byte over `longest`."""
        number = 1
        self._obey()
        while isinstance(outcome := await self._attempt(path, parameters, judge, seconds, longest), TryAgain):
            if outcome.after is not None:
                self._pace.hold(outcome.after)
                self._obey()
            if number >= (tries or self._tries):
                raise NoAnswer(f"Η Διαύγεια δεν έδωσε απάντηση ({outcome.reason}).") from outcome.cause
            _LOG.info("diavgeia: try %d of %s failed: %s", number, path, outcome.reason)
            self.retries += 1
            await self._wait(number, outcome.after)
            number += 1
        return outcome.value

    def _obey(self) -> None:
        """Nothing is sent, by nobody, until the moment that the source named."""
        if (left := self._pace.closed_for) > _PATIENCE:
            raise Unavailable(f"Η Διαύγεια ζήτησε να μην τη ρωτάμε για άλλα {round(left / 60)} λεπτά.")

    async def _wait(self, number: int, after: float | None) -> None:
        """The source's own word, which holds all tasks back, or anything up to twice as long as last time."""
        if after is None:
            await self._sleep(self._jitter(0.0, min(_LONGEST_WAIT, _FIRST_WAIT * 2 ** (number - 1))))

    async def _attempt(
        self,
        path: str,
        parameters: Mapping[str, str],
        judge: Callable[[Reply], Got[Answer] | TryAgain],
        seconds: float,
        longest: int,
    ) -> Got[Answer] | TryAgain:
        async with self._pace.turn():
            self.requests += 1
            try:
                async with asyncio.timeout(seconds):
                    reply = await self._send(path, parameters, longest)
            except TimeoutError as error:
                return TryAgain(reason=f"καμία απάντηση σε {seconds:g}″", cause=error)
            except httpx.RequestError as error:
                return TryAgain(reason=f"η σύνδεση απέτυχε: {type(error).__name__}", cause=error)
        if reply.status in _TRY_AGAIN:
            return TryAgain(reason=f"HTTP {reply.status}", after=_retry_after(reply.headers.get("Retry-After")))
        return judge(reply)

    async def _send(self, path: str, parameters: Mapping[str, str], longest: int) -> Reply:
        async with self._http.stream("GET", path, params=dict(parameters)) as response:
            body = bytearray()
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > longest:
                    break
            return Reply(response.status_code, response.headers, bytes(body[: longest + 1]))


def _read(reply: Reply, read: Callable[[str], Answer]) -> Got[Answer] | TryAgain:
    if len(reply.body) > _LONGEST_BODY:
        return TryAgain(reason="υπερβολικά μεγάλη απάντηση")
    status = reply.status
    try:
        text = reply.body.decode("utf-8-sig")
        if status == 400:
            raise Refused(text[:500])
        if status == 404 and text.lstrip().startswith("{"):
            raise NotFound(text[:500])
        if status != 200:
            raise Unavailable(f"Η Διαύγεια απάντησε HTTP {status}.")
        return Got(read(text))
    except (BadBody, UnicodeDecodeError) as error:
        return TryAgain(reason="σώμα που δεν διαβάζεται", cause=error)


def _retry_after(value: str | None) -> float | None:
    """Seconds or a date; None for what is neither."""
    if value is None:
        return None
    if value.strip().isdigit():
        return float(value)
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (moment.replace(tzinfo=moment.tzinfo or UTC) - datetime.now(UTC)).total_seconds())
