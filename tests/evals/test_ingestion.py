"""A tenth of each proof of ingestion; the whole ones are made by hand and kept in evals/results/."""

from collections.abc import Awaitable, Callable

import pytest

from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database
from evals import ingestion_proofs as proofs


@pytest.fixture
def databases(server: EmbeddedPostgres, new_database: Callable[[], str]) -> Callable[[], Awaitable[str]]:
    async def new() -> str:
        name = new_database()
        await ensure_database(server.dsn(), name)
        return server.dsn(name)

    return new


async def test_an_archive_read_from_a_moving_failing_source_is_that_source(databases):
    result = await proofs.world(databases, decisions=6_000, years=5, share=0.1, seed=1)
    assert result["ok"], result


async def test_a_killed_backfill_ends_in_the_same_state(databases):
    result = await proofs.kill(databases, decisions=1_000, times=2, seed=2)
    assert result["ok"], result


async def test_nights_of_the_changing_clock_are_read_once_and_whole(databases):
    result = await proofs.nights(databases, decisions=900, times=2, each=4, seed=1)
    assert result["ok"], result


async def test_an_outage_proves_nothing_and_ends_by_itself(databases):
    result = await proofs.outage(databases, decisions=900, hours=24, seed=1)
    assert result["ok"], result


async def test_a_backfill_is_exact_and_modest(databases):
    """Its speed is measured by hand, never by a test."""
    result = await proofs.throughput(databases, decisions=2_000, seed=1)
    assert (result["missing"], result["extra"], result["different"]) == (0, 0, 0)
    assert result["memory_mb"] <= 300
