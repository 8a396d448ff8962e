"""`python -m evals.overhead`: what an answer with a language model takes beside the model's own time, and its prompt.

Golden questions over the decisions that are loaded here, with a model that is a script and answers at once: planner,
loop, lookups and guards are all that is left. → `results/overhead.json`.
"""

import asyncio
import json
import os
import statistics
import sys
import time
import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime

from core.app import open_app
from core.domain.answer import Question
from core.errors import DiafaneiaError
from core.ports import ChatMessage, ChatReply, Tool
from core.settings import Settings
from core.store import conversations
from evals.cases import GOLDEN, HOME
from evals.report import RESULTS, revision
from evals.run import settings_of
from evals.scripted import ScriptedChat
from evals.servers import opened_pool

BAR_MS, BAR_BYTES = 120, 14_000
_OF = {"totals_real": 16, "rank_real": 8, "compare_real": 8, "records_real": 8}
_RUNS = 3
_TODAY = date(2026, 11, 30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """One question: whole milliseconds with the model, those without one, and bytes of the first request."""

    question: str
    ms: float
    planner_ms: float
    first_bytes: int
    rounds: int
    accepted: bool


class _Weighed(ScriptedChat):
    """Keeps how large the first request of an answer is, as JSON in UTF-8, and what the script itself took."""

    def __init__(self) -> None:
        super().__init__("right")
        self.first_bytes = self.rounds = 0
        self.own_ms = 0.0

    def begin(self) -> None:
        self.first_bytes, self.rounds, self.own_ms = 0, 0, 0.0

    async def reply(self, messages: Sequence[ChatMessage], tools: Sequence[Tool]) -> ChatReply:
        started = time.perf_counter()
        if not self.rounds:
            said = [{"role": each.role.value, "content": each.text} for each in messages]
            offered = [
                {"type": "function", "function": {"name": each.name, "description": each.description,
                                                  "parameters": dict(each.parameters)}}
                for each in tools
            ]  # fmt: skip
            self.first_bytes = len(json.dumps({"messages": said, "tools": offered}, ensure_ascii=False).encode())
        self.rounds += 1
        made = await super().reply(messages, tools)
        self.own_ms += (time.perf_counter() - started) * 1000
        return made


def questions() -> list[str]:
    texts = []
    for name, most in _OF.items():
        rows = tomllib.loads((GOLDEN / f"{name}.toml").read_text(encoding="utf-8"))["case"]
        texts += [row["text"] for row in rows if not row.get("previous") and "{" not in row["text"]][:most]
    return texts


async def measure(settings: Settings) -> list[Taken]:
    """Of the questions that a model was asked about; the least of some runs each, for a shared machine."""
    chat = _Weighed()
    taken: list[Taken] = []
    chats: set[str] = set()
    async with open_app(settings, chat=chat, remember=False) as worded, open_app(settings, remember=False) as planner:
        for text in questions():
            runs = []
            for run in range(_RUNS + 1):
                chat.begin()
                asked = Question(
                    conversation=f"eval:o{run}:{len(taken)}:{text}", text=text, asked_on=_TODAY,
                    organization_uid=HOME["real"],
                )  # fmt: skip
                chats.add(asked.conversation)
                started = time.perf_counter()
                answer = await worded.assistant.answer(asked)
                whole = (time.perf_counter() - started) * 1000 - chat.own_ms
                started = time.perf_counter()
                await planner.assistant.answer(asked)
                runs.append((whole, (time.perf_counter() - started) * 1000, answer))
            if not chat.rounds:
                continue
            best = min(runs[1:], key=lambda each: each[0])
            taken.append(
                Taken(
                    question=text,
                    ms=round(best[0], 1),
                    planner_ms=round(min(each[1] for each in runs[1:]), 1),
                    first_bytes=chat.first_bytes,
                    rounds=chat.rounds,
                    accepted=best[2].mind != "planner",
                )
            )
    async with opened_pool(settings) as pool:
        for name in sorted(chats):
            await conversations.forget(pool, conversation=name)
    return taken


def summed_up(taken: Sequence[Taken]) -> dict[str, object]:
    added = [each.ms - each.planner_ms for each in taken]
    return {
        "measured_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "revision": revision(),
        "load": round(os.getloadavg()[0], 1),
        "questions": len(taken),
        "accepted": sum(each.accepted for each in taken),
        "median_ms": round(statistics.median(each.ms for each in taken), 1),
        "median_added_ms": round(statistics.median(added), 1),
        "most_ms": max(each.ms for each in taken),
        "first_prompt_bytes": max(each.first_bytes for each in taken),
        "bars": {"median_ms": BAR_MS, "first_prompt_bytes": BAR_BYTES},
        "asked": [asdict(each) for each in taken],
    }


def main() -> int:
    """The exit code: 0 within both bars, 1 over one, 2 not measured."""
    try:
        told = summed_up(asyncio.run(measure(settings_of(live=False))))
    except DiafaneiaError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    text = json.dumps(told, ensure_ascii=False, indent=1)
    (RESULTS / "overhead.json").write_text(f"{text}\n", encoding="utf-8")
    sys.stdout.write(json.dumps({key: value for key, value in told.items() if key != "asked"}) + "\n")
    median, size = told["median_ms"], told["first_prompt_bytes"]
    assert isinstance(median, float) and isinstance(size, int)
    return 0 if median <= BAR_MS and size <= BAR_BYTES else 1


if __name__ == "__main__":
    sys.exit(main())
