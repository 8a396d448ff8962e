"""Nothing secret passes a root handler, however it comes."""

import io
import json
import logging
import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from core import log

TOKEN = "123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc"
KEY = "sk-proj-abcdefghijklmnop123456"
PASSWORD = 'p@ss"w\\rd'
Start = Callable[..., io.StringIO]


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Configures logging on a stream that the test reads; everything is put back afterwards."""
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    filters = {handler: list(handler.filters) for handler in before}
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)

    def _start(**options: object) -> io.StringIO:
        stream = io.StringIO()
        monkeypatch.setattr(sys, "stderr", stream)
        log.configure(**options)  # type: ignore[arg-type]
        return stream

    yield _start
    logging.captureWarnings(capture=False)
    root.handlers[:] = before
    root.setLevel(level)
    for handler, known in filters.items():
        handler.filters[:] = known


@pytest.mark.parametrize("as_json", [False, True])
def test_known_secrets_and_shapes_are_struck_from_message_arguments_and_extras(start: Start, as_json: bool) -> None:
    stream = start(as_json=as_json, secrets=[PASSWORD])
    logger = logging.getLogger("anything")
    logger.info(f"POST https://api.telegram.org/bot{TOKEN}/getMe")
    logger.info("key %s, %s", KEY, {"password": PASSWORD})
    logger.info("Authorization: Bearer %s", "abc.def-123")
    logger.info("%s", "postgresql://owner:hunter2@db.example/one")
    logger.info("extra", extra={"url": f"/bot{TOKEN}/", "nested": {"key": KEY, "own": PASSWORD}, "rows": 3})
    text = stream.getvalue()
    assert "***" in text
    for secret in (TOKEN, TOKEN[10:], KEY, "abc.def-123", "hunter2", PASSWORD, json.dumps(PASSWORD)[1:-1]):
        assert secret not in text
    assert "db.example/one" in text


@pytest.mark.parametrize("as_json", [False, True])
def test_tracebacks_and_stacks_are_cleaned_with_their_causes(start: Start, as_json: bool) -> None:
    stream = start(as_json=as_json, secrets=[PASSWORD])
    try:
        try:
            raise ValueError(f"first {TOKEN}")
        except ValueError as cause:
            raise RuntimeError(f"second {PASSWORD}") from cause
    except RuntimeError:
        logging.getLogger("anything").exception("it broke", stack_info=True)
    text = stream.getvalue()
    assert "ValueError" in text
    assert "RuntimeError" in text
    assert TOKEN not in text
    assert PASSWORD not in text
    assert json.dumps(PASSWORD)[1:-1] not in text


def test_every_root_handler_is_covered_and_configuring_again_doubles_nothing(start: Start) -> None:
    other = io.StringIO()
    logging.getLogger().addHandler(logging.StreamHandler(other))
    start(secrets=["first-secret"])
    stream = start(secrets=["second-secret"])
    logging.getLogger("anything").warning("once second-secret")
    assert stream.getvalue().count("once") == 1
    assert "once ***" in other.getvalue()


def test_an_uncaught_error_ends_in_the_log_cleaned(start: Start) -> None:
    stream = start()
    error = RuntimeError(f"token {TOKEN}")
    sys.excepthook(RuntimeError, error, None)
    thread = threading.Thread(target=_fail)
    thread.start()
    thread.join()
    assert stream.getvalue().count("Uncaught error") == 2
    assert TOKEN not in stream.getvalue()


def _fail() -> None:
    raise RuntimeError(f"token {TOKEN}")


def test_json_lines_carry_the_request_and_the_fields(start: Start) -> None:
    stream = start(as_json=True)
    logger = logging.getLogger("core.answer")
    with log.request("7F3A"):
        logger.info("Απάντηση", extra={"rows": 3, "outcome": "answered"})
    logger.info("after")
    first, second = (json.loads(line) for line in stream.getvalue().splitlines())
    assert (first["request"], first["message"], first["rows"], first["outcome"]) == ("7F3A", "Απάντηση", 3, "answered")
    assert (first["level"], first["logger"], second["request"]) == ("INFO", "core.answer", "-")
    assert first["at"].endswith("+00:00")


def test_talkative_libraries_are_heard_only_when_they_warn(start: Start) -> None:
    stream = start(level="DEBUG")
    for name in ("httpx", "httpcore", "httpcore.http11", "apscheduler", "apscheduler.scheduler"):
        logging.getLogger(name).info("chatter")
        logging.getLogger(name).warning("trouble")
    logging.getLogger("ours").debug("detail")
    assert "chatter" not in stream.getvalue()
    assert stream.getvalue().count("trouble") == 5
    assert "detail" in stream.getvalue()
