"""`python -m ingest flags`: how many acts carry each flag, and a sample of them to be read by hand."""

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from core.greek.numbers import format_count, format_euro
from core.store.flags import Drawn, Flagged


def show_counts(console: Console, counted: Sequence[Flagged]) -> None:
    """A line a flag, those out of totals first."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1))
    table.add_column("Σήμανση")
    for title in ("Πράξεις", "Ποσά", "Στα σύνολα"):
        table.add_column(title, justify="right", no_wrap=True)
    for each in counted:
        table.add_row(
            each.flag.value, format_count(each.decisions), format_euro(each.amount), "όχι" if each.outside else "ναι"
        )
    console.print(table)


def show_sample(console: Console, drawn: Sequence[Drawn]) -> None:
    """A line an act: nothing is cut, it is there to be read."""
    for place, each in enumerate(drawn, 1):
        amount = "χωρίς ποσό" if each.amount is None else format_euro(each.amount)
        other = f" ← {each.other_ada}" if each.other_ada else ""
        act = f"{each.ada} {each.decision_type} {each.issued_on:%Y-%m-%d} ({each.organization_uid}) {amount}"
        console.print(f"{place}. {each.flag.value}{other} · {act} · {each.subject}", soft_wrap=True, markup=False)
