"""Which windows of Διαύγεια to read: pure rules over issue days of Athens, without gaps or overlaps (DIAVGEIA_API §16)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

LONGEST = 90  # days of a window; the source shortens 181 without a word


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Acts of one body issued on these Athens days, both inside; `submitted_since` leaves out older submissions."""

    organization_uid: str
    first: date
    last: date
    submitted_since: datetime | None = None

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1
