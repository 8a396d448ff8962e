"""The bodies that are followed: seeds of organizations.toml, additions and removals by hand, the refreshed register."""

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from importlib.resources import files

from core.domain.organization import Organization
from core.errors import InvalidInput
from core.store import feeds, organizations, runs
from core.store.feeds import Feed
from core.store.organizations import RegisterSaved
from core.store.pool import Pool, transaction
from core.store.runs import RunKind, RunState
from ingest import register
from ingest.nights.run import House

_REGISTER_EVERY = timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seed:
    """A body of organizations.toml."""

    uid: str
    name: str
    since: date


def seeds() -> tuple[Seed, ...]:
    table = tomllib.loads(files("ingest").joinpath("organizations.toml").read_text(encoding="utf-8"))
    return tuple(Seed(uid=row["uid"], name=row["name"], since=row["since"]) for row in table["organization"])


async def sow(pool: Pool, wanted: Iterable[Seed], *, at: datetime) -> list[Feed]:
    """Follows the seeds where nobody has ever said which bodies to follow; all the bodies that are followed then."""
    async with transaction(pool) as db:
        if await feeds.is_empty(db):
            for seed in wanted:
                await feeds.add(db, organization_uid=seed.uid, label=seed.name, since=seed.since, at=at)
    return await feeds.followed(pool)


async def add(pool: Pool, uids: Sequence[str], *, since: date | None, at: datetime) -> list[Feed]:
    """Follows bodies of the register; InvalidInput for a uid that is none. `since` as in `feeds.add`."""
    known = {body.uid: body for body in await organizations.register(pool)}
    for uid in uids:
        if not uid.isascii() or not uid.isdigit() or (known and uid not in known):
            raise InvalidInput(
                f"Το μητρώο δεν έχει φορέα με κωδικό {uid}. Ανανεώνεται με «python -m ingest register».", value=uid
            )
    async with transaction(pool) as db:
        return [await feeds.add(db, organization_uid=uid, since=since, at=at) for uid in uids]


async def remove(pool: Pool, uids: Sequence[str], *, at: datetime) -> None:
    """Follows them no longer; what was read of them stays. InvalidInput for one that is not followed."""
    async with transaction(pool) as db:
        for uid in uids:
            if not await feeds.remove(db, organization_uid=uid, at=at):
                raise InvalidInput(f"Ο φορέας {uid} δεν παρακολουθείται.", value=uid)


async def supervised(pool: Pool, uids: Sequence[str]) -> list[Organization]:
    """Active bodies that these supervise by the register and that are not followed: to be offered beside them."""
    followed = {feed.organization_uid for feed in await feeds.followed(pool)}
    return [
        body
        for body in await organizations.register(pool)
        if body.supervisor_uid in uids and body.active and body.uid not in followed
    ]


async def register_is_due(house: House) -> bool:
    """After a week; a try that failed is repeated a day later."""
    now = house.clock()
    done = await runs.last_done(house.db, kind=RunKind.REGISTER)
    tried = await runs.last(house.db, kind=RunKind.REGISTER)
    if done is not None and now - done.started_at < _REGISTER_EVERY:
        return False
    return tried is None or tried.state is RunState.DONE or now - tried.started_at >= timedelta(days=1)


async def refresh_register(house: House) -> RegisterSaved:
    """The whole register from the source. Raises Unavailable, and the journal says so too."""
    run = await runs.start(house.db, kind=RunKind.REGISTER, night=None, load=None, at=house.clock())
    state, why = RunState.FAILED, "δεν ολοκληρώθηκε"
    try:
        entries = list(register.entries_of(await house.client.organizations()))
        if not entries:
            raise InvalidInput("Η Διαύγεια έδωσε κενό μητρώο.")
        saved = await register.save(house.pool, entries)
        await feeds.rename(house.db)
        state, why = RunState.DONE, ""
    finally:
        await runs.finish(house.db, run=run, state=state, at=house.clock(), error=why or None)
    return saved
