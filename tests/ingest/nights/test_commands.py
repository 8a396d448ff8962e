"""The commands over Διαύγεια as an operator types them, against a local source: what they say, and how they end."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from core.store import organizations, runs
from core.store.pool import open_pool
from core.store.runs import RunKind
from ingest import world
from tests.diavgeia_server import DiavgeiaServer
from tests.ingest.nights.conftest import NOW, until

NIGHT = ("--now", NOW.isoformat())


class Desk:
    """An operator before an empty database and a source."""

    def __init__(self, dsn: str, server: DiavgeiaServer) -> None:
        self.server = server
        self._environment = {
            "PATH": os.environ["PATH"],
            "DATABASE_URL": dsn,
            "DIAVGEIA_BASE_URL": server.base_url,
            "DIAVGEIA_SPACING_MS": "0",
            "COLUMNS": "200",
            "LANG": "C.UTF-8",
        }

    async def start(self, *arguments: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-W", "error", "-m", "ingest", *arguments),
            env=self._environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )

    async def run(self, *arguments: str) -> tuple[int, str, str]:
        """Exit code, output, and what was said beside it."""
        process = await self.start(*arguments)
        out, beside = await process.communicate()
        return process.returncode or 0, out.decode(), beside.decode()

    @asynccontextmanager
    async def running(self, *arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
        process = await self.start(*arguments)
        try:
            yield process
        finally:
            process.terminate()
            await process.communicate()


async def test_the_schedule_ends_with_a_parent_that_was_killed(desk):
    environment = {**desk._environment}
    schedule = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "ingest", "schedule", "--no-vectors", "--with-parent", *NIGHT),
        env=environment,
        stdin=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    await until(lambda: desk.server.heard)
    schedule.stdin.close()  # as the kernel does for a parent that is gone
    async with asyncio.timeout(30):
        assert await schedule.wait() is not None


@pytest.fixture
async def desk(fresh_dsn: str, made: world.World) -> AsyncIterator[Desk]:
    async with DiavgeiaServer.of_world(made, now=lambda: NOW) as server:
        yield Desk(fresh_dsn, server)


async def test_the_register_comes_from_the_source_and_bodies_are_chosen_from_it(desk, made):
    town, other, water = made.covered
    code, _, said = await desk.run("register")
    assert (code, f"{len(made.organizations)} νέοι φορείς" in said) == (0, True)
    code, _, said = await desk.run("org", "add", town, "--since", "2026-01-01")
    assert code == 0
    assert f"ΔΗΜΟΣ ΕΠΙΔΕΙΞΗΣ ({town}), πράξεις από 1/1/2026" in said
    supervised = [row for row in made.organizations if row["supervisorId"] == town]
    assert supervised and all(f"{row['uid']}  {row['label']}" in said for row in supervised)
    code, _, said = await desk.run("org", "add", "999999")
    assert (code, "999999" in said, "Traceback" in said) == (1, True, False)
    assert (await desk.run("org", "add", other, water, "--since", "2026-01-01"))[0] == 0
    assert (await desk.run("org", "remove", other))[0] == 0
    code, out, _ = await desk.run("org", "list", "--json", *NIGHT)
    listed = json.loads(out)["bodies"]
    assert [(body["uid"], body["since"], body["decisions"]) for body in listed] == [
        (uid, "2026-01-01", 0) for uid in sorted((town, water), key=lambda uid: label_of(made, uid))
    ]
    assert listed[0]["unread"] == [{"since": "2026-01-01", "last": "2026-11-02"}]


def label_of(made: world.World, uid: str) -> str:
    return next(str(row["label"]) for row in made.organizations if row["uid"] == uid)


async def test_backfill_then_a_night_then_how_things_stand(desk, made):
    town = made.covered[0]
    code, _, said = await desk.run("backfill", "--org", town, "--since", "2025-06-01", *NIGHT)
    assert (code, "Τελευταία ανάγνωση αρχείου: ολοκληρώθηκε" in said) == (0, True)
    code, _, said = await desk.run("backfill", *NIGHT)
    assert (code, "Τίποτα αδιάβαστο." in said) == (0, True)
    code, _, said = await desk.run("nightly", *NIGHT)
    assert (code, "Τελευταία νυχτερινή ανάγνωση: ολοκληρώθηκε" in said) == (0, True)
    asked = len(desk.server.heard)
    code, _, said = await desk.run("nightly", *NIGHT)
    assert (code, "έχει διαβαστεί" in said, len(desk.server.heard)) == (0, True, asked)
    assert (await desk.run("nightly", "--again", *NIGHT))[0] == 0
    assert len(desk.server.heard) > asked
    code, out, _ = await desk.run("status", "--json", *NIGHT)
    told = json.loads(out)["reading"]
    (body,) = told["bodies"]
    assert (body["unread"], body["incomplete_days"], body["windows"] > 3) == ([], [], True)
    assert told["current_until"].startswith("2026-11-02 02:3")
    assert (told["failing_since"], told["last_night_read"]["state"]) == (None, "done")
    code, out, _ = await desk.run("status", *NIGHT)
    assert code == 0
    assert "Όλα ενημερωμένα έως 2/11/2026 04:30." in out and "Καμία διαδικασία δεν διαβάζει τώρα" in out


async def test_what_the_source_refuses_is_said_and_the_next_try_goes_on(desk, made):
    desk.server.outage()
    code, _, said = await desk.run("backfill", "--org", made.covered[0], "--since", "2026-08-01", *NIGHT)
    assert code == 1
    assert "Η αναζήτηση της Διαύγειας δεν λειτουργεί" in said and "συνεχίζει από εκεί" in said
    code, out, _ = await desk.run("status", *NIGHT)
    assert "απέτυχε" in out and "1/8/2026 – 2/11/2026" in out
    desk.server.outage(on=False)
    assert (await desk.run("backfill", *NIGHT))[0] == 0


async def test_a_backfill_beside_the_schedule_is_done_there(desk, made, fresh_dsn):
    town, other, _ = made.covered
    await desk.run("org", "add", town, "--since", "2026-09-01")
    pool = await open_pool(fresh_dsn, max_size=2)
    async with desk.running("schedule", "--every", "3600", "--no-vectors", *NIGHT), pool:
        done = False
        async with asyncio.timeout(60):
            while not done:
                done = await runs.last_done(pool, kind=RunKind.BACKFILL) is not None or bool(
                    await runs.last_done(pool, kind=RunKind.REGISTER)
                )
                await asyncio.sleep(0.1)
        code, _, said = await desk.run("backfill", "--org", other, "--since", "2026-09-01", *NIGHT)
        assert (code, "Τη Διαύγεια διαβάζει ήδη άλλη διαδικασία" in said) == (0, True)
        assert {body.uid for body in await organizations.covered(pool)} == {town, other}
        code, _, said = await desk.run("nightly", *NIGHT)
        assert (code, "γίνεται εκεί" in said) == (0, True)


async def test_a_schedule_that_is_told_to_stop_stops(desk, made):
    await desk.run("org", "add", made.covered[0], "--since", "2026-09-01")
    async with asyncio.timeout(60):
        async with desk.running("schedule", "--no-vectors", *NIGHT):
            await until(lambda: len(desk.server.heard) > 0)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("backfill", "--since", "χθες"), "2026-10-31"),
        (("nightly", "--now", "2026-10-31"), "+02:00"),
        (("org",), "deed"),
    ],
)
async def test_what_cannot_be_read_is_said(desk, arguments, words):
    code, _, said = await desk.run(*arguments)
    assert (code, words in said, "Traceback" in said) == (2, True, False)
