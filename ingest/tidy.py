"""Once a day of Athens, from the beginning of its night, what is kept too long is cleared away."""

import logging
from datetime import datetime

from core.store import retention
from core.store.pool import Connection
from ingest.nights.nightly import night_of

log = logging.getLogger(__name__)


async def if_owed(db: Connection, *, at: datetime) -> None:
    night = night_of(at)
    if await retention.is_due(db, day=night):
        cleared, gone = await retention.clear(db, day=night, at=at)
        log.info("cleared away: the words of %d answers, %d answers", cleared, gone)
