"""`python -m evals bench`: speed, memory and size of the running application, line by line of DESIGN §9.

Without `--at` over what is set up here; with it over so many generated decisions in a server of their own.
"""

import argparse
import asyncio
import json
import re
import statistics
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from core.app import App, open_app, open_embedder
from core.domain.answer import Answer, Question
from core.domain.organization import Coverage
from core.errors import DiafaneiaError, Misconfigured
from core.settings import Settings, default_data_dir
from core.store import conversations, embeddings, organizations
from core.store.pool import Pool, open_pool
from evals.scale import bed, footprint, process
from evals.scale.beside import beside
from evals.scale.crowd import CHATS, conversation, crowd, together
from evals.scale.encoding import encoding
from evals.scale.measured import RESULTS, machine, quantile
from evals.scale.questions import TOPICS, Asked, Bar, bars, questions, sampled
from evals.servers import opened_server

__all__ = ["RESULTS", "machine", "main", "quantile"]

_SOME_ADAS = "SELECT ada FROM decisions WHERE organization_uid = ANY($1) ORDER BY md5(ada) LIMIT $2"
_START_SECONDS, _REST_MB = 3.0, 400.0
_LOAD_SECONDS, _LOAD_MB = 60.0, 500.0
_LOADED = 40_000

Told = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """Figures of one kind of question. `outcomes` says how many were really answered."""

    questions: int
    p50: float
    p95: float
    slowest: float
    bar_p50: float | None
    bar_p95: float | None
    met: bool
    outcomes: dict[str, int] = field(default_factory=dict)


def summed_up(times: Sequence[float], answers: Iterable[Answer], bar: Bar) -> Work:
    """Times in seconds → a Work in milliseconds."""
    p50, p95 = statistics.median(times) * 1000, quantile(times, 0.95) * 1000
    outcomes: dict[str, int] = {}
    for answer in answers:
        outcomes[answer.outcome.value] = outcomes.get(answer.outcome.value, 0) + 1
    return Work(
        questions=len(times),
        p50=round(p50, 2),
        p95=round(p95, 2),
        slowest=round(max(times) * 1000, 2),
        bar_p50=bar.p50,
        bar_p95=bar.p95,
        met=bar.met(p50, p95),
        outcomes=outcomes,
    )


async def measure(app: App, asked: Sequence[Asked], *, bar: Bar, today: date) -> Work:
    """Each question once, one after the other, in a chat of its own; after one that warms everything up."""
    times: list[float] = []
    answers: list[Answer] = []
    for place, (text, uid) in enumerate([asked[0], *asked]):
        question = Question(conversation=conversation(place), text=text, asked_on=today, organization_uid=uid)
        started = time.perf_counter()
        answer = await app.assistant.answer(question)
        if place:
            times.append(time.perf_counter() - started)
            answers.append(answer)
    return summed_up(times, answers, bar)


async def _held(pool: Pool, most: int) -> tuple[list[Coverage], list[str], embeddings.Counts]:
    bodies = await organizations.coverage(pool)
    if not bodies:
        raise Misconfigured("Δεν υπάρχουν φορείς για μέτρηση: φορτώστε αποφάσεις με «python -m ingest load ΑΡΧΕΙΟ».")
    uids = [body.organization_uid for body in bodies]
    adas = [record["ada"] for record in await pool.fetch(_SOME_ADAS, uids, most)]
    return bodies, adas, await embeddings.counts(pool)


async def run(settings: Settings, *, today: date, cards: int) -> Told:
    """All works over the data that the application would answer from; then the bot as the operator starts it."""
    async with opened_server(settings) as server, await open_pool(server.app_dsn(), min_size=1, max_size=2) as pool:
        bodies, adas, held = await _held(pool, cards)
        told: Told = {"held": asdict(held), "machine": machine()}
        opening = time.perf_counter()
        async with open_app(settings, remember=False) as app:
            told["open_ms"] = round((time.perf_counter() - opening) * 1000)
            warming = time.perf_counter()
            await app.assistant.warm()  # as the bot does at its start
            told["warm_ms"] = round((time.perf_counter() - warming) * 1000)
            asked = questions(sampled(bodies), adas)
            told["works"] = {}
            for kind, bar in bars(held.decisions).items():
                told["works"][kind] = asdict(await measure(app, asked[kind], bar=bar, today=today))
                await _forget(pool, len(asked[kind]) + 1)
            told["crowd"] = asdict(await crowd(app, together(asked), today=today))
            await _forget(pool, CHATS)
        told["encoding"] = asdict(await encoding(pool, open_embedder(settings), held))
        told["server_mb"] = footprint.server_memory(settings.data_dir / "postgres")
        told["megabytes"] = await footprint.sizes(pool)
    if not settings.database_url:
        told["start"] = await process.first_answer(settings.data_dir, adas[0])
        home = sampled(bodies)[0].organization_uid
        told["at_rest_mb"] = await process.at_rest(settings.data_dir, f"αποφάσεις για {TOPICS[0]}", home=home)
    return told


async def _forget(pool: Pool, chats: int) -> None:
    for number in range(chats):
        await conversations.forget(pool, conversation=conversation(number))


def lines(told: Told) -> dict[str, bool]:
    """Each line of DESIGN §9 that was measured, and whether its bar is met."""
    found = {kind: work["met"] for kind, work in told["works"].items()}
    found |= {"crowd": told["crowd"]["met"], "encoding": told["encoding"]["met"]}
    if "beside" in told:
        found["beside"] = told["beside"]["met"]
    if "start" in told:
        found["start"] = told["start"]["seconds"] <= _START_SECONDS
        found["at_rest"] = told["at_rest_mb"] <= _REST_MB
    if (made := told.get("bed")) and made["decisions"] == _LOADED:
        found["load"] = made["load"]["seconds"] <= _LOAD_SECONDS and made["load"]["memory_mb"] <= _LOAD_MB
    return found


async def _run(asked: argparse.Namespace) -> Told:
    if asked.at is None:
        return await run(Settings.read(), today=asked.today, cards=asked.cards)
    place = asked.data_dir or default_data_dir() / f"bench-{asked.at}"
    made = await bed.make(place, decisions=asked.at)
    settings = bed.settings_of(place)
    async with opened_server(settings) as server:
        found = await beside(settings, server)
    return await run(settings, today=asked.today, cards=asked.cards) | {"beside": found, "bed": made}


def _label(text: str) -> str:
    if not re.fullmatch(r"[\w.-]+", text):
        raise argparse.ArgumentTypeError("letters, digits, dots and dashes alone")
    return text


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m evals bench", description=__doc__)
    parser.add_argument("--at", type=int, help="so many generated decisions, made where they are missing")
    parser.add_argument("--data-dir", type=lambda text: Path(text).absolute(), help="where these are kept")
    parser.add_argument("--label", type=_label, help="name of the file in evals/results/")
    parser.add_argument("--today", type=date.fromisoformat, default=datetime.now(UTC).date())
    parser.add_argument("--cards", type=int, default=200, help="how many ΑΔΑs to look up")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 every bar met, 1 some bar missed, 2 it could not be measured."""
    asked = _asked(arguments)
    label = asked.label or (f"bench-{asked.at}" if asked.at else "bench")
    try:
        told = asyncio.run(_run(asked))
    except DiafaneiaError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    met = lines(told)
    whole = {"label": label, "measured_at": datetime.now(UTC).isoformat(), "bars_met": met, **told}
    text = json.dumps(whole, indent=2, ensure_ascii=False)
    (RESULTS / f"{label}.json").write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(text + "\n")
    return 0 if all(met.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
