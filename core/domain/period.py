"""A span of Athens dates, half-open: `since` is inside, `until` is not; None is open."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

ATHENS = ZoneInfo("Europe/Athens")


def athens_day(moment: datetime) -> date:
    """The Athens date of an aware timestamp (DIAVGEIA_API §4.2)."""
    return moment.astimezone(ATHENS).date()


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

    @property
    def whole_years(self) -> tuple[int | None, int | None] | None:
        """First and last calendar year when each bound falls on a 1 January (open bounds: None); else None.

        A commitment belongs to its fiscal year only when whole years were asked (DESIGN §4).
        """
        bounds = [day for day in (self.since, self.until) if day]
        if any((day.month, day.day) != (1, 1) for day in bounds):
            return None
        return (self.since.year if self.since else None), (self.until.year - 1 if self.until else None)

    def __contains__(self, day: date) -> bool:
        return (self.since is None or self.since <= day) and (self.until is None or day < self.until)
