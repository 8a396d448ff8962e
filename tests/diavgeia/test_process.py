"""The local Διαύγεια as a process of its own, and what its operator may do over HTTP."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from tests.diavgeia.reading import issued
from tests.diavgeia_server import DiavgeiaServer

_ROOT = Path(__file__).resolve().parents[2]


@asynccontextmanager
async def _process(*arguments: str) -> AsyncIterator[str]:
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.diavgeia_server", *arguments), cwd=_ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert running.stdout is not None
    try:
        async with asyncio.timeout(30):
            yield (await running.stdout.readline()).decode().strip()
    finally:
        running.terminate()
        await running.wait()


async def test_it_serves_a_file_letter_by_letter(http: httpx.AsyncClient, tmp_path: Path) -> None:
    lines = [json.dumps(issued(number, "2025-03-03"), ensure_ascii=False) for number in range(3)]
    lines[1] = lines[1].replace("101.5", "1.0150E2")
    (tmp_path / "acts.jsonl").write_text("\n".join(lines))
    (tmp_path / "register.json").write_text(json.dumps({"organizations": [{"uid": "1", "status": "active"}]}))
    files = ("--jsonl", str(tmp_path / "acts.jsonl"), "--organizations", str(tmp_path / "register.json"))
    async with _process(*files, "--port", "0") as base_url:
        act = await http.get(f"{base_url}/decisions/{json.loads(lines[1])['ada']}.json")
        register = await http.get(f"{base_url}/organizations.json")
    assert act.text == lines[1]
    assert register.json()["organizations"] == [{"uid": "1", "status": "active"}]


async def test_its_operator_changes_acts_and_weather(http: httpx.AsyncClient) -> None:
    acts = [issued(number, "2025-03-03") for number in range(4)]
    async with DiavgeiaServer(decisions=acts) as server:

        async def wish(name: str, **body: object) -> dict[str, object]:
            found: dict[str, object] = (await http.post(f"{server.root_url}/__admin/{name}", json=body)).json()
            return found

        new = await wish("insert", **{**acts[0], "ada": None, "versionId": None})
        await wish("correct", ada=acts[0]["ada"], subject="νέο")
        await wish("revoke", ada=acts[1]["ada"])
        await wish("vanish", ada=acts[2]["ada"])
        await wish("outage")
        refused = await http.get(f"{server.base_url}/search.json")
        await wish("outage", on=False)
        await wish("faults", share=1.0)
        broken = server.dice.faults.shares
        await wish("live", share=0.5)
        live = server.live
        await wish("freeze")
        told = await wish("truth")
        unknown = await http.post(f"{server.root_url}/__admin/nothing", json={})
        rows = server.rows()
    assert rows.keys() == {new["ada"], acts[0]["ada"], acts[1]["ada"], acts[3]["ada"]}
    assert told == {"versions": {ada: row["versionId"] for ada, row in rows.items()}}
    assert (rows[acts[0]["ada"]]["subject"], rows[acts[1]["ada"]]["status"]) == ("νέο", "REVOKED")
    assert (refused.status_code, round(sum(broken.values()), 9), live and live.share) == (400, 1.0, 0.5)
    assert (server.dice.faults.shares, server.live, unknown.status_code) == ({}, None, 404)
