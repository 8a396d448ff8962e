"""The nightly door: python -m ingest first, nightly, backfill, schedule, org, load, register, status, flags, embed …"""

import argparse
import asyncio
import signal
import sys
from collections.abc import Awaitable, Sequence
from itertools import chain
from pathlib import Path

from rich.console import Console

from core import log
from core.errors import DiafaneiaError, Misconfigured
from core.settings import Settings
from core.store import flags as flagging
from core.store.pool import Pool
from ingest import demo, flags, register, report, status
from ingest.databases import opened_database, opened_server
from ingest.documents import commands as papers
from ingest.files import SourceFile
from ingest.load import Source, load
from ingest.nights import commands as reading
from ingest.nights import showing, standing
from ingest.nights.clocks import Command, clock_of, with_clock

_INTERRUPTED = 130
_DEMO_SUFFIX = "_demo"


async def _load(settings: Settings, arguments: argparse.Namespace, console: Console) -> None:
    files = [SourceFile(path) for path in arguments.files]
    source = Source(
        name=" ".join(file.path.name for file in files),
        rows=chain.from_iterable(file.rows() for file in files),
        cover=tuple(arguments.cover),
    )
    async with opened_server(settings, console) as server, opened_database(server) as pool:
        with report.progress_bar(console, files) as watch:
            done = await load(pool, source, watch=watch)
        report.show_load(console, done)


async def _register(settings: Settings, arguments: argparse.Namespace, console: Console) -> None:
    if arguments.file is None:
        await reading.refresh_register(settings, console)
        return
    entries = await asyncio.to_thread(register.read, arguments.file)
    async with opened_server(settings, console) as server, opened_database(server) as pool:
        saved = await register.save(pool, entries)
    console.print(f"Μητρώο: {len(entries)} φορείς στο αρχείο, {saved.added} νέοι, {saved.changed} άλλαξαν.")


async def _status(settings: Settings, arguments: argparse.Namespace, console: Console) -> None:
    async with opened_server(settings, console) as server, opened_database(server) as pool:
        if arguments.json:
            sys.stdout.write(await status.as_json(pool, now=clock_of(arguments)()) + "\n")
        else:
            report.show_status(Console(), *await status.read(pool))
            showing.show(Console(), await standing.read(pool, now=clock_of(arguments)()))


async def _flags(settings: Settings, arguments: argparse.Namespace, console: Console) -> None:
    async with opened_server(settings, console) as server, opened_database(server) as pool:
        flags.show_counts(Console(), await flagging.counts(pool))
        if arguments.sample > 0:
            flags.show_sample(Console(), await flagging.sample(pool, seed=arguments.seed, limit=arguments.sample))


async def _embed(settings: Settings, arguments: argparse.Namespace, console: Console) -> None:
    async with opened_server(settings, console) as server, opened_database(server) as pool:
        await _fill_vectors(settings, pool, console, rebuild=arguments.rebuild)


async def _first(settings: Settings, arguments: argparse.Namespace, console: Console) -> None:
    """Something to talk about: what Διαύγεια gives, if it answers at once, else the demonstration bodies."""
    read = settings.demo != "on" and await reading.read_first(settings, console)
    if not read and settings.demo != "off":
        await _demo(settings, arguments, console)


async def _demo(settings: Settings, arguments: argparse.Namespace, console: Console) -> None:
    async with opened_server(settings, console) as server, opened_database(server, server.name + _DEMO_SUFFIX) as pool:
        with report.progress_bar(console) as watch:
            done = await demo.fill(pool, watch=watch)
        report.show_load(console, done)
        await _fill_vectors(settings, pool, console)


async def _fill_vectors(settings: Settings, pool: Pool, console: Console, *, rebuild: bool = False) -> None:
    from core.app import open_embedder  # it loads the model, which the other commands do without
    from ingest.embed import embed

    with report.embedding_bar(console) as watch:
        done = await embed(pool, open_embedder(settings), rebuild=rebuild, watch=watch)
    report.show_embedding(console, done)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ingest", description="Φέρνει πράξεις στη βάση.")
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("load", help="φορτώνει αρχεία πράξεων: JSON ή JSONL, και συμπιεσμένα (gzip)")
    one.add_argument("files", nargs="+", type=Path, metavar="ΑΡΧΕΙΟ")
    one.add_argument(
        "--cover", action="append", default=[], metavar="UID", help="φορέας που καλύπτεται, όσες πράξεις κι αν έχει"
    )
    one.set_defaults(run=_load)
    one = commands.add_parser("register", help="φορτώνει το μητρώο φορέων, από αρχείο ή από τη Διαύγεια")
    one.add_argument("file", nargs="?", type=Path, metavar="ΑΡΧΕΙΟ", help="organizations.json")
    one.set_defaults(run=_register)
    one = commands.add_parser("status", help="τι υπάρχει στη βάση, ανά φορέα και έτος")
    one.add_argument("--json", action="store_true")
    with_clock(one, _status)
    one = commands.add_parser("flags", help="πόσες πράξεις φέρουν κάθε σήμανση, και δείγμα τους για ανάγνωση")
    one.add_argument("--sample", type=int, default=0, metavar="N", help="πόσες να δείξει")
    one.add_argument("--seed", type=int, default=1, metavar="N", help="ίδιος αριθμός, ίδιο δείγμα")
    one.set_defaults(run=_flags)
    one = commands.add_parser("embed", help="συμπληρώνει τα διανύσματα που λείπουν")
    one.add_argument(
        "--rebuild", action="store_true", help="τα φτιάχνει όλα από την αρχή, για άλλο μοντέλο ή προετοιμασία"
    )
    one.set_defaults(run=_embed)
    commands.add_parser("first", help="τις πρώτες πράξεις μιας νέας εγκατάστασης").set_defaults(run=_first)
    reading.add_to(commands)
    papers.add_to(commands)
    commands.add_parser("demo", help="στήνει τα εικονικά δεδομένα σε δική τους βάση").set_defaults(run=_demo)
    return parser


async def _until_stopped(work: Awaitable[None]) -> None:
    """A SIGTERM lets everything that is open close first, children too."""
    task = asyncio.current_task()
    assert task is not None  # we are inside it
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    await work


def main(argv: Sequence[str] | None = None) -> int:
    """Exit code: 0 done, 1 the input or the database failed, 2 the settings cannot work, 130 stopped by hand."""
    arguments = _parser().parse_args(argv)
    console = Console(stderr=True)
    run: Command = arguments.run
    try:
        settings = Settings.read()
        log.configure(level=settings.log_level, as_json=settings.log_json, secrets=settings.secrets)
        asyncio.run(_until_stopped(run(settings, arguments, console)))
    except Misconfigured as error:
        console.print(str(error), style="red")
        return 2
    except DiafaneiaError as error:
        console.print(str(error), style="red")
        return 1
    except (KeyboardInterrupt, asyncio.CancelledError):
        console.print("Διακόπηκε. Όσα αποθηκεύτηκαν μένουν· με την ίδια εντολή συνεχίζει από εκεί.")
        return _INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
