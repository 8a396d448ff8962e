"""`python -m evals.talks --label NAME`: ten conversations with the language model that is set, over HTTP, kept whole.

What it sent, why its sentences were refused, what the reader got beside what the planner says alone: for reading.
Nothing is graded by its wording; outcome and figures have to be the planner's. → `results/real_model_NAME.json`.
"""

import argparse
import asyncio
import json
import logging
import sys
import time
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from core.app import App, open_app, open_chat
from core.domain.answer import Answer, Question, plain
from core.errors import DiafaneiaError
from core.ports import ChatMessage, ChatModel, ChatReply, Tool
from core.settings import Settings
from core.store import conversations
from evals.cases import GOLDEN, HOME
from evals.report import RESULTS, revision
from evals.run import settings_of
from evals.servers import opened_pool

_TODAY = date(2026, 11, 30)
_SHOWN = 400  # letters of what a model said
_PATIENT = 3_000.0  # seconds: how long it takes is told, not judged


class Watched:
    """A chat model whose every reply is kept. Satisfies `core.ports.ChatModel`."""

    def __init__(self, chat: ChatModel) -> None:
        self._chat = chat
        self.said: list[dict[str, Any]] = []

    @property
    def name(self) -> str:
        return self._chat.name

    @property
    def spent_eur(self) -> Decimal:
        return self._chat.spent_eur

    async def reply(self, messages: Sequence[ChatMessage], tools: Sequence[Tool]) -> ChatReply:
        started = time.monotonic()
        try:
            made = await self._chat.reply(messages, tools)
        except DiafaneiaError as error:
            self.said.append({"failed": str(error), "seconds": round(time.monotonic() - started, 1)})
            raise
        kept = {
            "calls": [f"{call.name} {call.arguments[:_SHOWN]}" for call in made.calls],
            "text": made.text[:_SHOWN],
            "finish": made.finish.value,
            "tokens": [made.tokens_in, made.tokens_out],
            "seconds": round(time.monotonic() - started, 1),
        }
        self.said.append({name: value for name, value in kept.items() if value})
        return made

    async def close(self) -> None:
        await self._chat.close()


class _Reasons(logging.Handler):
    """Why the loop refused a draft."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.msg.startswith("refused:"):
            self.told.append(record.getMessage().removeprefix("refused: ")[:_SHOWN])


def talks() -> list[list[str]]:
    rows = tomllib.loads((GOLDEN / "talks.toml").read_text(encoding="utf-8"))["talk"]
    return [list(row["turns"]) for row in rows]


async def converse(settings: Settings, path: Path, *, first: int = 1) -> None:
    """Each turn is asked with the model and without; the file grows with every turn. Raises Misconfigured."""
    chat = open_chat(settings.model_copy(update={"llm_call_seconds": _PATIENT / 2}))
    assert chat is not None
    watched, reasons, chats = Watched(chat), _Reasons(), set[str]()
    agent = logging.getLogger("core.answer.agent")
    agent.setLevel(logging.DEBUG)
    agent.addHandler(reasons)
    patient = settings.model_copy(update={"reply_seconds": _PATIENT})
    alone = patient.model_copy(update={"llm_model": None})
    told: list[dict[str, Any]] = []
    try:
        async with (
            open_app(patient, chat=watched, remember=False) as worded,
            open_app(alone, remember=False) as planner,
        ):
            for number, text in ((place, text) for place, turns in enumerate(talks(), 1) for text in turns):
                if number < first:
                    continue
                watched.said.clear()
                reasons.told.clear()
                names = f"eval:talk:{number}", f"eval:plan:{number}"
                chats.update(names)
                with_model, seconds, without = await _both(worded, planner, text, names)
                kept = {"talk": number, **_kept(text, with_model, without), "seconds": seconds}
                told.append({**kept, "model": list(watched.said), "refused": list(reasons.told)})
                _write(path, watched.name, told)
                sys.stdout.write(f"{number} {text}: {with_model.outcome.value}, {with_model.mind}, {seconds} s\n")
    finally:
        agent.removeHandler(reasons)
        async with opened_pool(settings) as pool:
            for name in sorted(chats):
                await conversations.forget(pool, conversation=name)


def _write(path: Path, model: str, told: list[dict[str, Any]]) -> None:
    text = json.dumps({"model": model, "revision": revision(), "turns": told}, ensure_ascii=False, indent=1)
    path.write_text(f"{text}\n", encoding="utf-8")


async def _both(worded: App, planner: App, text: str, names: tuple[str, str]) -> tuple[Answer, float, Answer]:
    asked = Question(conversation=names[0], text=text, asked_on=_TODAY, organization_uid=HOME["real"])
    started = time.monotonic()
    answer = await worded.assistant.answer(asked)
    seconds = round(time.monotonic() - started, 1)
    return answer, seconds, await planner.assistant.answer(replace(asked, conversation=names[1]))


def _kept(text: str, answer: Answer, planned: Answer) -> dict[str, Any]:
    """The reader's first lines; the whole where a model's words are in it."""
    said = plain(answer.text)
    return {
        "asked": text,
        "outcome": answer.outcome.value,
        "mind": answer.mind,
        "reply": said if answer.mind != "planner" else said[:_SHOWN],
        "same_outcome": answer.outcome is planned.outcome,
        "same_figures": answer.figures[: len(planned.figures)] == planned.figures,
        "same_words": answer.text == planned.text,
    }


def main() -> int:
    """The exit code: 0 outcomes and figures are the planner's on every turn, 1 some are not, 2 not measured."""
    parser = argparse.ArgumentParser(prog="python -m evals.talks", description=__doc__)
    parser.add_argument("--label", required=True)
    parser.add_argument("--first", type=int, default=1, help="the conversation to begin with")
    asked = parser.parse_args()
    path = RESULTS / f"real_model_{asked.label}.json"
    try:
        asyncio.run(converse(settings_of(live=True), path, first=asked.first))
    except DiafaneiaError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    turns = json.loads(path.read_text(encoding="utf-8"))["turns"]
    return 0 if all(each["same_outcome"] and each["same_figures"] for each in turns) else 1


if __name__ == "__main__":
    sys.exit(main())
