"""What the operator sees in the terminal: how far a load is, what came of it, what is held."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby

from core.greek.numbers import format_count
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from core.domain.ledger import Flag
from core.store.holdings import HeldYear, Holdings
from ingest.diavgeia.parse import Reason
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
FLAGS = {
    Flag.HUNDREDFOLD: "πιθανό λάθος υποδιαστολής (×100), εκτός συνόλων",
    Flag.SAME_AGAIN: "ίδιο ποσό, δικαιούχος και θέμα σε περισσότερες πράξεις",
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


def show_load(console: Console, report: Report) -> None:
    """What a run did, row by row accounted for."""
    saved = report.saved
    if not saved.written:
        console.print(f"Τίποτα νέο: {_acts(saved.unchanged)} υπήρχαν ήδη, ίδιες.")
    else:
        console.print(
            f"Διαβάστηκαν {format_count(report.read)} γραμμές: {format_count(saved.new)} νέες πράξεις, "
            f"{format_count(saved.changed)} με νεότερη έκδοση, {format_count(saved.reread)} με νέα ανάγνωση των ποσών, "
            f"{format_count(saved.unchanged)} ίδιες, {format_count(report.refused)} απορρίψεις "
            f"({report.seconds:.1f}".replace(".", ",")
            + " δευτ.)."
        )
    for reason, rows in report.rejected.most_common():
        console.print(
            f"  Απόρριψη: {REASONS[reason]}: {format_count(rows)}. Οι γραμμές κρατήθηκαν στον πίνακα rejections."
        )
    for flag, number in sorted(report.screened.items()):
        console.print(f"  Έλεγχος: {FLAGS[Flag(flag)]}: {_acts(number)}.")
    if report.covered:
        console.print(f"  Νέοι καλυπτόμενοι φορείς: {', '.join(report.covered)}.")


def _acts(number: int) -> str:
    return "1 πράξη" if number == 1 else f"{format_count(number)} πράξεις"


def show_status(console: Console, years: Sequence[HeldYear], held: Holdings, rejected: dict[str, int]) -> None:
    """A line a body and year, then the whole."""
    table = Table(title="ΕΙΚΟΝΙΚΑ ΔΕΔΟΜΕΝΑ – ΟΧΙ ΠΡΑΓΜΑΤΙΚΕΣ ΠΡΑΞΕΙΣ" if held.demo else None)
    table.add_column("Φορέας", no_wrap=True, max_width=44)
    for title in ("Έτος", "Πράξεις", "Με ποσό", "Δεν δηλώνεται", "Δεν διαβάστηκε", "Χωρίς πεδίο ποσού", "Μη ισχύουσες"):
        table.add_column(title, justify="right")
    loose = [row for row in years if not row.covered]
    for _, rows in groupby((row for row in years if row.covered), key=lambda row: row.uid):
        for place, row in enumerate(rows):
            table.add_row(f"{row.label} ({row.uid})" if place == 0 else "", str(row.year), *_numbers([row]))
        table.add_section()
    if loose:
        table.add_row(f"{format_count(len({row.uid for row in loose}))} φορείς με λίγες πράξεις", "", *_numbers(loose))
    table.add_row("Σύνολο", "", *_numbers(years))
    console.print(table)
    console.print(
        f"Εκδόσεις {format_count(held.versions)} · διακριτά θέματα {format_count(held.texts)}, με διάνυσμα "
        f"{format_count(held.vectors)} · μητρώο {format_count(held.register)} φορείς, καλύπτονται {held.covered}"
    )
    for reason, number in rejected.items():
        console.print(f"Απορρίψεις: {REASONS[Reason(reason)]}: {format_count(number)}")


def _numbers(rows: Sequence[HeldYear]) -> Iterator[str]:
    for name in ("decisions", "stated", "unstated", "unread", "without_field", "not_published"):
        yield format_count(sum(getattr(row, name) for row in rows))
