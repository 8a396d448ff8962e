"""From nothing to a conversation: the real program, its own database server, the demonstration bodies. Slow, once."""

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.replies.catalog import REPLIES
from ingest import world
from tests.diavgeia_server import DiavgeiaServer
from tests.ingest.rows import a_row, an_ada
from tests.telegram_bridge import Bridge

ROOT = Path(__file__).resolve().parents[2]
NOBODY = "http://127.0.0.1:9/opendata"  # where nothing answers
RHODES = {
    "uid": "6265",
    "label": "ΔΗΜΟΣ ΡΟΔΟΥ",
    "latinName": "dimosrodou",
    "category": "MUNICIPALITY",
    "status": "active",
}
TOKEN = "8412345678:AAaaBBbbCCccDDddEEeeFFffGGggHHhhIIi"


@dataclass
class Installed:
    """A machine on which the program was started once. `opening` is what that first start printed."""

    environment: dict[str, str]
    opening: subprocess.CompletedProcess

    def bot(self, *arguments: str, said: str = "") -> subprocess.CompletedProcess:
        return _run(self.environment, *arguments, said=said)


def _run(environment: dict[str, str], *arguments: str, said: str = "") -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "bot", *arguments]
    return subprocess.run(
        command, input=said.encode(), capture_output=True, cwd=ROOT, env=environment, timeout=400, check=False
    )


@pytest.fixture(scope="module")
def ada() -> str:
    """An act of the invented world, plainly published."""
    return next(act["ada"] for act in world.build().decisions if act["status"] == "PUBLISHED")


@pytest.fixture(scope="module")
def installed(ada) -> Iterator[Installed]:
    """Not under pytest's own directory, which the database server's user may not enter."""
    home = Path(tempfile.gettempdir()) / f"diafaneia-bot-{uuid.uuid4().hex[:12]}"
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(home), "LANG": "C", "DIAVGEIA_BASE_URL": NOBODY}
    yield Installed(environment=environment, opening=_run(environment, said=f"1\n{ada}\n/βοήθεια\n"))
    shutil.rmtree(home, ignore_errors=True)


def test_the_first_start_makes_its_data_and_talks(installed, ada):
    shown, told = installed.opening.stdout.decode(), installed.opening.stderr.decode()
    assert installed.opening.returncode == 0
    assert REPLIES.first_start in told
    assert "Traceback" not in shown + told
    opening, example, card, help_ = shown.split(REPLIES.demo)[1:]
    assert "  1. " in opening
    assert " €" in example
    assert f"https://diavgeia.gov.gr/decision/view/{ada}" in card
    assert ada in help_ or "ΑΔΑ" in help_


def test_the_second_start_finds_them(installed):
    again = installed.bot("ask", "τελευταίες αποφάσεις", "--org", "700001")
    assert again.returncode == 0
    assert REPLIES.first_start not in again.stderr.decode()
    assert again.stdout.decode().startswith(REPLIES.demo)


def test_ask_json_is_the_contract(installed, ada):
    told = json.loads(installed.bot("ask", f"τι είναι η {ada}", "--json", "--today", "2026-10-31").stdout)
    assert (told["outcome"], told["demo"], told["request"]["intent"]) == ("answered", True, "adasearch")
    assert told["citations"][0]["ada"] == ada
    assert told["lookups"][0]["name"] == "find_decision"
    assert told["receipt"] and told["ms"]["total"] >= 0


def test_a_chat_is_asked_once_which_body_it_means(installed):
    asked = ("ask", "πόσα ανατέθηκαν το 2024", "--chat", "μία", "--json")
    assert json.loads(installed.bot(*asked).stdout)["outcome"] == "unclear"
    chosen = json.loads(installed.bot("ask", "Δήμος Επίδειξης", "--chat", "μία", "--json").stdout)
    assert chosen["outcome"] in {"answered", "partial"}
    assert json.loads(installed.bot(*asked).stdout)["outcome"] == chosen["outcome"]


def test_check_finds_nothing_wrong(installed):
    done = installed.bot("check")
    assert (done.returncode, "✗" in done.stdout.decode()) == (0, False)


async def test_on_telegram_the_examples_the_card_and_the_pages_work(installed, ada):
    async with Bridge() as bridge:
        environment = installed.environment | {"TELEGRAM_TOKEN": TOKEN, "TELEGRAM_BASE_URL": bridge.url}
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", cwd=ROOT, env=environment, stderr=asyncio.subprocess.PIPE
        )
        try:
            await bridge.write("/start")
            start = await bridge.reply(seconds=60)
            for label in start.labels:
                await bridge.tap(label)
                answer = await bridge.reply()
                assert "https://diavgeia.gov.gr/decision/view/" in answer.markup, label
            turn = next(label for label in answer.labels if "▶" in label)
            await bridge.tap(turn)
            page = await bridge.reply()
            assert page.edited and page.text != answer.text
            await bridge.write(f"https://diavgeia.gov.gr/doc/{ada}")
            card = await bridge.reply()
            assert card.labels[:3] == ["PDF", "Στη Διαύγεια", "Αντιγραφή ΑΔΑ"]
            assert all(said.text.startswith(REPLIES.demo) for said in (start, answer, page, card))
            process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(30):
                _, logged = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
                await process.communicate()
    assert (process.returncode, bridge.refused) == (0, [])
    assert TOKEN not in logged.decode()


def _acts_of_today(number: int) -> list[dict]:
    """Of the municipality at home, issued and posted in these days."""
    midnight = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    issued = int((midnight - timedelta(days=3)).timestamp() * 1000)
    times = {"issueDate": issued, "publishTimestamp": issued + 1000, "submissionTimestamp": issued + 1000}
    body = {"organizationId": "6265", "documentUrl": None}
    return [a_row(place) | times | body | {"ada": an_ada(place, "Ω1Ρ")} for place in range(number)]


async def test_with_diavgeia_answering_a_first_start_reads_real_acts(tmp_path_factory):
    home = Path(tempfile.gettempdir()) / f"diafaneia-bot-{uuid.uuid4().hex[:12]}"
    acts = _acts_of_today(40)
    async with DiavgeiaServer(decisions=acts[:-1], organizations=[RHODES]) as server:
        environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(home), "LANG": "C"}
        environment |= {"DIAVGEIA_BASE_URL": server.base_url, "DIAVGEIA_SPACING_MS": "0"}
        unheld = server.insert(acts[-1])
        server.vanish(unheld)
        said = f"πόσες αποφάσεις έχουμε\n{acts[0]['ada']}\n"
        first = await asyncio.to_thread(_run, environment, said=said)
        shown = first.stdout.decode()
        assert (first.returncode, REPLIES.demo in shown) == (0, False)
        assert "Αναρτήσεις έως" in shown and acts[0]["ada"] in shown
        assert REPLIES.first_start in first.stderr.decode()
        server.insert(acts[-1])
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot",
            cwd=ROOT,
            env=environment,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        log = home / "ingest.log"
        async with asyncio.timeout(90):
            while not (any("decisions/" in heard.path for heard in server.heard)):
                process.stdin.write(f"{unheld}\n".encode())
                await process.stdin.drain()
                await asyncio.sleep(2)
        async with asyncio.timeout(60):
            shown, _ = await process.communicate(f"{unheld}\n".encode())
        assert f"https://diavgeia.gov.gr/decision/view/{unheld}" in shown.decode(), log.read_text()
    shutil.rmtree(home, ignore_errors=True)
