"""What is done at the start, beside the first questions: it reads, keeps nothing, and never stands in the way."""

import asyncio
from collections.abc import Callable
from decimal import Decimal

from core.answer import warming
from core.answer.assistant import Assistant
from core.app import SettingCache
from core.errors import Unavailable
from core.store import costs
from core.store import warming as reading
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.pool import Pool, open_pool
from tests.chat_server import ChatServer, says


async def test_everything_that_is_named_is_there_and_the_login_that_answers_may_read_it(
    server: EmbeddedPostgres, new_database: Callable[[], str]
) -> None:
    name = new_database()
    await ensure_database(server.dsn(), name)
    await migrate(server.dsn(name))
    async with await open_pool(server.dsn(name, "diafaneia_app"), min_size=1, max_size=2) as pool:
        blocks = {relation: await reading.read(pool, relation=relation) for relation in reading.RELATIONS}
    assert [relation for relation, read in blocks.items() if read is None] == []
    assert blocks["decisions_ada"]


async def test_without_the_extension_and_for_unknown_names_nothing_is_read(world_pool: Pool) -> None:
    assert await reading.read(world_pool, relation="pg_authid") is None
    async with world_pool.acquire() as connection:
        work = connection.transaction()
        await work.start()
        await connection.execute("DROP EXTENSION pg_prewarm")
        assert await reading.read(connection, relation="decisions_ada") is None
        await work.rollback()


async def test_warming_keeps_no_answer_and_no_chat_and_greets_the_model_once(world_pool: Pool) -> None:
    await world_pool.execute("DELETE FROM model_costs")
    counted = "SELECT (SELECT count(*) FROM answers) + (SELECT count(*) FROM chats)"
    before = await world_pool.fetchval(counted)
    async with ChatServer() as provider:
        provider.script(says("Γεια σας"))
        chat = provider.chat()
        assistant = Assistant(
            world_pool,
            embedder=None,
            setting=SettingCache(world_pool, home="6265"),
            seconds=5,
            chat=chat,
            remember=True,
        )
        await assistant.warm()
        assert len(provider.asked) >= 1
        assert "tools" not in provider.asked[0]
        await chat.close()
    assert await world_pool.fetchval(counted) == before
    assert (await costs.today(world_pool)).cost_eur > Decimal(0)
    await world_pool.execute("DELETE FROM given_answers")


async def test_what_fails_or_hangs_stops_nothing(world_pool: Pool) -> None:
    async def failing() -> None:
        raise Unavailable("Η βάση δεν απάντησε.")

    async with asyncio.timeout(5):
        await warming.warm(world_pool, embedder=None, chat=None, rehearse=failing)


async def test_it_ends_in_its_time(world_pool: Pool) -> None:
    async with asyncio.timeout(5):
        await warming.warm(world_pool, embedder=None, chat=None, rehearse=asyncio.Event().wait, seconds=0.2)
