"""The real decisions: averages, medians and days to posting of the store against the raw JSON."""

import statistics
from decimal import ROUND_HALF_UP, Decimal

import pytest

from core.domain.condition import DecisionFilter
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import Grouping
from core.store import averages, delays
from core.store.pool import Pool
from evals.corpora import real
from evals.corpora.entries import Corpus, Query

pytestmark = pytest.mark.shared

BODIES = ("50449", "6202", "6179", "6030", "6289")
POSTED = "99221536"


@pytest.fixture(scope="module")
def truth() -> Corpus:
    return real.read()


@pytest.mark.parametrize("stage", [Stage.AWARD, Stage.CONTRACT, Stage.COMMITMENT])
@pytest.mark.parametrize("body", BODIES)
async def test_averages_and_medians_are_those_of_the_raw_rows(
    corpus: Pool, truth: Corpus, body: str, stage: Stage
) -> None:
    for year in range(2020, 2027):
        entries = truth.chosen(Query(organizations=(body,), stage=stage.value, years=(year,)))
        right = [each.amount for each in entries if each.counted and each.amount is not None and each.amount >= 0]
        where = DecisionFilter(organizations=(body,), period=Period.year(year))
        found = [each for each in await averages.by(corpus, where=where, stage=stage) if each.counted]

        assert len(found) == bool(right), year
        for each in found:
            assert (each.counted, each.median, each.amount) == (len(right), statistics.median(right), sum(right)), year
            assert each.mean is not None
            assert each.mean.quantize(Decimal("0.01"), ROUND_HALF_UP) == (sum(right, Decimal(0)) / len(right)).quantize(
                Decimal("0.01"), ROUND_HALF_UP
            )


@pytest.mark.parametrize("group_by", [None, Grouping.MONTH, Grouping.DECISION_TYPE])
async def test_days_to_posting_are_those_of_the_raw_times(
    corpus: Pool, truth: Corpus, group_by: Grouping | None
) -> None:
    groups: dict[str, list[int]] = {}
    for entry in {each.ada: each for each in truth.chosen(Query(organizations=(POSTED,)))}.values():
        key = {Grouping.MONTH: f"{entry.issued_on:%Y-%m}", Grouping.DECISION_TYPE: entry.decision_type}
        assert entry.posted_on is not None
        groups.setdefault(key[group_by] if group_by else "", []).append((entry.posted_on - entry.issued_on).days)
    found = await delays.by(corpus, where=DecisionFilter(organizations=(POSTED,)), group_by=group_by)

    assert {each.key for each in found} == groups.keys()
    for each in found:
        days = sorted(number for number in groups[each.key] if 0 <= number <= 400)
        right = (len(days), days[-(-len(days) // 2) - 1], days[-(-len(days) * 9 // 10) - 1], days[-1])
        assert (each.counted, each.median, each.ninth, each.longest) == right


@pytest.mark.parametrize("body", BODIES)
async def test_of_a_body_without_times_of_posting_nothing_can_be_told(corpus: Pool, body: str) -> None:
    [whole] = await delays.by(corpus, where=DecisionFilter(organizations=(body,)))

    assert not whole.tellable and whole.unknown == whole.decisions
