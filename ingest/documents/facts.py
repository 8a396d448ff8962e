"""Facts of documents that were read before facts were, or by older rules: from the passages that are held."""

from core.store import documents, facts
from core.store.pool import Pool, transaction


async def fill(pool: Pool, *, most: int = 1_000_000) -> int:
    """A document at a time, so that what is killed goes on. How many."""
    done = 0
    while done < most and (found := await facts.lacking(pool)):
        for organization_uid, ada in found[: most - done]:
            pages = await documents.pages(pool, ada=ada)
            async with transaction(pool) as db:
                await facts.rewrite(db, organization_uid=organization_uid, ada=ada, pages=pages)
            done += 1
    return done
