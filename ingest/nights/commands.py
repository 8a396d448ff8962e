"""The commands over Διαύγεια: first, nightly, backfill, org, schedule, and the register from its source."""

import argparse
import asyncio
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from rich.console import Console

from core.errors import InvalidInput, Unavailable
from core.settings import Settings
from core.store import requests, runs
from core.store.failures import translated
from core.store.pool import Pool, is_lost
from core.store.runs import RunKind
from ingest.databases import opened_database, opened_server
from ingest.diavgeia.client import Client
from ingest.documents.fetch import Papers
from ingest.nights import backfill, bodies, nightly, org_commands, schedule, showing, standing
from ingest.nights.clocks import clock_of, day, with_clock
from ingest.nights.fetching import answer_wishes
from ingest.nights.run import Clock, House

_FIRST_DAYS = 30
_PROBE_SECONDS = 3.0
_POLL_SECONDS = 1.0
_KEPT = "Τη Διαύγεια διαβάζει ήδη άλλη διαδικασία"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """`house` is None while another process holds the source."""

    pool: Pool
    client: Client
    house: House | None


@asynccontextmanager
async def opened_source(settings: Settings, console: Console, clock: Clock) -> AsyncIterator[Opened]:
    async with (
        opened_server(settings, console) as server,
        opened_database(server) as pool,
        Client.from_settings(settings) as client,
        Papers.from_settings(settings) as papers,
        pool.acquire() as db,
    ):
        if not await runs.take_source(db):
            yield Opened(pool=pool, client=client, house=None)
            return
        await runs.cut_orphans(db, at=clock())
        fetching = asyncio.create_task(answer_wishes(pool, client, papers))  # readers ask whoever holds the source
        try:
            with translated():  # a connection that is lost meanwhile raises by itself
                yield Opened(pool=pool, client=client, house=House(pool=pool, db=db, client=client, clock=clock))
        finally:
            fetching.cancel()
            await asyncio.wait({fetching})
            if not is_lost(db):
                await runs.leave_source(db)


async def read_first(settings: Settings, console: Console) -> bool:
    """The last 30 days of the bodies that are followed, if Διαύγεια answers at once. Whether it did."""
    clock: Clock = clock_of(argparse.Namespace())
    async with Client.from_settings(settings) as probe:
        if not await probe.is_answering(_PROBE_SECONDS):
            return False
    async with opened_source(settings, console, clock) as opened:
        if opened.house is None:
            raise Unavailable(f"{_KEPT}.")
        await bodies.sow(opened.pool, bodies.seeds(), at=clock())
        await _refresh_register(opened.house, console)
        await _read_archive(opened.house, console, only=(), limit=_FIRST_DAYS)
    return True


async def _refresh_register(house: House, console: Console) -> None:
    """Names of bodies are wanted, yet nothing waits for them."""
    if await bodies.register_is_due(house):
        console.print("Μητρώο φορέων από τη Διαύγεια…")
        try:
            await bodies.refresh_register(house)
        except (Unavailable, InvalidInput) as error:
            console.print(str(error), style="yellow")


async def _read_archive(house: House, console: Console, *, only: tuple[str, ...], limit: int | None) -> None:
    with showing.archive_bar(console, await _days_unread(house.pool, house.clock, only, limit)) as watch:
        state = await backfill.read_archive(replace(house, watch=watch), only=only, limit=limit)
    if state is None:
        console.print("Τίποτα αδιάβαστο.")
    else:
        await _show_last(house.pool, console, RunKind.BACKFILL)


async def _days_unread(pool: Pool, clock: Clock, only: tuple[str, ...], limit: int | None) -> int:
    found = await standing.read(pool, now=clock())
    days = [body.days_unread for body in found.bodies if not only or body.held.organization_uid in only]
    return sum(days if limit is None else [min(each, limit) for each in days])


async def _show_last(pool: Pool, console: Console, kind: RunKind) -> None:
    """Raises Unavailable when it did not go well, so that the exit code says so too."""
    run = await runs.last(pool, kind=kind)
    showing.show_run(console, run)
    if run is not None and run.error:
        raise Unavailable("Δεν διαβάστηκαν όλα: η ίδια εντολή συνεχίζει από εκεί.")


async def _backfill(settings: Settings, arguments: argparse.Namespace, console: Console) -> None:
    clock, only = clock_of(arguments), tuple(arguments.org)
    if arguments.since and not only:
        raise InvalidInput(f"Το --since {arguments.since} χρειάζεται και --org ΚΩΔΙΚΟΣ: για ποιον φορέα;")
    async with opened_source(settings, console, clock) as opened:
        if only:
            await bodies.add(opened.pool, only, since=arguments.since, at=clock())
        else:
            await bodies.sow(opened.pool, bodies.seeds(), at=clock())
        if opened.house is not None:
            await _read_archive(opened.house, console, only=only, limit=None)
        else:
            console.print(f"{_KEPT}: το διάβασμα γίνεται εκεί.")
            await _follow(opened.pool, console, clock, only)


async def _follow(pool: Pool, console: Console, clock: Clock, only: tuple[str, ...]) -> None:
    """Shows what the process that holds the source reads of these bodies; ends when nothing is left, or it fails."""
    begun = clock()
    await requests.call_keeper(pool)
    days = await _days_unread(pool, clock, only, None)
    with showing.days_bar(console, days) as shown:
        while left := await _days_unread(pool, clock, only, None):
            shown(days - left, "")
            run = await runs.last(pool, kind=RunKind.BACKFILL)
            if run is not None and run.started_at >= begun and run.error:
                raise Unavailable(run.error)
            if not await runs.source_is_taken(pool):
                raise Unavailable("Η διαδικασία που διάβαζε τη Διαύγεια σταμάτησε. Ξαναδώστε την εντολή.")
            await asyncio.sleep(_POLL_SECONDS)


async def _nightly(settings: Settings, arguments: argparse.Namespace, console: Console) -> None:
    clock = clock_of(arguments)
    async with opened_source(settings, console, clock) as opened:
        if opened.house is None:
            await requests.call_keeper(opened.pool)
            console.print(f"{_KEPT}: η νυχτερινή ανάγνωση γίνεται εκεί.")
            return
        followed = await bodies.sow(opened.pool, bodies.seeds(), at=clock())
        night = nightly.night_of(clock())
        accepted = arguments.accept_vanished
        again = arguments.again or arguments.audit or accepted
        if not again and await runs.is_done(opened.pool, night=night):
            console.print(f"Η νύχτα της {night:%-d/%-m/%Y} έχει διαβαστεί. Με --again διαβάζεται ξανά.")
            return
        with showing.night_bar(console) as watch:
            house = replace(opened.house, watch=watch)
            if accepted:
                feeds = [feed for feed in followed if feed.organization_uid == accepted]
                if not feeds:
                    raise InvalidInput(f"Ο φορέας {accepted} δεν είναι από όσους διαβάζονται.", value=accepted)
                await nightly.read_again(house, feeds=feeds, everything=True, most_vanished=sys.maxsize)
            elif again:
                await nightly.read_again(house, feeds=followed, everything=arguments.audit)
            else:
                await nightly.read_night(house, night=night, feeds=followed)
        await _show_last(opened.pool, console, RunKind.NIGHTLY)


async def _schedule(settings: Settings, arguments: argparse.Namespace, console: Console) -> None:
    if arguments.with_parent:
        threading.Thread(target=_end_with_parent, daemon=True).start()
    async with (
        opened_server(settings, console) as server,
        opened_database(server) as pool,
        Client.from_settings(settings) as client,
        Papers.from_settings(settings) as papers,
    ):
        await schedule.keep_current(
            pool,
            client,
            clock=clock_of(arguments),
            tick_seconds=arguments.every,
            vectors=not arguments.no_vectors,
            papers=papers,
            documents=settings.documents == "on",
        )


def _end_with_parent() -> None:
    """A parent that is killed tells nobody: what it held of our standard input is closed."""
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


async def refresh_register(settings: Settings, console: Console) -> None:
    """The register from the source, now."""
    async with opened_source(settings, console, clock_of(argparse.Namespace())) as opened:
        if opened.house is None:
            raise Unavailable(f"{_KEPT}: το μητρώο ανανεώνεται εκεί, μία φορά την εβδομάδα.")
        saved = await bodies.refresh_register(opened.house)
    console.print(f"Μητρώο: {saved.added} νέοι φορείς, {saved.changed} άλλαξαν.")


def add_to(commands: Any) -> None:
    """`commands`: the subparsers of `python -m ingest`."""
    one = commands.add_parser("nightly", help="διαβάζει τη νύχτα: τελευταίες ημέρες, αλλαγές του αρχείου")
    one.add_argument("--again", action="store_true", help="και αν έχει διαβαστεί")
    one.add_argument("--audit", action="store_true", help="και όλο το αρχείο από την αρχή")
    one.add_argument("--accept-vanished", metavar="UID", help="σημειώνει όσες πράξεις του φορέα έχουν αφαιρεθεί")
    with_clock(one, _nightly)
    one = commands.add_parser("backfill", help="διαβάζει ό,τι δεν έχει διαβαστεί, από τα νεότερα")
    one.add_argument(
        "--org", action="append", default=[], metavar="UID", help="φορέας· χωρίς αυτό όλοι όσοι διαβάζονται"
    )
    one.add_argument("--since", type=day, metavar="YYYY-MM-DD", help="από ποια ημερομηνία έκδοσης")
    with_clock(one, _backfill)
    one = commands.add_parser("schedule", help="μένει και τα κρατά όλα ενημερωμένα")
    one.add_argument("--no-vectors", action="store_true", help="τα διανύσματα τα συμπληρώνει άλλος («ingest embed»)")
    one.add_argument("--with-parent", action="store_true", help=argparse.SUPPRESS)
    one.add_argument("--every", type=float, default=300.0, metavar="SECONDS", help=argparse.SUPPRESS)
    with_clock(one, _schedule)
    org = commands.add_parser("org", help="ποιοι φορείς διαβάζονται")
    org_commands.add_to(org.add_subparsers(dest="deed", required=True))
