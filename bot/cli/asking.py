"""`python -m bot ask`: one question, answered and printed."""

import argparse
import asyncio
import secrets
import sys
from datetime import date
from pathlib import Path

from bot.cli.answer_json import answer_to_json
from bot.cli.opening import Opener, open_with_data
from bot.cli.understanding import write_json
from bot.files.made import MadeFile, chart_file, table_file, written
from bot.replies.catalog import REPLIES
from bot.terminal import show
from bot.text.spans import heard
from core.app import App
from core.domain.answer import Answer, Question, pressed_at_once
from core.errors import InvalidInput
from core.settings import Settings


async def ask(open_app: Opener, settings: Settings, options: argparse.Namespace, *, today: date, seconds: float) -> int:
    """Without `--chat` each question is a conversation of its own, so that none leans on an earlier one."""
    text = heard(options.question)
    if not text:
        raise InvalidInput(REPLIES.nothing_written)
    chat = options.chat or f"once-{secrets.token_hex(6)}"
    question = Question(conversation=f"terminal:{chat}", text=text, asked_on=today, organization_uid=options.org)
    async with open_with_data(open_app, settings) as app:
        async with asyncio.timeout(seconds):
            answer = await app.assistant.answer(question)
        if options.json:
            request = app.request_json(answer.request) if answer.request else None
            write_json(answer_to_json(answer, request), indent=2)
        else:
            sys.stdout.write(show(answer, styled=sys.stdout.isatty()) + "\n")
        sys.stdout.flush()
        async with asyncio.timeout(seconds):
            for made, path in await _files(app, question.conversation, answer, options):
                sys.stderr.write(f"\n{made.caption}\n{REPLIES.file_written.format(path=path)}\n")
            if not options.json and (index := pressed_at_once(answer)) is not None:
                sys.stderr.write(f"\n{await _paper(app, question.conversation, answer.receipt, index)}\n")
    return 0


async def _paper(app: App, chat: str, receipt: str, index: int) -> str:
    """A PDF or a page that was asked for, written here; else why not, with the link."""
    found = await app.papers.given(chat, receipt, index)
    if isinstance(found, Answer):
        return "\n".join((found.text, *(each.url for each in found.citations)))
    made = MadeFile(name=found.name, content=found.content, caption=found.caption)
    return f"{made.caption}\n{REPLIES.file_written.format(path=await written(made, Path()))}"


async def _files(app: App, chat: str, answer: Answer, options: argparse.Namespace) -> list[tuple[MadeFile, Path]]:
    """Those that were asked for, made and written; told on standard error, for standard output may be JSON."""
    made: list[tuple[MadeFile, Path]] = []
    if options.export:
        table = await app.files.table(chat, answer.receipt)
        made.append((await table_file(table, ending=options.export.suffix), options.export))
    if options.chart:
        chart = await app.files.chart(chat, answer.receipt)
        made.append((await chart_file(chart, ending=options.chart.suffix), options.chart))
    return [(file, await written(file, path)) for file, path in made]
