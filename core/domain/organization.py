"""Bodies of the register, and how far what we hold of each one reaches."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from core.domain.period import Period, athens_day


@dataclass(frozen=True, slots=True, kw_only=True)
class Organization:
    """A public body. `covered` means that we hold its decisions as a whole, not a few loose ones (DESIGN §2)."""

    uid: str
    label: str
    afm: str | None = None
    category: str | None = None
    latin_name: str | None = None
    supervisor_uid: str | None = None
    active: bool = True
    covered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """What we hold of one body. `first_on`/`last_on` are Athens issue dates; `complete` only from closed windows.

    Of a body that is read from the source: whatever was issued from `since` on and posted until `published_until` is
    held, save for the issue days `unproven`, which were not read yet or do not add up.
    """

    organization_uid: str
    label: str
    decisions: int
    first_on: date | None
    last_on: date | None
    published_until: datetime | None = None
    complete: bool = False
    missing_months: tuple[str, ...] = ()
    unproven: tuple[Period, ...] = ()
    since: date | None = None

    @property
    def published_through(self) -> date | None:
        """The last day of Athens all of whose postings are held; None for what was loaded from files."""
        return athens_day(self.published_until) - timedelta(days=1) if self.published_until else None
