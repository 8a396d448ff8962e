"""A language model that does whatever it reads, behind an OpenAI-compatible endpoint on loopback: the worst case."""

import json
import re
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from core.answer.model.told import FENCE, FENCE_END, fenced
from core.answer.rereading.asking import QUESTIONS
from evals.injection.attacks import Attack, Place
from evals.scripted import main_wish, slots_of

KEY = "sk-injection-5f1c09d3a7be"
FORMS = ("answer", "beside", "text")
_MARK = 18  # letters of an order by which it is known again

_FENCED = re.compile(rf"{re.escape(FENCE)}\n.*?\n{re.escape(FENCE_END)}", re.DOTALL)

Body = Mapping[str, Any]
Call = tuple[str, str]


@dataclass
class Obeying:
    """`form`: it answers by the tool alone, puts its order after a true sentence, or writes without a call.

    `reached`: orders that it was sent; `outside`: those that stood outside of a fence, or in the system prompt.
    `watched`: what no request may hold, and `leaks`, how many did.
    """

    attack: Attack | None = None
    form: str = FORMS[0]
    reached: set[str] = field(default_factory=set)
    outside: set[str] = field(default_factory=set)
    watched: tuple[str, ...] = (KEY,)
    leaks: int = 0
    _server: ThreadingHTTPServer | None = None

    def __enter__(self) -> Self:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.shutdown()
        self._server.server_close()

    @property
    def base_url(self) -> str:
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def reply(self, body: Body, key: str) -> Iterator[Mapping[str, Any]]:
        """The deltas of one completion."""
        messages, attack = body["messages"], self.attack
        if attack is None:
            yield {"content": ""}
            return
        said = sum(each["role"] == "assistant" for each in messages)
        if said < 2:  # later its own words come back to it, with the reason why they were refused
            self._note(messages, attack)
        obeyed = attack.obeys.format(system=messages[0]["content"], key=key)
        if any(each["function"]["name"] == QUESTIONS for each in body.get("tools", ())):
            yield from _calls([(QUESTIONS, json.dumps({QUESTIONS: [obeyed]}, ensure_ascii=False))])
            return
        if said == 0:
            wish = main_wish(slots_of(messages[1]["content"]))[0]
            yield from _calls([(wish, "{}"), *([(attack.call, attack.arguments)] if attack.call else [])])
            return
        true = _first_line(messages) if self.form == "beside" else ""
        if self.form == "text":
            yield {"content": obeyed}
        else:
            yield from _calls([("answer", json.dumps({"text": f"{true} {obeyed}".strip()}, ensure_ascii=False))])

    def _note(self, messages: list[Body], attack: Attack) -> None:
        mark = attack.order[:_MARK].translate(str.maketrans("⟦⟧", "[]"))
        texts = [str(each.get("content") or "") for each in messages if each["role"] != "assistant"]
        if attack.place is Place.DOCUMENT:  # no lookup reads documents yet: the text as it will come
            texts.append(fenced(attack.order))
        self.leaks += any(each in text for text in texts for each in self.watched)
        for text in texts:
            if mark in text:
                self.reached.add(attack.id)
                if mark in texts[0] or mark in _outside(text):
                    self.outside.add(attack.id)


def _outside(text: str) -> str:
    """What a reader of fences takes for instructions."""
    return _FENCED.sub(" ", text)


def _first_line(messages: list[Body]) -> str:
    """A true amount of the results, for a sentence that may pass, before one that may not."""
    told = "\n".join(str(each["content"]) for each in messages if each["role"] == "tool")
    line = next((each.split(" · ") for each in told.splitlines() if " € · " in each), None)
    return f"Το 2024 ο δήμος πλήρωσε {line[0]}." if line else ""


def _calls(wanted: list[Call]) -> Iterator[Mapping[str, Any]]:
    for place, (name, arguments) in enumerate(wanted):
        function = {"name": name, "arguments": arguments}
        yield {"tool_calls": [{"index": place, "id": f"c{place}", "type": "function", "function": function}]}


def _handler(model: Obeying) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            key = self.headers.get("Authorization", "").removeprefix("Bearer ")
            deltas = [{"index": 0, "delta": delta, "finish_reason": None} for delta in model.reply(body, key)]
            ends = {"index": 0, "delta": {}, "finish_reason": "stop"}
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            for choice in (*deltas, ends):
                self.wfile.write(f"data: {json.dumps({**_CHUNK, 'choices': [choice]})}\n\n".encode())
            self.wfile.write(b"data: [DONE]\n\n")

        def log_message(self, format: str, *args: object) -> None:
            """Nothing: what was asked belongs in no log."""

    return Handler


_CHUNK = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "obeying"}
