"""What is held, by organization and year, and how the reading of Διαύγεια stands: as tables, or as JSON."""

import json
from dataclasses import asdict
from datetime import datetime

from core.store import decisions, holdings, loads
from core.store.holdings import HeldYear, Holdings
from core.store.pool import Pool
from ingest.nights import standing


async def read(pool: Pool) -> tuple[list[HeldYear], Holdings, dict[str, int]]:
    """Bodies by year, the whole, and why rows were refused."""
    return await holdings.by_year(pool), await holdings.totals(pool), await loads.rejected(pool)


async def as_json(pool: Pool, *, now: datetime) -> str:
    """The same, the flags of the screens, and what is proven of the bodies that are followed, with stable names."""
    years, held, rejected = await read(pool)
    return json.dumps(
        {
            "held": asdict(held),
            "organizations": [asdict(row) | {"without_field": row.without_field} for row in years],
            "rejected": rejected,
            "screened": await decisions.flagged(pool),
            "reading": (await standing.read(pool, now=now)).as_json(),
        },
        ensure_ascii=False,
        indent=1,
        default=str,
    )
