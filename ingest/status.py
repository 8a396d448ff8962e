"""What is held, by organization and year, with and without amount: as a table, or as JSON for programs."""

import json
from dataclasses import asdict

from core.store import decisions, holdings, loads
from core.store.holdings import HeldYear, Holdings
from core.store.pool import Pool


async def read(pool: Pool) -> tuple[list[HeldYear], Holdings, dict[str, int]]:
    """Bodies by year, the whole, and why rows were refused."""
    return await holdings.by_year(pool), await holdings.totals(pool), await loads.rejected(pool)


async def as_json(pool: Pool) -> str:
    """The same, and the flags of the screens, with stable names."""
    years, held, rejected = await read(pool)
    return json.dumps(
        {
            "held": asdict(held),
            "organizations": [asdict(row) | {"without_field": row.without_field} for row in years],
            "rejected": rejected,
            "screened": await decisions.flagged(pool),
        },
        ensure_ascii=False,
        indent=1,
        default=str,
    )
