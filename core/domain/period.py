"""A span of Athens dates, half-open: `since` is inside, `until` is not; None is open."""

from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """[since, until) in Athens dates. `words` is how a reader hears it in Greek («το 2024», «τον Μάρτιο του 2024»)."""

    since: date | None = None
    until: date | None = None
    words: str = ""

    @classmethod
    def year(cls, year: int) -> "Period":
        return cls(since=date(year, 1, 1), until=date(year + 1, 1, 1), words=f"το {year}")

    @property
    def last_day(self) -> date | None:
        """The last day inside, for readers who count inclusively."""
        return self.until - timedelta(days=1) if self.until else None

    @property
    def is_open(self) -> bool:
        return self.since is None and self.until is None

    @property
    def whole_year(self) -> int | None:
        """The calendar year that this period is, exactly; else None."""
        if self.since is None or self.until is None:
            return None
        starts = (self.since.month, self.since.day) == (1, 1)
        return self.since.year if starts and self.until == date(self.since.year + 1, 1, 1) else None

    def __contains__(self, day: date) -> bool:
        return (self.since is None or self.since <= day) and (self.until is None or day < self.until)
