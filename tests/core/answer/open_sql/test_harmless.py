"""The guard switched off: whatever text reaches the reader's login writes nothing, sees the views alone, and ends."""

# ruff: noqa: S608  (statements are what is tested here: texts as a model writes them)

import asyncio
import time
from collections.abc import Callable

import asyncpg
import pytest

from core.errors import InvalidInput, Misconfigured
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.open_data import LONGEST_CELL, MOST_ROWS, SECONDS, OpenData, open_data
from core.store.pool import Pool, open_pool
from tests.core.answer.open_sql.attacks import ATTACKS

# What a login that may read the views can compute from them: not what we would show, and no harm either.
READS_VIEWS = {
    *(
        "trailing comment",
        "block comment",
        "comment alone",
        "lateral",
        "join",
        "window",
        "only",
        "values",
        "deep",
        "long",
    ),
    *("a figure of its own", "words of its own", "a sum of its own", "twice", "a hundred times", "current_user"),
    *("commitments of all years", "commitments of two years", "commitments by year, added up"),
    *("distinct amounts added up", "SQ-09 like", "SQ-09 ilike", "SQ-09 regex", "SQ-09 similar"),
}
SLOW = {
    "a join without end": "SELECT count(*) FROM open_data.decisions a, open_data.decisions b, open_data.decisions c, "
    "open_data.decisions d WHERE a.year + b.year + c.year = d.month",
    "recursion without end": "WITH RECURSIVE r AS (SELECT ada FROM open_data.payments UNION ALL SELECT ada FROM r) "
    "SELECT count(*) FROM r",
    "numbers without end": "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT max(n) FROM r",
    "memory": "WITH RECURSIVE r AS (SELECT ARRAY[1] AS a UNION ALL SELECT ARRAY[a, a] FROM r) SELECT max(a) FROM r",
}


async def state(pool: Pool) -> list[object]:
    """What a write would change."""
    record = await pool.fetchrow(
        "SELECT (SELECT count(*) FROM decisions) AS acts, (SELECT count(*) FROM decision_versions) AS versions,"
        " (SELECT count(*) FROM chats) AS chats, (SELECT count(*) FROM money_lines) AS lines,"
        " (SELECT count(*) FROM pg_largeobject_metadata) AS objects,"
        " (SELECT count(*) FROM pg_class WHERE relkind IN ('r', 'v', 'm', 'S')) AS relations,"
        " (SELECT count(*) FROM pg_roles) AS roles, (SELECT count(*) FROM pg_db_role_setting) AS settings"
    )
    return list(record.values())


async def sessions(pool: Pool) -> int:
    return await pool.fetchval("SELECT count(*) FROM pg_stat_activity WHERE usename = 'diafaneia_reader'")


async def gone(pool: Pool, seconds: float = 3.0) -> bool:
    """No session of the reader is left, at once or soon."""
    until = time.monotonic() + seconds
    while await sessions(pool):
        if time.monotonic() > until:
            return False
        await asyncio.sleep(0.1)
    return True


@pytest.mark.parametrize("name", ATTACKS)
async def test_an_attack_that_no_guard_sees_does_no_harm(reader: OpenData, world_pool: Pool, name: str) -> None:
    before, started = await state(world_pool), time.monotonic()
    if name not in READS_VIEWS:
        with pytest.raises(InvalidInput):
            await reader.run((ATTACKS[name], ()))
    else:
        (found,) = await reader.run((ATTACKS[name], ()))
        assert len(found.rows) <= MOST_ROWS
        assert all(len(cell) <= LONGEST_CELL for row in found.rows for cell in row if isinstance(cell, str))
    assert time.monotonic() - started < SECONDS + 2
    assert await state(world_pool) == before
    assert await gone(world_pool)


@pytest.mark.parametrize("name", SLOW)
async def test_what_would_not_end_is_ended(reader: OpenData, world_pool: Pool, name: str) -> None:
    """With the price off as well: time, temporary space and memory are bounded by themselves."""
    started = time.monotonic()
    with pytest.raises(InvalidInput):
        await reader.run((SLOW[name], ()))
    assert time.monotonic() - started < SECONDS + 2
    assert await gone(world_pool)
    assert await world_pool.fetchval("SELECT 1") == 1


async def test_a_slow_query_is_cancelled_by_us_and_its_connection_ends(
    reader: OpenData, world_pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.store.open_data._MOST_COST", 10.0**30)
    join = "SELECT count(*) FROM open_data.decisions a, open_data.decisions b, open_data.decisions c"
    started = time.monotonic()
    asked = asyncio.create_task(reader.run((f"{join} WHERE a.year + b.year <> c.year", ())))
    await asyncio.sleep(1.0)
    assert await sessions(world_pool) == 1
    with pytest.raises(InvalidInput, match="δευτερόλεπτα"):
        await asked
    assert SECONDS - 0.5 < time.monotonic() - started < SECONDS + 1.5
    assert await gone(world_pool, 1.5)


async def test_who_is_cancelled_leaves_no_session(
    reader: OpenData, world_pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.store.open_data._MOST_COST", 10.0**30)
    join = "SELECT count(*) FROM open_data.decisions a, open_data.decisions b, open_data.decisions c"
    asked = asyncio.create_task(reader.run((f"{join} WHERE a.year + b.year <> c.year", ())))
    await asyncio.sleep(0.5)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert await gone(world_pool)


async def test_a_dear_query_is_refused_before_it_runs(reader: OpenData) -> None:
    views = ", ".join(f"open_data.decisions d{place}" for place in range(4))
    with pytest.raises(InvalidInput, match="πάρα πολλά"):
        await reader.run((f"SELECT count(*) FROM {views}", ()))


async def test_memory_is_bounded_where_the_server_is_of_this_machine(
    reader: OpenData, world_pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The query that wants more fails alone; the server and its other sessions go on."""
    monkeypatch.setattr("core.store.open_data._MOST_COST", 10.0**30)
    monkeypatch.setattr("core.store.open_data._MEMORY", 16 * 1024**2)
    joined = "SELECT a.ada FROM open_data.decisions a, open_data.decisions b, open_data.decisions c"
    with pytest.raises(InvalidInput, match="πολλή μνήμη"):
        await reader.run((f"SELECT cardinality(array({joined}))", ()))
    assert await world_pool.fetchval("SELECT count(*) FROM decisions")
    assert await gone(world_pool)


async def test_the_views_hold_what_counts_and_nothing_of_a_person(reader: OpenData, world_pool: Pool) -> None:
    """A plain sum is the total of the house, a plain count its number of acts; whoever is named is a company."""
    for view, amount, stage in (
        ("payments", "paid_eur", "payment"),
        ("awards", "awarded_eur", "award"),
        ("contracts", "contracted_eur", "contract"),
        ("approvals", "approved_eur", "approval"),
        ("tenders", "tendered_eur", "tender"),
    ):
        (found,) = await reader.run((f"SELECT sum({amount}), count(*), count(DISTINCT ada) FROM open_data.{view}", ()))
        total = await world_pool.fetchrow(
            "SELECT sum(sign * amount) AS euro, count(DISTINCT (organization_uid, ada)) AS acts"
            "  FROM countable_lines WHERE stage = $1",
            stage,
        )
        assert found.rows == ((total["euro"], total["acts"], total["acts"]),)
        assert total["acts"]
    sql = "SELECT sum(committed_eur), count(*) FROM open_data.commitments WHERE fiscal_year = 2024"
    (found,) = await reader.run((sql, ()))
    total = await world_pool.fetchrow(
        "SELECT sum(sign * amount) AS euro, count(DISTINCT (organization_uid, ada)) AS acts"
        "  FROM countable_lines WHERE stage = 'commitment' AND year = 2024"
    )
    assert found.rows == ((total["euro"], total["acts"]),)
    (found,) = await reader.run(("SELECT count(*) FROM open_data.decisions", ()))
    assert found.rows[0][0] == await world_pool.fetchval("SELECT count(*) FROM countable_decisions")
    named = await world_pool.fetch("SELECT DISTINCT payee FROM stage_acts WHERE payee IS NOT NULL")
    persons = await world_pool.fetch("SELECT DISTINCT afm FROM line_payees WHERE is_natural AND afm IS NOT NULL")
    assert named and persons
    assert not {each["payee"] for each in named} & {each["afm"] for each in persons}


def test_no_column_holds_text_of_an_act(reader: OpenData) -> None:
    """Subjects may name anyone, raw JSON holds everything, chats are of others."""
    kinds = {(column.name, column.kind) for view in reader.views for column in view.columns}
    assert {name for name, kind in kinds if kind == "text"} == {
        *("ada", "organization", "decision_type", "payee", "kae", "amount_state"),
    }
    assert all(column.comment for view in reader.views for column in view.columns)
    assert {kind for _, kind in kinds} == {"text", "date", "integer", "numeric", "tsvector"}


def test_every_amount_is_called_after_its_stage(reader: OpenData) -> None:
    """So that no column of one name adds up two stages."""
    amounts = [column.name for view in reader.views for column in view.columns if column.kind == "numeric"]
    assert len(amounts) == len(set(amounts)) == 6


async def test_a_login_that_may_more_is_refused(
    world_pool: Pool, server: EmbeddedPostgres, new_database: Callable[[], str]
) -> None:
    database = await world_pool.fetchval("SELECT current_database()")
    assert await open_data(world_pool, dsn=None, local=True) is None
    for login in ("postgres", "diafaneia_app"):
        with pytest.raises(Misconfigured, match="μπορεί περισσότερα"):
            await open_data(world_pool, dsn=server.dsn(database, login), local=True)
    for missing in ("nobody_here",):
        with pytest.raises(Misconfigured):
            await open_data(world_pool, dsn=server.dsn(database, missing), local=True)


async def test_whoever_else_logs_in_keeps_what_everybody_had(
    server: EmbeddedPostgres, new_database: Callable[[], str]
) -> None:
    """Backups, monitors: roles that were there before are members of the group that took over from PUBLIC."""
    name = new_database()
    await ensure_database(server.dsn(), name)
    owner = await asyncpg.connect(server.dsn(name))
    await owner.execute("CREATE ROLE a_monitor LOGIN")
    try:
        await migrate(server.dsn(name))
        monitor = await asyncpg.connect(server.dsn(name, "a_monitor"))
        assert await monitor.fetchval("SELECT set_config('work_mem', '8MB', false)") == "8MB"
        assert await monitor.fetchval("SELECT count(*) FROM pg_roles")
        await monitor.close()
    finally:
        await owner.execute("DROP OWNED BY a_monitor; DROP ROLE a_monitor")
        await owner.close()


async def test_an_owner_without_the_catalog_gets_no_queries_of_a_model(
    server: EmbeddedPostgres, new_database: Callable[[], str]
) -> None:
    """On a server whose catalog is not ours the migration passes, and the reader fails the probe."""
    name = new_database()
    await ensure_database(server.dsn(), name)
    above = await asyncpg.connect(server.dsn(name))
    await above.execute("CREATE EXTENSION vector; CREATE EXTENSION pg_trgm; CREATE ROLE an_owner LOGIN CREATEROLE")
    await above.execute(f'ALTER DATABASE "{name}" OWNER TO an_owner')
    try:
        await migrate(server.dsn(name, "an_owner"))
        async with await open_pool(server.dsn(name, "an_owner"), max_size=2) as pool:
            with pytest.raises(Misconfigured, match=r"CALL close_catalog\(\)"):
                await open_data(pool, dsn=server.dsn(name, "diafaneia_reader"), local=True)
            await above.execute("CALL close_catalog()")
            assert await open_data(pool, dsn=server.dsn(name, "diafaneia_reader"), local=True) is not None
    finally:
        await above.execute(f'ALTER DATABASE "{name}" OWNER TO postgres')
        await above.execute("REASSIGN OWNED BY an_owner TO postgres; DROP OWNED BY an_owner; DROP ROLE an_owner")
        await above.close()
