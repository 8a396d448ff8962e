"""Awards close under the limit over the recorded decisions, against a reading of the raw JSON that shares no code."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from core.answer.lookups import near_limit
from core.answer.lookups.store import LookupStore
from core.domain.condition import DecisionFilter
from core.greek.names import OrganizationIndex
from core.store.pool import Pool
from evals.corpora import real

pytestmark = pytest.mark.shared
CHANGED = date(2021, 6, 1)
BANDS = {
    "20000 net": ("19000", "20000"),
    "20000 gross": ("23560", "24800"),
    "30000 net": ("28500", "30000"),
    "30000 gross": ("35340", "37200"),
}


@pytest.fixture(scope="session")
def truly(shared_data: Path) -> Mapping[tuple[str, str], list[Decimal]]:
    """Amounts by body and band, from the raw files: published Δ.1 that count."""
    found: dict[tuple[str, str], list[Decimal]] = {}
    for entry in real.read(shared_data).entries:
        if entry.decision_type != "Δ.1" or not (entry.published and entry.counted) or entry.amount is None:
            continue
        for key, (least, most) in BANDS.items():
            in_force = (entry.issued_on < CHANGED) == key.startswith("20000")
            if in_force and Decimal(least) <= entry.amount <= Decimal(most) and entry.issued_on >= date(2016, 8, 8):
                found.setdefault((entry.organization, key), []).append(entry.amount)
    return found


@pytest.mark.parametrize("body", ["6202", "6179", "6289", "6030", "50449"])
async def test_every_band_of_every_body(
    corpus: Pool, truly: Mapping[tuple[str, str], list[Decimal]], body: str
) -> None:
    store = LookupStore(pool=corpus, embedder=None, today=date(2026, 11, 30), demo=False, index=OrganizationIndex([]))
    found = await near_limit.run(store, near_limit.Arguments(where=DecisionFilter(organizations=(body,))))
    said = {each.band.key: (each.decisions, each.total.net if each.total else 0) for each in found.near}
    right = {key: truly.get((body, key), []) for key in BANDS}
    assert said == {key: (len(amounts), sum(amounts)) for key, amounts in right.items()}
    assert sum(number for number, _ in said.values()) > 0


def test_the_amounts_pile_up_at_the_limit_with_vat(truly: Mapping[tuple[str, str], list[Decimal]]) -> None:
    everything = [amount for amounts in truly.values() for amount in amounts]
    assert everything.count(Decimal("37200")) > everything.count(Decimal("37000")) > 0
