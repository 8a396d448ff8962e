"""`python -m bot` as a process: what stands on the screen, in the log, and in the exit code."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.replies.catalog import REPLIES
from tests.bot.fake_app import ADA
from tests.telegram_bridge import Bridge

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "8412345678:AAaaBBbbCCccDDddEEeeFFffGGggHHhhIIi"


@pytest.fixture
def environment(tmp_path) -> dict[str, str]:
    """Nothing of the developer's own settings, and the log under `tmp_path`."""
    return {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path / "data"), "LANG": "C", "INGEST": "off"}


def run(
    *arguments: str, environment: dict[str, str], said: bytes = b"", **variables: str
) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "tests.bot.fake_main", *arguments]
    return subprocess.run(
        command, input=said, capture_output=True, cwd=ROOT, env=environment | variables, timeout=60, check=False
    )


def log_of(environment: dict[str, str]) -> str:
    return (Path(environment["DATA_DIR"]) / "terminal.log").read_text(encoding="utf-8")


def test_a_conversation_is_read_from_a_pipe_until_it_ends(environment):
    said = f"πόσα για καύσιμα\n\n{ADA}\n1\n".encode()
    done = run(environment=environment, said=said)
    shown = done.stdout.decode()
    assert done.returncode == 0
    for line in ("› πόσα για καύσιμα", "Προμήθεια καυσίμων", f"› 1\n\nhttps://diavgeia.gov.gr/doc/{ADA}"):
        assert line in shown
    assert shown.rstrip().endswith(REPLIES.terminal_closing)
    assert done.stderr.decode() == f"{REPLIES.no_token}\n"


def test_bytes_that_are_no_text_do_not_end_the_conversation(environment):
    done = run(environment=environment, said=b"\xff\xfe\x00\n\xcf\x80\xcf\x8c\xcf\x83\xce\xb1\n")
    assert done.returncode == 0
    assert "9.485,80 €" in done.stdout.decode()


def test_a_bug_in_the_conversation_is_a_code_on_the_screen_and_a_traceback_in_the_log(environment):
    done = run(environment=environment, said="σπάσε\nπόσα\n".encode())
    shown = done.stdout.decode()
    code = shown.partition("(κωδικός ")[2][:4]
    assert "9.485,80 €" in shown
    assert "Traceback" not in shown + done.stderr.decode()
    assert f"code {code}" in log_of(environment) and "Traceback" in log_of(environment)


@pytest.mark.parametrize("arguments", [(), ("ask", "πόσα")])
def test_a_bug_while_starting_is_a_code_too(environment, arguments):
    done = run(*arguments, environment=environment, HOME_ORGANIZATION="0")
    told = done.stderr.decode()
    assert done.returncode == 1
    assert "Traceback" not in told and "μυστικό" not in told
    assert "Traceback" in log_of(environment)
    assert REPLIES.log_is_at.partition("{")[0] in told


def test_a_setting_that_cannot_work_is_named_and_ends_the_start(environment):
    done = run(environment=environment, LOG_LEVEL="loud")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith("LOG_LEVEL: ")


def test_ask_prints_the_answer(environment):
    done = run("ask", ADA, environment=environment, DEMO="on")
    assert done.returncode == 0
    assert done.stdout.decode().startswith(f"{REPLIES.demo}\n\nΠρομήθεια καυσίμων\n")


def test_ask_json_prints_nothing_but_json(environment):
    done = run("ask", "πόσα", "--json", "--org", "90001", "--today", "2026-10-05", environment=environment)
    told = json.loads(done.stdout)
    assert (told["outcome"], told["figures"][0]["value"], told["request"]["intent"]) == (
        "answered",
        "9485.80",
        "aggregate",
    )
    assert done.stderr == b""


def test_ask_without_words_says_so(environment):
    done = run("ask", " ", environment=environment)
    assert (done.returncode, done.stderr.decode().strip()) == (2, REPLIES.nothing_written)


def test_a_reader_that_has_seen_enough_breaks_nothing(environment):
    command = f"{sys.executable} -m tests.bot.fake_main ask μακρύ | head -1"
    done = subprocess.run(
        command,
        shell=True,
        capture_output=True,
        cwd=ROOT,
        env=environment | {"LANG": "C.UTF-8"},
        timeout=60,
        check=False,
    )
    assert (done.stdout.decode(), done.stderr.decode()) == ("γραμμή\n", "")


def test_understand_prints_the_request_alone(environment):
    done = run(
        "understand", "και το 2023;", "--prev", "πόσα", "--today", "2026-10-05", "--json", environment=environment
    )
    told = json.loads(done.stdout)
    assert set(told) == {"intent", "also", "slots"}
    assert told["slots"] == {"text": "και το 2023;", "notes": ["πόσα", "2026-10-05"]}


def test_understand_lines_gives_one_result_a_line_in_order(environment, tmp_path):
    lines = [
        json.dumps(
            {"text": "α\u2028β", "prev": [{"user": "γ", "bot": "δ"}], "as_of": "2026-10-05"}, ensure_ascii=False
        ),
        "δεν είναι JSON",
        '{"prev": []}',
        "",
        '{"text": "ε"}',
    ]
    (tmp_path / "lines.jsonl").write_text("\n".join(lines), encoding="utf-8")
    done = run("understand", "--lines", str(tmp_path / "lines.jsonl"), "--today", "2026-01-01", environment=environment)
    first, second, third, fourth = (json.loads(line) for line in done.stdout.decode().strip().split("\n"))
    assert first["slots"]["notes"] == ["γ", "2026-10-05"]
    assert second["error"].startswith("γραμμή 2") and third["error"].startswith("γραμμή 3")
    assert fourth["slots"] == {"text": "ε", "notes": ["2026-01-01"]}
    assert done.returncode == 1


def test_a_file_that_is_not_there_is_named(environment):
    done = run("understand", "--lines", "/not/here", environment=environment)
    assert (done.returncode, "/not/here" in done.stderr.decode()) == (2, True)


@pytest.mark.parametrize(("demo", "code", "mark"), [("off", 0, "✓"), ("on", 1, "✗")])
def test_check_has_a_line_for_each_part_and_an_exit_code(environment, demo, code, mark):
    done = run("check", environment=environment, DEMO=demo)
    assert f"{mark} βάση: PostgreSQL 18." in done.stdout.decode()
    assert f"✓ {REPLIES.check_token}: {REPLIES.check_token_absent}" in done.stdout.decode()
    assert done.returncode == code


@contextlib.asynccontextmanager
async def a_bot(environment: dict[str, str], **variables: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """The process on Telegram; still running at the end, it is ended."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.bot.fake_main",
        cwd=ROOT,
        env=environment | variables,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


@pytest.mark.parametrize("level", ["INFO", "DEBUG"])
async def test_on_telegram_the_token_is_never_in_the_log_and_sigterm_ends_it_well(environment, level):
    async with (
        Bridge() as bridge,
        a_bot(environment, TELEGRAM_TOKEN=TOKEN, TELEGRAM_BASE_URL=bridge.url, LOG_LEVEL=level) as process,
    ):
        await bridge.write("/start")
        await bridge.reply(seconds=30)
        bridge.fail("getUpdates", 502, "Bad Gateway")
        await bridge.write("σπάσε")
        code = (await bridge.reply()).text.partition("(κωδικός ")[2][:4]
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(20):
            out, err = await process.communicate()
    logged = out.decode() + err.decode()
    assert process.returncode == 0
    assert f"code {code}" in logged and "Broken" in logged
    assert TOKEN not in logged and TOKEN.partition(":")[2] not in logged
    assert not bridge.refused


async def test_a_refused_token_ends_the_start_with_a_sentence_that_does_not_hold_it(environment):
    async with Bridge() as bridge:
        bridge.fail("getMe", 401, "Unauthorized")
        async with a_bot(environment, TELEGRAM_TOKEN=TOKEN, TELEGRAM_BASE_URL=bridge.url) as process:
            async with asyncio.timeout(30):
                out, err = await process.communicate()
    told = out.decode() + err.decode()
    assert process.returncode == 2
    assert REPLIES.token_refused in told
    assert TOKEN not in told and "Traceback" not in told


async def test_check_asks_telegram_whether_the_token_is_good(environment):
    async with Bridge() as bridge:
        told = await asyncio.to_thread(
            run, "check", environment=environment, TELEGRAM_TOKEN=TOKEN, TELEGRAM_BASE_URL=bridge.url
        )
        assert REPLIES.check_token_good.format(username="test_bot") in told.stdout.decode()
        bridge.fail("getMe", 401, "Unauthorized")
        told = await asyncio.to_thread(
            run, "check", environment=environment, TELEGRAM_TOKEN=TOKEN, TELEGRAM_BASE_URL=bridge.url
        )
    assert f"✗ {REPLIES.check_token}: {REPLIES.token_refused}" in told.stdout.decode()
    assert told.returncode == 1


def test_a_question_may_leave_a_file_and_a_picture(environment, tmp_path):
    sheet, picture = tmp_path / "acts.csv", tmp_path / "chart.png"
    done = run("ask", "πόσα", "--json", "--export", str(sheet), "--chart", str(picture), environment=environment)
    assert done.returncode == 0
    assert json.loads(done.stdout)["receipt"] == "total1"
    assert sheet.read_bytes().startswith(b"\xef\xbb\xbf")
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert REPLIES.file_written.format(path=sheet) in done.stderr.decode()


def test_an_answer_is_printed_even_if_its_file_cannot_be_made(environment, tmp_path):
    done = run("ask", "πόσα", "--export", str(tmp_path / "acts.pdf"), environment=environment)
    assert done.returncode == 2
    assert "9.485,80 €" in done.stdout.decode()
    assert done.stderr.decode().strip() == REPLIES.file_ending.format(endings=".xlsx, .csv")


def test_a_receipt_is_asked_again(environment):
    done = run("receipt", "total1", "--json", "--today", "2026-11-02", environment=environment)
    told = json.loads(done.stdout)
    assert done.returncode == 1  # something changed
    assert told["figures"] == [{"label": "net", "unit": "euro", "stage": "award", "then": "9485.80", "now": "9600"}]
    assert told["changes"][0]["kind"] == "new"
    assert (told["same"], told["checked_on"]) == (False, "2026-11-02")
    assert "Δεν ισχύει" in run("receipt", "total1", environment=environment).stdout.decode()
