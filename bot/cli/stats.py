"""`python -m bot stats`: what /stats tells the operator, in the terminal."""

import asyncio
import sys

from bot.cli.opening import Opener
from bot.terminal import show
from core.domain.answer import Answer, Outcome
from core.settings import Settings


async def stats(open_app: Opener, settings: Settings, *, seconds: float) -> int:
    async with open_app(settings) as app, asyncio.timeout(seconds):
        told = Answer(outcome=Outcome.SMALLTALK, text=await app.operator.usage_text(), demo=app.demo)
    sys.stdout.write(show(told, styled=sys.stdout.isatty()) + "\n")
    return 0
