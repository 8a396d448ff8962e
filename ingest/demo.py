"""The demonstration bodies: an invented world in a database of its own, marked as such (DESIGN §2)."""

from collections.abc import Iterator

from core.store import organizations
from core.store.pool import Pool
from ingest import register, world
from ingest.diavgeia.rows import decode
from ingest.files import FileRow
from ingest.load import Report, Source, Watch, load


def _rows(made: world.World) -> Iterator[FileRow]:
    """Earlier versions first, as they would have been seen."""
    for text in (*map(world.as_source_text, made.superseded), *made.lines()):
        row = decode(text)
        yield FileRow(row=row if isinstance(row, dict) else None, raw=text)


async def fill(pool: Pool, *, watch: Watch) -> Report:
    """Over a migrated database that holds nothing else. Filling it again changes nothing."""
    made = world.build()
    await organizations.mark_demo(pool)
    await register.save(pool, register.entries_of(made.organizations))
    source = Source(name="demo", rows=_rows(made), cover=made.covered, covers="demo")
    return await load(pool, source, watch=watch)
