"""Which server is opened, and which are refused."""

from pathlib import Path

import pytest

from core.errors import Misconfigured, Unavailable
from core.store.embedded import EmbeddedPostgres
from core.store.pool import open_pool
from core.store.server import Server, _judge, open_server, with_database

GOOD = {
    "version": 170_002,
    "encoding": "UTF8",
    "ctype": "C.UTF-8",
    "extensions": ["pg_trgm", "vector"],
    "vector": "0.8.6",
}


async def test_from_nothing_to_a_migrated_database_and_back(place: Path) -> None:
    server = await open_server(data_dir=place)
    try:
        assert await server.prepare()
        assert await server.prepare() == []
        assert await server.prepare(f"{server.name}_demo")
        for dsn in (server.owner_dsn(), server.app_dsn(), server.app_dsn("diafaneia_demo")):
            pool = await open_pool(dsn)
            assert await pool.fetchval("SELECT demo FROM instance") is False
            await pool.close()
        assert "diafaneia_reader@" in str(server.reader_dsn())
        await server.close()
        assert not (place / "postgres" / "data" / "postmaster.pid").exists()
    finally:
        assert server.embedded is not None
        server.embedded.destroy()


async def test_database_url_takes_the_place_of_the_embedded_server(server: EmbeddedPostgres, tmp_path: Path) -> None:
    opened = await open_server(data_dir=tmp_path / "unused", database_url=server.dsn("postgres"))
    assert (opened.embedded, opened.name, opened.notices) == (None, "postgres", ())
    assert opened.app_dsn() == opened.owner_dsn()
    assert opened.reader_dsn() is None
    assert not (tmp_path / "unused").exists()
    await opened.prepare("by_url_demo")
    pool = await open_pool(opened.owner_dsn("by_url_demo"))
    assert await pool.fetchval("SELECT current_database()") == "by_url_demo"
    await pool.close()


async def test_a_server_that_does_not_answer_is_named_by_its_variable() -> None:
    with pytest.raises(Unavailable, match="DATABASE_URL"):
        await open_server(data_dir=Path("/nowhere"), database_url="postgresql://a:secret@127.0.0.1:1/x")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"version": 150_018}, "PostgreSQL 15"),
        ({"extensions": ["pg_trgm"], "vector": None}, "επεκτάσεις: vector"),
        ({"vector": "0.7.4"}, "pgvector .* 0.7.4"),
        ({"ctype": "C"}, "LC_CTYPE C:"),
        ({"encoding": "SQL_ASCII"}, "κωδικοποίηση SQL_ASCII"),
    ],
)
def test_a_server_that_cannot_carry_the_schema_is_refused(change: dict[str, object], sentence: str) -> None:
    _judge(GOOD)
    with pytest.raises(Misconfigured, match=sentence):
        _judge({**GOOD, **change})


def test_another_database_of_the_same_login() -> None:
    url = "postgresql://user:p%40ss@host:5433/one?sslmode=require"
    assert with_database(url, "δύο") == "postgresql://user:p%40ss@host:5433/%CE%B4%CF%8D%CE%BF?sslmode=require"
    assert Server(owner=url, app=url, reader=None, embedded=None).name == "one"
