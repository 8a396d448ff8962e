"""Speed of the running application over what is loaded: cards, search, planner totals; figures go to evals/results/."""

import argparse
import asyncio
import json
import os
import platform
import re
import statistics
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path

from core.app import App, open_app
from core.domain.answer import Answer, Question
from core.domain.organization import Coverage
from core.errors import DiafaneiaError, Misconfigured
from core.settings import Settings
from core.store import conversations, embeddings, organizations
from core.store.pool import Pool, open_pool
from core.store.server import open_server

RESULTS = Path(__file__).parent / "results"
CONVERSATION = "bench:1"
Asked = tuple[str, str | None]  # a text, and the body that it is asked about
_SOME_ADAS = "SELECT ada FROM decisions WHERE organization_uid = ANY($1) ORDER BY md5(ada) LIMIT $2"
_TOPICS = (
    "καύσιμα",
    "απορρίμματα",
    "συντήρηση σχολικών κτιρίων",
    "τρόφιμα για παιδικούς σταθμούς",
    "ελαστικά οχημάτων",
    "αδέσποτα ζώα",
    "ασφαλτόστρωση",
    "ηλεκτρικό ρεύμα",
    "αντλιοστάσια",
    "γραφική ύλη",
    "φωτισμός",
    "παιδικές χαρές",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """What DESIGN §9 asks of one kind of work, in milliseconds."""

    p50: float
    p95: float | None = None


BARS = {
    "card": Bar(p50=5, p95=15),
    "search": Bar(p50=40, p95=120),
    "total": Bar(p50=80),
    "ranking": Bar(p50=80),
    "trend": Bar(p50=80),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """Figures of one kind of question. `outcomes` says how many were really answered."""

    questions: int
    p50: float
    p95: float
    slowest: float
    bar_p50: float
    bar_p95: float | None
    met: bool
    outcomes: dict[str, int] = field(default_factory=dict)


def quantile(times: Sequence[float], share: float) -> float:
    """The time within which `share` of the questions were answered."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


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
        met=p50 <= bar.p50 and (bar.p95 is None or p95 <= bar.p95),
        outcomes=outcomes,
    )


def questions(bodies: Sequence[Coverage], adas: Sequence[str]) -> dict[str, list[Asked]]:
    """Texts by kind of work, each for a body: every topic at every body, in some year that we hold of it."""
    asked: dict[str, list[Asked]] = {kind: [] for kind in BARS}
    asked["card"] = [(ada, None) for ada in adas]
    for place, topic in enumerate(_TOPICS):
        for body in bodies:
            years = range((body.first_on or date.min).year, (body.last_on or date.min).year + 1)
            year = years[place % len(years)]
            asked["search"].append((f"αποφάσεις για {topic}", body.organization_uid))
            asked["total"].append((f"πόσα ανατέθηκαν για {topic} το {year}", body.organization_uid))
            asked["ranking"].append((f"ποια ήταν η μεγαλύτερη ανάθεση για {topic}", body.organization_uid))
            asked["trend"].append((f"πόσα ανατέθηκαν για {topic} ανά έτος", body.organization_uid))
    asked["total"] += [("πόσα ανατέθηκαν συνολικά", body.organization_uid) for body in bodies]
    return asked


async def measure(app: App, asked: Sequence[Asked], *, bar: Bar, today: date) -> Work:
    """Each question once, one after the other, after one that warms everything up."""
    times: list[float] = []
    answers: list[Answer] = []
    for place, (text, uid) in enumerate([asked[0], *asked]):
        question = Question(conversation=CONVERSATION, text=text, asked_on=today, organization_uid=uid)
        started = time.perf_counter()
        answer = await app.assistant.answer(question)
        if place:
            times.append(time.perf_counter() - started)
            answers.append(answer)
    return summed_up(times, answers, bar)


def machine() -> dict[str, object]:
    """What the figures were measured on."""
    return {
        "cores": os.cpu_count(),
        "load": [round(load, 2) for load in os.getloadavg()],
        "system": platform.platform(),
        "processor": _processor(),
        "python": platform.python_version(),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")


async def _held(pool: Pool, most: int) -> tuple[list[Coverage], list[str], dict[str, int]]:
    bodies = await organizations.coverage(pool)
    if not bodies:
        raise Misconfigured("Δεν υπάρχουν φορείς για μέτρηση: φορτώστε αποφάσεις με «python -m ingest load ΑΡΧΕΙΟ».")
    uids = [body.organization_uid for body in bodies]
    adas = [record["ada"] for record in await pool.fetch(_SOME_ADAS, uids, most)]
    return bodies, adas, asdict(await embeddings.counts(pool))


async def run(settings: Settings, *, today: date, cards: int) -> dict[str, object]:
    """All works over the data that the application would answer from."""
    server = await open_server(
        data_dir=settings.data_dir,
        database_url=settings.database_url,
        app_database_url=settings.app_database_url,
        reader_database_url=settings.reader_database_url,
    )
    try:
        async with await open_pool(server.app_dsn(), min_size=1, max_size=2) as pool, open_app(settings) as app:
            bodies, adas, held = await _held(pool, cards)
            asked = questions(bodies, adas)
            works = {kind: asdict(await measure(app, asked[kind], bar=BARS[kind], today=today)) for kind in BARS}
            await conversations.forget(pool, conversation=CONVERSATION)
    finally:
        await server.close()
    return {"held": held, "machine": machine(), "works": works}


def _label(text: str) -> str:
    if not re.fullmatch(r"[\w.-]+", text):
        raise argparse.ArgumentTypeError("letters, digits, dots and dashes alone")
    return text


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m evals.bench", description=__doc__)
    parser.add_argument("--label", default="bench", type=_label, help="name of the file in evals/results/")
    parser.add_argument("--today", type=date.fromisoformat, default=datetime.now(UTC).date())
    parser.add_argument("--cards", type=int, default=200, help="how many ΑΔΑs to look up")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 every bar met, 1 some bar missed, 2 it could not be measured."""
    asked = _asked(arguments)
    try:
        result = asyncio.run(run(Settings.read(), today=asked.today, cards=asked.cards))
    except DiafaneiaError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    text = json.dumps({"label": asked.label, "measured_at": datetime.now(UTC).isoformat(), **result}, indent=2)
    (RESULTS / f"{asked.label}.json").write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(text + "\n")
    works = result["works"]
    return 0 if isinstance(works, dict) and all(work["met"] for work in works.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
