"""Backfill and nights against a local Διαύγεια: what the source holds is held, and nothing is claimed that is not."""

from core.store.runs import RunState
from ingest.nights import backfill


async def test_a_backfill_holds_all_that_the_source_holds(open_house):
    rig = await open_house()
    assert await backfill.read_archive(rig.house) is RunState.DONE
    assert await rig.differences() == []
    assert await backfill.read_archive(rig.house) is None
