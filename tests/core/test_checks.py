"""`python -m bot check`: what it says of the login that a model's own SELECT is run by."""

from core.app import open_reader
from core.checks import _checked, _open_data
from core.store.embedded import EmbeddedPostgres
from core.store.pool import Pool
from core.store.server import Server


async def told(pool: Pool, reader: str | None, owner: str) -> tuple[bool, str]:
    server = Server(owner=owner, app=owner, reader=reader, embedded=None)
    found = await _checked("ερωτήματα μοντέλου", lambda: _open_data(pool, server))
    offered = await open_reader(server, pool, server.name)
    assert (offered is not None) == ("προβολές, με χρήστη" in found.sentence)
    return found.ok, found.sentence


async def test_the_readers_login_is_told_in_one_line_and_offered_only_where_it_can_do_nothing_else(
    pool: Pool, server: EmbeddedPostgres, dsn: str
) -> None:
    without = await told(pool, None, dsn)
    assert without == (True, "Χωρίς READER_DATABASE_URL: το γλωσσικό μοντέλο δεν γράφει δικά του ερωτήματα SQL.")
    assert await told(pool, server.dsn("tests", "diafaneia_reader"), dsn) == (
        True,
        "7 προβολές, με χρήστη που διαβάζει μόνο αυτές.",
    )
    ok, sentence = await told(pool, server.dsn("tests", "diafaneia_app"), dsn)
    assert not ok and "READER_DATABASE_URL" in sentence and "CALL close_catalog();" in sentence
    ok, sentence = await told(pool, server.dsn("tests", "nobody_here"), dsn)
    assert not ok and "READER_DATABASE_URL" in sentence
    assert "\n" not in sentence
