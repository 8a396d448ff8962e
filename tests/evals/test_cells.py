"""A tenth of the truth table; the whole one is asked by hand and kept in evals/results/."""

from collections.abc import Callable

from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database
from evals import cells
from ingest.world import Case

TOWN, SELLER = "700001", "807000018"


async def test_every_cell_of_the_truth_table_is_told_to_the_cent(
    server: EmbeddedPostgres, new_database: Callable[[], str]
) -> None:
    name = new_database()
    await ensure_database(server.dsn(), name)
    result = await cells.prove(server.dsn(name), decisions=2_000, empty=100, seed=1)
    assert result["wrong"] == 0, result["wrong_shown"]
    assert result["cells_with_acts"] > 10_000 and result["empty_cells"] > 40_000 and result["refused_private"] > 100
    assert result["dirty_cases"] >= len(Case)
