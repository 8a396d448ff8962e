"""What the operator sees in the terminal: how far a load is, what came of it, what is held."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from core.domain.ledger import Flag
from core.greek.numbers import format_count
from core.store.holdings import HeldYear, Holdings
from ingest.diavgeia.parse import Reason
from ingest.embed import Report as EmbeddingReport
from ingest.files import SourceFile
from ingest.load import Report, Watch

REASONS = {
    Reason.BROKEN_JSON: "δεν είναι έγκυρο JSON",
    Reason.CUT_SHORT: "το αρχείο κόβεται πριν τελειώσει",
    Reason.NOT_A_DECISION: "δεν είναι πράξη του OpenData API",
    Reason.SOURCE_ERROR: "η Διαύγεια έδωσε σφάλμα αντί για πράξη",
    Reason.BAD_ADA: "ο ΑΔΑ δεν έχει έγκυρη μορφή",
    Reason.NO_ORGANIZATION: "λείπει ο φορέας",
    Reason.UNKNOWN_TYPE: "άγνωστο είδος πράξης",
    Reason.UNKNOWN_STATUS: "άγνωστη κατάσταση ανάρτησης",
    Reason.BAD_DATE: "λείπει η ημερομηνία έκδοσης",
    Reason.NOT_STORED: "η βάση δεν τη δέχτηκε",
}
DEMO_BANNER = "ΕΙΚΟΝΙΚΑ ΔΕΔΟΜΕΝΑ – ΟΧΙ ΠΡΑΓΜΑΤΙΚΕΣ ΠΡΑΞΕΙΣ"
FLAGS = {
    Flag.HUNDREDFOLD: "πιθανό λάθος υποδιαστολής (×100), εκτός συνόλων",
    Flag.SAME_AGAIN: "ίδιο ποσό, δικαιούχος και θέμα σε περισσότερες πράξεις",
    Flag.POSTED_TWICE: "ίδια πράξη αναρτημένη δεύτερη φορά, εκτός συνόλων",
    Flag.SAME_CONTRACT: "πράξεις σύμβασης που μετρά με άλλη πράξη, εκτός συνόλων",
    Flag.SEVERAL_ACTS: "συμβάσεις σε περισσότερες πράξεις, που μετρούν μία φορά",
    Flag.EXCEEDS: "ποσό ίσως πάνω από προηγούμενη πράξη με την οποία συνδέεται, μέσα στα σύνολα",
    Flag.REPLACED: "ίσως διορθώθηκαν με νεότερη πράξη, μέσα στα σύνολα",
    Flag.PAYEE_IS_ISSUER: "δικαιούχος ο ίδιος ο φορέας",
}


@contextmanager
def progress_bar(console: Console, files: Sequence[SourceFile] = ()) -> Iterator[Watch]:
    """A bar over the bytes of the files, with the rows so far; without files only the rows."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rows]} πράξεις"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("Φόρτωση", total=sum(file.size for file in files) or None, rows="0")

        def watch(report: Report) -> None:
            done = sum(file.position for file in files)
            progress.update(task, completed=done, rows=format_count(report.read), description=_step(files, done))

        yield watch


def _step(files: Sequence[SourceFile], done: int) -> str:
    """Once the files are read, the screens and the counts of the whole set remain."""
    return "Έλεγχοι" if files and done >= sum(file.size for file in files) else "Φόρτωση"


@contextmanager
def embedding_bar(console: Console) -> Iterator[Callable[[EmbeddingReport], None]]:
    """A bar over the distinct texts that have a vector."""
    columns = (TextColumn("Διανύσματα"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=None)

        def watch(report: EmbeddingReport) -> None:
            progress.update(task, total=report.texts, completed=report.vectors_before + report.vectors)

        yield watch


def show_embedding(console: Console, report: EmbeddingReport) -> None:
    """What a run made."""
    console.print(
        f"Θέματα: {format_count(report.texts)}. Νέα διανύσματα: {format_count(report.vectors)}, νέα n-grams: "
        f"{format_count(report.grams)}, σε {report.seconds:.0f} δευτερόλεπτα.",
        soft_wrap=True,
    )


def show_load(console: Console, report: Report) -> None:
    """What a run did, row by row accounted for."""
    saved = report.saved
    if saved.written:
        console.print(
            f"Διαβάστηκαν {format_count(report.read)} γραμμές σε {report.seconds:.0f} δευτερόλεπτα: "
            f"{format_count(saved.new)} νέες πράξεις, {format_count(saved.changed)} με νεότερη έκδοση, "
            f"{format_count(saved.reread)} με νέα ανάγνωση, {format_count(saved.unchanged)} ίδιες, "
            f"{format_count(report.refused)} απορρίψεις.",
            soft_wrap=True,
        )
    else:
        console.print(f"Τίποτα νέο: {_acts(saved.unchanged)}, όλες όπως τις είχαμε.", soft_wrap=True)
    for reason, rows in report.rejected.most_common():
        console.print(f"  Απόρριψη, {REASONS[reason]}: {format_count(rows)} (κρατήθηκαν στον πίνακα rejections)")
    if report.refused_again:
        console.print(
            f"  Οι νέοι κανόνες δεν δέχονται {_acts(report.refused_again)} που έχουμε ήδη: μετρά ό,τι είχε διαβαστεί "
            "(κρατήθηκαν στον πίνακα rejections)",
            soft_wrap=True,
        )
    for flag, number in sorted(report.screened.items()):
        console.print(f"  Έλεγχος, {FLAGS[Flag(flag)]}: {_acts(number)}", soft_wrap=True)
    if report.covered:
        console.print(f"  Νέοι καλυπτόμενοι φορείς: {', '.join(report.covered)}", soft_wrap=True)


def _acts(number: int) -> str:
    return "1 πράξη" if number == 1 else f"{format_count(number)} πράξεις"


def show_status(console: Console, years: Sequence[HeldYear], held: Holdings, rejected: dict[str, int]) -> None:
    """A line a body and year, then the whole."""
    table = Table(title=DEMO_BANNER if held.demo else None, box=SIMPLE_HEAD, padding=(0, 1))
    table.add_column("Φορέας", ratio=1, min_width=20)
    for title in ("Έτος", "Πράξεις", "Με ποσό", "Δεν το\nδηλώνουν", "Δεν το\nδιαβάσαμε", "Χωρίς\nπεδίο"):
        table.add_column(title, justify="right", no_wrap=True)
    for uid, group in groupby((row for row in years if row.covered), key=lambda row: row.uid):
        rows = list(group)
        table.add_row(f"{rows[0].label} ({uid})", "", *_numbers(rows), style="bold")
        for row in rows:
            table.add_row("", str(row.year), *_numbers([row]))
        table.add_section()
    if loose := [row for row in years if not row.covered]:
        table.add_row(f"{format_count(len({row.uid for row in loose}))} φορείς με λίγες πράξεις", "", *_numbers(loose))
    table.add_row("Σύνολο", "", *_numbers(years), style="bold")
    console.print(table)
    console.print(
        f"Εκδόσεις: {format_count(held.versions)}. Εκτός ισχύος: {format_count(held.not_published)}. "
        f"Διακριτά θέματα: {format_count(held.texts)}, με διάνυσμα {format_count(held.vectors)}. "
        f"Μητρώο: {format_count(held.register)} φορείς, καλύπτονται {format_count(held.covered)}.",
        soft_wrap=True,
    )
    for reason, number in rejected.items():
        console.print(f"Απορρίψεις, {REASONS[Reason(reason)]}: {format_count(number)}")


def _numbers(rows: Sequence[HeldYear]) -> Iterator[str]:
    for name in ("decisions", "stated", "unstated", "unread", "without_field"):
        yield format_count(sum(getattr(row, name) for row in rows))
