"""How things stand, for the operator: what is proven of each body, the last runs, what is wished for."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from core.domain.period import Period, athens_day
from core.domain.window import Ledger, unread
from core.store import feeds, requests, runs, windows
from core.store.feeds import FeedHoldings
from core.store.pool import Pool
from core.store.requests import WantedBody
from core.store.runs import Run, RunKind


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyStanding:
    """`unread`: days that were never read; `doubtful`: days that do not add up."""

    held: FeedHoldings
    unread: tuple[Period, ...]
    doubtful: tuple[date, ...]

    @property
    def days_unread(self) -> int:
        return sum((gap.until - gap.since).days for gap in self.unread if gap.since and gap.until)

    def as_json(self) -> dict[str, object]:
        held = self.held
        return {
            "uid": held.organization_uid,
            "label": held.label,
            "since": held.since,
            "decisions": held.decisions,
            "windows": held.closed,
            "held_until": held.held_until,
            "unread": [{"since": gap.since, "last": gap.last_day} for gap in self.unread],
            "incomplete_days": list(self.doubtful),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """`failing_since`: when the nights began to fail. `late_night`: the last one that was late at 09:00."""

    bodies: tuple[BodyStanding, ...]
    last: dict[RunKind, Run]
    last_night: Run | None
    failed: dict[str, str]
    failing_since: datetime | None
    late_night: date | None
    source_taken: bool
    wishes: int
    wanted: tuple[WantedBody, ...]

    @property
    def held_until(self) -> datetime | None:
        """Whatever was posted until then is held of all the bodies; None while one of them has no closed window."""
        moments = [body.held.held_until for body in self.bodies]
        known = [moment for moment in moments if moment is not None]
        return min(known, default=None) if len(known) == len(moments) else None

    def as_json(self) -> dict[str, object]:
        return {
            "current_until": self.held_until,
            "failing_since": self.failing_since,
            "late_night": self.late_night,
            "source_taken": self.source_taken,
            "bodies": [body.as_json() for body in self.bodies],
            "runs": {kind.value: _run_json(run) for kind, run in self.last.items()},
            "last_night_read": _run_json(self.last_night) if self.last_night else None,
            "failed_bodies": self.failed,
            "wishes_waiting": self.wishes,
            "wanted": [
                {"uid": body.organization_uid, "label": body.label, "times": body.times} for body in self.wanted
            ],
        }


def _run_json(run: Run) -> dict[str, object]:
    names = ("state", "night", "started_at", "beat_at", "finished_at", "requests", "retries", "windows")
    counts = ("new_rows", "changed_rows", "gone_rows", "rejected_rows", "error")
    return {name: getattr(run, name) for name in (*names, *counts)}


async def read(pool: Pool, *, now: datetime) -> Standing:
    """As of a moment: days up to today count as unread until they are read."""
    held = await feeds.holdings(pool)
    ledgers = await windows.ledgers(pool, organization_uids=[body.organization_uid for body in held])
    found = [(kind, await runs.last(pool, kind=kind)) for kind in RunKind]
    last = {kind: run for kind, run in found if run is not None}
    night = last.get(RunKind.NIGHTLY)
    return Standing(
        bodies=_bodies(held, ledgers, athens_day(now)),
        last=last,
        last_night=await runs.last_done(pool, kind=RunKind.NIGHTLY),
        failed=await runs.bodies_failed(pool, run=night.id) if night else {},
        failing_since=await runs.failing_since(pool),
        late_night=await runs.warned(pool),
        source_taken=await runs.source_is_taken(pool),
        wishes=await requests.queued(pool),
        wanted=tuple(await requests.wanted(pool)),
    )


def _bodies(held: Sequence[FeedHoldings], ledgers: dict[str, Ledger], today: date) -> tuple[BodyStanding, ...]:
    return tuple(
        BodyStanding(
            held=body,
            unread=unread(ledgers[body.organization_uid], body.since, today),
            doubtful=tuple(window.first for window in ledgers[body.organization_uid] if not window.closed),
        )
        for body in held
    )
