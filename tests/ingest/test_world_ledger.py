"""The invented world, loaded: what the ledger sums must be what the generator planned, to the cent, in every cell."""

from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal

import pytest

from core.domain.condition import Condition, DecisionFilter, StageTotal, WordGroup
from core.domain.ledger import Flag, Stage
from core.domain.period import Period
from core.domain.request import Grouping
from core.greek.lexemes import lexemes
from core.store import decisions, spending
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.pool import Pool, open_pool
from ingest import demo
from ingest.world import Case, TruthRow, TruthTotal, World, build
from ingest.worlds.truth import total

YEARS = (2023, 2024, 2025, 2026, 2027)


@dataclass(frozen=True)
class Loaded:
    world: World
    pool: Pool
    rows: list[TruthRow]

    def expected(self, *by: str, rows: Iterable[TruthRow] | None = None) -> dict[tuple, TruthTotal]:
        cells = defaultdict(list)
        for row in self.rows if rows is None else rows:
            cells[tuple(getattr(row, name) for name in by)].append(row)
        return {cell: each for cell, listed in cells.items() if (each := total(listed)).decisions}


@pytest.fixture(scope="module")
async def loaded(server: EmbeddedPostgres, new_database: Callable[[], str]) -> AsyncIterator[Loaded]:
    name = new_database()
    await ensure_database(server.dsn(), name)
    await migrate(server.dsn(name))
    pool = await open_pool(server.dsn(name), min_size=1, max_size=2, command_seconds=60)
    report = await demo.fill(pool, watch=lambda _: None)
    world = build()
    assert report.refused == 0
    yield Loaded(world=world, pool=pool, rows=world.truth.rows)
    await pool.close()


def figures(total: TruthTotal | StageTotal) -> tuple[Decimal, Decimal, int, int, int, int]:
    return total.gross, total.reversed, total.decisions, total.reversals, total.unstated, total.unread


def differences(found: dict[tuple, StageTotal], expected: dict[tuple, TruthTotal]) -> dict[tuple, tuple]:
    cells = {cell: each for cell, each in found.items() if each.decisions}
    return {
        cell: (figures(cells[cell]) if cell in cells else None, figures(expected[cell]) if cell in expected else None)
        for cell in cells.keys() | expected.keys()
        if cell not in cells or cell not in expected or figures(cells[cell]) != figures(expected[cell])
    }


async def test_every_stage_of_every_body_and_year(loaded: Loaded) -> None:
    found = {}
    for uid in loaded.world.covered:
        for year in YEARS:
            where = DecisionFilter(organizations=(uid,), period=Period.year(year))
            for each in await spending.stage_totals(loaded.pool, where=where):
                found[uid, year, each.stage] = each
    expected = loaded.expected("organization_uid", "year", "stage")
    assert len(expected) > 60
    assert not differences(found, expected)


async def test_every_stage_of_every_body_and_month(loaded: Loaded) -> None:
    found = {}
    for uid in loaded.world.covered:
        where = DecisionFilter(organizations=(uid,))
        for stage in Stage:
            by_month = Grouping.MONTH
            for each in await spending.totals_by(loaded.pool, where=where, stage=stage, group_by=by_month):
                found[uid, each.key, stage] = each
    expected = loaded.expected("organization_uid", "month", "stage")
    assert len(expected) > 400
    assert not differences(found, expected)


async def test_every_topic_by_its_words(loaded: Loaded) -> None:
    """As a condition on subjects: acts whose subject says nothing of the topic are outside of it."""
    found = {}
    for topic, ask in loaded.world.truth.topics.items():
        groups = tuple(WordGroup(shown=(word,), alternatives=((word,),)) for word in lexemes(ask))
        where = DecisionFilter(condition=Condition(groups=groups))
        for each in await spending.stage_totals(loaded.pool, where=where):
            found[topic, each.stage] = each
    expected = loaded.expected("topic", "stage", rows=[row for row in loaded.rows if row.named])
    assert len(expected) > 100
    assert not differences(found, expected)


async def test_every_supplier(loaded: Loaded) -> None:
    found, expected = {}, {}
    for afm in loaded.world.truth.payees:
        for each in await spending.stage_totals(loaded.pool, where=DecisionFilter(payee_afm=afm)):
            found[afm, each.stage] = each
        own = [row for row in loaded.rows if afm in row.payees]
        expected |= {(afm, *cell): each for cell, each in loaded.expected("stage", rows=own).items()}
    assert len(expected) > 100
    assert not differences(found, expected)


async def test_counts_of_acts_hold_suspects_and_repeats_too(loaded: Loaded) -> None:
    for uid in loaded.world.covered:
        where = DecisionFilter(organizations=(uid,))
        by_type = await spending.count_by(loaded.pool, where=where, group_by=Grouping.DECISION_TYPE)
        counts = loaded.world.truth.counts("organization_uid", "decision_type")
        assert dict(by_type) == {kind: number for (body, kind), number in counts.items() if body == uid}


async def test_every_link_is_held(loaded: Loaded) -> None:
    records = await loaded.pool.fetch("SELECT ada, target_ada, kind FROM links")
    held = {(record["ada"], record["target_ada"], record["kind"]) for record in records}
    assert held == {(link.ada, link.target, link.kind.value) for link in loaded.world.truth.links}


async def test_what_a_total_leaves_out_is_named_on_the_card(loaded: Loaded) -> None:
    for case, flag in (
        (Case.AFM_AS_AMOUNT, Flag.AFM_AS_AMOUNT),
        (Case.KAE_AS_AMOUNT, Flag.CODE_AS_AMOUNT),
        (Case.PAYMENT_HUNDREDFOLD, Flag.HUNDREDFOLD),
        (Case.AWARD_HUNDREDFOLD, Flag.HUNDREDFOLD),
        (Case.ABOVE_BUDGET, Flag.ABOVE_BUDGET),
        (Case.FOREIGN_CURRENCY, Flag.FOREIGN_CURRENCY),
        (Case.POSTED_TWICE, Flag.SAME_AGAIN),
        (Case.MULTI_YEAR, Flag.MULTI_YEAR),
        (Case.INCOMING_GRANT, Flag.NOT_EXPENDITURE),
        (Case.DATE_DOUBTFUL, Flag.DATE_DOUBTFUL),
        (Case.PAYEE_IS_SELF, Flag.PAYEE_IS_ISSUER),
        (Case.PLACEHOLDER, Flag.PLACEHOLDER),
        (Case.LINES_DIFFER, Flag.LINES_DIFFER),
        (Case.UNDIVIDED, Flag.UNDIVIDED),
    ):
        adas = [each.ada for each in loaded.world.truth.with_case(case)]
        for card in (await decisions.cards(loaded.pool, adas=adas)).values():
            assert flag in card.flags | {screened for screened, _ in card.screened}, (case, card.ada)


async def test_genuine_amounts_are_not_suspected(loaded: Loaded) -> None:
    suspects = {row.ada for row in loaded.world.truth.rows if not row.counted}
    records = await loaded.pool.fetch("SELECT ada FROM set_aside_lines")
    assert {record["ada"] for record in records} <= suspects


async def test_a_corrected_act_shows_what_it_said_before(loaded: Loaded) -> None:
    (corrected,) = loaded.world.truth.with_case(Case.CORRECTED)
    (row,) = [row for row in loaded.world.truth.rows if row.ada == corrected.ada]
    card = (await decisions.cards(loaded.pool, adas=[corrected.ada]))[corrected.ada]
    assert card.corrected and card.versions == 2
    assert card.previous_amount == row.amount + 90
    assert [line.amount for line in card.lines] == [row.amount]
