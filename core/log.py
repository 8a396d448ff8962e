"""Logging, configured once: secrets are struck from every record before a root handler writes it."""

import json
import logging
import re
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import TextIO

request_id: ContextVar[str] = ContextVar("request_id", default="-")

_STRUCK = "***"
# Their INFO lines hold the bot's token in a link, or say nothing new every few seconds.
_QUIET = ("httpx", "httpcore", "httpx2", "httpcore2", "apscheduler", "openai")
_TALKATIVE = ("telegram",)  # its DEBUG lines hold whole messages of readers, and openai's too
_SHAPES = (
    re.compile(r"\d{5,}:[A-Za-z0-9_-]{20,}"),  # a bot's token, in a link after "bot" too
    re.compile(r"\bsk-[A-Za-z0-9_-]{12,}"),  # a key of a model's provider
    re.compile(r"(?i)(?<=\bbearer )[A-Za-z0-9._~+/=-]+"),
    re.compile(r"(?<=://)[^\s/@:]*:[^\s/@]+(?=@)"),  # user and password inside a URL
)
_OWN = frozenset(vars(logging.LogRecord("", 0, "", 0, "", (), None))) | {"message", "asctime", "request_id", "taskName"}
_TEXT = "%(asctime)s %(levelname)s %(name)s [%(request_id)s] %(message)s"


class Redaction(logging.Filter):
    """Strikes known secrets and whatever looks like one from message, arguments, traceback, stack and extras."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__()
        self._secrets = sorted((secret for secret in secrets if secret), key=len, reverse=True)
        self._formatter = logging.Formatter()

    def clean(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, _STRUCK)
        for shape in _SHAPES:
            text = shape.sub(_STRUCK, text)
        return text

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = self.clean(record.getMessage()), ()
        if record.exc_info and record.exc_info[0]:
            record.exc_text = record.exc_text or self._formatter.formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = self.clean(record.exc_text)
        if record.stack_info:
            record.stack_info = self.clean(record.stack_info)
        for name in set(vars(record)) - _OWN:
            setattr(record, name, self._clean_extra(getattr(record, name)))
        record.request_id = request_id.get()
        return True

    def _clean_extra(self, value: object) -> object:
        """Numbers stay numbers; anything else that is not text is told as text, for a secret may be inside it."""
        return value if value is None or isinstance(value, int | float) else self.clean(str(value))


class JsonLines(logging.Formatter):
    """One JSON object a line; `extra` fields are fields of it."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request": getattr(record, "request_id", "-"),
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in sorted(set(vars(record)) - _OWN - set(line))}
        if record.exc_text:
            line["traceback"] = record.exc_text
        if record.stack_info:
            line["stack"] = record.stack_info
        return json.dumps(line, ensure_ascii=False, default=str)


class _Output(logging.StreamHandler[TextIO]):
    """The handler that `configure` puts up, and takes down when it is called again."""


def configure(*, level: str = "INFO", as_json: bool = False, secrets: Iterable[str] = ()) -> None:
    """Sets up the root logger of a door: one handler on standard error; every root handler gets the filter."""
    root = logging.getLogger()
    for old in [handler for handler in root.handlers if isinstance(handler, _Output)]:
        root.removeHandler(old)
    output = _Output()
    output.setFormatter(JsonLines() if as_json else logging.Formatter(_TEXT))
    root.addHandler(output)
    root.setLevel(level)
    redaction = Redaction(secrets)
    for handler in root.handlers:
        for known in [known for known in handler.filters if isinstance(known, Redaction)]:
            handler.removeFilter(known)
        handler.addFilter(redaction)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(root.level, logging.INFO))
    logging.captureWarnings(capture=True)
    sys.excepthook = _log_uncaught
    threading.excepthook = _log_uncaught_in_thread


@contextmanager
def request(identifier: str) -> Iterator[None]:
    """Every line logged inside carries this id."""
    token = request_id.set(identifier)
    try:
        yield
    finally:
        request_id.reset(token)


def _log_uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """An error that ends the program goes through the filter too, not bare to the terminal."""
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
    else:
        logging.getLogger(__name__).critical("Uncaught error", exc_info=(kind, error, trace))


def _log_uncaught_in_thread(args: threading.ExceptHookArgs) -> None:
    if args.exc_value is not None and not issubclass(args.exc_type, SystemExit):
        _log_uncaught(args.exc_type, args.exc_value, args.exc_traceback)
