"""What goes wrong on purpose: which request, how, and how often; by dice of a seed or by order."""

import random
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType


class Fault(StrEnum):
    """One way to fail. The last three touch a page of search results alone."""

    SERVER_ERROR = "server_error"  # 500, 502, 503 or 504
    TOO_MANY = "too_many"  # 429 with Retry-After
    STALL = "stall"  # half a body, then silence
    TRUNCATED = "truncated"  # JSON cut short in a response that is whole
    CUT = "cut"  # the connection closed before the announced length
    HTML = "html"  # 200, a page for people
    EMPTY = "empty"  # 200, text/html, nothing
    RESET = "reset"  # no response at all
    ERROR_ROW = "error_row"  # a row that is {errorCode, url}
    NAMELESS_ROW = "nameless_row"  # a row that is {errorCode}
    NO_DOCUMENT_URL = "no_document_url"  # a row without documentUrl


ROWS = frozenset({Fault.ERROR_ROW, Fault.NAMELESS_ROW, Fault.NO_DOCUMENT_URL})
_ORDINARY: tuple[Fault, ...] = tuple(kind for kind in Fault if kind is not Fault.NAMELESS_ROW)


@dataclass(frozen=True, kw_only=True)
class Faults:
    """`shares` of all requests, by kind. `retry_after` stands in the header as it is; a stall lasts `stall_seconds`."""

    shares: Mapping[Fault, float] = field(default_factory=lambda: MappingProxyType({}))
    retry_after: str = "1"
    stall_seconds: float = 30.0

    @classmethod
    def every(cls, share: float, *, retry_after: str = "1", stall_seconds: float = 30.0) -> "Faults":
        """So many of all requests fail, each kind as often as the others."""
        shares = {kind: share / len(_ORDINARY) for kind in _ORDINARY}
        return cls(shares=shares, retry_after=retry_after, stall_seconds=stall_seconds)


class Dice:
    """Decides request by request. `befell` counts what was done."""

    def __init__(self, seed: int) -> None:
        self.faults = Faults()
        self.ordered: deque[Fault] = deque()
        self.befell: Counter[Fault] = Counter()
        self.random = random.Random(seed)

    def roll(self, *, page: bool) -> Fault | None:
        """The fault of this request. Orders come first; an order for rows waits for a page."""
        fault = self._ordered(page) or self._rolled(page)
        if fault:
            self.befell[fault] += 1
        return fault

    def _ordered(self, page: bool) -> Fault | None:
        if self.ordered and (page or self.ordered[0] not in ROWS):
            return self.ordered.popleft()
        return None

    def _rolled(self, page: bool) -> Fault | None:
        at = self.random.random()
        for fault, share in self.faults.shares.items():
            if at < share:
                return fault if page or fault not in ROWS else None
            at -= share
        return None
