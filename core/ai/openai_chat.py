"""`ChatModel` over any OpenAI-compatible endpoint: DeepSeek, OpenAI, OpenRouter, Ollama, vLLM, llama.cpp."""

import asyncio
import json
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import openai
from openai import AsyncOpenAI, Timeout

from core.ai.chat_stream import Assembly, whole
from core.ai.chat_wire import EXTRAS, message_json, tool_json
from core.ai.text_calls import calls_in_text
from core.errors import Unavailable
from core.ports import ChatMessage, ChatReply, Finish, Tool

_TRIES = 2
_PAUSE = 0.4
_LONGEST_WAIT = 2.0  # a provider that asks for more is given up: a reader waits
_REFUSED_SECONDS = 60.0  # a refused key is not offered again at once
_UNHEARD = ("ConnectError", "ConnectTimeout")  # of httpx, which is the client's own affair
_MILLION = Decimal(1_000_000)
_TOO_LONG = ("context_length", "context length", "maximum context", "context size", "context window", "too many tokens")
_NO_ANSWER = "Το γλωσσικό μοντέλο δεν απάντησε εγκαίρως."
_NO_CONNECTION = "Δεν υπάρχει σύνδεση με τον πάροχο του γλωσσικού μοντέλου: ελέγξτε το LLM_BASE_URL και το δίκτυο."
_KEY = "Ο πάροχος του γλωσσικού μοντέλου δεν δέχεται το κλειδί: ελέγξτε το LLM_API_KEY."
_NO_MODEL = "Ο πάροχος δεν έχει αυτό το μοντέλο ή αυτή τη διεύθυνση: ελέγξτε τα LLM_MODEL και LLM_BASE_URL."
_REFUSED = "Ο πάροχος του γλωσσικού μοντέλου δεν δέχτηκε το αίτημα."
_UNPAID = "Ο πάροχος του γλωσσικού μοντέλου ζητά πληρωμή: ελέγξτε το υπόλοιπο του λογαριασμού."
_BROKEN = "Ο πάροχος του γλωσσικού μοντέλου απάντησε με σφάλμα {status}: δοκιμάστε αργότερα."
_NO_API = (
    "Ό,τι απαντά σε αυτή τη διεύθυνση δεν είναι API της OpenAI: ελέγξτε το LLM_BASE_URL (συνήθως τελειώνει σε /v1)."
)
_BUSY = "Ο πάροχος του γλωσσικού μοντέλου δεν δέχεται τώρα άλλα αιτήματα."

log = logging.getLogger(__name__)


class _NoApi(ValueError):
    """A page of the web, or anything else that is no completion."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """Where a model is. Seconds are of one call and of silence inside it, two thirds of the call where it is not given:
    a model on one's own processor is silent until it has read the prompt. Prices are euro for a million tokens.
    """

    base_url: str
    key: str | None
    model: str
    effort: str | None = None
    seconds: float = 12.0
    silence: float = 0.0
    price_in: Decimal = Decimal(0)
    price_out: Decimal = Decimal(0)
    most_tokens: int = 1_500

    @property
    def longest_silence(self) -> float:
        return self.silence or self.seconds * 2 / 3


class OpenAiChat:
    """Streams, so that silence is noticed. Retries once, and only what brought nothing of an answer."""

    def __init__(self, provider: Provider) -> None:
        self._provider = provider
        self._client = AsyncOpenAI(
            base_url=provider.base_url,
            api_key=provider.key or "none",
            max_retries=0,
            timeout=Timeout(provider.longest_silence, connect=min(provider.longest_silence, 5.0)),
        )
        self._extras: dict[str, Any] = {"stream_options": {"include_usage": True}}
        self._extras |= {"reasoning_effort": provider.effort} if provider.effort else {"temperature": 0}
        self._refused_until = 0.0
        self._spent = Decimal(0)

    @property
    def name(self) -> str:
        return self._provider.model

    @property
    def spent_eur(self) -> Decimal:
        return self._spent

    async def reply(self, messages: Sequence[ChatMessage], tools: Sequence[Tool]) -> ChatReply:
        if time.monotonic() < self._refused_until:
            raise Unavailable(_KEY)
        try:
            async with asyncio.timeout(self._provider.seconds):
                return await self._tried(messages, tools)
        except TimeoutError as error:
            raise Unavailable(_NO_ANSWER) from error

    async def close(self) -> None:
        await self._client.close()

    async def _tried(self, messages: Sequence[ChatMessage], tools: Sequence[Tool]) -> ChatReply:
        for left in reversed(range(_TRIES)):
            assembly = Assembly()
            try:
                return await self._once(messages, tools, assembly)
            except (openai.APIStatusError, openai.APIConnectionError, openai.APIError, ValueError) as error:
                if isinstance(error, openai.BadRequestError) and _says_too_long(error):
                    return ChatReply(text="", finish=Finish.TOO_LONG, model=self.name)
                wait = self._wait(error)
                if wait is None or not left or assembly.began:
                    raise Unavailable(self._sentence(error)) from error
                log.warning("the model gave no answer: %s", type(error).__name__)
                await asyncio.sleep(wait)
        raise AssertionError("the last try returns or raises")

    async def _once(self, messages: Sequence[ChatMessage], tools: Sequence[Tool], assembly: Assembly) -> ChatReply:
        try:
            await self._stream(messages, tools, assembly)
        except BaseException as error:  # a call that is cut off, cancelled or broken is paid for too
            if not _is_free(error):
                self._spent += self._price(*_tokens(assembly, messages, tools))
            raise
        reply = self._priced(assembly, messages, tools)
        self._spent += reply.cost_eur
        if not assembly.began:
            raise ValueError("no choice in the reply")
        return reply

    async def _stream(self, messages: Sequence[ChatMessage], tools: Sequence[Tool], assembly: Assembly) -> None:
        more: dict[str, Any] = {"tools": [tool_json(tool) for tool in tools]} if tools else {}
        stream = await self._client.chat.completions.create(
            model=self._provider.model,
            messages=[message_json(message) for message in messages],
            stream=True,
            max_tokens=self._provider.most_tokens,
            **more,
            **self._extras,
        )
        async with stream:
            kind = stream.response.headers.get("content-type", "")
            if "html" in kind:
                raise _NoApi
            if "application/json" in kind:  # a server that does not stream, whatever it is asked
                assembly.add(whole(await stream.response.aread()))
                return
            async for chunk in stream:
                assembly.add(chunk)

    def _priced(self, assembly: Assembly, messages: Sequence[ChatMessage], tools: Sequence[Tool]) -> ChatReply:
        text, calls = assembly.text, assembly.calls()
        if not calls:
            text, calls = calls_in_text(text, {tool.name for tool in tools})
        asked, made = _tokens(assembly, messages, tools)
        return ChatReply(
            text=text,
            calls=calls,
            finish=assembly.finish,
            model=self.name,
            tokens_in=asked,
            tokens_out=made,
            cost_eur=self._price(asked, made),
        )

    def _price(self, asked: int, made: int) -> Decimal:
        return (asked * self._provider.price_in + made * self._provider.price_out) / _MILLION

    def _wait(self, error: Exception) -> float | None:
        """Seconds until a second try, None when there is no sense in one."""
        if isinstance(error, openai.APITimeoutError | _NoApi):
            return None
        if isinstance(error, openai.APIStatusError):
            return self._wait_of(error)
        return _PAUSE

    def _wait_of(self, error: openai.APIStatusError) -> float | None:
        if error.status_code in (401, 403):
            self._refused_until = time.monotonic() + _REFUSED_SECONDS
            return None
        if error.status_code == 429:
            asked = error.response.headers.get("retry-after", "")
            seconds = float(asked) if asked.replace(".", "", 1).isdigit() else _PAUSE
            return seconds if seconds <= _LONGEST_WAIT else None
        refused = [name for name in EXTRAS if name in self._extras and name in str(error)]
        if error.status_code in (400, 422) and refused:
            self._extras = {name: value for name, value in self._extras.items() if name not in refused}
            return 0.0
        return _PAUSE if error.status_code >= 500 else None

    @staticmethod
    def _sentence(error: Exception) -> str:
        """Of our own words: what a provider writes may hold the key."""
        match getattr(error, "status_code", None):
            case int(status) if status >= 500:
                return _BROKEN.format(status=status)
            case 401 | 403:
                return _KEY
            case 404:
                return _NO_MODEL
            case 429:
                return _BUSY
            case 402:
                return _UNPAID
            case int():
                return _REFUSED
        if isinstance(error, _NoApi):
            return _NO_API
        refused = isinstance(error, openai.APIConnectionError) and not isinstance(error, openai.APITimeoutError)
        return _NO_CONNECTION if refused else _NO_ANSWER


def _says_too_long(error: openai.BadRequestError) -> bool:
    return any(words in str(error).lower() for words in _TOO_LONG)


def _is_free(error: BaseException) -> bool:
    """What a provider refused, or never heard, costs nothing."""
    return isinstance(error, openai.APIStatusError) or type(error.__cause__).__name__ in _UNHEARD


def _tokens(assembly: Assembly, messages: Sequence[ChatMessage], tools: Sequence[Tool]) -> tuple[int, int]:
    """The provider's count, else two letters a token: Greek takes about that, and a budget is better cut too early."""
    sent = [*(message_json(message) for message in messages), *(tool_json(tool) for tool in tools)]
    asked = sum(len(json.dumps(each, ensure_ascii=False)) for each in sent)
    return assembly.tokens or (asked // 2, assembly.letters // 2)
