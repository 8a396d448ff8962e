"""Asks the cases of a suite, one after the other, of the same application as the doors, and grades the answers."""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from functools import partial
from pathlib import Path

from core.app import open_app
from core.domain.answer import Answer, Outcome, Question, plain
from core.domain.request import Request
from core.errors import DiafaneiaError, Misconfigured, Unavailable
from core.ports import ChatModel
from core.settings import Settings
from core.store import conversations
from core.store.pool import Pool
from evals.cases import Case, Kind, Suite
from evals.checks import failed, grade
from evals.corpora.entries import Corpus
from evals.graders.quoted import Pages
from evals.graders.verdict import Verdict
from evals.servers import opened_pool

Ask = Callable[[Question], Awaitable[Answer]]
Read = Callable[[str, Sequence[str], date], Awaitable[Request]]
_PAGES = """
SELECT p.ada, p.page, p.raw || E'\n' || coalesce(string_agg(q.header || E'\n' || q.text, E'\n' ORDER BY q.seq), '')
       AS said
  FROM document_pages p LEFT JOIN document_passages q USING (organization_uid, ada, page)
 WHERE p.ada = $1 AND p.quality = 'readable'
 GROUP BY p.ada, p.page, p.raw
"""
_CHAT = "eval:"
_ERROR = "error"
_MODEL = "llm_model"
_URLS = ("database_url", "app_database_url", "reader_database_url")


async def _no_pages(answer: Answer) -> Pages:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """What is asked: the whole application, or how it reads a message; `pages`: what the quoted PDFs hold."""

    ask: Ask
    read: Read
    pages: Callable[[Answer], Awaitable[Pages]] = _no_pages


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One case, asked and graded. `text` is what a reader would have seen, `mind` who worded it."""

    case: Case
    verdict: Verdict
    outcome: str
    text: str
    milliseconds: float
    cost: Decimal = Decimal(0)
    mind: str = ""

    @property
    def is_error(self) -> bool:
        """An outage or a bug: nothing was answered."""
        return self.outcome == _ERROR


async def run_suite(suite: Suite, door: Door, corpus: Corpus, *, runs: int = 1) -> list[Result]:
    """Each case `runs` times: an answer must be right each time, so the worst stands, at the cost of all."""
    results = []
    for case in suite.cases:
        tried = [await run_case(case, door, corpus) for _ in range(runs)]
        results.append(replace(max(tried, key=_badness), cost=sum((each.cost for each in tried), Decimal(0))))
    return results


def _badness(result: Result) -> tuple[bool, bool, int]:
    """What was not answered at all is worst, then what breaks a gate, however little else is wrong with it."""
    verdict = result.verdict
    breaks = verdict.wrong_figure or verdict.invented_ada or verdict.answered_refusal or verdict.forbidden
    return result.is_error, breaks, len(verdict.problems)


async def run_case(case: Case, door: Door, corpus: Corpus) -> Result:
    """A failure of ours is the case's failure, and the run goes on."""
    question = Question(
        conversation=f"{_CHAT}{case.id}",
        text=case.text,
        asked_on=case.today,
        organization_uid=case.org,
    )
    started = time.perf_counter()
    try:
        for turn in (*case.before, *(() if _is_only_read(case) else case.previous)):
            await door.ask(replace(question, text=turn))
        started = time.perf_counter()
        answer = await (_only_read(case, door) if _is_only_read(case) else door.ask(question))
    except (DiafaneiaError, ArithmeticError, LookupError, TypeError, ValueError, OSError) as error:
        return Result(case=case, verdict=failed(error), outcome=_ERROR, text="", milliseconds=_since(started))
    spent = _since(started)
    return Result(
        case=case,
        verdict=grade(case, answer, corpus, await door.pages(answer)),
        outcome=answer.outcome.value,
        text=plain(answer.text),
        milliseconds=spent,
        cost=answer.cost_eur,
        mind=answer.mind,
    )


def _is_only_read(case: Case) -> bool:
    return case.kind is Kind.UNDERSTOOD and not (case.must or case.must_not or case.outcomes)


async def _only_read(case: Case, door: Door) -> Answer:
    request = await door.read(case.text, case.previous, case.today)
    return Answer(outcome=Outcome.UNCLEAR, text="", request=request)


def _since(started: float) -> float:
    return (time.perf_counter() - started) * 1000


def settings_of(*, live: bool) -> Settings:
    """With the language model that is set, else with none whatever is set. Raises Misconfigured."""
    settings = Settings.read()
    named = settings.model_dump().get(_MODEL)
    if live and not named:
        raise Misconfigured(f"Δεν έχει οριστεί γλωσσικό μοντέλο: χωρίς {_MODEL.upper()} το --live δεν μετρά τίποτα.")
    return settings if live or not named else settings.model_copy(update={_MODEL: None})


@asynccontextmanager
async def opened(corpus: Corpus, *, live: bool = False, chat: ChatModel | None = None) -> AsyncIterator[Door]:
    """The application over the corpus: what is loaded here, or the invented world in a server of its own."""
    settings = settings_of(live=live)
    if corpus.name == "real":
        async with _asking(settings, corpus, chat) as door:
            yield door
        return
    with tempfile.TemporaryDirectory(prefix="diafaneia-evals-") as place:
        os.chmod(place, 0o755)
        own = settings.model_copy(
            update={
                "data_dir": Path(place) / "data",
                "demo": "on",
                "database_url": None,
                "app_database_url": None,
                "reader_database_url": None,
            }
        )
        await _fill(own, place=place)
        async with _asking(own, corpus, chat) as door:
            yield door


@asynccontextmanager
async def _asking(settings: Settings, corpus: Corpus, chat: ChatModel | None) -> AsyncIterator[Door]:
    asked: set[str] = set()
    async with open_app(settings, chat=chat, remember=False) as app:
        if app.demo != (corpus.name == "world"):
            raise Unavailable(f"Η βάση δεν έχει τα δεδομένα «{corpus.name}»: φορτώστε τα με «python -m ingest load».")

        async def ask(question: Question) -> Answer:
            asked.add(question.conversation)
            return await app.assistant.answer(question)

        async with opened_pool(settings) as pool:
            yield Door(ask=ask, read=app.understand, pages=partial(_pages, pool))
            if corpus.name == "real":
                await _forget(pool, asked)


async def _pages(pool: Pool, answer: Answer) -> Pages:
    """As the file gave them and as they were read: what was mended stands in the one, what was cut in the other."""
    rows = [row for ada in {quote.ada for quote in answer.quotes} for row in await pool.fetch(_PAGES, ada)]
    return {(row["ada"], row["page"]): row["said"] for row in rows}


async def _forget(pool: Pool, chats: set[str]) -> None:
    """Leaves nothing of ours behind in a database that people use."""
    for chat in sorted(chats):
        await conversations.forget(pool, conversation=chat)


async def _fill(settings: Settings, *, place: str) -> None:
    """Loads the world by the operator's own command, vectors included, away from any `.env` of this checkout."""
    hidden = ("-u", "DATABASE_URL", "-u", "APP_DATABASE_URL", "-u", "READER_DATABASE_URL")
    process = await asyncio.create_subprocess_exec(
        "env",
        *hidden,
        f"DATA_DIR={settings.data_dir}",
        f"PYTHONPATH={Path(__file__).parents[1]}",
        sys.executable,
        "-m",
        "ingest",
        "demo",
        cwd=place,
        stderr=asyncio.subprocess.PIPE,
    )
    _, said = await process.communicate()
    if process.returncode:
        raise Unavailable(f"Ο εικονικός κόσμος δεν φορτώθηκε: {said.decode(errors='replace')[-400:]}")
