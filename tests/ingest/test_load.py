"""Loading: whole batches, nothing lost, nothing twice, whatever a row holds and whenever the process dies."""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from core.store import holdings, organizations
from core.store.decisions import Saved
from core.store.organizations import RegisterEntry
from core.store.pool import Pool
from ingest.diavgeia.parse import Reason
from ingest.diavgeia.rows import decode
from ingest.files import FileRow, SourceFile
from ingest.load import COVERED_FROM, Report, Source, load
from tests.ingest.rows import a_row, an_ada, as_lines

BODY = "100000001"


async def load_rows(pool: Pool, rows: list[dict[str, Any]], **source: Any) -> Report:
    texts = (json.dumps(row, ensure_ascii=False) for row in rows)
    return await load_texts(pool, *texts, **source)


async def load_texts(pool: Pool, *texts: str, **source: Any) -> Report:
    rows = [FileRow(row=decode(text), raw=text) for text in texts]  # type: ignore[arg-type]
    return await load(pool, Source(name="rows", rows=rows, **source), watch=lambda _: None)


async def test_a_second_run_changes_nothing_and_says_so(fresh: Pool) -> None:
    rows = [a_row(number) for number in range(1_200)]
    first, second = await load_rows(fresh, rows), await load_rows(fresh, rows)
    assert (first.read, first.saved, first.refused) == (1_200, Saved(new=1_200), 0)
    assert (second.read, second.saved, second.refused) == (1_200, Saved(unchanged=1_200), 0)
    assert (second.screened, second.covered) == (first.screened, [])
    assert (await holdings.totals(fresh)).versions == 1_200


async def test_every_row_is_either_held_or_refused(fresh: Pool) -> None:
    bad = [a_row(1, status="?"), a_row(2, organizationId=None), {"errorCode": "X"}, a_row(3, issueDate="24/08/2022")]
    report = await load_rows(fresh, [a_row(4), *bad, a_row(5)])
    assert (report.read, report.saved.new, report.refused) == (6, 2, 4)
    assert report.rejected == {
        Reason.UNKNOWN_STATUS: 1,
        Reason.NO_ORGANIZATION: 1,
        Reason.SOURCE_ERROR: 1,
        Reason.BAD_DATE: 1,
    }
    kept = await fresh.fetch("SELECT row, ada, reason, raw FROM rejections ORDER BY row")
    assert [tuple(row)[:3] for row in kept] == [
        (2, an_ada(1), "unknown_status"),
        (3, an_ada(2), "no_organization"),
        (4, None, "source_error"),
        (5, an_ada(3), "bad_date"),
    ]
    assert json.loads(kept[0]["raw"]) == bad[0]
    again = await load_rows(fresh, [a_row(4), *bad, a_row(5)])
    assert (again.saved, again.refused) == (Saved(unchanged=2), 4)
    assert await fresh.fetchval("SELECT count(*) FROM rejections") == 4


async def test_one_row_that_the_database_refuses_does_not_take_its_batch_along(
    fresh: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [a_row(number) for number in range(40)]
    await fresh.execute(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = 'check_violation'; END $$"
    )
    await fresh.execute(
        f"CREATE TRIGGER refuse BEFORE INSERT ON decisions FOR EACH ROW WHEN (NEW.ada = '{an_ada(17)}') "
        "EXECUTE FUNCTION refuse()"
    )
    report = await load_rows(fresh, rows)
    assert (report.saved.new, report.rejected) == (39, {Reason.NOT_STORED: 1})
    assert await fresh.fetchval("SELECT ada FROM rejections") == an_ada(17)


async def test_odd_characters_and_numbers_are_stored_or_refused_never_fatal(fresh: Pool) -> None:
    report = await load_texts(
        fresh,
        json.dumps(a_row(1, subject="Δαπάνη\x00 \ud835 1.200,00 €")),
        json.dumps(a_row(2, subject=None, protocolNumber=12, unitIds=None, extraFieldValues=None)),
        json.dumps(a_row(3)).replace("103.5", "9.4472918E7"),
        json.dumps(a_row(4)).replace("104.5", "1E+400"),
        json.dumps(a_row(5)).replace("105.5", "NaN"),
        json.dumps(a_row(6, subject="λέξη" * 20_000)),
        json.dumps(a_row(7, attachments=[{"a": [[[[1]]]]}])),
    )
    assert (report.saved.new, report.refused) == (7, 0)
    rows = await fresh.fetch("SELECT ada, amount, state FROM money_lines ORDER BY ada")
    assert {row["ada"]: row["amount"] for row in rows if row["amount"] is not None} == {
        an_ada(1): 101.5,
        an_ada(3): 94472918,
        an_ada(6): 106.5,
        an_ada(7): 107.5,
    }
    assert await fresh.fetchval("SELECT subject FROM decisions WHERE ada = $1", an_ada(1)) == "Δαπάνη 1.200,00 €"


async def test_large_bodies_are_covered_loose_acts_are_not_and_a_named_body_is(fresh: Pool) -> None:
    large = [a_row(number) for number in range(COVERED_FROM)]
    small = [a_row(1_000, body="2"), a_row(1_001, body="3")]
    report = await load_rows(fresh, large + small, cover=("3",))
    assert sorted(report.covered) == [BODY, "3"]
    assert {body.uid for body in await organizations.covered(fresh)} == {BODY, "3"}
    assert (await load_rows(fresh, small)).covered == []


async def test_the_register_that_is_held_is_used_when_rows_are_read(fresh: Pool) -> None:
    async with fresh.acquire() as db, db.transaction():
        await organizations.upsert_register(db, entries=[RegisterEntry(uid=BODY, label="ΔΗΜΟΣ", afm="997561152")])
    buyer = {"afm": "997561152", "name": "ΔΗΜΟΣ"}
    values = {"awardAmount": {"amount": 5}, "person": [buyer, {"afm": "800579607", "name": "ΔΟΚΙΜΗ ΟΕ"}]}
    await load_rows(fresh, [a_row(1, extraFieldValues=values)])
    assert await fresh.fetch("SELECT afm FROM line_payees") == [("800579607",)]


async def test_search_finds_its_words_after_a_load(fresh: Pool) -> None:
    await load_rows(fresh, [a_row(1, subject="Προμήθεια καυσίμων"), a_row(2, subject="ΠΡΟΜΗΘΕΙΑ ΚΑΥΣΙΜΩΝ")])
    assert await fresh.fetchval("SELECT count(*) FROM postings") == 2
    assert {row["texts"] for row in await fresh.fetch("SELECT texts FROM lexeme_counts")} == {1}
    assert await fresh.fetchval("SELECT count(*) FROM vocabulary") == 2


async def test_changed_search_words_are_counted_anew_though_no_act_is_new(fresh: Pool) -> None:
    rows = [a_row(1, subject="Προμήθεια καυσίμων")]
    await load_rows(fresh, rows)
    await fresh.execute("UPDATE texts SET lexemes = 'παλια:1'")
    assert (await load_rows(fresh, rows)).saved == Saved(unchanged=1, texts=1)
    assert await fresh.fetchval("SELECT count(*) FROM postings") == 2
    assert (await load_rows(fresh, rows)).saved == Saved(unchanged=1)


async def test_a_run_is_watched_and_logged(fresh: Pool) -> None:
    seen: list[int] = []
    rows = [FileRow(row=a_row(number)) for number in range(2_500)]
    report = await load(fresh, Source(name="pages", rows=rows), watch=lambda report: seen.append(report.read))
    assert seen == [1_000, 2_000, 2_500]
    row = await fresh.fetchrow("SELECT source, read_rows, new_rows, finished_at FROM loads ORDER BY id DESC LIMIT 1")
    assert (row["source"], row["read_rows"], row["new_rows"]) == ("pages", report.read, 2_500)
    assert row["finished_at"] is not None


async def test_a_load_killed_half_way_is_completed_by_the_next(fresh: Pool, fresh_dsn: str, tmp_path: Path) -> None:
    path = tmp_path / "acts.jsonl"
    path.write_text(as_lines([a_row(number) for number in range(6_000)]), encoding="utf-8")
    environment = {**os.environ, "DATABASE_URL": fresh_dsn}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "ingest", "load", str(path), env=environment, stderr=asyncio.subprocess.DEVNULL
    )
    while process.returncode is None and await fresh.fetchval("SELECT count(*) FROM decisions, pg_sleep(0.02)") < 1_000:
        pass
    process.send_signal(signal.SIGKILL)
    await process.wait()
    held = await fresh.fetchval("SELECT count(*) FROM decisions")
    assert 1_000 <= held < 6_000 and held % 1_000 == 0
    assert await fresh.fetchval("SELECT count(*) FROM vocabulary") == 0
    file = SourceFile(path)
    report = await load(fresh, Source(name=path.name, rows=file.rows()), watch=lambda _: None)
    assert report.saved == Saved(new=6_000 - held, unchanged=held)
    totals = await fresh.fetchrow("SELECT count(*), count(DISTINCT ada), sum(amount) FROM money_lines")
    assert tuple(totals) == (6_000, 6_000, sum(100.5 + number for number in range(6_000)))
    assert await fresh.fetchval("SELECT count(*) FROM vocabulary") > 0


async def test_what_a_killed_run_left_uncounted_is_counted_though_nothing_is_new(fresh: Pool) -> None:
    rows = [a_row(1), a_row(2)]
    await load_rows(fresh, rows)
    await fresh.execute("DELETE FROM vocabulary")
    await fresh.execute("UPDATE loads SET finished_at = NULL")
    assert (await load_rows(fresh, rows)).saved == Saved(unchanged=2)
    assert await fresh.fetchval("SELECT count(*) FROM vocabulary") > 0


@pytest.mark.shared
async def test_all_real_rows_are_held_and_again_nothing_changes(fresh: Pool, shared_data: Path) -> None:
    def source() -> Source:
        files = [SourceFile(shared_data / f"decisions_{name}.jsonl.gz") for name in ("api", "flat")]
        return Source(name="real", rows=(row for file in files for row in file.rows()))

    report = await load(fresh, source(), watch=lambda _: None)
    held = await holdings.totals(fresh)
    assert (report.read, held.decisions + report.refused) == (37_780, 37_780)
    assert report.refused == 0
    again = await load(fresh, source(), watch=lambda _: None)
    assert again.saved == Saved(unchanged=37_780)
    states = {
        (row["decision_type"], row["amount_state"]): row["n"]
        for row in await fresh.fetch("SELECT decision_type, amount_state, count(*) AS n FROM decisions GROUP BY 1, 2")
    }
    assert states["Β.2.2", "stated"] == 80
    assert states["Β.2.2", "stated"] + states["Β.2.2", "unstated"] + states["Β.2.2", "unread"] == 11_010
