"""The commands as an operator types them: what they say, and how they end."""

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest

from tests.ingest.rows import a_row, as_lines


async def run(dsn: str | None, *arguments: str) -> tuple[int, str, str]:
    """Exit code, output, and what was said beside it."""
    environment = {**os.environ, "DATABASE_URL": dsn or "postgresql://nobody@127.0.0.1:9/none", "COLUMNS": "200"}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-W",
        "error",
        "-m",
        "ingest",
        *arguments,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, beside = await process.communicate()
    return process.returncode or 0, out.decode(), beside.decode()


async def test_load_twice_then_status(fresh_dsn: str, tmp_path: Path) -> None:
    acts = tmp_path / "acts.jsonl"
    acts.write_text(as_lines([a_row(1), a_row(2), a_row(3, status="?")]) + "{broken\n", encoding="utf-8")
    bodies = tmp_path / "organizations.json"
    bodies.write_text(json.dumps([{"uid": "100000001", "label": "ΔΗΜΟΣ ΔΟΚΙΜΗΣ"}]), encoding="utf-8")
    assert (await run(fresh_dsn, "register", str(bodies)))[0] == 0
    code, _, said = await run(fresh_dsn, "load", str(acts), "--cover", "100000001")
    assert code == 0
    assert "2 νέες πράξεις" in said and "2 απορρίψεις" in said
    assert "δεν είναι έγκυρο JSON: 1" in said and "άγνωστη κατάσταση ανάρτησης: 1" in said
    code, _, said = await run(fresh_dsn, "load", str(acts))
    assert (code, "Τίποτα νέο: 2 πράξεις, όλες όπως τις είχαμε." in said) == (0, True)
    code, out, _ = await run(fresh_dsn, "status", "--json")
    told = json.loads(out)
    assert (code, told["held"]["decisions"], told["held"]["demo"]) == (0, 2, False)
    (year,) = told["organizations"]
    assert (year["label"], year["year"], year["stated"], year["covered"]) == ("ΔΗΜΟΣ ΔΟΚΙΜΗΣ", 2025, 2, True)
    assert told["rejected"] == {"broken_json": 1, "unknown_status": 1}
    code, out, _ = await run(fresh_dsn, "status")
    assert code == 0
    assert "ΔΗΜΟΣ ΔΟΚΙΜΗΣ (100000001)" in out and "2025" in out


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("load", "absent.jsonl"), 1, "absent.jsonl"),
        (("register", "absent.json"), 1, "absent.json"),
        (("status",), 1, "βάση"),
        (("load",), 2, "ΑΡΧΕΙΟ"),
        (("fly",), 2, "fly"),
    ],
)
async def test_what_cannot_be_done_is_said_in_a_sentence(arguments: tuple[str, ...], code: int, words: str) -> None:
    ended, _, said = await run(None, *arguments)
    assert (ended, words in said, "Traceback" in said) == (code, True, False)


async def test_settings_that_cannot_work_are_named(fresh_dsn: str) -> None:
    code, _, said = await run(fresh_dsn.replace("postgresql://", "mysql://"), "status")
    assert (code, "DATABASE_URL" in said, "Traceback" in said) == (2, True, False)
