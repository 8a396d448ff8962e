"""One run over documents: fetched or taken from files, read by the worker, stored one by one. Killed, it goes on."""

import asyncio
import hashlib
import logging
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from core.domain.document import FileState, Quality
from core.domain.identifiers import parse_ada
from core.errors import InvalidInput, Unavailable, named_alone
from core.store import documents
from core.store.documents import NewDocument, Wanted
from core.store.pool import Pool, transaction
from ingest.documents import facts
from ingest.documents.fetch import MOST_BYTES, Papers, state_of
from ingest.documents.ocr import UNREADABLE, Ocr
from ingest.documents.reader import Reader

log = logging.getLogger(__name__)

_PAGE = 100
_AT_ONCE = 2
_MOST_SILENT = 10  # documents in a row without an answer: the source is not there today


@dataclass(slots=True, kw_only=True)
class Report:
    """How far a run is. `total`: documents that it will look at."""

    total: int = 0
    done: int = 0
    same: int = 0  # held already, nothing new in them
    pages: int = 0
    states: Counter[FileState] = field(default_factory=Counter)
    qualities: Counter[Quality] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)  # names of files that are no ΑΔΑ


Watch = Callable[[Report], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """What a run works with."""

    pool: Pool
    reader: Reader
    report: Report
    watch: Watch
    ocr: Ocr | None = None


async def fetch_all(
    errand: Errand, papers: Papers, *, organizations: Sequence[str] | None, since: date | None, limit: int | None
) -> None:
    """Documents that are missing, those of the newest acts first. Unavailable when the source stays silent."""
    pool, report = errand.pool, errand.report
    await facts.fill(pool)
    await documents.withhold(pool, organizations=organizations)
    lacking = await documents.count_wanted(pool, organizations=organizations, since=since)
    report.total = lacking if limit is None else min(lacking, limit)
    last: Wanted | None = None
    silent = 0
    while (left := report.total - report.done) > 0:
        page = await documents.wanted(
            pool, organizations=organizations, since=since, after=last, limit=min(left, _PAGE)
        )
        if not page:
            break
        last = page[-1]
        for at in range(0, len(page), _AT_ONCE):
            with named_alone():
                async with asyncio.TaskGroup() as group:
                    tasks = [group.create_task(_fetch(errand, papers, each)) for each in page[at : at + _AT_ONCE]]
            for task in tasks:
                silent = silent + 1 if task.result() is FileState.UNAVAILABLE else 0
            if silent >= _MOST_SILENT:
                raise Unavailable("Η Διαύγεια δεν δίνει έγγραφα. Η ίδια εντολή συνεχίζει από εκεί.")


async def read_pictures(
    errand: Errand, papers: Papers, *, organizations: Sequence[str] | None, since: date | None, limit: int | None
) -> None:
    """The queue of OCR: documents with pages that have no text of their own, fetched again, the newest first."""
    waiting = await documents.unreadable(
        errand.pool, organizations=organizations, since=since, qualities=sorted(UNREADABLE), limit=limit
    )
    errand.report.total = len(waiting)
    for ada in waiting:
        found = await papers.fetch(ada)
        if found.state is None:
            await read_body(errand, ada, found.body, source="diavgeia")
        else:
            errand.report.done += 1
            errand.watch(errand.report)


async def _fetch(errand: Errand, papers: Papers, wanted: Wanted) -> FileState:
    """One of them. Where this machine fails (a full disk), it is asked for again later, and the others go on."""
    try:
        return await _fetched(errand, papers, wanted)
    except OSError as error:
        log.error("a document could not be read here: %s", error)
        reason = error.strerror or type(error).__name__
        document = NewDocument(ada=wanted.ada, state=FileState.UNAVAILABLE, source="diavgeia", reason=reason)
        return await _store(errand, document)


async def _fetched(errand: Errand, papers: Papers, wanted: Wanted) -> FileState:
    found = await papers.fetch(wanted.ada)
    if found.state is not None:
        document = NewDocument(ada=wanted.ada, state=found.state, source="diavgeia", reason=found.reason)
        return await _store(errand, document)
    if wanted.sha256 == hashlib.sha256(found.body).digest():
        await documents.touch(errand.pool, ada=wanted.ada, version_key=wanted.version_key)
        return _same(errand)
    return await read_body(errand, wanted.ada, found.body, source="diavgeia")


def _same(errand: Errand) -> FileState:
    errand.report.done += 1
    errand.report.same += 1
    errand.watch(errand.report)
    return FileState.READ


async def read_body(errand: Errand, ada: str, body: bytes, *, source: str) -> FileState:
    """Reads the bytes of a PDF and stores what came of it."""
    with tempfile.TemporaryDirectory(prefix="diafaneia-pdf-") as place:
        path = Path(place) / "document.pdf"
        await asyncio.to_thread(path.write_bytes, body)
        read = await errand.reader.read(path)
        pages = await errand.ocr.completed(errand.reader, path, read.pages) if errand.ocr else read.pages
    document = NewDocument(
        ada=ada,
        state=read.state,
        source=source,
        reason=read.reason,
        sha256=hashlib.sha256(body).digest(),
        bytes=len(body),
        pages_total=read.pages_total,
        pages=pages,
    )
    return await _store(errand, document)


async def _store(errand: Errand, document: NewDocument) -> FileState:
    async with transaction(errand.pool) as db:
        state = await documents.save(db, document=document)
    report = errand.report
    report.done += 1
    report.states[state] += 1
    if state is not FileState.WITHHELD:
        report.pages += len(document.pages)
        report.qualities.update(page.quality for page in document.pages)
    errand.watch(report)
    return state


async def read_files(errand: Errand, paths: Iterable[Path], *, again: bool) -> None:
    """Files that are named by their ΑΔΑ. Those that are held as they are stay, unless `again`."""
    listed = list(paths)
    await facts.fill(errand.pool)
    errand.report.total = len(listed)
    for path in listed:
        try:
            ada = parse_ada(path.stem)
        except InvalidInput:
            errand.report.refused.append(path.name)
            errand.report.done += 1
            errand.watch(errand.report)
            continue
        await _read_file(errand, ada, path, again=again)


async def _read_file(errand: Errand, ada: str, path: Path, *, again: bool) -> None:
    try:
        body = await asyncio.to_thread(_bytes, path)
    except OSError as error:
        raise InvalidInput(f"Το αρχείο «{path}» δεν διαβάζεται: {error.strerror}.", value=str(path)) from error
    state = state_of(body)
    if state is not None:
        await _store(errand, NewDocument(ada=ada, state=state, source="file", bytes=len(body)))
    elif not again and await _is_done(errand, ada, hashlib.sha256(body).digest()):
        _same(errand)
    else:
        await read_body(errand, ada, body, source="file")


async def _is_done(errand: Errand, ada: str, sha256: bytes) -> bool:
    """Held as it is; with OCR, pages that wait for it are not done."""
    if not await documents.is_held(errand.pool, ada=ada, sha256=sha256):
        return False
    pages = await documents.pages(errand.pool, ada=ada) if errand.ocr else ()
    return not any(page.quality in UNREADABLE for page in pages)


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)
