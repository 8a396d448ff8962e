"""Lexemes of passages that were read before passages were searched: a file at a time, so that a kill loses one."""

from core.store import passages
from core.store.pool import Pool, transaction

_AT_ONCE = 200


async def fill(pool: Pool) -> int:
    """Until none is left; how many files it were."""
    done = 0
    while files := await passages.unread(pool, limit=_AT_ONCE):
        for organization_uid, ada in files:
            async with transaction(pool) as connection:
                await passages.fill(connection, organization_uid=organization_uid, ada=ada)
        done += len(files)
    return done
