"""A local Bot API over HTTP, judged by packages we did not write.

Requests are validated by aiogram's models of the Bot API (a wrong, missing or unknown field is a 400) and by teremok's
rules (4096 units, well-formed HTML, one action a button, 64 bytes of data). Ours are the wire, the queue of updates,
the state that teremok does not keep (the same edit twice, a tap answered twice, what a message replies to) and faults.

    async with Bridge() as bridge:
        ...start a bot with base_url=bridge.url...
        await bridge.write("καλημέρα")
        said = await bridge.reply()
        await bridge.tap("PDF")
"""

import asyncio
import inspect
import itertools
import json
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import aiogram.methods
from aiogram.exceptions import TelegramAPIError
from aiohttp import web
from pydantic import ValidationError
from teremok import MockBot
from teremok.responses import CannotAutoRespond

from tests.telegram_wire import (
    FILES,
    TAG,
    Call,
    Said,
    Seen,
    a_chat,
    a_person,
    buttons_of,
    command_in,
    refusal,
    value_of,
)

READER = 55
_RIGHTS = (
    *("can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members"),
    *("can_promote_members", "can_change_info", "can_invite_users", "can_post_stories", "can_edit_stories"),
    "can_delete_stories",
)
_METHODS = {
    name.lower(): method
    for name, method in vars(aiogram.methods).items()
    if inspect.isclass(method) and issubclass(method, aiogram.methods.TelegramMethod)
}


@dataclass
class _Fault:
    method: str
    code: int
    description: str
    parameters: dict[str, Any]
    left: int
    chat: int | None = None
    stall: float = 0.0

    def befalls(self, name: str, params: dict[str, Any]) -> bool:
        return self.method == name and bool(self.left) and self.chat in (None, params.get("chat_id"))


_ADDED = frozenset({"parse_mode"})  # what the library's defaults add to every call; Telegram takes no notice of it
_EDITS = frozenset({"editmessagetext", "editmessagereplymarkup"})


@dataclass
class Bridge:
    """The server and the people who write to the bot."""

    url: str = ""
    calls: list[Call] = field(default_factory=list)
    said: dict[tuple[int, int], Said] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._judge = MockBot()
        self._updates: list[dict[str, Any]] = []
        self._arrived = asyncio.Event()
        self._open = True
        self._numbers = itertools.count(1000)
        self._unread: dict[int, asyncio.Queue[Said]] = defaultdict(asyncio.Queue)
        self._written: dict[tuple[int, int], dict[str, Any]] = {}
        self._taps: set[str] = set()
        self._tapped: dict[str, int] = {}
        self._pressed = 0
        self.seen: list[Seen] = []
        self._faults: list[_Fault] = []
        self.commands: dict[str, list[dict[str, str]]] = {}
        self.files: dict[str, bytes] = {}  # what people sent, by its id
        self.slow_files = 0.0  # seconds before a file is given
        self.members: dict[tuple[int, int], str] = {}  # what a person is in a group; «member» where nothing is said

    async def __aenter__(self) -> "Bridge":
        app = web.Application()
        app.router.add_route("*", "/bot{token}/{method}", self._serve)
        app.router.add_get("/file/bot{token}/{path}", self._give_file)
        app.on_shutdown.append(self._hang_up)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    async def _hang_up(self, _: web.Application) -> None:
        """Ends the long polls, which would keep the server from closing."""
        self._open = False
        self._arrived.set()

    # --- the people's side

    async def write(self, text: str | None, *, chat: int = READER, user: int = READER, **fields: Any) -> int:
        """A message; `fields` add to it (sticker=…, caption=…, reply_to_message=…). Gives its id."""
        message = {
            "message_id": next(self._numbers),
            "date": fields.pop("date", int(time.time())),
            "chat": a_chat(chat),
            "from": a_person(user),
            **({"text": text, "entities": command_in(text)} if text is not None else {}),
            **fields,
        }
        self._written[chat, message["message_id"]] = message
        named = (fields.get("document") or {}).get("file_name") or ", ".join(fields)
        self.seen.append(
            Seen(chat=chat, who=user, text=text or fields.get("caption") or "", how=named if not text else "")
        )
        await self.push({"message": message})
        return int(message["message_id"])

    async def send_file(self, name: str, body: bytes, *, size: int | None = None, **fields: Any) -> int:
        """A document from a reader; `size` is what Telegram says of it."""
        kept = f"file{next(self._numbers)}"
        self.files[kept] = body
        mime = "application/pdf" if name.endswith(".pdf") else "application/octet-stream"
        document = {"file_id": kept, "file_unique_id": "u", "file_name": name, "mime_type": mime}
        return await self.write(None, document=document | {"file_size": size or len(body)}, **fields)

    async def tap(self, label: str, *, chat: int = READER, user: int = READER) -> None:
        """Presses the newest button with that label."""
        for said in sorted(self.said.values(), key=lambda said: said.message_id, reverse=True):
            for button in itertools.chain(*said.buttons):
                if said.chat == chat and button["text"] == label:
                    self.seen.append(Seen(chat=chat, who=user, text=label, how="πατά"))
                    return await self.press(button["callback_data"], said, user=user)
        raise AssertionError(f"no button «{label}» in chat {chat}")

    async def press(self, data: str, said: Said, *, user: int = READER) -> None:
        """Presses a button that may never have been offered."""
        tap = f"tap{next(self._numbers)}"
        self._taps.add(tap)
        self._tapped[tap] = said.chat
        self._pressed += 1
        message = self._message(said)
        await self.push(
            {
                "callback_query": {
                    "id": tap,
                    "from": a_person(user),
                    "chat_instance": "1",
                    "data": data,
                    "message": message,
                }
            }
        )

    async def type_inline(self, query: str, *, user: int = READER, seconds: float = 10) -> dict[str, Any]:
        """Types behind the bot's name in some other chat; what the bot answered: results, button, cache_time …"""
        asked = f"inline{next(self._numbers)}"
        await self.push({"inline_query": {"id": asked, "from": a_person(user), "query": query, "offset": ""}})
        async with asyncio.timeout(seconds):
            while True:
                for call in self.called("answerInlineQuery"):
                    if call.params["inline_query_id"] == asked:
                        self._see_inline(query, user, call.params)
                        return call.params
                await asyncio.sleep(0.02)

    async def told_at_once(self, *, seconds: float = 10) -> str | None:
        """What the answer to the last tap says on the screen of who pressed; waits for a tap that is under way."""
        async with asyncio.timeout(seconds):
            while True:
                answered = self.called("answerCallbackQuery")
                if len(answered) >= self._pressed:
                    text: str | None = answered[-1].params.get("text")
                    return text
                await asyncio.sleep(0.02)

    async def push(self, update: dict[str, Any]) -> None:
        self._updates.append({"update_id": next(self._numbers), **update})
        self._arrived.set()

    async def reply(self, *, chat: int = READER, seconds: float = 10) -> Said:
        """The next thing that the bot said or edited in that chat."""
        async with asyncio.timeout(seconds):
            return await self._unread[chat].get()

    async def silence(self, *, chat: int = READER, seconds: float = 0.5) -> None:
        """Fails if the bot says something in that chat within the time."""
        try:
            said = await self.reply(chat=chat, seconds=seconds)
        except TimeoutError:
            return
        raise AssertionError(f"the bot said {said.text!r}")

    def fail(
        self,
        method: str,
        code: int,
        description: str,
        *,
        times: int = 1,
        parameters: dict[str, Any] | None = None,
        chat: int | None = None,
    ) -> None:
        """The next `times` calls of the method, to this chat or any, are answered with this error."""
        fault = _Fault(
            method=method.lower(),
            code=code,
            description=description,
            parameters=parameters or {},
            left=times,
            chat=chat,
        )
        self._faults.append(fault)

    def stall(self, method: str, seconds: float, *, times: int = 1, chat: int | None = None) -> None:
        """The next `times` calls are obeyed, and answered so late that nobody hears it."""
        fault = _Fault(
            method=method.lower(), code=200, description="", parameters={}, left=times, chat=chat, stall=seconds
        )
        self._faults.append(fault)

    def called(self, method: str) -> list[Call]:
        return [call for call in self.calls if call.method.lower() == method.lower()]

    @property
    def refused(self) -> list[Call]:
        """What the bot sent and the Bot API would not take, faults that the test asked for aside."""
        return [call for call in self.calls if call.error and not call.asked_for]

    # --- the Bot API's side

    async def _serve(self, request: web.Request) -> web.Response:
        name = request.match_info["method"].lower()
        form = await request.post() if request.can_read_body else {}
        sent = {key: value for key, value in form.items() if isinstance(value, web.FileField)}
        params = {key: value_of(key, value) for key, value in {**request.query, **form}.items() if key not in sent}
        fault = next((each for each in self._faults if each.befalls(name, params)), None)
        if name == "getupdates" and fault is not None:
            fault.left -= 1
            status, body = refusal(fault.code, fault.description, **fault.parameters)
            return web.json_response(body, status=status)
        if name == "getupdates":
            return web.json_response({"ok": True, "result": await self._take_updates(params)})
        files = {}
        for key, value in params.items():
            if key in FILES and (file := sent.get(str(value).removeprefix("attach://"))):
                files[key] = (file.filename, file.file.read())
        files |= {key: (file.filename, file.file.read()) for key, file in sent.items() if key in FILES}
        params |= {key: "AgAD" for key in files}  # as a file that the server holds
        call = Call(method=request.match_info["method"], params=params, files=files)
        self.calls.append(call)
        status, body = await self._answer(name, params, call)
        call.error = body.get("description")
        return web.json_response(body, status=status)

    async def _give_file(self, request: web.Request) -> web.Response:
        name = request.match_info["path"]
        self.calls.append(Call(method="download", params={"path": name}))
        await asyncio.sleep(self.slow_files)
        return web.Response(body=self.files[name]) if name in self.files else web.Response(status=404)

    async def _take_updates(self, params: dict[str, Any]) -> list[dict[str, Any]]:
        offset = int(params.get("offset") or 0)
        until = time.monotonic() + min(float(params.get("timeout") or 0), 50)
        allowed = params.get("allowed_updates")
        while True:
            self._updates = [update for update in self._updates if update["update_id"] >= offset]
            heard = [update for update in self._updates if not allowed or set(update) & set(allowed)]
            if heard or not self._open or time.monotonic() >= until:
                return heard[:100]
            self._arrived.clear()
            try:
                async with asyncio.timeout(max(until - time.monotonic(), 0.01)):
                    await self._arrived.wait()
            except TimeoutError:
                pass

    async def _answer(self, name: str, params: dict[str, Any], call: Call) -> tuple[int, dict[str, Any]]:
        fault = next((each for each in self._faults if each.befalls(name, params)), None)
        if fault is not None:
            fault.left -= 1
            call.asked_for = True
            if not fault.stall:
                return refusal(fault.code, fault.description, **fault.parameters)
        answer = await self._judged(name, params, call)
        if fault is not None:
            await asyncio.sleep(fault.stall)
        return answer

    async def _judged(self, name: str, params: dict[str, Any], call: Call) -> tuple[int, dict[str, Any]]:
        if name == "getchatmember":
            return 200, {"ok": True, "result": self._member(params)}
        if name == "getfile":
            held = self.files.get(params["file_id"], b"")
            file = {"file_id": params["file_id"], "file_unique_id": "u", "file_size": len(held)}
            return 200, {"ok": True, "result": file | {"file_path": params["file_id"]}}
        method = _METHODS.get(name)
        if method is None:
            return refusal(404, "Not Found: method not found")
        if unknown := set(params) - set(method.model_fields) - _ADDED:
            return refusal(400, f"Bad Request: unknown parameter {sorted(unknown)}")
        if broken := self._broken_state(name, params):
            return refusal(400, f"Bad Request: {broken}")
        try:
            asked = method.model_validate(params, context={"bot": self._judge})
            result = await self._judge.session.make_request(self._judge, asked)
        except ValidationError as error:
            return refusal(400, f"Bad Request: {error}")
        except TelegramAPIError as error:
            return refusal(400, error.message)
        except CannotAutoRespond as error:
            return refusal(501, str(error))
        return 200, {"ok": True, "result": self._kept(name, params, result, call)}

    def _member(self, params: dict[str, Any]) -> dict[str, Any]:
        """Whole enough for an administrator, whose rights are a long list."""
        user = int(params["user_id"])
        status = self.members.get((params["chat_id"], user), "member")
        rights = dict.fromkeys(_RIGHTS, False) if status in ("administrator", "creator") else {}
        return {"user": a_person(user), "status": status, "is_anonymous": False, "can_be_edited": False, **rights}

    def _broken_state(self, name: str, params: dict[str, Any]) -> str | None:
        """Rules that need memory, which teremok has none of."""
        if name in _EDITS:
            old = self.said.get((params["chat_id"], int(params["message_id"])))
            if old is None:
                return "message to edit not found"
            if (old.markup, old.buttons) == (params.get("text", old.markup), buttons_of(params)):
                return "message is not modified"
        if name == "answercallbackquery":
            if params["callback_query_id"] not in self._taps:
                return "query is too old and response timeout expired or query ID is invalid"
            self._taps.discard(params["callback_query_id"])
            if shown := params.get("text"):
                self.seen.append(
                    Seen(chat=self._tapped[params["callback_query_id"]], who=0, text=shown, how="στην οθόνη")
                )
        if name == "setmycommands":
            self.commands[f"{params.get('scope', {}).get('type')}/{params.get('language_code', '')}"] = params[
                "commands"
            ]
        if name == "sendmessage" and not TAG.sub("", params.get("text", "")).strip():
            return "message text is empty"
        return None

    def _kept(self, name: str, params: dict[str, Any], result: Any, call: Call) -> Any:
        if not hasattr(result, "model_dump_json"):
            return result
        if name in {"senddocument", "sendphoto"}:
            return self._kept_file(params, result, call)
        if name not in {"sendmessage", *_EDITS}:
            return json.loads(result.model_dump_json(exclude_none=True, by_alias=True))
        edited = name in _EDITS
        if edited and "text" not in params:
            params = {**params, "text": self.said[params["chat_id"], int(params["message_id"])].markup}
        said = Said(
            chat=params["chat_id"],
            message_id=int(params["message_id"]) if edited else next(self._numbers),
            markup=params["text"],
            parse_mode=params.get("parse_mode"),
            buttons=buttons_of(params),
            reply_to=_replied(params, self.said, edited=edited),
            edited=edited,
            thread=_thread_of(params, self.said, edited=edited),
        )
        self.said[said.chat, said.message_id] = said
        self._see(said)
        self._unread[said.chat].put_nowait(said)
        return self._message(said)

    def _kept_file(self, params: dict[str, Any], result: Any, call: Call) -> Any:
        said = Said(
            chat=params["chat_id"],
            message_id=next(self._numbers),
            markup=params.get("caption", ""),
            parse_mode=params.get("parse_mode"),
            buttons=buttons_of(params),
            reply_to=params.get("reply_parameters", {}).get("message_id"),
            thread=_thread_of(params, self.said, edited=False),
            file=next(iter(call.files.values()), None),
        )
        self._see(said)
        self._unread[said.chat].put_nowait(said)
        told = {**self._message(said), "text": None, "caption": said.text}
        if call.method.lower() == "senddocument":
            known = params.get("document", "")
            name = known if not said.file else f"file-{said.message_id}"
            told["document"] = {"file_id": name, "file_unique_id": f"unique-{name}"}
        return told

    def _see_inline(self, query: str, user: int, answer: dict[str, Any]) -> None:
        """What stands above the keyboard of who types."""
        self.seen.append(Seen(chat=user, who=user, text=f"@test_bot {query}", how="σε άλλη συνομιλία"))
        told = [f"{each['title']}\n{each.get('description', '')}" for each in answer["results"]]
        above = (answer["button"]["text"],) if "button" in answer else ()
        self.seen.append(Seen(chat=user, who=0, text="\n".join(told), labels=(above,) if above else (), how="λίστα"))

    def _see(self, said: Said) -> None:
        labels = tuple(tuple(button["text"] for button in row) for row in said.buttons)
        how = "αλλάζει το μήνυμα" if said.edited else said.file[0] if said.file else ""
        self.seen.append(Seen(chat=said.chat, who=0, text=said.text, labels=labels, how=how))

    def _message(self, said: Said) -> dict[str, Any]:
        answered = self._written.get((said.chat, said.reply_to)) if said.reply_to else None
        return {
            "message_id": said.message_id,
            "date": int(time.time()),
            "chat": a_chat(said.chat),
            "from": {"id": 42, "is_bot": True, "first_name": "TestBot", "username": "test_bot"},
            "text": said.text,
            **({"reply_to_message": answered} if answered else {}),
            **({"reply_markup": {"inline_keyboard": said.buttons}} if said.buttons else {}),
            **({"message_thread_id": said.thread, "is_topic_message": True} if said.thread else {}),
        }

    def as_replied(self, said: Said) -> dict[str, Any]:
        """`reply_to_message` for someone who replies to what the bot said."""
        return self._message(said)


def _thread_of(params: dict[str, Any], said: dict[tuple[int, int], Said], *, edited: bool) -> int | None:
    """The topic of a forum; an edited message stays in its own."""
    if edited:
        return said[params["chat_id"], int(params["message_id"])].thread
    return int(params["message_thread_id"]) if params.get("message_thread_id") else None


def _replied(params: dict[str, Any], said: dict[tuple[int, int], Said], *, edited: bool) -> int | None:
    """What it replies to; an edit does not change that."""
    if edited:
        return said[params["chat_id"], int(params["message_id"])].reply_to
    number: int | None = params.get("reply_parameters", {}).get("message_id")
    return number
