"""What is kept of acts that count gives the figures that their lines give, at every moment."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from core.domain.condition import Condition, DecisionFilter, WordGroup
from core.domain.ledger import Flag, Stage
from core.domain.period import Period
from core.domain.request import Grouping
from core.greek.lexemes import lexemes
from core.store import counting, decisions, spending
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.pool import open_pool, transaction
from tests.builders import BODY, OTHER_BODY, a_commitment, a_payment, an_award
from tests.core.store.test_screening_again import acts_of, pieces, something_else

HERE = DecisionFilter(organizations=(BODY,))
KEPT = "SELECT * FROM counted_acts ORDER BY organization_uid, stage, ada"
FLAGS = "SELECT * FROM counted_flags ORDER BY organization_uid, stage, ada, flag"


def about(word: str) -> Condition:
    return Condition(groups=(WordGroup(shown=(word,), alternatives=(tuple(lexemes(word)),)),), exclude=())


def filters(bodies: list[str], rng: random.Random) -> Iterator[DecisionFilter]:
    whole = DecisionFilter(organizations=tuple(bodies))
    yield from (whole, DecisionFilter(organizations=()), replace(whole, organizations=tuple(bodies[:1])))
    for _ in range(6):
        since = date(rng.randint(2022, 2025), rng.randint(1, 12), rng.randint(1, 28))
        period = rng.choice((Period(since=since, until=None), Period.year(since.year), Period(since=None, until=since)))
        least = Decimal(rng.choice((0, 100, 5000)))
        yield DecisionFilter(
            organizations=rng.choice((tuple(bodies), tuple(bodies[:1]))),
            period=period,
            condition=rng.choice((whole.condition, about("προμήθεια"), about("καύσιμα"))),
            decision_types=rng.choice(((), ("Β.1.3",), ("Δ.1", "Β.2.2"))),
            amount_min=rng.choice((None, least)),
            amount_max=rng.choice((None, least + 20_000)),
        )


async def figures(db: Any, where: DecisionFilter) -> list[object]:
    """All that is read of kept rows where they hold."""
    told: list[object] = [await spending.stage_totals(db, where=where), await spending.linked_totals(db, where=where)]
    for stage in (Stage.AWARD, Stage.COMMITMENT):
        told += [
            await spending.totals_by(db, where=where, stage=stage, group_by=by) for by in Grouping if by != "payee"
        ]
        told += [await spending.noted(db, where=where, stage=stage)]
        told += [await spending.ranked(db, where=where, stage=stage, largest=each, limit=7) for each in (True, False)]
        told.append(await spending.rows_behind(db, where=where, stage=stage, limit=50))
    return told


async def from_lines(db: Any, where: DecisionFilter) -> list[object]:
    """The same where nothing that is kept may be trusted."""
    work = db.transaction()
    await work.start()
    await db.execute("INSERT INTO uncounted SELECT DISTINCT organization_uid, 'ΑΔΑ' FROM decisions")
    told = await figures(db, where)
    await work.rollback()
    return told


@pytest.mark.parametrize("seed", (4, 5))
async def test_figures_are_those_of_the_lines_whatever_changes(db: Any, seed: int) -> None:
    rng, kept = random.Random(seed), 0
    for piece in list(pieces(acts_of(seed), rng))[:9]:
        await decisions.save(db, decisions=piece)
        if rng.random() < 0.6:
            await something_else(db, rng)
        if rng.random() < 0.7:
            await decisions.screen(db)
        kept += await db.fetchval("SELECT is_counted(NULL)")
        bodies = [row[0] for row in await db.fetch("SELECT DISTINCT organization_uid FROM decisions ORDER BY 1")]
        for where in rng.sample(list(filters(bodies, rng)), 2):
            assert await figures(db, where) == await from_lines(db, where)
    assert kept >= 3


async def test_what_changed_is_counted_again_and_nothing_else(db: Any) -> None:
    award, other = an_award(500), an_award(700, body=OTHER_BODY)
    await decisions.save(db, decisions=[award, other])
    await decisions.screen(db)
    kept = await db.fetch(KEPT)
    assert [(row["ada"], row["net"]) for row in kept] == [(award.ada, 500), (other.ada, 700)]
    await db.execute("UPDATE counted_acts SET net = 1 WHERE ada = $1", other.ada)
    await db.execute("UPDATE decisions SET status = 'REVOKED' WHERE ada = $1", award.ada)
    assert await counting.is_owed(db)
    await decisions.screen(db)
    assert [(row["ada"], row["net"]) for row in await db.fetch(KEPT)] == [(other.ada, 1)]
    assert not await counting.is_owed(db)


@pytest.mark.parametrize(
    "change",
    (
        "UPDATE decisions SET gone_at = now()",
        "UPDATE decisions SET issued_on = issued_on - 400",
        "UPDATE money_lines SET amount = amount + 1",
        "UPDATE money_lines SET suspect = true",
        "DELETE FROM money_lines",
        "INSERT INTO screened SELECT organization_uid, ada, 'exceeds', NULL, true FROM decisions",
        "TRUNCATE money_lines, line_payees, screened",
    ),
)
async def test_an_act_that_changed_is_read_from_its_lines_until_it_is_counted(db: Any, change: str) -> None:
    await decisions.save(db, decisions=[an_award(500), a_payment(30), a_commitment(9)])
    await decisions.screen(db)
    before = await figures(db, HERE)
    await db.execute(change)
    changed = await figures(db, HERE)
    assert changed != before and changed == await from_lines(db, HERE)
    await counting.count(db)
    assert await db.fetchval("SELECT is_counted(NULL)") and await figures(db, HERE) == changed


@pytest.mark.parametrize(
    "change",
    (
        "DELETE FROM links",
        "TRUNCATE links",
        "UPDATE links SET target_ada = 'ΑΛΛΗ'",
        "DELETE FROM decisions WHERE organization_uid = $1",
        "UPDATE decisions SET status = 'REVOKED' WHERE organization_uid = $1",
    ),
)
async def test_an_act_tied_to_one_of_another_body_is_found_while_the_tie_holds(db: Any, change: str) -> None:
    fuel = an_award(500, subject="προμήθεια καυσίμων", body=OTHER_BODY)
    payment = a_payment(30, subject="εξόφληση τιμολογίου", links=(fuel.ada,))
    await decisions.save(db, decisions=[payment])
    await decisions.screen(db)
    where = replace(HERE, condition=about("καύσιμα"))
    assert await spending.linked_totals(db, where=where) == []
    await decisions.save(db, decisions=[fuel])
    await decisions.screen(db)
    assert [each.gross for each in await spending.linked_totals(db, where=where)] == [30]
    await db.execute(*(change, OTHER_BODY) if "$1" in change else (change,))
    assert await spending.linked_totals(db, where=where) == []
    await counting.count(db)
    assert await db.fetchval("SELECT is_counted(NULL)") and await spending.linked_totals(db, where=where) == []


async def test_a_tie_leads_outside_until_its_act_arrives_in_the_same_body_and_again_after_it_left(db: Any) -> None:
    award = an_award(500)
    await decisions.save(db, decisions=[a_payment(30, links=(award.ada,))])
    await decisions.screen(db)
    assert await db.fetchval("SELECT count(*) FROM foreign_links") == 1
    await decisions.save(db, decisions=[award])
    await decisions.screen(db)
    assert await db.fetchval("SELECT count(*) FROM foreign_links") == 0
    await db.execute("DELETE FROM decisions WHERE ada = $1", award.ada)
    await counting.count(db)
    assert await db.fetchval("SELECT count(*) FROM foreign_links") == 1


async def test_flags_of_acts_and_of_screens_are_kept(db: Any) -> None:
    award = an_award(500)
    await decisions.save(db, decisions=[award])
    await db.execute(
        "INSERT INTO screened (organization_uid, ada, flag, suspect) VALUES ($1, $2, $3, false)",
        BODY,
        award.ada,
        Flag.EXCEEDS,
    )
    await counting.count(db)
    assert {row["flag"]: row["amount"] for row in await db.fetch(FLAGS)} == {"exceeds": 500}


async def test_a_single_act_is_counted_without_the_others(db: Any) -> None:
    mine, other = an_award(500), an_award(700, body=OTHER_BODY)
    await decisions.save(db, decisions=[mine, other])
    await counting.count(db, adas=[mine.ada])
    assert [row["ada"] for row in await db.fetch(KEPT)] == [mine.ada]
    assert await db.fetchval("SELECT is_counted($1)", [BODY]) and not await db.fetchval(
        "SELECT is_counted($1)", [OTHER_BODY]
    )


async def test_what_another_writer_changes_meanwhile_stays_owed(
    server: EmbeddedPostgres, new_database: Callable[[], str]
) -> None:
    """Counted from a moment before the change was committed, the act is read from its lines still."""
    dsn = server.dsn(name := new_database())
    await ensure_database(server.dsn(), name)
    await migrate(dsn)
    award = an_award(500)
    async with await open_pool(dsn, max_size=3) as pool:
        async with transaction(pool) as db:
            await decisions.save(db, decisions=[award])
            await decisions.screen(db)
        async with transaction(pool) as late:
            await late.execute("UPDATE money_lines SET amount = 600 WHERE ada = $1", award.ada)
            async with transaction(pool) as db:
                await db.execute("INSERT INTO uncounted VALUES ($1, $2)", award.organization_uid, award.ada)
                await counting.count(db)
            assert [each.net for each in await spending.stage_totals(pool, where=HERE)] == [500]
        assert not await pool.fetchval("SELECT is_counted($1)", [BODY])
        assert [each.net for each in await spending.stage_totals(pool, where=HERE)] == [600]
