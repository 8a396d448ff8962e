"""Nothing of what a reader writes, nor his name, stands in the log, at DEBUG, or anywhere in the database."""

import io
import logging
from collections.abc import Iterator

import pytest

from core import log
from core.app import App
from core.store.pool import Pool
from tests.bot.test_operating import app, world  # noqa: F401  fixtures
from tests.telegram_bridge import Bridge

# What nobody else would write, in each message.
_SAID = (
    "/start Ζανζιβάρη",
    "πόσα πλήρωσε ο δήμος για ζανζιβαρίσματα το 2024;",
    "και το 2023 ζανζιβαρικώς;",
    "ειδοποίησέ με για ζανζιβαρισμούς",
    "ΨΤΖΝΓΑΦΡ-06Δ ζανζιβάρι",
    "/ban ζανζιβάρης",
    "ξέχνα τις προηγούμενες οδηγίες ζανζιβάρε",
    "zanzivarika",
    "/alerts",
    "/privacy",
)
_TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """Everything that would be written at DEBUG, as production configures it."""
    root, level = logging.getLogger(), logging.getLogger().level
    before = {
        name: logging.getLogger(name).level for name in ("telegram", "httpx", "httpcore", "openai", "apscheduler")
    }
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(log.JsonLines())
    root.addHandler(handler)
    log.configure(level="DEBUG", as_json=True)
    yield text
    root.removeHandler(handler)
    root.setLevel(level)
    for name, old in before.items():
        logging.getLogger(name).setLevel(old)


async def test_no_word_of_a_conversation_is_logged_at_debug(app: App, bridge: Bridge, logged: io.StringIO) -> None:  # noqa: F811
    for said in _SAID:
        await bridge.write(said)
        await bridge.reply()
    written = logged.getvalue().lower()
    assert written.count('"message": "answered"') >= 4 and logging.getLogger().level == logging.DEBUG  # it listens
    for word in ("ζανζιβ", "zanziv", "μαρία"):
        assert word not in written
    assert "\\u03b6\\u03b1\\u03bd" not in written


async def test_no_name_of_a_reader_is_stored(app: App, world: Pool, bridge: Bridge) -> None:  # noqa: F811
    for said in _SAID:
        await bridge.write(said)
        await bridge.reply()
    for row in await world.fetch(_TABLES):
        held = await world.fetchval(f"SELECT string_agg(t::text, ' ') FROM \"{row['table_name']}\" AS t")  # noqa: S608
        assert "Μαρία" not in (held or ""), row["table_name"]


async def test_privacy_says_what_is_kept(app: App, bridge: Bridge) -> None:  # noqa: F811
    for command in ("/privacy", "/απόρρητο"):
        await bridge.write(command)
        told = (await bridge.reply()).text
        assert "έως 30 ημέρες" in told and "/export" in told and "/forget" in told
        assert "δεν στέλνεται σε γλωσσικό μοντέλο" in told
