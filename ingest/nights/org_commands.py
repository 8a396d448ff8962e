"""`python -m ingest org`: which bodies are read, from when, and which ones readers wish for."""

import argparse
import json
import sys
from typing import Any

from rich.console import Console

from core.settings import Settings
from core.store import requests
from ingest.databases import opened_database, opened_server
from ingest.nights import bodies, showing, standing
from ingest.nights.clocks import clock_of, day, with_clock


async def _add(settings: Settings, arguments: argparse.Namespace, console: Console) -> None:
    clock = clock_of(arguments)
    async with opened_server(settings, console) as server, opened_database(server) as pool:
        wanted = list(arguments.uids)
        beside = await bodies.supervised(pool, wanted)
        if arguments.with_supervised:
            wanted += [body.uid for body in beside if body.uid not in wanted]
        for feed in await bodies.add(pool, wanted, since=arguments.since, at=clock()):
            console.print(f"{feed.label} ({feed.organization_uid}), πράξεις από {feed.since:%-d/%-m/%Y}")
        offered = [body for body in beside if body.uid not in wanted]
        if offered:
            console.print("Εποπτεύονται από αυτούς και δεν διαβάζονται (--with-supervised για όλους):")
        for body in offered:
            console.print(f"  {body.uid}  {body.label}", soft_wrap=True)
        await requests.call_keeper(pool)


async def _remove(settings: Settings, arguments: argparse.Namespace, console: Console) -> None:
    async with opened_server(settings, console) as server, opened_database(server) as pool:
        await bodies.remove(pool, arguments.uids, at=clock_of(arguments)())
    console.print("Δεν διαβάζονται πια· όσα έχουν διαβαστεί μένουν, ως αρχείο.")


async def _list(settings: Settings, arguments: argparse.Namespace, console: Console) -> None:
    async with opened_server(settings, console) as server, opened_database(server) as pool:
        found = await standing.read(pool, now=clock_of(arguments)())
    if arguments.json:
        told = {name: found.as_json()[name] for name in ("bodies", "wanted")}
        sys.stdout.write(json.dumps(told, ensure_ascii=False, indent=1, default=str) + "\n")
    else:
        showing.show(Console(), found)


def add_to(deeds: Any) -> None:
    one = deeds.add_parser("add", help="διαβάζει και αυτούς")
    one.add_argument("uids", nargs="+", metavar="UID")
    one.add_argument("--since", type=day, metavar="YYYY-MM-DD", help="από ποια ημερομηνία έκδοσης")
    one.add_argument("--with-supervised", action="store_true", help="και όσους εποπτεύουν")
    with_clock(one, _add)
    one = deeds.add_parser("remove", help="δεν τους διαβάζει πια· όσα έχει μένουν")
    one.add_argument("uids", nargs="+", metavar="UID")
    with_clock(one, _remove)
    one = deeds.add_parser("list", help="ποιους διαβάζει, ως πού, και ποιους ζητούν")
    one.add_argument("--json", action="store_true")
    with_clock(one, _list)
