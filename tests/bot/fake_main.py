"""`python -m tests.bot.fake_main …`: the real door as a process, with the hand-written application behind it."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.__main__ import main
from core.settings import Settings
from tests.bot.fake_app import ADA, Broken, FakeApp, FakeAssistant, a_card, a_total, an_answer

SCRIPT = {
    ADA: a_card(),
    "πόσα": a_total(),
    "σπάσε": Broken("μυστικό"),
    "μακρύ": an_answer("γραμμή\n" * 50_000),
}


@asynccontextmanager
async def open_fake(settings: Settings) -> AsyncIterator[FakeApp]:
    if settings.home_organization == "0":
        raise Broken("μυστικό")
    yield FakeApp(demo=settings.demo == "on", assistant=FakeAssistant(script=dict(SCRIPT), slow={"αργό": 60}))


if __name__ == "__main__":
    sys.exit(main(opener=open_fake))
