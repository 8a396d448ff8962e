"""An invented world for demonstration, tests and evals: bodies, their linked acts in the API's JSON, and the truth."""

import gzip
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

from core.domain.decision import LinkKind
from core.domain.ledger import Stage
from core.errors import InvalidInput
from ingest.worlds import amounts, catalogue, register
from ingest.worlds.acts import chains, loose, recurring
from ingest.worlds.catalogue import Body, Catalogue
from ingest.worlds.desk import Desk
from ingest.worlds.parties import Json
from ingest.worlds.traps.sow import sow
from ingest.worlds.traps.stage import Case
from ingest.worlds.truth import SetAside, Truth, TruthDecision, TruthLink, TruthRow, TruthTotal

__all__ = ["Case", "SetAside", "Truth", "TruthDecision", "TruthLink", "TruthRow", "TruthTotal", "World", "build"]

UNTIL = date(2026, 10, 31)
_LEAST = 800
_MONEY_SHARE = 0.84  # of a body's acts; the rest stand outside of the chains
_TENDERS = 0.06
_ONE_ROUND_OF_TRAPS = 8_000  # decisions
_LARGE_AMOUNT = re.compile(r'("(?:amount|amountWithVAT|investAmount|kae\w+Remainder)": )(-?\d{8,}\.\d+)')


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """`decisions` hold each ΑΔΑ once, as the API would answer today, oldest submission first.

    `superseded` are the versions that corrections replaced; `covered` the uids of the bodies that decide, the largest
    first; `examples` questions that this world can answer.
    """

    seed: int
    until: date
    organizations: list[Json]
    units: list[Json]
    signers: list[Json]
    covered: tuple[str, ...]
    decisions: list[Json]
    superseded: list[Json]
    truth: Truth
    examples: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """The decisions as JSON lines; amounts of ten million and more with an exponent, as the source writes them."""
        return map(as_source_text, self.decisions)

    def write(self, path: Path, *, packed: bool = True) -> None:
        """Writes decisions.jsonl(.gz), organizations.json and truth.json: the same world, the same bytes."""
        path.mkdir(parents=True, exist_ok=True)
        text = "".join(f"{line}\n" for line in self.lines()).encode()
        if packed:
            (path / "decisions.jsonl.gz").write_bytes(gzip.compress(text, mtime=0))
        else:
            (path / "decisions.jsonl").write_bytes(text)
        _write_json(path / "organizations.json", {"organizations": self.organizations})
        _write_json(path / "truth.json", self.truth.as_json())


def build(
    seed: int = 1, decisions: int = 1500, first_year: int = 2023, last_year: int = 2026, until: date = UNTIL
) -> World:
    """The world of a seed, with exactly so many decisions, issued in these years and not after `until`."""
    last_day = min(until, date(last_year, 12, 31))
    if decisions < _LEAST or last_day < date(first_year + 1, 10, 31):
        raise InvalidInput(f"a world needs {_LEAST} decisions and twenty-two months, or its traps do not fit")
    made = catalogue.load()
    desk = Desk(catalogue=made, rng=random.Random(seed), until=last_day)
    wanted = _shares(made, decisions)
    days = [date(first_year, 1, 1) + timedelta(days=n) for n in range((last_day - date(first_year, 1, 1)).days + 1)]
    _sow_traps(desk, days, decisions)
    for body in made.bodies:
        _fill(desk, body, days, wanted[body.uid])
    return _finished(desk, seed)


def as_source_text(decision: Json) -> str:
    """One decision as the source would send it."""
    text = json.dumps(decision, ensure_ascii=False)
    return _LARGE_AMOUNT.sub(lambda found: found[1] + _with_exponent(found[2]), text)


def _with_exponent(number: str) -> str:
    """«94472918.0» → «9.4472918E7», from ten million on."""
    value = Decimal(number)
    if abs(value) < 10_000_000:
        return number
    digits = f"{value.normalize():E}".replace("E+", "E")
    mantissa, exponent = digits.split("E")
    return f"{mantissa if '.' in mantissa else mantissa + '.0'}E{exponent}"


def _write_json(path: Path, value: Json) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1), encoding="utf-8")


def _shares(made: Catalogue, decisions: int) -> dict[str, int]:
    """How many decisions each body posts; the first takes what rounding leaves."""
    wanted = {body.uid: round(decisions * body.share) for body in made.bodies}
    wanted[made.bodies[0].uid] += decisions - sum(wanted.values())
    return wanted


def _sow_traps(desk: Desk, days: list[date], decisions: int) -> None:
    """One round of traps, more in larger worlds, at the bodies that pay by Β.2.2, the largest first."""
    calm = [
        day for day in days if 3 <= day.month <= 9 and day.weekday() < 5 and day <= desk.until - timedelta(days=220)
    ]
    bodies = [body for body in desk.catalogue.bodies if not body.warrants]
    for turn in range(max(1, decisions // _ONE_ROUND_OF_TRAPS)):
        sow(desk, bodies[turn % len(bodies)], calm)


def _fill(desk: Desk, body: Body, days: list[date], wanted: int) -> None:
    """Bills and wages first, then purchases up to their share, then everything else up to the number wanted."""
    _recurring(desk, body, days, wanted)
    while desk.posted[body.uid] < wanted * _MONEY_SHARE:
        day = amounts.workday(desk.rng.choice(days))
        if day > desk.until:
            continue
        step = chains.tendered if desk.rng.random() < _TENDERS else chains.direct
        step(desk, body, day)
    while desk.posted[body.uid] < wanted:
        loose.post_one(desk, body, min(amounts.workday(desk.rng.choice(days)), desk.until))


def _recurring(desk: Desk, body: Body, days: list[date], wanted: int) -> None:
    """Monthly in a busy body, every second or third month in a small one; more meters and offices in a large one."""
    years = range(days[0].year, days[-1].year + 1)
    busy = wanted / len(years)
    every = 1 if busy > 500 else 2 if busy > 150 else 3
    topics = [desk.catalogue.topic[key] for key in ("electricity", "telephone", "rent")]
    for year in years:
        for topic in topics[: 2 if body.warrants else 3]:
            for _ in range(max(1, round(busy / 900))):
                recurring.bills(desk, body, topic, year, every)
        if not body.warrants:
            recurring.payroll(desk, body, year, every)
            recurring.remittances(desk, body, year, every)
            recurring.transfer(desk, body, year)


def _finished(desk: Desk, seed: int) -> World:
    """Everything in the order of submission, with the register and the examples."""
    order = sorted(range(len(desk.decisions)), key=lambda n: (int(str(desk.decisions[n]["submissionTimestamp"])), n))
    desk.truth.decisions[:] = [desk.truth.decisions[n] for n in order]
    made = desk.catalogue
    desk.truth.topics.update({topic.key: topic.ask for topic in made.topics})
    desk.truth.payees.update({party.afm: party.names[0] for topic in made.topics for party in topic.suppliers})
    return World(
        seed=seed,
        until=desk.until,
        organizations=register.organizations(made),
        units=register.units(made),
        signers=register.signers(made),
        covered=tuple(body.uid for body in made.bodies),
        decisions=[desk.decisions[n] for n in order],
        superseded=desk.superseded,
        truth=desk.truth,
        examples=_examples(made, desk.truth, desk.until),
    )


def _examples(made: Catalogue, truth: Truth, until: date) -> tuple[str, ...]:
    """Questions about the largest body and the utility, of the last whole year, and an award that a payment names."""
    year = until.year - 1
    town, utility = made.bodies[0], next(body for body in made.bodies if body.warrants)
    paid = {link.target for link in truth.links if link.kind is LinkKind.RELATED}
    awards = (
        row.ada for row in truth.rows if row.stage is Stage.AWARD and row.organization_uid == town.uid and row.counted
    )
    ada = next(ada for ada in awards if ada in paid)
    return tuple(
        example.format(
            town=town.spoken,
            town_genitive=town.spoken_genitive,
            utility=utility.spoken,
            year=year,
            ada=ada,
        )
        for example in made.examples
    )
