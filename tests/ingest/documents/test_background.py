"""Documents beside the nights: only while the source is ours, and a fault of the source is no end."""

import asyncio

from core.store import decisions
from core.store.pool import transaction
from ingest.documents.background import read_on
from tests.builders import a_decision
from tests.diavgeia_server import DiavgeiaServer
from tests.ingest.documents.conftest import papers_of
from tests.pdfs import lines, pdf


async def test_what_is_missing_is_read_while_the_source_is_ours(fresh):
    acts = [a_decision() for _ in range(3)]
    async with transaction(fresh) as db:
        await decisions.save(db, decisions=acts)
    ours = False
    async with DiavgeiaServer() as source, papers_of(source) as papers:
        source.files = {act.ada: pdf(lines("Εγκρίνει τη δαπάνη των καυσίμων.")) for act in acts}
        task = asyncio.create_task(read_on(fresh, papers, may=lambda: ours, rest=0.05))
        await asyncio.sleep(0.3)
        assert source.heard == []
        ours = True
        async with asyncio.timeout(60):
            while await fresh.fetchval("SELECT count(*) FROM documents WHERE state = 'read'") < len(acts):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        task.cancel()
        await asyncio.wait({task})
        assert task.cancelled()
