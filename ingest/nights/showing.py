"""What the operator sees of reading Διαύγεια: a bar with an ETA while it goes on, how things stand when asked."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, datetime

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from core.domain.period import ATHENS, Period
from core.greek.dates import short_day
from core.greek.numbers import format_count
from core.store.runs import Run, RunKind, RunState, Tally
from ingest.nights.run import Watch
from ingest.nights.standing import BodyStanding, Standing
from ingest.plan import Window

_STATES = {
    RunState.RUNNING: "σε εξέλιξη",
    RunState.DONE: "ολοκληρώθηκε",
    RunState.PARTIAL: "ολοκληρώθηκε εν μέρει",
    RunState.FAILED: "απέτυχε",
    RunState.CUT: "διακόπηκε",
}
_KINDS = {
    RunKind.NIGHTLY: "Τελευταία νυχτερινή ανάγνωση",
    RunKind.BACKFILL: "Τελευταία ανάγνωση αρχείου",
    RunKind.REGISTER: "Τελευταία ανανέωση μητρώου",
    RunKind.FRONTIER: "Τελευταία ανάγνωση για άμεσες ειδοποιήσεις",
}
_GAPS = 3


@contextmanager
def days_bar(console: Console, days: int) -> Iterator[Callable[[int, str], None]]:
    """Over the issue days that remain: how many are read by now, what has come, how long it will take."""
    columns = (
        TextColumn("Ανάγνωση αρχείου"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[told]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=days, told="")

        def shown(done: int, told: str) -> None:
            progress.update(task, completed=done, told=told)

        yield shown


@contextmanager
def archive_bar(console: Console, days: int) -> Iterator[Watch]:
    """The same over the windows of a run in this process."""
    read = 0
    with days_bar(console, days) as shown:

        def watch(window: Window, tally: Tally) -> None:
            nonlocal read
            read += window.days
            shown(read, _told(window, tally))

        yield watch


@contextmanager
def night_bar(console: Console) -> Iterator[Watch]:
    """How many windows a night has is known at its end."""
    with Progress(SpinnerColumn(), TextColumn("{task.fields[told]}"), console=console) as progress:
        task = progress.add_task("", total=None, told="Νυχτερινή ανάγνωση")

        def watch(window: Window, tally: Tally) -> None:
            progress.update(task, told=f"{_told(window, tally)} · διαστήματα {tally.windows}")

        yield watch


def _told(window: Window, tally: Tally) -> str:
    return f"{window.organization_uid}, από {short_day(window.first)} · {format_count(tally.new)} νέες πράξεις"


def show_run(console: Console, run: Run | None) -> None:
    if run is not None:
        console.print(_line(run), soft_wrap=True)


def _line(run: Run) -> str:
    parts = [
        f"{_KINDS[run.kind]}: {_STATES[run.state]}, {_moment(run.finished_at or run.beat_at)}",
        f"{format_count(run.new_rows)} νέες, {format_count(run.changed_rows)} άλλαξαν",
        *([f"{format_count(run.gone_rows)} χάθηκαν από τη Διαύγεια"] if run.gone_rows else []),
        *([f"{format_count(run.rejected_rows)} απορρίψεις"] if run.rejected_rows else []),
        f"{format_count(run.requests)} αιτήματα, {format_count(run.retries)} επαναλήψεις",
    ]
    return " · ".join(parts) + (f". {run.error}" if run.error else ".")


def show(console: Console, standing: Standing) -> None:
    """A line a body, then the runs, what fails and what is wished for."""
    if standing.bodies:
        console.print(_table(standing.bodies))
    until = standing.held_until
    if until is not None:
        console.print(f"Όλα ενημερωμένα έως {_moment(until)}.")
    for run in standing.last.values():
        killed = run.state is RunState.RUNNING and not standing.source_taken  # nobody was left to write how it ended
        console.print(_line(replace(run, state=RunState.CUT) if killed else run), soft_wrap=True)
    if standing.failing_since:
        console.print(f"Η νυχτερινή ανάγνωση αποτυγχάνει από {_moment(standing.failing_since)}.", style="red")
    if standing.late_night:
        console.print(f"Τελευταία νύχτα που δεν είχε διαβαστεί ως τις 09:00: {short_day(standing.late_night)}.")
    for uid, why in standing.failed.items():
        console.print(f"  {uid}: {why}", soft_wrap=True)
    if not standing.source_taken:
        console.print("Καμία διαδικασία δεν διαβάζει τώρα τη Διαύγεια («python -m ingest schedule»).")
    if standing.wishes:
        console.print(f"Πράξεις που περιμένουν να διαβαστούν: {standing.wishes}.")
    if standing.wanted:
        listed = ", ".join(f"{body.label} ({body.organization_uid}, {body.times}×)" for body in standing.wanted)
        console.print(f"Ζητήθηκαν φορείς: {listed}. Προσθήκη: python -m ingest org add ΚΩΔΙΚΟΣ.", soft_wrap=True)


def _table(bodies: Sequence[BodyStanding]) -> Table:
    table = Table(box=SIMPLE_HEAD, padding=(0, 1))
    table.add_column("Φορέας", ratio=1, min_width=20)
    for title in ("Από", "Πράξεις", "Αναρτήσεις\nέως", "Αδιάβαστα"):
        table.add_column(title, justify="right")
    for body in bodies:
        held = body.held
        table.add_row(
            f"{held.label} ({held.organization_uid})",
            short_day(held.since),
            format_count(held.decisions),
            _moment(held.held_until) if held.held_until else "—",
            "\n".join([*_gaps(body.unread), *_doubts(body.doubtful)]) or "—",
        )
    return table


def _gaps(gaps: Sequence[Period]) -> list[str]:
    shown = [f"{short_day(gap.since)} – {short_day(gap.last_day)}" for gap in gaps if gap.since and gap.last_day]
    more = [f"και άλλα {len(shown) - _GAPS}"] if len(shown) > _GAPS else []
    return [*shown[:_GAPS], *more]


def _doubts(days: Sequence[date]) -> list[str]:
    """Days that never add up."""
    more = [f"και άλλες {len(days) - _GAPS}"] if len(days) > _GAPS else []
    return [f"ελλιπής {short_day(day)}" for day in days[:_GAPS]] + more


def _moment(moment: datetime) -> str:
    here = moment.astimezone(ATHENS)
    return f"{short_day(here.date())} {here:%H:%M}"
