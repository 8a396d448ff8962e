"""An outage is told: who relies on alerts must not take silence for «nothing new»."""

from datetime import datetime, timedelta

from core.alerts.times import after_quiet
from core.domain.period import athens_day
from core.store import outbox
from core.store.pool import Pool

AFTER = timedelta(hours=50)  # two nights in a row, and the morning after


async def tell_of_outage(pool: Pool, *, at: datetime) -> int:
    """Each chat that waits for something once, when no night has been read for two days. How many were told now."""
    last = await outbox.last_night(pool, at=at)
    if last is None:
        return 0
    day = athens_day(last).isoformat()
    await outbox.withdraw(pool, before=day)
    if at - last < AFTER:
        return 0
    keys = {chat: f"outage:{day}:{chat}" for chat in await outbox.addressees(pool)}
    payload = {"outage_since": day}
    return await outbox.notify(pool, keys=keys, payload=payload, due_at=after_quiet(at), at=at) if keys else 0
