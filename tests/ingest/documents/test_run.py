"""A run over documents: what is asked for, what is kept, what a revocation takes away, and how it goes on."""

import asyncio
import tempfile
from datetime import date

import pytest

from core.domain.decision import Status
from core.domain.document import FileState, Quality
from core.errors import Unavailable
from core.store import decisions, documents
from core.store.pool import transaction
from ingest.documents.reader import Reader
from ingest.documents.run import Errand, Report, fetch_all, read_files
from tests import builders
from tests.builders import BODY, OTHER_BODY, a_decision
from tests.diavgeia_server import DiavgeiaServer
from tests.ingest.documents.conftest import papers_of
from tests.pdfs import Sheet, lines, pdf

_PDF = pdf(lines("Εγκρίνει τη δαπάνη των καυσίμων."))


@pytest.fixture
async def reader():
    async with Reader() as made:
        yield made


@pytest.fixture
async def source():
    async with DiavgeiaServer() as made:
        yield made


async def hold(pool, *acts):
    async with transaction(pool) as db:
        await decisions.save(db, decisions=list(acts))


async def fetch(pool, source, reader, *, organizations=None, since=None, limit=None, **options):
    errand = Errand(pool=pool, reader=reader, report=Report(), watch=lambda _: None)
    async with papers_of(source, **options) as papers:
        await fetch_all(errand, papers, organizations=organizations, since=since, limit=limit)
    return errand.report


async def state(pool, ada):
    held = await documents.document(pool, ada=ada)
    return held and held.state


async def texts(pool, ada):
    return [each.text for page in await documents.pages(pool, ada=ada) for each in page.passages]


async def test_documents_are_read_and_kept_once(fresh, source, reader):
    acts = [a_decision(), a_decision()]
    await hold(fresh, *acts)
    source.files = {acts[0].ada: _PDF, acts[1].ada: pdf(lines("Πρώτη"), Sheet(pictured=True))}
    report = await fetch(fresh, source, reader)
    assert (report.done, report.pages, report.states) == (2, 3, {FileState.READ: 2})
    assert await texts(fresh, acts[0].ada) == ["Εγκρίνει τη δαπάνη των καυσίμων."]
    assert [page.quality for page in await documents.pages(fresh, ada=acts[1].ada)] == [Quality.READABLE, Quality.SCAN]
    asked = len(source.heard)
    assert (await fetch(fresh, source, reader)).done == 0
    assert len(source.heard) == asked


async def test_every_end_is_recorded(fresh, source, reader):
    acts = {name: a_decision() for name in ("html", "absent", "empty", "damaged", "moved")}
    await hold(fresh, *acts.values())
    source.files = {
        acts["html"].ada: b"<html>",
        acts["empty"].ada: b"",
        acts["damaged"].ada: b"%PDF-1.4\nnothing",
    }
    source.moved = {acts["moved"].ada: "https://example.org/x.pdf"}
    await fetch(fresh, source, reader)
    assert {name: await state(fresh, act.ada) for name, act in acts.items()} == {
        "html": FileState.NOT_PDF,
        "absent": FileState.MISSING,
        "empty": FileState.EMPTY,
        "damaged": FileState.DAMAGED,
        "moved": FileState.REDIRECTED,
    }


async def test_bodies_days_and_a_limit_choose_what_is_asked_the_newest_first(fresh, source, reader):
    old, new = a_decision(issued_on=date(2023, 1, 5)), a_decision(issued_on=date(2024, 1, 5))
    newest, other = a_decision(issued_on=date(2024, 5, 5)), a_decision(body=OTHER_BODY)
    await hold(fresh, old, new, newest, other)
    source.files = {act.ada: _PDF for act in (old, new, newest, other)}
    report = await fetch(fresh, source, reader, organizations=[BODY], since=date(2024, 1, 1), limit=1)
    assert report.done == 1
    assert await state(fresh, newest.ada) is FileState.READ
    await fetch(fresh, source, reader, organizations=[BODY], since=date(2024, 1, 1))
    assert [await state(fresh, act.ada) for act in (new, old, other)] == [FileState.READ, None, None]


async def test_private_and_revoked_acts_are_never_asked_for(fresh, source, reader):
    private, revoked = a_decision(private=True), a_decision(status=Status.REVOKED)
    await hold(fresh, private, revoked)
    source.files = {private.ada: _PDF, revoked.ada: _PDF}
    await fetch(fresh, source, reader)
    assert source.heard == []
    assert [await state(fresh, act.ada) for act in (private, revoked)] == [FileState.WITHHELD] * 2


@pytest.mark.parametrize(
    "change", [{"status": Status.REVOKED}, {"status": Status.PENDING_REVOCATION}, {"private": True}]
)
async def test_what_a_pdf_said_goes_with_the_change_that_says_so(fresh, source, reader, change):
    act, other = a_decision(), a_decision()
    await hold(fresh, act, other)
    source.files = {act.ada: _PDF, other.ada: _PDF}
    await fetch(fresh, source, reader)
    later = builders.a_decision(ada=act.ada, submitted_at=builders.datetime(2025, 1, 1, tzinfo=builders.UTC), **change)
    await hold(fresh, later)
    assert await state(fresh, act.ada) is FileState.WITHHELD
    left = await fresh.fetchval("SELECT count(*) FROM document_passages WHERE ada = $1", act.ada)
    raw = await fresh.fetchval("SELECT count(*) FROM document_pages WHERE ada = $1", act.ada)
    assert (left, raw) == (0, 0)
    assert await texts(fresh, other.ada)


async def test_an_act_revoked_while_its_pdf_was_read_keeps_nothing(fresh, reader, tmp_path):
    act = a_decision(status=Status.REVOKED)
    await hold(fresh, act)
    path = tmp_path / f"{act.ada}.pdf"
    path.write_bytes(_PDF)
    errand = Errand(pool=fresh, reader=reader, report=Report(), watch=lambda _: None)
    await read_files(errand, [path], again=False)
    assert await state(fresh, act.ada) is FileState.WITHHELD
    assert await texts(fresh, act.ada) == []


async def test_a_corrected_act_is_asked_again_and_the_same_file_is_not_read_again(fresh, source, reader):
    act = a_decision()
    await hold(fresh, act)
    source.files = {act.ada: _PDF}
    await fetch(fresh, source, reader)
    for day, data, same in ((1, _PDF, 1), (2, pdf(lines("Διορθωμένο κείμενο")), 0)):
        source.files[act.ada] = data
        moment = builders.datetime(2025, 1, day, tzinfo=builders.UTC)
        await hold(fresh, builders.a_decision(f"Νέο θέμα {day}", ada=act.ada, submitted_at=moment))
        report = await fetch(fresh, source, reader)
        assert (report.done, report.same) == (1, same)
    assert await texts(fresh, act.ada) == ["Διορθωμένο κείμενο"]


async def test_a_run_that_is_stopped_goes_on_where_it_was(fresh, source, reader):
    acts = [a_decision() for _ in range(6)]
    await hold(fresh, *acts)
    source.files = {act.ada: _PDF for act in acts}
    seen = asyncio.Event()
    errand = Errand(pool=fresh, reader=reader, report=Report(), watch=lambda report: report.done >= 2 and seen.set())
    async with papers_of(source) as papers:
        run = asyncio.create_task(fetch_all(errand, papers, organizations=None, since=None, limit=None))
        await seen.wait()
        run.cancel()
        await asyncio.wait({run})
    held = await fresh.fetchval("SELECT count(*) FROM documents")
    assert 2 <= held < 6
    assert (await fetch(fresh, source, reader)).done == 6 - held


async def test_a_silent_source_ends_the_run_and_is_asked_again_later(fresh, source, reader):
    acts = [a_decision() for _ in range(14)]
    await hold(fresh, *acts)
    source.moved = {act.ada: f"/doc/{act.ada}" for act in acts}  # for ever
    with pytest.raises(Unavailable):
        await fetch(fresh, source, reader)
    source.moved, source.files = {}, {act.ada: _PDF for act in acts}
    assert (await fetch(fresh, source, reader)).states == {FileState.READ: 4}, "the others are not kept waiting"
    await fresh.execute("UPDATE documents SET fetched_at = now() - interval '7 hours' WHERE state = 'unavailable'")
    assert (await fetch(fresh, source, reader)).states == {FileState.READ: 10}


async def test_a_disk_that_is_full_costs_one_document_at_a_time(fresh, source, reader, monkeypatch, tmp_path):
    act = a_decision()
    await hold(fresh, act)
    source.files = {act.ada: _PDF}
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    assert (await fetch(fresh, source, reader)).states == {FileState.UNAVAILABLE: 1}
    assert (await documents.document(fresh, ada=act.ada)).state is FileState.UNAVAILABLE


async def test_files_are_named_by_their_ada(fresh, reader, tmp_path):
    act = a_decision()
    await hold(fresh, act)
    for name in (f"{act.ada}.pdf", "ΨΤ1ΜΩ1Ρ-ΙΕΓ.pdf", "scan0001.pdf"):
        (tmp_path / name).write_bytes(_PDF)
    for same in (0, 2):
        errand = Errand(pool=fresh, reader=reader, report=Report(), watch=lambda _: None)
        await read_files(errand, sorted(tmp_path.glob("*.pdf")), again=False)
        assert (errand.report.done, errand.report.same, errand.report.refused) == (3, same, ["scan0001.pdf"])
    assert (await documents.document(fresh, ada="ΨΤ1ΜΩ1Ρ-ΙΕΓ")).organization_uid == "6265"
    assert (await documents.document(fresh, ada=act.ada)).organization_uid == BODY
