"""`python -m ingest documents`: the PDFs of acts, from Διαύγεια or from files named by their ΑΔΑ."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from core.domain.document import FileState, Quality
from core.errors import InvalidInput, Misconfigured, Unavailable
from core.greek.numbers import format_count
from core.settings import Settings
from ingest.databases import opened_database, opened_server
from ingest.documents import words
from ingest.documents.fetch import Papers
from ingest.documents.ocr import Ocr
from ingest.documents.reader import Reader
from ingest.documents.run import Errand, Report, fetch_all, read_files, read_pictures
from ingest.nights.clocks import clock_of, day, with_clock
from ingest.nights.commands import opened_source

STATES = {
    FileState.READ: "διαβάστηκαν",
    FileState.PARTIAL: "διαβάστηκαν εν μέρει",
    FileState.MISSING: "δεν έχουν έγγραφο στη Διαύγεια",
    FileState.WITHHELD: "ιδιωτικές ή ανακληθείσες πράξεις: το κείμενο δεν κρατιέται",
    FileState.NOT_PDF: "δεν είναι PDF",
    FileState.EMPTY: "κενά αρχεία",
    FileState.TOO_LARGE: "μεγαλύτερα από 40 MB",
    FileState.ENCRYPTED: "κλειδωμένα με κωδικό",
    FileState.DAMAGED: "χαλασμένα",
    FileState.TOO_HEAVY: "ξεπέρασαν τα όρια μνήμης ή χρόνου",
    FileState.REDIRECTED: "η Διαύγεια παρέπεμψε αλλού",
    FileState.UNAVAILABLE: "καμία απάντηση: θα ζητηθούν ξανά",
}
QUALITIES = {
    Quality.READABLE: "με κείμενο",
    Quality.SCAN: "σαρωμένες",
    Quality.STAMP_ONLY: "μόνο η σφραγίδα της Διαύγειας",
    Quality.BLANK: "λευκές",
    Quality.GARBLED: "με γραμματοσειρά που δεν διαβάζεται",
    Quality.SHIFTED: "με λάθος γράμματα στη γραμματοσειρά",
    Quality.OCR: "από οπτική αναγνώριση",
}
_KEPT = "Τη Διαύγεια διαβάζει ήδη άλλη διαδικασία (ίσως ο bot). Σταματήστε την, ή δώστε αρχεία PDF."


async def _documents(settings: Settings, arguments: argparse.Namespace, console: Console) -> None:
    paths = _paths(arguments)
    if paths is None:
        await _from_source(settings, arguments, console)
        return
    if arguments.org or arguments.since or arguments.limit:
        raise InvalidInput("Τα --org, --since, --limit είναι για τη Διαύγεια, όχι για αρχεία.")
    ocr = await _ocr(arguments)
    async with opened_server(settings, console) as server, opened_database(server) as pool, Reader() as reader:
        with _bar(console) as watch:
            errand = Errand(pool=pool, reader=reader, report=Report(), watch=watch, ocr=ocr)
            await words.fill(pool)
            await read_files(errand, paths, again=arguments.again)
    show(console, errand.report)


async def _ocr(arguments: argparse.Namespace) -> Ocr | None:
    if not arguments.ocr:
        return None
    found = await Ocr.found()
    if found is None:
        raise Misconfigured(
            "Το --ocr χρειάζεται tesseract με ελληνικά: apt-get install tesseract-ocr tesseract-ocr-ell"
        )
    return found


async def _from_source(settings: Settings, arguments: argparse.Namespace, console: Console) -> None:
    ocr = await _ocr(arguments)
    work = fetch_all if ocr is None else read_pictures
    async with (
        opened_source(settings, console, clock_of(arguments)) as opened,
        Papers.from_settings(settings) as papers,
        Reader() as reader,
    ):
        if opened.house is None:
            raise Unavailable(_KEPT)
        with _bar(console) as watch:
            errand = Errand(pool=opened.pool, reader=reader, report=Report(), watch=watch, ocr=ocr)
            try:
                await words.fill(opened.pool)
                await work(
                    errand,
                    papers,
                    organizations=arguments.org or None,
                    since=arguments.since,
                    limit=arguments.limit,
                )
            finally:
                show(console, errand.report)


def _paths(arguments: argparse.Namespace) -> list[Path] | None:
    """None: from the source."""
    if arguments.folder is None:
        return list(arguments.files) or None
    if not arguments.folder.is_dir():
        raise InvalidInput(f"Ο φάκελος «{arguments.folder}» δεν υπάρχει.", value=str(arguments.folder))
    return [*arguments.files, *sorted(arguments.folder.glob("*.pdf"))]


@contextmanager
def _bar(console: Console) -> Iterator[Callable[[Report], None]]:
    columns = (
        TextColumn("Έγγραφα"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[pages]} σελίδες"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=None, pages="0")

        def watch(report: Report) -> None:
            progress.update(task, total=report.total, completed=report.done, pages=format_count(report.pages))

        yield watch


def show(console: Console, report: Report) -> None:
    """What came of a run, a line a state."""
    console.print(f"Έγγραφα: {format_count(report.done)}, σελίδες: {format_count(report.pages)}.")
    for state, files in sorted(report.states.items(), key=lambda each: -each[1]):
        console.print(f"  {format_count(files)} {STATES[state]}")
    if report.same:
        console.print(f"  {format_count(report.same)} όπως τα είχαμε")
    if report.qualities:
        told = (f"{format_count(pages)} {QUALITIES[quality]}" for quality, pages in report.qualities.most_common())
        console.print(f"Σελίδες: {', '.join(told)}.")
    if report.refused:
        console.print(f"Δεν είναι ονόματα ΑΔΑ, όπως ΨΤ1ΜΩ1Ρ-ΙΕΓ.pdf: {', '.join(report.refused[:10])}", style="yellow")


def add_to(commands: Any) -> None:
    """`commands`: the subparsers of `python -m ingest`."""
    one = commands.add_parser("documents", help="διαβάζει τα PDF των πράξεων, από τη Διαύγεια ή από αρχεία")
    one.add_argument("files", nargs="*", type=Path, metavar="ΑΡΧΕΙΟ", help="PDF με όνομα τον ΑΔΑ τους")
    one.add_argument("--folder", type=Path, metavar="ΦΑΚΕΛΟΣ", help="όλα τα PDF ενός φακέλου")
    one.add_argument("--org", action="append", default=[], metavar="UID", help="φορέας· χωρίς αυτό όλοι όσοι έχουμε")
    one.add_argument("--since", type=day, metavar="YYYY-MM-DD", help="από ποια ημερομηνία έκδοσης")
    one.add_argument("--limit", type=int, metavar="N", help="πόσα το πολύ, από τα νεότερα")
    one.add_argument(
        "--ocr", action="store_true", help="διαβάζει και τις σαρωμένες σελίδες όσων έχουμε, με οπτική αναγνώριση"
    )
    one.add_argument("--again", action="store_true", help="διαβάζει ξανά και όσα αρχεία έχουν διαβαστεί")
    with_clock(one, _documents)
